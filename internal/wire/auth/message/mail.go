package message

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/kernel/caller"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/redirect"
	"automacao/internal/wire/auth/session"
)

// Mail is one mail with a link and a code that prove its reader.
type Mail struct {
	Kind      core.MailKind
	To        string
	Redirect  string
	Challenge Challenge
}

// Proof is the link and code of such a mail.
type Proof struct {
	Link, Code, LinkToken string
}

// PKCEPrefix marks a link that ends in a code.
const PKCEPrefix = "pkce_"

// linkTypes are the protocol's names of what a link verifies.
var linkTypes = map[core.MailKind]string{
	core.MailConfirmation:       "signup",
	core.MailRecovery:           "recovery",
	core.MailMagicLink:          "magiclink",
	core.MailEmailChange:        "email_change",
	core.MailEmailChangeCurrent: "email_change",
	core.MailReauthentication:   "reauthentication",
	core.MailInvite:             "invite",
	core.TextSMS:                "sms",
	core.TextPhoneChange:        "phone_change",
}

// sentColumns are the users' columns with the time of the last mail.
var sentColumns = map[core.MailKind]string{
	core.MailConfirmation:       "confirmation_sent_at",
	core.MailRecovery:           "recovery_sent_at",
	core.MailMagicLink:          "recovery_sent_at",
	core.MailEmailChange:        "email_change_sent_at",
	core.MailEmailChangeCurrent: "email_change_sent_at",
	core.MailReauthentication:   "reauthentication_sent_at",
	core.MailInvite:             "confirmation_sent_at",
	core.TextSMS:                "confirmation_sent_at",
	core.TextPhoneChange:        "phone_change_sent_at",
}

// SendMail creates a new proof and passes it to the mailer, in one transaction.
func (s *Server) SendMail(ctx context.Context, tx pgx.Tx, userID uuid.UUID, request Mail) error {
	made, err := s.proveByMail(ctx, tx, userID, request)
	if err != nil {
		return err
	}
	if s.Config.Hooks.SendEmail != nil {
		return s.proofByHook(ctx, tx, userID, request, made)
	}
	if err := s.Config.Mailer.Send(ctx, tx, request.Kind, request.To, made.Link, made.Code); err != nil {
		return fmt.Errorf("send %s mail: %w", request.Kind, err)
	}
	return nil
}

func (s *Server) proveByMail(ctx context.Context, tx pgx.Tx, userID uuid.UUID, request Mail) (Proof, error) {
	made, err := s.Prove(ctx, tx, userID, request)
	if err != nil {
		return made, err
	}
	return made, s.Record(ctx, tx, core.ActionMailRequested, userID, map[string]any{"kind": request.Kind})
}

// Prove creates a proof without invalidating those mailed before, so that a request by somebody
// else takes none away. A new address replaces the previous address that was to be proved.
func (s *Server) Prove(ctx context.Context, tx pgx.Tx, userID uuid.UUID, request Mail) (Proof, error) {
	code, err := RandomCode(s.Config.CodeDigits)
	if err != nil {
		return Proof{}, err
	}
	made := Proof{Code: code, LinkToken: core.RandomToken()}
	var flow *uuid.UUID
	if request.Challenge.CodeChallenge != "" {
		id, err := s.openFlow(ctx, tx, userID, request.Challenge.CodeChallenge, MethodOf(request.Kind))
		if err != nil {
			return Proof{}, err
		}
		made.LinkToken, flow = PKCEPrefix+made.LinkToken, &id
	}
	now := s.Config.Now()
	_, err = tx.Exec(ctx, `DELETE FROM auth.one_time_tokens WHERE user_id = $1 AND kind = $2 AND sent_to <> $3`,
		userID, request.Kind, request.To)
	if err != nil {
		return Proof{}, fmt.Errorf("delete the proofs of other addresses: %w", err)
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO auth.one_time_tokens (user_id, kind, sent_to, link_hash, code_hash, flow_state_id, expires_at, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		userID, request.Kind, request.To, core.TokenHash(made.LinkToken), core.TokenHash(request.To+made.Code), flow, now.Add(s.ttl(request)), now)
	if err != nil {
		return Proof{}, fmt.Errorf("store one-time token: %w", err)
	}
	column := sentColumns[request.Kind]
	if _, err := tx.Exec(ctx, `UPDATE auth.users SET `+column+` = $2 WHERE id = $1`, userID, now); err != nil {
		return Proof{}, fmt.Errorf("mark %s: %w", column, err)
	}
	made.Link = s.verifyLink(made.LinkToken, request)
	return made, nil
}

// ttl is how long a proof is valid.
func (s *Server) ttl(request Mail) time.Duration {
	if core.PhoneShape.MatchString(request.To) {
		return s.Config.TextTTL
	}
	return s.Config.LinkTTL
}

// verifyLink is built from the configuration alone: a forged Host header must not redirect a mail's
// reader (GHSA-3529-5m8x-rpv3).
func (s *Server) verifyLink(linkToken string, request Mail) string {
	values := url.Values{
		"token":       {linkToken},
		"type":        {linkTypes[request.Kind]},
		"redirect_to": {s.Config.Redirects.Target(request.Redirect)},
	}
	if s.Config.LinkPage != "" {
		return redirect.WithFragment(s.Config.LinkPage, values)
	}
	return s.Issuer + "/verify?" + values.Encode()
}

// MethodOf is the authentication method that a mail's proof counts as.
func MethodOf(kind core.MailKind) string {
	if kind == core.MailRecovery {
		return session.MethodRecovery
	}
	return session.MethodOTP
}

// SpendMail counts a mail against the requester, and then against the account, whether it exists or
// not. A refused request does not count for the account.
func (s *Server) SpendMail(ctx context.Context, email string) error {
	asker := caller.From(ctx).Network()
	wait, err := s.Spend(ctx, s.DB, s.Config.Limits.MailsPerAsker, ratelimit.Key("mail", email, asker))
	if err != nil {
		return err
	}
	if wait > 0 {
		return tooSoon(ErrMailRate, wait)
	}
	return s.SpendAll(ctx, ErrMailRate,
		core.Counted{Quota: s.Config.Limits.MailsPerIP, Key: ratelimit.Key("mails", asker)},
		core.Counted{Quota: s.Config.Limits.MailsPerAccount, Key: ratelimit.Key("mail", email)},
		core.Counted{Quota: s.Config.Limits.MailsAll, Key: ratelimit.Key("all mails")})
}
