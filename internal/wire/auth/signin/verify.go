package signin

import (
	"context"
	"fmt"
	"mime"
	"net/http"
	"strconv"

	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/message"
	"automacao/internal/wire/auth/session"
)

type verifyRequest struct {
	Type       string `json:"type"`
	Token      string `json:"token"`
	TokenHash  string `json:"token_hash"`
	Email      string `json:"email"`
	Phone      string `json:"phone"`
	RedirectTo string `json:"redirect_to"`
}

// VerifyPost is POST /verify: a typed code, or a link's token from a program. LinkPage posts it as
// a form, which is answered like a link.
func (s *Server) VerifyPost(w http.ResponseWriter, r *http.Request) error {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind == core.FormType {
		return s.verifyForm(w, r)
	}
	var in verifyRequest
	if err := core.Decode(r, &in); err != nil {
		return err
	}
	find, err := s.finder(r.Context(), in)
	if err != nil {
		return err
	}
	ctx := r.Context()
	var out *session.Answer
	var waiting bool
	err = s.InTx(ctx, func(tx pgx.Tx) error {
		proved, err := find(tx)
		if err != nil {
			return err
		}
		if waiting, err = s.accept(ctx, tx, proved); err != nil || waiting {
			return err
		}
		out, err = s.sessions.Open(ctx, tx, proved.UserID, message.MethodOf(proved.Kind))
		return err
	})
	if err != nil {
		return err
	}
	if waiting {
		return core.Answer(w, http.StatusOK, map[string]string{"msg": OtherAddress, "code": strconv.Itoa(http.StatusOK)})
	}
	return core.Answer(w, http.StatusOK, out)
}

// OtherAddress is the protocol's message to the first of two addresses that agrees.
const OtherAddress = "Confirmation link accepted. Please proceed to confirm link sent to the other email"

// finder returns the function that finds the stored proof. It counts a code as a guess before it is
// compared.
func (s *Server) finder(ctx context.Context, in verifyRequest) (func(pgx.Tx) (message.OneTime, error), error) {
	sentTo, kinds, err := in.check()
	if err != nil {
		return nil, err
	}
	if in.TokenHash != "" {
		return func(tx pgx.Tx) (message.OneTime, error) { return s.messages.FindLink(ctx, tx, in.TokenHash, kinds) }, nil
	}
	if err := s.messages.SpendCode(ctx, sentTo); err != nil {
		return nil, err
	}
	return func(tx pgx.Tx) (message.OneTime, error) { return s.messages.FindCode(ctx, tx, sentTo, in.Token, kinds) }, nil
}

// check returns where the proof was sent, if it is a code, and the kinds that it may prove.
func (in verifyRequest) check() (sentTo string, kinds []core.MailKind, err error) {
	known := message.Verifiable
	switch {
	case in.Type == "":
		return "", nil, core.Invalid("Verify requires a verification type")
	case (in.Token == "") == (in.TokenHash == ""):
		return "", nil, core.Invalid("Verify requires either a token or a token hash")
	case in.TokenHash != "" && (in.Email != "" || in.Phone != "" || in.RedirectTo != ""):
		return "", nil, core.Invalid("Only the token_hash and type should be provided")
	case in.TokenHash != "":
	case (in.Email == "") == (in.Phone == ""):
		return "", nil, core.Invalid("Only an email address or phone number should be provided on verify")
	case in.Phone != "":
		known = message.Textable
		sentTo, err = core.ParsePhone(in.Phone)
	default:
		// An invalid address was sent nothing, so it gets the same error as a wrong code.
		sentTo = core.FoldEmail(in.Email)
	}
	kinds, isKnown := known[in.Type]
	switch {
	case err != nil:
		return "", nil, err
	case !isKnown && in.Phone != "":
		return "", nil, core.Invalid("Invalid sms verification type")
	case !isKnown:
		return "", nil, core.Invalid("Invalid email verification type")
	}
	return sentTo, kinds, nil
}

// accept uses up a proof, with the others of its kind, and applies it. It reports whether another
// proof is still needed.
func (s *Server) accept(ctx context.Context, tx pgx.Tx, proved message.OneTime) (waiting bool, err error) {
	if err := message.Forget(ctx, tx, proved.UserID, proved.Kind); err != nil {
		return false, err
	}
	switch proved.Kind {
	case core.MailEmailChange, core.MailEmailChangeCurrent:
		return s.accounts.AgreeToEmail(ctx, tx, proved)
	case core.TextSMS:
		return false, s.accounts.ConfirmPhone(ctx, tx, proved.UserID, proved.SentTo)
	case core.TextPhoneChange:
		return false, s.accounts.ChangePhone(ctx, tx, proved.UserID, proved.SentTo)
	}
	_, err = tx.Exec(ctx, `
		UPDATE auth.users SET email_confirmed_at = coalesce(email_confirmed_at, $2), updated_at = $2 WHERE id = $1`,
		proved.UserID, s.Config.Now())
	if err != nil {
		return false, fmt.Errorf("confirm address: %w", err)
	}
	return false, s.accounts.VerifyIdentity(ctx, tx, proved.UserID, proved.SentTo)
}
