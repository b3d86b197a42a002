package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/background"
	"automacao/internal/database"
	"automacao/internal/said"
	"automacao/internal/typescript"
	"automacao/internal/wire"
	"automacao/internal/wire/auth"
	"automacao/internal/wire/rest"
	"automacao/internal/wire/token"
)

// withDatabase opens the configured database for one piece of work.
func withDatabase(ctx context.Context, cfg Config, log *slog.Logger, work func(*database.Database) error) error {
	db, err := database.Open(ctx, cfg.database(log))
	if err != nil {
		return err
	}
	return errors.Join(work(db), db.Close(context.WithoutCancel(ctx)))
}

// Migrate brings the schema up to date, and lets the role of DATABASE_URL serve.
func Migrate(ctx context.Context, cfg Config, log *slog.Logger) error {
	return withDatabase(ctx, cfg, log, func(*database.Database) error { return nil })
}

// CreateAdmin makes an administrator.
func CreateAdmin(ctx context.Context, cfg Config, log *slog.Logger, email, password, name string) error {
	return withMembers(ctx, cfg, log, func(db *database.Database, m members) error {
		return database.InTx(ctx, db.Pool, func(tx pgx.Tx) error {
			_, err := m.CreateAdmin(ctx, tx, email, password, name)
			return err
		})
	})
}

func withMembers(ctx context.Context, cfg Config, log *slog.Logger, work func(*database.Database, members) error) error {
	signing, _, err := openKeys(cfg)
	if err != nil {
		return err
	}
	return withDatabase(ctx, cfg, log, func(db *database.Database) error {
		a := &App{cfg: cfg}
		a.auth = auth.New(db.Pool, signing, a.authConfig(), log)
		defer a.auth.Close()
		return work(db, members{a.auth})
	})
}

// WriteGenerated brings the generated files of a source tree up to date: the
// types of the exposed schema and of the workflows, as @supabase/supabase-js
// takes them, and whatever else is said once.
func WriteGenerated(ctx context.Context, cfg Config, log *slog.Logger, root string) error {
	signing, _, err := openKeys(cfg)
	if err != nil {
		return err
	}
	return withDatabase(ctx, cfg, log, func(db *database.Database) error {
		sources, err := saidOnce(ctx, cfg, db.Pool, signing, root, log)
		if err != nil {
			return err
		}
		return sources.Write(ctx)
	})
}

// saidOnce is where everything that generated files repeat is said.
func saidOnce(ctx context.Context, cfg Config, pool *pgxpool.Pool, signing *token.Keys, root string, log *slog.Logger) (said.Sources, error) {
	engine, err := rest.New(ctx, pool, signing, rest.Config{Schemas: []string{"public"}}, log)
	if err != nil {
		return said.Sources{}, err
	}
	a := &App{cfg: cfg, rest: engine, auth: auth.New(pool, signing, auth.Config{PublicURL: cfg.URL()}, log)}
	defer a.auth.Close()
	if err := a.registerMarket(); err != nil {
		return said.Sources{}, err
	}
	sources := said.Sources{Root: root, DB: pool, PasswordMax: auth.PasswordMax, Sentences: protocolSentences}
	for _, function := range engine.Functions() {
		sources.Functions = append(sources.Functions, typescript.Function{Name: function.Name, In: function.In, Out: function.Out})
	}
	return sources, nil
}

// RestConfig says what the REST engine alone serves.
type RestConfig struct {
	DatabaseURL string
	Schemas     []string
	AnonRole    string
	JWTSecret   string
	Addr        string
	// RegexRoles may filter by regular expressions besides service_role.
	RegexRoles []string
	// PlainErrors tells no name of what the database holds in an error.
	PlainErrors bool
}

// openRest returns the REST engine alone over a database.
func openRest(ctx context.Context, pool *pgxpool.Pool, cfg RestConfig, log *slog.Logger) (*rest.Engine, error) {
	keys, err := token.FromSecret(cfg.JWTSecret)
	if err != nil {
		return nil, err
	}
	return rest.New(ctx, pool, keys, rest.Config{
		Schemas: cfg.Schemas, AnonRole: cfg.AnonRole, RegexRoles: cfg.RegexRoles, PlainErrors: cfg.PlainErrors, Aggregates: true, RollbackAllowed: true,
	}, log)
}

// RunRest serves the REST protocol over any database until ctx ends.
func RunRest(ctx context.Context, cfg RestConfig, log *slog.Logger) error {
	pool, err := database.NewPool(ctx, cfg.DatabaseURL, 0)
	if err != nil {
		return err
	}
	defer pool.Close()
	engine, err := openRest(ctx, pool, cfg, log)
	if err != nil {
		return err
	}
	bare := wire.New(wire.Config{AllowedOrigins: []string{"*"}}, wire.Handlers{Auth: http.NotFoundHandler(), Rest: engine, Storage: http.NotFoundHandler(), Realtime: http.NotFoundHandler()})
	mux := http.NewServeMux()
	mux.Handle("/rest/v1/", bare)
	mux.Handle("/", engine)
	server := &http.Server{Addr: cfg.Addr, Handler: observe(log, func(int, http.Header) {}, wire.Origin(nil, mux)), ReadHeaderTimeout: readHeaderTimeout, ReadTimeout: readTimeout, IdleTimeout: idleTimeout}
	go func() { _ = background.Keep(ctx, log, "rest", engine.Run) }()
	go func() {
		<-ctx.Done()
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		_ = server.Shutdown(closing)
	}()
	log.Info("serving REST", "url", "http://"+cfg.Addr)
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}
