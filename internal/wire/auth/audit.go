package auth

import (
	"context"
	"fmt"
	"net/netip"
	"strings"

	"github.com/google/uuid"

	"automacao/internal/kernel/caller"
)

// action is a kind of audit log entry.
type action string

const (
	actionSignedUp        action = "user_signedup"
	actionLogin           action = "login"
	actionLoginFailed     action = "login_failed"
	actionLogout          action = "logout"
	actionTokenReused     action = "token_reused"
	actionPasswordChanged action = "user_updated_password"
	actionEmailChanged    action = "user_updated_email"
	actionModified        action = "user_modified"
	actionDeleted         action = "user_deleted"
	actionBanned          action = "user_banned"
	actionUnbanned        action = "user_unbanned"
	actionPhoneChanged    action = "user_updated_phone"
	actionMailRequested   action = "user_mail_requested"
	actionTextRequested   action = "user_text_requested"
	actionInvited         action = "user_invited"
	actionFactorChanged   action = "factor_updated"
	actionFactorEnrolled  action = "factor_enrolled"
	actionFactorVerified  action = "factor_verified"
	actionFactorRemoved   action = "factor_unenrolled"
	actionReproved        action = "user_reauthenticated"
	actionCodesMade       action = "recovery_codes_made"
	actionCodeUsed        action = "recovery_code_used"
	actionIdentityTied    action = "identity_linked"
	actionGrantGiven      action = "oauth_grant_given"
	actionGrantRevoked    action = "oauth_grant_revoked"
	actionProviderChanged action = "custom_provider_changed"
	actionClientChanged   action = "oauth_client_changed"
	actionIdentityLoosed  action = "identity_unlinked"
)

// record writes an audit log entry. A payload never contains a secret or a person's address;
// uuid.Nil is an unknown user.
func (s *Server) record(ctx context.Context, q querier, what action, user uuid.UUID, payload map[string]any) error {
	by := caller.From(ctx)
	if payload == nil {
		payload = map[string]any{}
	}
	if by.UserID != uuid.Nil && by.UserID != user {
		payload["actor_id"] = by.UserID
	}
	_, err := q.Exec(ctx, `
		INSERT INTO auth.audit_log_entries (action, user_id, ip, payload, created_at)
		VALUES ($1, $2, $3, $4, $5)`, what, nullable(user), address(by.IP), payload, s.cfg.Now())
	if err != nil {
		return fmt.Errorf("record %s: %w", what, err)
	}
	return nil
}

func nullable(id uuid.UUID) *uuid.UUID {
	if id == uuid.Nil {
		return nil
	}
	return &id
}

// address is an IP as an inet column stores it; nil if it is unknown.
func address(ip string) *netip.Addr {
	parsed, err := netip.ParseAddr(ip)
	if err != nil {
		return nil
	}
	parsed = parsed.Unmap().WithZone("")
	return &parsed
}

// userAgentMax bounds a stored user agent, in bytes.
const userAgentMax = 255

func shortAgent(agent string) string {
	return strings.ToValidUTF8(agent[:min(len(agent), userAgentMax)], "")
}
