package auth

import (
	"context"
	"crypto/rand"
	"fmt"
	"math/big"
	"net/url"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/kernel/caller"
)

// mailRequest is one mail with a link and a code that prove its reader.
type mailRequest struct {
	kind      MailKind
	to        string
	redirect  string
	challenge pkceRequest
}

// proof is the link and code of such a mail.
type proof struct {
	link, code, linkToken string
}

// pkcePrefix marks a link that ends in a code.
const pkcePrefix = "pkce_"

// linkTypes are the protocol's names of what a link verifies.
var linkTypes = map[MailKind]string{
	MailConfirmation:       "signup",
	MailRecovery:           "recovery",
	MailMagicLink:          "magiclink",
	MailEmailChange:        "email_change",
	MailEmailChangeCurrent: "email_change",
	MailReauthentication:   "reauthentication",
	MailInvite:             "invite",
	textSMS:                "sms",
	textPhoneChange:        "phone_change",
}

// sentColumns are the users' columns with the time of the last mail.
var sentColumns = map[MailKind]string{
	MailConfirmation:       "confirmation_sent_at",
	MailRecovery:           "recovery_sent_at",
	MailMagicLink:          "recovery_sent_at",
	MailEmailChange:        "email_change_sent_at",
	MailEmailChangeCurrent: "email_change_sent_at",
	MailReauthentication:   "reauthentication_sent_at",
	MailInvite:             "confirmation_sent_at",
	textSMS:                "confirmation_sent_at",
	textPhoneChange:        "phone_change_sent_at",
}

// sendMail creates a new proof and passes it to the mailer, in one transaction.
func (s *Server) sendMail(ctx context.Context, tx pgx.Tx, userID uuid.UUID, request mailRequest) error {
	made, err := s.proveByMail(ctx, tx, userID, request)
	if err != nil {
		return err
	}
	if s.cfg.Hooks.SendEmail != nil {
		return s.proofByHook(ctx, tx, userID, request, made)
	}
	if err := s.cfg.Mailer.Send(ctx, tx, request.kind, request.to, made.link, made.code); err != nil {
		return fmt.Errorf("send %s mail: %w", request.kind, err)
	}
	return nil
}

func (s *Server) proveByMail(ctx context.Context, tx pgx.Tx, userID uuid.UUID, request mailRequest) (proof, error) {
	made, err := s.prove(ctx, tx, userID, request)
	if err != nil {
		return made, err
	}
	return made, s.record(ctx, tx, actionMailRequested, userID, map[string]any{"kind": request.kind})
}

// prove creates a proof without invalidating those mailed before, so that a request by somebody
// else takes none away. A new address replaces the previous address that was to be proved.
func (s *Server) prove(ctx context.Context, tx pgx.Tx, userID uuid.UUID, request mailRequest) (proof, error) {
	code, err := randomCode(s.cfg.CodeDigits)
	if err != nil {
		return proof{}, err
	}
	made := proof{code: code, linkToken: randomToken()}
	var flow *uuid.UUID
	if request.challenge.CodeChallenge != "" {
		id, err := s.openFlow(ctx, tx, userID, request.challenge.CodeChallenge, methodOf(request.kind))
		if err != nil {
			return proof{}, err
		}
		made.linkToken, flow = pkcePrefix+made.linkToken, &id
	}
	now := s.cfg.Now()
	_, err = tx.Exec(ctx, `DELETE FROM auth.one_time_tokens WHERE user_id = $1 AND kind = $2 AND sent_to <> $3`,
		userID, request.kind, request.to)
	if err != nil {
		return proof{}, fmt.Errorf("delete the proofs of other addresses: %w", err)
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO auth.one_time_tokens (user_id, kind, sent_to, link_hash, code_hash, flow_state_id, expires_at, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		userID, request.kind, request.to, tokenHash(made.linkToken), tokenHash(request.to+made.code), flow, now.Add(s.ttl(request)), now)
	if err != nil {
		return proof{}, fmt.Errorf("store one-time token: %w", err)
	}
	column := sentColumns[request.kind]
	if _, err := tx.Exec(ctx, `UPDATE auth.users SET `+column+` = $2 WHERE id = $1`, userID, now); err != nil {
		return proof{}, fmt.Errorf("mark %s: %w", column, err)
	}
	made.link = s.verifyLink(made.linkToken, request)
	return made, nil
}

// ttl is how long a proof is valid.
func (s *Server) ttl(request mailRequest) time.Duration {
	if phoneShape.MatchString(request.to) {
		return s.cfg.TextTTL
	}
	return s.cfg.LinkTTL
}

// verifyLink is built from the configuration alone: a forged Host header must not redirect a mail's
// reader (GHSA-3529-5m8x-rpv3).
func (s *Server) verifyLink(linkToken string, request mailRequest) string {
	values := url.Values{
		"token":       {linkToken},
		"type":        {linkTypes[request.kind]},
		"redirect_to": {s.cfg.redirects.target(request.redirect)},
	}
	if s.cfg.LinkPage != "" {
		return withFragment(s.cfg.LinkPage, values)
	}
	return s.issuer + "/verify?" + values.Encode()
}

func methodOf(kind MailKind) string {
	if kind == MailRecovery {
		return methodRecovery
	}
	return methodOTP
}

func randomCode(digits int) (string, error) {
	most := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil)
	number, err := rand.Int(rand.Reader, most)
	if err != nil {
		return "", fmt.Errorf("draw code: %w", err)
	}
	return fmt.Sprintf("%0*d", digits, number.Int64()), nil
}

// spendMail counts a mail against the requester, and then against the account, whether it exists or
// not. A refused request does not count for the account.
func (s *Server) spendMail(ctx context.Context, email string) error {
	asker := caller.From(ctx).Network()
	wait, err := s.spend(ctx, s.db, s.cfg.Limits.MailsPerAsker, ratelimit.Key("mail", email, asker))
	if err != nil {
		return err
	}
	if wait > 0 {
		return tooSoon(errMailRate, wait)
	}
	return s.spendAll(ctx, errMailRate,
		counted{s.cfg.Limits.MailsPerIP, ratelimit.Key("mails", asker)},
		counted{s.cfg.Limits.MailsPerAccount, ratelimit.Key("mail", email)},
		counted{s.cfg.Limits.MailsAll, ratelimit.Key("all mails")})
}

// withMinimumTime runs work and returns no sooner than after MailAnswerMin, so that the duration
// does not reveal what was done.
func (s *Server) withMinimumTime(ctx context.Context, work func() error) error {
	soonest := s.after(s.cfg.MailAnswerMin)
	err := work()
	select {
	case <-soonest:
	case <-ctx.Done():
	}
	return err
}
