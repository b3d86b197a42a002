// Package standalone serves all protocols over any database: sign-in, rows, files and live updates
// for any app. Besides package app it is the only place that knows all protocols, and it knows no
// market. In the database it only changes its own schemas, and otherwise only what a setting asks
// for.
package standalone

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	gocloud "gocloud.dev/blob"

	"automacao/internal/edge/middleware"
	"automacao/internal/edge/ratelimit"
	"automacao/internal/edge/telemetry"
	"automacao/internal/files/blob"
	"automacao/internal/files/clamd"
	"automacao/internal/kernel/seal"
	"automacao/internal/notify/mail"
	"automacao/internal/postgres"
	"automacao/internal/wire"
	"automacao/internal/wire/auth"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/oauthserver"
	"automacao/internal/wire/functions"
	"automacao/internal/wire/realtime"
	"automacao/internal/wire/rest"
	"automacao/internal/wire/storage"
	"automacao/internal/wire/token"
)

// checkSession is called at the start of every request with a token.
const checkSession = "auth.check_session"

const (
	answerBytesMax  = 64 << 20
	reachPatience   = 10 * time.Second
	closePatience   = 10 * time.Second
	diskReserveMB   = 64
	internalFailure = "Internal error. Try again in a moment."
)

// Server is a running server.
type Server struct {
	cfg  Config
	keys Keys
	log  *slog.Logger

	pool *pgxpool.Pool
	// direct connects past a pooler; nil if no direct URL is configured.
	direct *pgxpool.Pool
	conns  reserves
	bucket *gocloud.Bucket
	sender *mail.Sender
	queue  *river.Client[pgx.Tx]

	auth    *auth.Server
	rest    *rest.Engine
	storage *storage.Server
	hub     *realtime.Hub

	functions *functions.Server

	watch    *telemetry.Recorder
	listener net.Listener
	http     *http.Server
	// metrics serves metrics to the operator; nil if not configured.
	metrics         *http.Server
	metricsListener net.Listener
	pulse           middleware.Pulse
	stop            context.CancelFunc
	running         sync.WaitGroup
	failed          chan error
}

// Start opens everything and listens. The context bounds the start only; the caller closes the
// Server.
func Start(ctx context.Context, cfg Config, log *slog.Logger) (*Server, error) {
	if err := cfg.Check(); err != nil {
		return nil, err
	}
	s := &Server{cfg: cfg, log: log, failed: make(chan error, 4), watch: telemetry.New(telemetry.Config{Metrics: cfg.MetricsAddr != ""}, log)}
	started := time.Now()
	if err := s.start(ctx); err != nil {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closePatience)
		defer cancel()
		return nil, errors.Join(err, s.Close(closing))
	}
	log.Info("ready", "url", s.URL(), "publishable_key", s.keys.Publishable, "took_ms", time.Since(started).Milliseconds())
	return s, nil
}

// start checks external dependencies before it changes the database.
func (s *Server) start(ctx context.Context) (err error) {
	var listening net.ListenConfig
	if s.listener, err = listening.Listen(ctx, "tcp", s.cfg.Addr); err != nil {
		return fmt.Errorf("listen on --addr: %w", err)
	}
	if s.cfg.MetricsAddr != "" {
		if s.metricsListener, err = listening.Listen(ctx, "tcp", s.cfg.MetricsAddr); err != nil {
			return fmt.Errorf("listen on --metrics-addr: %w", err)
		}
	}
	if err := s.reach(ctx); err != nil {
		return err
	}
	signing, keys, err := openKeys(s.cfg)
	if err != nil {
		return err
	}
	s.keys = keys
	if s.bucket, err = blob.Open(ctx, s.cfg.BlobURL, s.cfg.Data); err != nil {
		return err
	}
	asking, cancel := context.WithTimeout(ctx, reachPatience)
	defer cancel()
	if err := blob.Reach(asking, s.bucket); err != nil && blob.IsRemote(s.cfg.BlobURL) {
		return fmt.Errorf("BLOB_URL: %w", err)
	}
	if err := migrate(ctx, s.pool, s.cfg, s.log); err != nil {
		return err
	}
	if s.conns, err = openReserves(s.pool); err != nil {
		return err
	}
	if s.cfg.SMTPURL != "" {
		if s.sender, err = mail.Open(s.cfg.SMTPURL); err != nil {
			return err
		}
		s.sender.SignAs(s.siteHost())
	}
	handler, err := s.compose(ctx, signing)
	if err != nil {
		return err
	}
	return s.serve(handler)
}

// reach connects to the database, also past its pooler, and checks that it may be changed.
func (s *Server) reach(ctx context.Context) (err error) {
	if s.pool, err = postgres.NewPool(ctx, s.cfg.DB, 0); err != nil {
		return err
	}
	if s.cfg.DirectURL != "" {
		if s.direct, err = postgres.OpenDirect(ctx, s.pool, s.cfg.DirectURL); err != nil {
			return err
		}
	}
	return requireOurs(ctx, s.pool)
}

