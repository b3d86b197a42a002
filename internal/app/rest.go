package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/edge/middleware"
	"automacao/internal/kernel/background"
	"automacao/internal/postgres"
	"automacao/internal/wire"
	"automacao/internal/wire/apikey"
	"automacao/internal/wire/rest"
	"automacao/internal/wire/token"
)

// RestConfig configures a server of the REST protocol alone.
type RestConfig struct {
	DatabaseURL string
	Schemas     []string
	AnonRole    string
	JWTSecret   string
	Addr        string
	// RegexRoles may filter by regular expressions besides service_role.
	RegexRoles []string
	// PlainErrors leaves names of database objects out of errors.
	PlainErrors bool
	// RowsMax bounds the rows of one answer; 0 means no bound.
	RowsMax int64
	// Plans allows clients to ask how PostgreSQL would run their request.
	Plans bool
	// SearchPath is searched after the schema of a request.
	SearchPath []string
	// PreConfig is a function of the database that returns the settings that ALTER ROLE … SET
	// pgrst.… does not set; empty means none.
	PreConfig string
}

// openRest returns a REST engine over a database, without the other protocols.
func openRest(ctx context.Context, pool *pgxpool.Pool, cfg RestConfig, log *slog.Logger) (*rest.Engine, error) {
	keys, err := token.FromSetting(cfg.JWTSecret)
	if err != nil {
		return nil, err
	}
	return rest.New(ctx, pool, keys, rest.Config{
		Schemas: cfg.Schemas, AnonRole: cfg.AnonRole, NoVisitors: cfg.AnonRole == "", RegexRoles: cfg.RegexRoles, PlainErrors: cfg.PlainErrors, Aggregates: true, RollbackAllowed: true,
		RowsMax: cfg.RowsMax, Plans: cfg.Plans, ExtraSearchPath: cfg.SearchPath,
		Stored: &rest.Stored{Function: cfg.PreConfig},
	}, log)
}

// RunRest serves the REST protocol over any database until ctx ends.
func RunRest(ctx context.Context, cfg RestConfig, log *slog.Logger) error {
	if err := cfg.Check(); err != nil {
		return err
	}
	var listening net.ListenConfig
	listener, err := listening.Listen(ctx, "tcp", cfg.Addr)
	if err != nil {
		return fmt.Errorf("listen on --addr: %w", err)
	}
	defer func() { _ = listener.Close() }()
	pool, err := postgres.NewPool(ctx, cfg.DatabaseURL, 0)
	if err != nil {
		return err
	}
	defer pool.Close()
	engine, err := openRest(ctx, pool, cfg, log)
	if err != nil {
		return err
	}
	server := middleware.NewServer(middleware.Observer{Log: log, Sorry: "Internal error. Try again in a moment."}.Around(wire.Origin(nil, restRoutes(engine, pool))), log)
	go func() { _ = background.Keep(ctx, log, "rest", engine.Run) }()
	go func() {
		<-ctx.Done()
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		_ = server.Shutdown(closing)
	}()
	log.Info("serving REST", "url", "http://"+listener.Addr().String())
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

// restRoutes serves the protocol at the root and at the path that the official client uses, and two
// health checks. Tables named like the health checks are read below the client's path.
func restRoutes(engine *rest.Engine, pool *pgxpool.Pool) http.Handler {
	bare := wire.New(wire.Config{AllowedOrigins: []string{"*"}, Origins: engine.Origins}, wire.Handlers{Auth: http.NotFoundHandler(), Rest: engine, Storage: http.NotFoundHandler(), Realtime: http.NotFoundHandler(), Functions: http.NotFoundHandler()})
	mux := http.NewServeMux()
	felt := &middleware.Pulse{}
	mux.HandleFunc("GET /live", func(w http.ResponseWriter, _ *http.Request) { middleware.AnswerHealth(w, http.StatusOK, "ok") })
	mux.HandleFunc("GET /ready", func(w http.ResponseWriter, r *http.Request) {
		if felt.Feel(r.Context(), middleware.FreshFor, pool.Ping) != nil {
			middleware.AnswerHealth(w, http.StatusServiceUnavailable, "database unavailable", "database")
			return
		}
		middleware.AnswerHealth(w, http.StatusOK, "ok")
	})
	mux.Handle("/rest/v1/", bare)
	mux.Handle("/", engine)
	return mux
}

// Check returns one sentence about the first setting that cannot be used.
func (c *RestConfig) Check() error {
	if !middleware.HasPort(c.Addr) {
		return fmt.Errorf("--addr %q is no host:port with a port from 0 to %d", c.Addr, middleware.PortMax)
	}
	if c.RowsMax < 0 {
		return fmt.Errorf("--max-rows %d is less than none", c.RowsMax)
	}
	if c.DatabaseURL == "" {
		return errors.New("DATABASE_URL, or --db, names the database to serve")
	}
	if len(c.JWTSecret) < apikey.SecretBytesMin {
		return fmt.Errorf("AUTOMACAO_JWT_SECRET, or --jwt-secret, has %d bytes; %d are the least", len(c.JWTSecret), apikey.SecretBytesMin)
	}
	return nil
}
