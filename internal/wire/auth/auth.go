// Package auth serves the GoTrue protocol of @supabase/supabase-js: sign-up, sign-in, sessions,
// one-time mails, second factors, passkeys and the administration of users. It owns the schema
// auth. It knows nothing of the marketplace, which takes part in a sign-up through
// core.Config.OnSignup.
//
// The package itself only assembles and routes: routes.go lists every route with its handler. Below
// it, each package imports only those before it and the leaves:
//
//   - core: configuration, users as they are read, errors, limits and audit, which every flow shares
//   - session: opening, refreshing, ending and checking sessions
//   - message: one-time proofs by mail and text
//   - account: creation and changes of users, by themselves or by the application
//   - signin, factor, external, organisation, oauth, admin: the flows, one package each
//
// The leaves know no server: hook calls the operator's programs, redirect decides where links may
// lead, provider, wallet, sso and oauthserver are the protocols of others, and fetch is the client
// that reaches them. Tests of the flows begin at authtest.
package auth

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/wire/auth/account"
	"automacao/internal/wire/auth/admin"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/external"
	"automacao/internal/wire/auth/factor"
	"automacao/internal/wire/auth/message"
	"automacao/internal/wire/auth/oauth"
	"automacao/internal/wire/auth/organisation"
	"automacao/internal/wire/auth/session"
	"automacao/internal/wire/auth/signin"
	"automacao/internal/wire/token"
)

// Server answers everything under /auth/v1; the prefix is already stripped. It is safe for
// concurrent use. The application uses Accounts, Sessions and Factors in transactions of its own.
type Server struct {
	*core.Server
	Accounts *account.Server
	Sessions *session.Server
	Factors  *factor.Server

	signin        *signin.Server
	external      *external.Server
	organisations *organisation.Server
	oauth         *oauth.Server
	admin         *admin.Server
	mux           http.Handler
	paths         []string
}

// New returns a server over a migrated database. It panics on a Config that Validate refuses, which
// is a programming error. The caller closes the server.
func New(pool *pgxpool.Pool, keys *token.Keys, cfg core.Config, log *slog.Logger) *Server {
	shared := core.New(pool, keys, cfg, log)
	sessions, messages := session.New(shared), message.New(shared)
	accounts := account.New(sessions, messages)
	factors := factor.New(sessions, messages, accounts)
	others := external.New(sessions, messages, accounts)
	s := &Server{
		Server:        shared,
		Accounts:      accounts,
		Sessions:      sessions,
		Factors:       factors,
		signin:        signin.New(sessions, messages, accounts),
		external:      others,
		organisations: organisation.New(sessions, messages, accounts, others),
		oauth:         oauth.New(sessions),
		admin:         admin.New(messages, accounts, factors),
	}
	s.mux = s.routes()
	return s
}

// Close closes the server's own connections.
func (s *Server) Close() {
	s.Server.Close()
	s.external.Close()
}

// bodyMax bounds a request's body, in bytes.
const bodyMax = 1 << 20

// ServeHTTP answers one request of the protocol.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	r.Body = http.MaxBytesReader(w, r.Body, bodyMax)
	s.mux.ServeHTTP(w, r)
}

// purgeBatch bounds how many rows one statement deletes, so that a purge never holds locks for
// long.
const purgeBatch = 5000

// usedTokensKept is how long the reuse of a refresh token is detected.
const usedTokensKept = 30 * 24 * time.Hour

// usedCodesKept is how long the reuse of an authorization code is detected.
const usedCodesKept = 24 * time.Hour

// unusedClients selects self-registered clients that are not used.
const unusedClients = `registration_type = 'dynamic' AND created_at < $1 AND ` + oauth.NeverAgreed + `
	AND NOT EXISTS (SELECT FROM auth.oauth_authorizations a WHERE a.client_id = oauth_clients.id)`

const unusedClientsKept = 7 * 24 * time.Hour

// factorsPendingKept is how long an enrolment may stay unfinished.
const factorsPendingKept = 24 * time.Hour

// Purge deletes what has expired. It may run at any time, on any node.
func (s *Server) Purge(ctx context.Context) error {
	now := s.Config.Now()
	for _, rule := range []struct {
		table, key, condition string
		before                time.Time
	}{
		{"sessions", "id", "not_after < $1", now},
		{"sessions", "id", "refreshed_at < $1", now.Add(-s.Config.SessionIdleMax)},
		{"refresh_tokens", "hash", "used_at < $1", now.Add(-usedTokensKept)},
		{"one_time_tokens", "id", "expires_at < $1", now},
		{"flow_states", "id", "expires_at < $1", now},
		{"external_states", "state_hash", "expires_at < $1", now},
		{"saml_relay_states", "id", "expires_at < $1", now},
		{"saml_assertions", "digest", "expires_at < $1", now},
		{"wallet_messages", "digest", "expires_at < $1", now},
		{"oauth_authorizations", "id", "expires_at < $1", now.Add(-usedCodesKept)},
		{"oauth_clients", "id", unusedClients, now.Add(-unusedClientsKept)},
		{"mfa_challenges", "id", "expires_at < $1", now},
		{"passkey_challenges", "id", "expires_at < $1", now},
		{"mfa_factors", "id", "status = 'unverified' AND created_at < $1", now.Add(-factorsPendingKept)},
		{"attempts", "key", "ends_at < $1", now},
		{"audit_log_entries", "id", "created_at < $1", now.Add(-s.Config.AuditKept)},
	} {
		statement := fmt.Sprintf(`DELETE FROM auth.%[1]s WHERE %[2]s IN (SELECT %[2]s FROM auth.%[1]s WHERE %[3]s LIMIT %[4]d)`,
			rule.table, rule.key, rule.condition, purgeBatch)
		for {
			tag, err := s.Pool.Exec(ctx, statement, rule.before)
			if err != nil {
				return fmt.Errorf("purge %s: %w", rule.table, err)
			}
			if tag.RowsAffected() < purgeBatch {
				break
			}
		}
	}
	return nil
}
