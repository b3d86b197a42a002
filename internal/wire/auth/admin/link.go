package admin

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/wire/auth/account"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/message"
)

// generatable are the links that an administrator may generate.
var generatable = map[string]core.MailKind{
	"signup":               core.MailConfirmation,
	"invite":               core.MailInvite,
	"magiclink":            core.MailMagicLink,
	"recovery":             core.MailRecovery,
	"email_change_current": core.MailEmailChangeCurrent,
	"email_change_new":     core.MailEmailChange,
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

// GenerateLink is POST /admin/generate_link: it returns the proof to the caller and sends no mail.
func (s *Server) GenerateLink(w http.ResponseWriter, r *http.Request) error {
	in, err := s.readLink(r)
	if err != nil {
		return err
	}
	ctx := r.Context()
	var user *core.User
	var made message.Proof
	err = s.InTx(ctx, func(tx pgx.Tx) error {
		id, request, err := s.prepareLink(ctx, tx, &in)
		if err != nil {
			return err
		}
		if made, err = s.messages.Prove(ctx, tx, id, request); err != nil {
			return err
		}
		user, err = core.FindUser(ctx, tx, "u.id = $1", id)
		return err
	})
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, struct {
		*core.User
		ActionLink       string `json:"action_link"`
		EmailOTP         string `json:"email_otp"`
		HashedToken      string `json:"hashed_token"`
		VerificationType string `json:"verification_type"`
		RedirectTo       string `json:"redirect_to"`
	}{user, made.Link, made.Code, made.LinkToken, in.Type, s.Config.Redirects.Target(in.RedirectTo)})
}

func (s *Server) readLink(r *http.Request) (linkRequest, error) {
	var in linkRequest
	if err := core.Decode(r, &in); err != nil {
		return in, err
	}
	kind, known := generatable[in.Type]
	if !known {
		return in, core.Invalid("Invalid email action link type requested: %s", url.QueryEscape(in.Type))
	}
	if asked := r.URL.Query().Get("redirect_to"); asked != "" {
		in.RedirectTo = asked
	}
	var err error
	if in.Email, err = core.ParseEmail(in.Email); err != nil {
		return in, err
	}
	switch kind {
	case core.MailEmailChangeCurrent, core.MailEmailChange:
		if kind == core.MailEmailChangeCurrent && s.Config.EmailChangeByNew {
			return in, core.Invalid("Enable secure email change to generate link for current email")
		}
		in.NewEmail, err = core.ParseEmail(in.NewEmail)
	case core.MailConfirmation:
		in.hash, err = s.HashNew(r.Context(), in.Password, in.Email)
	}
	return in, err
}

// prepareLink finds or creates the user of a link, and says what the link proves. As in the
// protocol, a magic link for an unknown address becomes a sign-up link.
func (s *Server) prepareLink(ctx context.Context, tx pgx.Tx, in *linkRequest) (uuid.UUID, message.Mail, error) {
	request := message.Mail{Kind: generatable[in.Type], To: in.Email, Redirect: in.RedirectTo}
	user, err := core.FindUser(ctx, tx, "u.email = $1 FOR NO KEY UPDATE OF u", in.Email)
	if err != nil && !errors.Is(err, core.ErrUserNotFound) {
		return uuid.Nil, request, err
	}
	switch {
	case user == nil && request.Kind == core.MailMagicLink:
		in.Type, request.Kind = "signup", core.MailConfirmation
	case user == nil && request.Kind == core.MailConfirmation && in.Password == "":
		return uuid.Nil, request, core.Invalid("Signup requires a valid password")
	case user == nil && request.Kind != core.MailConfirmation && request.Kind != core.MailInvite:
		return uuid.Nil, request, errLinkUser
	}
	var id uuid.UUID
	switch request.Kind {
	case core.MailConfirmation, core.MailInvite:
		id, err = s.prepareMember(ctx, tx, user, in, request.Kind)
	case core.MailEmailChange, core.MailEmailChangeCurrent:
		id, err = user.ID, s.prepareChange(ctx, tx, user, in.NewEmail)
		if request.Kind == core.MailEmailChange {
			request.To = in.NewEmail
		}
	default:
		id = user.ID
	}
	return id, request, err
}