// compose builds the protocols on the open database.
func (s *Server) compose(ctx context.Context, signing *token.Keys) (http.Handler, error) {
	if signing = signing.WithIssuer(core.Issuer(s.URL())); s.cfg.ForeignTokens {
		signing = signing.WithForeign()
	}
	settings, err := s.authConfig()
	if err != nil {
		return nil, err
	}
	s.auth = auth.New(s.conns.sessions, signing, settings, s.log)
	s.rest, err = rest.New(ctx, s.pool, signing, rest.Config{
		Schemas: s.cfg.Schemas, ExtraSearchPath: []string{"public", "extensions"}, AnonRole: "anon", PreRequest: checkSession, RowsMax: s.cfg.RowsMax,
		AnswerBytesMax: answerBytesMax, Reads: middleware.HalfOf(s.pool), Writes: middleware.HalfOf(s.pool), VisitorKey: s.keys.AnonKey, Direct: s.direct, RegexRoles: s.cfg.RegexRoles, RollbackAllowed: true,
		Stored: s.cfg.stored(),
	}, s.log)
	if err != nil {
		return nil, err
	}
	disk := middleware.NewDisk(s.cfg.Data, diskReserveMB, nil)
	files := storage.Config{
		PreRequest: checkSession, FileBytesMax: s.cfg.FileMB << 20, UserBytesMax: s.cfg.UserFilesMB << 20,
		Origin: func(*http.Request) string { return s.URL() }, Transforms: true, Inspect: s.cfg.InspectFiles,
	}
	if s.cfg.Clamd != "" {
		if files.Scanner, err = clamd.Open(s.cfg.Clamd); err != nil {
			return nil, fmt.Errorf("--clamd: %w", err)
		}
	}
	if !blob.IsRemote(s.cfg.BlobURL) {
		files.IsFull = disk.Full
	}
	s.storage = storage.New(s.conns.files, signing, s.bucket, files, s.log)
	live := realtime.ForApps()
	live.PreRequest, live.AllowedOrigins, live.AllowPublic, live.Direct = checkSession, s.cfg.AllowedOrigins, !s.cfg.ChannelsOff, s.direct
	live.RegexRoles, live.LoginRole = s.cfg.RegexRoles, loginRole
	s.hub = realtime.New(s.conns.live, signing, live, s.log)
	if err := s.openFunctions(signing); err != nil {
		return nil, err
	}
	if err := s.openQueue(); err != nil {
		return nil, err
	}
	entrance := middleware.NewEntrance(signing.Caller, s.keys.AnonKey)
	entrance.NeedsNothing = s.rest.NeedsNothing
	gateway := wire.New(wire.Config{AllowedOrigins: s.cfg.AllowedOrigins, Admit: entrance.Admit},
		wire.Handlers{Auth: s.auth, Rest: s.rest, Storage: s.storage, Realtime: s.hub, Functions: s.functions})
	proxies, err := s.cfg.proxies()
	if err != nil {
		return nil, err
	}
	return wire.Origin(proxies, s.route(s.keys.exchange(gateway))), nil
}

// openFunctions serves the functions that the starting program registers, and proxies other names
// if an upstream server is configured.
func (s *Server) openFunctions(signing *token.Keys) error {
	s.functions = functions.New(s.conns.functions, signing, functions.Config{PreRequest: checkSession}, s.log)
	for name, function := range s.cfg.Functions {
		if err := s.functions.Register(name, function); err != nil {
			return err
		}
	}
	if s.cfg.FunctionsProxy == "" {
		return nil
	}
	upstream, err := url.Parse(s.cfg.FunctionsProxy)
	if err == nil {
		s.functions.PassOn(upstream)
	}
	return err
}

func (s *Server) authConfig() (core.Config, error) {
	sealer, err := seal.Load("", filepath.Join(s.cfg.Data, "seal.json"))
	if err != nil {
		return core.Config{}, err
	}
	settings, err := s.cfg.authSettings()
	if err != nil {
		return core.Config{}, err
	}
	settings.PublicURL, settings.SiteURL, settings.Seal = s.URL(), cmp.Or(s.cfg.SiteURL, s.URL()), seal.Texts{Sealer: sealer}
	_, table, err := s.cfg.limits()
	if err != nil {
		return core.Config{}, err
	}
	if table != nil {
		settings.Meter = ratelimit.NewMeter(table, postgres.Bounded{Pool: s.conns.sessions}, time.Now)
	}
	if settings.Federation, err = core.OpenFederation(s.cfg.FederationFile); err != nil {
		return core.Config{}, err
	}
	settings.OAuthServer = oauthserver.Settings{Enabled: s.cfg.OAuthServer, DynamicRegistration: s.cfg.OAuthRegister, ConsentURL: settings.SiteURL + s.cfg.OAuthConsent}
	if s.sender != nil {
		settings.Mailer = postman{s}
	}
	return settings, settings.Validate()
}

// URL is where clients reach the server.
func (s *Server) URL() string { return s.cfg.publicURL(s.listener.Addr()) }

// siteHost is the app's host name, used in place of a product name.
func (s *Server) siteHost() string {
	site, err := url.Parse(cmp.Or(s.cfg.SiteURL, s.URL()))
	if err != nil {
		return ""
	}
	return site.Hostname()
}

// Keys are the API keys of clients.
func (s *Server) Keys() Keys { return s.keys }
