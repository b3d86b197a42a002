package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/edge/ratelimit"
)

// generatable are the links that an administrator may generate.
var generatable = map[string]MailKind{
	"signup":               MailConfirmation,
	"invite":               MailInvite,
	"magiclink":            MailMagicLink,
	"recovery":             MailRecovery,
	"email_change_current": MailEmailChangeCurrent,
	"email_change_new":     MailEmailChange,
}

// linkRequest is the body of POST /admin/generate_link. The official client sends the redirect
// address in the query, as everywhere else.
type linkRequest struct {
	Type       string         `json:"type"`
	Email      string         `json:"email"`
	NewEmail   string         `json:"new_email"`
	Password   string         `json:"password"`
	Data       map[string]any `json:"data"`
	RedirectTo string         `json:"redirect_to"`

	hash string
}

// generateLink is POST /admin/generate_link: it returns the proof to the caller and sends no mail.
func (s *Server) generateLink(w http.ResponseWriter, r *http.Request) error {
	in, err := s.readLink(r)
	if err != nil {
		return err
	}
	ctx := r.Context()
	var user *User
	var made proof
	err = s.inTx(ctx, func(tx pgx.Tx) error {
		id, request, err := s.prepareLink(ctx, tx, &in)
		if err != nil {
			return err
		}
		if made, err = s.prove(ctx, tx, id, request); err != nil {
			return err
		}
		user, err = findUser(ctx, tx, "u.id = $1", id)
		return err
	})
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct {
		*User
		ActionLink       string `json:"action_link"`
		EmailOTP         string `json:"email_otp"`
		HashedToken      string `json:"hashed_token"`
		VerificationType string `json:"verification_type"`
		RedirectTo       string `json:"redirect_to"`
	}{user, made.link, made.code, made.linkToken, in.Type, s.cfg.redirects.target(in.RedirectTo)})
}

func (s *Server) readLink(r *http.Request) (linkRequest, error) {
	var in linkRequest
	if err := decode(r, &in); err != nil {
		return in, err
	}
	kind, known := generatable[in.Type]
	if !known {
		return in, invalid("Invalid email action link type requested: %s", url.QueryEscape(in.Type))
	}
	if asked := r.URL.Query().Get("redirect_to"); asked != "" {
		in.RedirectTo = asked
	}
	var err error
	if in.Email, err = parseEmail(in.Email); err != nil {
		return in, err
	}
	switch kind {
	case MailEmailChangeCurrent, MailEmailChange:
		if kind == MailEmailChangeCurrent && s.cfg.EmailChangeByNew {
			return in, invalid("Enable secure email change to generate link for current email")
		}
		in.NewEmail, err = parseEmail(in.NewEmail)
	case MailConfirmation:
		in.hash, err = s.hashNew(r.Context(), in.Password, in.Email)
	}
	return in, err
}

// prepareLink finds or creates the user of a link, and says what the link proves. As in the
// protocol, a magic link for an unknown address becomes a sign-up link.
func (s *Server) prepareLink(ctx context.Context, tx pgx.Tx, in *linkRequest) (uuid.UUID, mailRequest, error) {
	request := mailRequest{kind: generatable[in.Type], to: in.Email, redirect: in.RedirectTo}
	user, err := findUser(ctx, tx, "u.email = $1 FOR NO KEY UPDATE OF u", in.Email)
	if err != nil && !errors.Is(err, errUserNotFound) {
		return uuid.Nil, request, err
	}
	switch {
	case user == nil && request.kind == MailMagicLink:
		in.Type, request.kind = "signup", MailConfirmation
	case user == nil && request.kind == MailConfirmation && in.Password == "":
		return uuid.Nil, request, invalid("Signup requires a valid password")
	case user == nil && request.kind != MailConfirmation && request.kind != MailInvite:
		return uuid.Nil, request, errLinkUser
	}
	var id uuid.UUID
	switch request.kind {
	case MailConfirmation, MailInvite:
		id, err = s.prepareMember(ctx, tx, user, in, request.kind)
	case MailEmailChange, MailEmailChangeCurrent:
		id, err = user.ID, s.prepareChange(ctx, tx, user, in.NewEmail)
		if request.kind == MailEmailChange {
			request.to = in.NewEmail
		}
	default:
		id = user.ID
	}
	return id, request, err
}

