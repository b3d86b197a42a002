package core

import (
	"context"
	"fmt"
	"net/netip"
	"strings"

	"github.com/google/uuid"

	"automacao/internal/kernel/caller"
)

// Action is a kind of audit log entry.
type Action string

const (
	ActionSignedUp        Action = "user_signedup"
	ActionLogin           Action = "login"
	ActionLoginFailed     Action = "login_failed"
	ActionLogout          Action = "logout"
	ActionTokenReused     Action = "token_reused"
	ActionPasswordChanged Action = "user_updated_password"
	ActionEmailChanged    Action = "user_updated_email"
	ActionModified        Action = "user_modified"
	ActionDeleted         Action = "user_deleted"
	ActionBanned          Action = "user_banned"
	ActionUnbanned        Action = "user_unbanned"
	ActionPhoneChanged    Action = "user_updated_phone"
	ActionMailRequested   Action = "user_mail_requested"
	ActionTextRequested   Action = "user_text_requested"
	ActionInvited         Action = "user_invited"
	ActionFactorChanged   Action = "factor_updated"
	ActionFactorEnrolled  Action = "factor_enrolled"
	ActionFactorVerified  Action = "factor_verified"
	ActionFactorRemoved   Action = "factor_unenrolled"
	ActionReproved        Action = "user_reauthenticated"
	ActionCodesMade       Action = "recovery_codes_made"
	ActionCodeUsed        Action = "recovery_code_used"
	ActionIdentityTied    Action = "identity_linked"
	ActionGrantGiven      Action = "oauth_grant_given"
	ActionGrantRevoked    Action = "oauth_grant_revoked"
	ActionProviderChanged Action = "custom_provider_changed"
	ActionClientChanged   Action = "oauth_client_changed"
	ActionIdentityLoosed  Action = "identity_unlinked"
)

// Record writes an audit log entry. A payload never contains a secret or a person's address;
// uuid.Nil is an unknown user.
func (s *Server) Record(ctx context.Context, q Querier, what Action, user uuid.UUID, payload map[string]any) error {
	by := caller.From(ctx)
	if payload == nil {
		payload = map[string]any{}
	}
	if by.UserID != uuid.Nil && by.UserID != user {
		payload["actor_id"] = by.UserID
	}
	_, err := q.Exec(ctx, `
		INSERT INTO auth.audit_log_entries (action, user_id, ip, payload, created_at)
		VALUES ($1, $2, $3, $4, $5)`, what, Nullable(user), Address(by.IP), payload, s.Config.Now())
	if err != nil {
		return fmt.Errorf("record %s: %w", what, err)
	}
	return nil
}

// Nullable is the id as a nullable column stores it: nil for uuid.Nil.
func Nullable(id uuid.UUID) *uuid.UUID {
	if id == uuid.Nil {
		return nil
	}
	return &id
}

// Address is an IP as an inet column stores it; nil if it is unknown.
func Address(ip string) *netip.Addr {
	parsed, err := netip.ParseAddr(ip)
	if err != nil {
		return nil
	}
	parsed = parsed.Unmap().WithZone("")
	return &parsed
}

// userAgentMax bounds a stored user agent, in bytes.
const userAgentMax = 255

// ShortAgent bounds a user agent to what a column stores.
func ShortAgent(agent string) string {
	return strings.ToValidUTF8(agent[:min(len(agent), userAgentMax)], "")
}
