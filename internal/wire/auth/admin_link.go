package auth

import (
	"net/http"
	"net/url"

	"github.com/jackc/pgx/v5"
)

// generatable are the links that an administrator may make for a user.
var generatable = map[string]MailKind{
	"signup":    MailConfirmation,
	"invite":    MailConfirmation,
	"magiclink": MailMagicLink,
	"recovery":  MailRecovery,
}

// generateLink is POST /admin/generate_link: the proof goes to whoever asks,
// and no mail is sent.
func (s *Server) generateLink(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Type       string `json:"type"`
		Email      string `json:"email"`
		RedirectTo string `json:"redirect_to"`
	}
	if err := decode(r, &in); err != nil {
		return err
	}
	kind, known := generatable[in.Type]
	if !known {
		return invalid("Invalid email action link type requested: %s", url.QueryEscape(in.Type))
	}
	ctx := r.Context()
	var user *User
	var made proof
	request := mailRequest{kind: kind, to: foldEmail(in.Email), redirect: in.RedirectTo}
	err := s.inTx(ctx, func(tx pgx.Tx) error {
		var err error
		if user, err = findUser(ctx, tx, "u.email = $1", request.to); err != nil {
			return err
		}
		made, err = s.prove(ctx, tx, user.ID, request)
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
	}{user, made.link, made.code, made.linkToken, linkTypes[kind], s.cfg.redirect(in.RedirectTo)})
}