// prepareMember creates or finds a user who has not followed their link yet.
func (s *Server) prepareMember(ctx context.Context, tx pgx.Tx, user *core.User, in *linkRequest, kind core.MailKind) (uuid.UUID, error) {
	switch {
	case user != nil && user.EmailConfirmedAt != nil:
		return uuid.Nil, account.ErrEmailExists
	case user != nil && kind == core.MailConfirmation && in.Data != nil:
		if err := s.accounts.MergeMetadata(ctx, tx, user.ID, in.Data); err != nil {
			return uuid.Nil, err
		}
	case user == nil:
		id, err := s.accounts.Insert(ctx, tx, core.NewUser{Email: in.Email, Metadata: in.Data}, in.hash, false)
		if errors.Is(err, account.ErrUserExists) {
			// A concurrent request has created the user.
			err = account.ErrEmailExists
		}
		if err != nil {
			return uuid.Nil, err
		}
		user = &core.User{ID: id}
	}
	if kind != core.MailInvite {
		return user.ID, nil
	}
	if _, err := tx.Exec(ctx, `UPDATE auth.users SET invited_at = $2, updated_at = $2 WHERE id = $1`, user.ID, s.Config.Now()); err != nil {
		return uuid.Nil, fmt.Errorf("store the invitation: %w", err)
	}
	return user.ID, s.Record(ctx, tx, core.ActionInvited, user.ID, nil)
}

// prepareChange stores a user's future address. The other side's link stays valid as long as it is
// for the same address.
func (s *Server) prepareChange(ctx context.Context, tx pgx.Tx, user *core.User, wanted string) error {
	taken, err := core.IsTaken(ctx, tx, wanted)
	switch {
	case err != nil:
		return err
	case taken:
		return account.ErrEmailExists
	case user.NewEmail == wanted:
		return nil
	}
	_, err = tx.Exec(ctx, `UPDATE auth.users SET new_email = $2, email_change_side = NULL, updated_at = $3 WHERE id = $1`, user.ID, wanted, s.Config.Now())
	if err != nil {
		return fmt.Errorf("store the new address: %w", err)
	}
	return message.Forget(ctx, tx, user.ID, core.MailEmailChange, core.MailEmailChangeCurrent)
}

// Invite is POST /invite: it creates an account for an address and mails the owner how to sign in.
// The mail counts against the address's limit, not the administrator's.
func (s *Server) Invite(w http.ResponseWriter, r *http.Request) error {
	var in linkRequest
	if err := core.Decode(r, &in); err != nil {
		return err
	}
	var err error
	if in.Email, err = core.ParseEmail(in.Email); err != nil {
		return err
	}
	if s.Config.Mailer == nil {
		return errNoMailer
	}
	ctx := r.Context()
	err = s.SpendAll(ctx, message.ErrMailRate,
		core.Counted{Quota: s.Config.Limits.MailsPerAccount, Key: ratelimit.Key("mail", in.Email)},
		core.Counted{Quota: s.Config.Limits.MailsAll, Key: ratelimit.Key("all mails")})
	if err != nil {
		return err
	}
	request := message.Mail{Kind: core.MailInvite, To: in.Email, Redirect: r.URL.Query().Get("redirect_to")}
	return s.changeAndAnswer(w, r, func(tx pgx.Tx) (uuid.UUID, error) {
		user, err := core.FindUser(ctx, tx, "u.email = $1 FOR NO KEY UPDATE OF u", in.Email)
		if err != nil && !errors.Is(err, core.ErrUserNotFound) {
			return uuid.Nil, err
		}
		id, err := s.prepareMember(ctx, tx, user, &in, core.MailInvite)
		if err != nil {
			return uuid.Nil, err
		}
		return id, s.messages.SendMail(ctx, tx, id, request)
	})
}
