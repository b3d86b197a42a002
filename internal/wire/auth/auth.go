// Package auth serves the GoTrue protocol of @supabase/supabase-js: sign-up, sign-in, sessions,
// one-time mails, second factors, passkeys and the administration of users. It owns the schema
// auth. It knows nothing of the marketplace, which takes part in a sign-up through Config.OnSignup.
package auth

import (
	"log/slog"
	"net/http"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres"
	"automacao/internal/wire/auth/sso"
	"automacao/internal/wire/token"
)

// Server answers everything under /auth/v1; the prefix is already stripped. It is safe for
// concurrent use.
type Server struct {
	pool *pgxpool.Pool
	// db is the pool for single statements.
	db postgres.Bounded
	// side is for records that must survive the rollback of another package's transaction.
	side   *pgxpool.Pool
	keys   *token.Keys
	cfg    Config
	log    *slog.Logger
	hasher *hasher
	issuer string
	// party is the WebAuthn relying party; nil if passkeys are not possible.
	party *webauthn.WebAuthn
	// outside are the external identity providers.
	outside *outside
	// saml is this server as a SAML service provider; nil if SAML is off.
	saml *sso.Service
	// holding limits the transactions that wait for a webhook.
	holding chan struct{}
	mux     http.Handler
	paths   []string
	after   func(time.Duration) <-chan time.Time
}

// New returns a server over a migrated database. It panics on a Config that Validate refuses, which
// is a programming error. The caller closes the server.
func New(pool *pgxpool.Pool, keys *token.Keys, cfg Config, log *slog.Logger) *Server {
	cfg = cfg.withDefaults()
	if err := cfg.Validate(); err != nil {
		panic("auth: " + err.Error())
	}
	s := &Server{
		pool:   pool,
		db:     postgres.Bounded{Pool: pool},
		side:   newSide(pool),
		keys:   keys.WithIssuer(Issuer(cfg.PublicURL)),
		cfg:    cfg,
		log:    log,
		hasher: newHasher(cfg.HashQueueMax),
		issuer: Issuer(cfg.PublicURL),
		after:  time.After,
	}
	if !cfg.PasskeysOff {
		s.party = newRelyingParty(cfg.SiteURL)
	}
	s.outside = newOutside(cfg, s.issuer)
	if cfg.Federation.SAML.IsOn() {
		var err error
		if s.saml, err = sso.New(cfg.Federation.SAML, s.issuer, cfg.Now); err != nil {
			panic("auth: " + err.Error())
		}
	}
	s.holding = make(chan struct{}, max(1, pool.Config().MaxConns/2))
	if cfg.Hooks.SendSMS != nil {
		s.cfg.Texter = hookTexter{s}
	}
	if cfg.Hooks.SendEmail != nil && cfg.Mailer == nil {
		s.cfg.Mailer = discardMailer{}
	}
	s.mux = s.routes()
	return s
}

// Close closes the server's own connections.
func (s *Server) Close() {
	s.side.Close()
	s.outside.client.CloseIdleConnections()
}

// Issuer returns the iss claim of tokens issued under a public URL.
func Issuer(publicURL string) string { return publicURL + Base }

// bodyMax bounds a request's body, in bytes.
const bodyMax = 1 << 20

// ServeHTTP answers one request of the protocol.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	r.Body = http.MaxBytesReader(w, r.Body, bodyMax)
	s.mux.ServeHTTP(w, r)
}
