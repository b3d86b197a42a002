package account

import (
	"net/http"

	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/message"
	"automacao/internal/wire/auth/session"
)

// Reauthenticate is GET /reauthenticate: it sends a nonce that replaces the current password, by
// mail or, for a user without an address, by text.
func (s *Server) Reauthenticate(w http.ResponseWriter, r *http.Request, me session.SignedIn) error {
	switch {
	case me.Email == "" && me.Phone == "":
		return errNobodyToReach
	case me.Email != "" && me.EmailConfirmedAt == nil:
		return errMailToConfirm
	case me.Email == "" && me.PhoneConfirmedAt == nil:
		return errPhoneToConfirm
	case me.Email == "":
		return s.reauthenticateByText(w, r, me)
	case s.Config.Mailer == nil:
		return core.Answer(w, http.StatusOK, struct{}{})
	}
	ctx := r.Context()
	if err := s.messages.SpendMail(ctx, me.Email); err != nil {
		return err
	}
	err := s.InTx(ctx, func(tx pgx.Tx) error {
		return s.messages.SendMail(ctx, tx, me.ID, message.Mail{Kind: core.MailReauthentication, To: me.Email})
	})
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, struct{}{})
}

func (s *Server) reauthenticateByText(w http.ResponseWriter, r *http.Request, me session.SignedIn) error {
	if s.Config.Texter == nil {
		return core.ErrPhoneOff
	}
	if err := s.messages.SpendText(r.Context(), me.Phone); err != nil {
		return err
	}
	messageID, err := s.messages.SendText(r.Context(), me.User, message.Text{Kind: core.MailReauthentication, To: me.Phone, Channel: core.ChannelSMS})
	if err != nil {
		return err
	}
	return message.Texted(w, messageID)
}
