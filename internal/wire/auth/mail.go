package auth

import (
	"context"
	"crypto/rand"
	"fmt"
	"math/big"
	"net/http"
	"net/url"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/caller"
	"automacao/internal/limit"
)

// mailRequest is one mail with a link and a code that prove its reader.
type mailRequest struct {
	kind      MailKind
	to        string
	redirect  string
	challenge pkceRequest
}

// proof is what such a mail carries.
type proof struct {
	link, code, linkToken string
}

// pkcePrefix marks a link that ends in a code; links are told apart by it.
const pkcePrefix = "pkce_"

// linkTypes are the protocol's names of what a link verifies.
var linkTypes = map[MailKind]string{
	MailConfirmation:       "signup",
	MailRecovery:           "recovery",
	MailMagicLink:          "magiclink",
	MailEmailChange:        "email_change",
	MailEmailChangeCurrent: "email_change",
	MailReauthentication:   "reauthentication",
}

// sentColumns are the users' columns that tell when a mail was last sent.
var sentColumns = map[MailKind]string{
	MailConfirmation:       "confirmation_sent_at",
	MailRecovery:           "recovery_sent_at",
	MailMagicLink:          "recovery_sent_at",
	MailEmailChange:        "email_change_sent_at",
	MailEmailChangeCurrent: "email_change_sent_at",
	MailReauthentication:   "reauthentication_sent_at",
}

// sendMail makes a new proof and hands it to the mailer, in one transaction.
func (s *Server) sendMail(ctx context.Context, tx pgx.Tx, userID uuid.UUID, request mailRequest) error {
	made, err := s.prove(ctx, tx, userID, request)
	if err != nil {
		return err
	}
	if err := s.record(ctx, tx, actionMailRequested, userID, map[string]any{"kind": request.kind}); err != nil {
		return err
	}
	if err := s.cfg.Mailer.Send(ctx, tx, request.kind, request.to, made.link, made.code); err != nil {
		return fmt.Errorf("send %s mail: %w", request.kind, err)
	}
	return nil
}

// prove makes a proof beside those that were mailed before: whoever asks for
// somebody's mails takes none of them away. A new address replaces the one that
// was to be proved.
func (s *Server) prove(ctx context.Context, tx pgx.Tx, userID uuid.UUID, request mailRequest) (proof, error) {
	code, err := randomCode()
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
		return proof{}, fmt.Errorf("forget other addresses: %w", err)
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO auth.one_time_tokens (user_id, kind, sent_to, link_hash, code_hash, flow_state_id, expires_at, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		userID, request.kind, request.to, tokenHash(made.linkToken), tokenHash(request.to+made.code), flow, now.Add(s.cfg.LinkTTL), now)
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

// verifyLink is built from the configuration alone: a forged Host header must
// not lead a mail's reader anywhere (GHSA-3529-5m8x-rpv3).
func (s *Server) verifyLink(linkToken string, request mailRequest) string {
	values := url.Values{
		"token":       {linkToken},
		"type":        {linkTypes[request.kind]},
		"redirect_to": {s.cfg.redirect(request.redirect)},
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

const codeDigits = 6

func randomCode() (string, error) {
	number, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		return "", fmt.Errorf("draw code: %w", err)
	}
	return fmt.Sprintf("%0*d", codeDigits, number.Int64()), nil
}

// spendMail counts a mail against whoever asks for it, and then against its
// account, whether or not it exists: what is refused counts for nobody else.
func (s *Server) spendMail(ctx context.Context, email string) error {
	asker := caller.From(ctx).Network()
	wait, err := s.spend(ctx, s.db, s.cfg.Limits.MailsPerAsker, limit.Key("mail", email, asker))
	if err != nil {
		return err
	}
	if wait > 0 {
		refusal := *errMailRate.After(wait)
		refusal.Message = fmt.Sprintf("For security purposes, you can only request this after %s seconds.", refusal.RetryHeader())
		return &refusal
	}
	wait, err = s.spend(ctx, s.db, s.cfg.Limits.MailsPerIP, limit.Key("mails", asker))
	if err == nil && wait == 0 {
		wait, err = s.spend(ctx, s.db, s.cfg.Limits.MailsPerAccount, limit.Key("mail", email))
	}
	if err == nil && wait > 0 {
		return errMailRate.After(wait)
	}
	return err
}

// evenly does work and returns no sooner than MailAnswerMin, so that the time
// of an answer says nothing of what was done for it.
func (s *Server) evenly(ctx context.Context, work func() error) error {
	soonest := s.after(s.cfg.MailAnswerMin)
	err := work()
	select {
	case <-soonest:
	case <-ctx.Done():
	}
	return err
}

// requestMail is POST /recover, /otp, /magiclink and /resend: one answer for
// every address. None of them creates a user; sign-up is the one way in.
func (s *Server) requestMail(choose func(requested) (MailKind, error)) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		var in requested
		if err := decode(r, &in); err != nil {
			return err
		}
		if in.Phone != "" {
			return errPhoneOff
		}
		email, err := parseEmail(in.Email)
		if err != nil {
			return err
		}
		kind, err := choose(in)
		if err != nil {
			return err
		}
		if err := in.check(); err != nil {
			return err
		}
		request := mailRequest{kind: kind, to: email, redirect: r.URL.Query().Get("redirect_to"), challenge: in.pkceRequest}
		if err := s.evenly(r.Context(), func() error { return s.mailTo(r.Context(), request) }); err != nil {
			return err
		}
		return answer(w, http.StatusOK, struct{}{})
	}
}

type requested struct {
	pkceRequest
	Email string `json:"email"`
	Phone string `json:"phone"`
	Type  string `json:"type"`
}

func always(kind MailKind) func(requested) (MailKind, error) {
	return func(requested) (MailKind, error) { return kind, nil }
}

func resendKind(in requested) (MailKind, error) {
	switch in.Type {
	case "signup":
		return MailConfirmation, nil
	case "email_change":
		return MailEmailChange, nil
	default:
		return "", invalid("Missing one of these types: signup, email_change")
	}
}

// mailTo sends a mail to whoever has the address, if that makes sense.
func (s *Server) mailTo(ctx context.Context, request mailRequest) error {
	if s.cfg.Mailer == nil {
		return nil
	}
	if err := s.spendMail(ctx, request.to); err != nil {
		return err
	}
	condition := "u.email = $1 AND coalesce(u.banned_until <= $2, true)"
	if request.kind == MailEmailChange {
		condition = "u.new_email = $1 AND coalesce(u.banned_until <= $2, true) LIMIT 1"
	}
	return s.inTx(ctx, func(tx pgx.Tx) error {
		users, err := findUsers(ctx, tx, condition, request.to, s.cfg.Now())
		if err != nil || len(users) == 0 {
			return err
		}
		user := users[0]
		confirmed := user.EmailConfirmedAt != nil
		switch {
		case request.kind == MailConfirmation && confirmed:
			return nil
		case request.kind == MailMagicLink && !confirmed:
			request.kind = MailConfirmation
		}
		return s.sendMail(ctx, tx, user.ID, request)
	})
}
