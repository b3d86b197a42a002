package auth

import (
	"net/http"

	"github.com/jackc/pgx/v5"
)

// reauthenticate is GET /reauthenticate: it sends a nonce that replaces the current password, by
// mail or, for a user without an address, by text.
func (s *Server) reauthenticate(w http.ResponseWriter, r *http.Request, me signedIn) error {
	switch {
	case me.Email == "" && me.Phone == "":
		return errNobodyToReach
	case me.Email != "" && me.EmailConfirmedAt == nil:
		return errMailToConfirm
	case me.Email == "" && me.PhoneConfirmedAt == nil:
		return errPhoneToConfirm
	case me.Email == "":
		return s.reauthenticateByText(w, r, me)
	case s.cfg.Mailer == nil:
		return answer(w, http.StatusOK, struct{}{})
	}
	ctx := r.Context()
	if err := s.spendMail(ctx, me.Email); err != nil {
		return err
	}
	err := s.inTx(ctx, func(tx pgx.Tx) error {
		return s.sendMail(ctx, tx, me.ID, mailRequest{kind: MailReauthentication, to: me.Email})
	})
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct{}{})
}

func (s *Server) reauthenticateByText(w http.ResponseWriter, r *http.Request, me signedIn) error {
	if s.cfg.Texter == nil {
		return errPhoneOff
	}
	if err := s.spendText(r.Context(), me.Phone); err != nil {
		return err
	}
	messageID, err := s.sendText(r.Context(), me.User, textRequest{kind: MailReauthentication, to: me.Phone, channel: channelSMS})
	if err != nil {
		return err
	}
	return texted(w, messageID)
}
