package auth

import (
	"context"
	"fmt"
	"time"

	"automacao/internal/wire/auth/oauth"
)

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