// prepareMember creates or finds a user who has not followed their link yet.
func (s *Server) prepareMember(ctx context.Context, tx pgx.Tx, user *User, in *linkRequest, kind MailKind) (uuid.UUID, error) {
	switch {
	case user != nil && user.EmailConfirmedAt != nil:
		return uuid.Nil, errEmailExists
	case user != nil && kind == MailConfirmation && in.Data != nil:
		if err := s.mergeMetadata(ctx, tx, user.ID, in.Data); err != nil {
			return uuid.Nil, err
		}
	case user == nil:
		id, err := s.insertUser(ctx, tx, NewUser{Email: in.Email, Metadata: in.Data}, in.hash, false)
		if errors.Is(err, errUserExists) {
			// A concurrent request has created the user.
			err = errEmailExists
		}
		if err != nil {
			return uuid.Nil, err
		}
		user = &User{ID: id}
	}
	if kind != MailInvite {
		return user.ID, nil
	}
	if _, err := tx.Exec(ctx, `UPDATE auth.users SET invited_at = $2, updated_at = $2 WHERE id = $1`, user.ID, s.cfg.Now()); err != nil {
		return uuid.Nil, fmt.Errorf("store the invitation: %w", err)
	}
	return user.ID, s.record(ctx, tx, actionInvited, user.ID, nil)
}

// prepareChange stores a user's future address. The other side's link stays valid as long as it is
// for the same address.
func (s *Server) prepareChange(ctx context.Context, tx pgx.Tx, user *User, wanted string) error {
	taken, err := isTaken(ctx, tx, wanted)
	switch {
	case err != nil:
		return err
	case taken:
		return errEmailExists
	case user.NewEmail == wanted:
		return nil
	}
	_, err = tx.Exec(ctx, `UPDATE auth.users SET new_email = $2, email_change_side = NULL, updated_at = $3 WHERE id = $1`, user.ID, wanted, s.cfg.Now())
	if err != nil {
		return fmt.Errorf("store the new address: %w", err)
	}
	return forgetProofs(ctx, tx, user.ID, MailEmailChange, MailEmailChangeCurrent)
}

// invite is POST /invite: it creates an account for an address and mails the owner how to sign in.
// The mail counts against the address's limit, not the administrator's.
func (s *Server) invite(w http.ResponseWriter, r *http.Request) error {
	var in linkRequest
	if err := decode(r, &in); err != nil {
		return err
	}
	var err error
	if in.Email, err = parseEmail(in.Email); err != nil {
		return err
	}
	if s.cfg.Mailer == nil {
		return errNoMailer
	}
	ctx := r.Context()
	err = s.spendAll(ctx, errMailRate,
		counted{s.cfg.Limits.MailsPerAccount, ratelimit.Key("mail", in.Email)},
		counted{s.cfg.Limits.MailsAll, ratelimit.Key("all mails")})
	if err != nil {
		return err
	}
	request := mailRequest{kind: MailInvite, to: in.Email, redirect: r.URL.Query().Get("redirect_to")}
	return s.changeAndAnswer(w, r, func(tx pgx.Tx) (uuid.UUID, error) {
		user, err := findUser(ctx, tx, "u.email = $1 FOR NO KEY UPDATE OF u", in.Email)
		if err != nil && !errors.Is(err, errUserNotFound) {
			return uuid.Nil, err
		}
		id, err := s.prepareMember(ctx, tx, user, &in, MailInvite)
		if err != nil {
			return uuid.Nil, err
		}
		return id, s.sendMail(ctx, tx, id, request)
	})
}
