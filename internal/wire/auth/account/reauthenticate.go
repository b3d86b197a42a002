package account

import (
	"context"
	"fmt"
	"net/http"

	"github.com/google/uuid"
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
		return ErrPhoneOff
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

// ProveOwner checks that the account's owner is present: by their password or, if they have none
// because they signed up through a provider, by what the session proved within freshFor: that
// provider, or the code that /reauthenticate mailed and PUT /user accepted. It returns wrong for a
// wrong password, which a recent session never replaces, and stale for a session that proved
// nothing recently or belongs to another app.
func (s *Server) ProveOwner(ctx context.Context, tx pgx.Tx, userID, sessionID uuid.UUID, password string, wrong, stale error) error {
	var hasPassword bool
	err := tx.QueryRow(ctx, `SELECT coalesce(password_hash, '') <> '' FROM auth.users WHERE id = $1 AND deleted_at IS NULL`, userID).Scan(&hasPassword)
	if core.IsMissing(err) {
		return core.ErrUserNotFound
	}
	if err != nil {
		return fmt.Errorf("look up the password: %w", err)
	}
	if hasPassword || password != "" {
		return s.CheckPassword(ctx, tx, userID, password, wrong)
	}
	var proofs session.Methods
	err = tx.QueryRow(ctx, `SELECT amr FROM auth.sessions WHERE id = $1 AND user_id = $2 AND oauth_client_id IS NULL`, sessionID, userID).Scan(&proofs)
	if err != nil && !core.IsMissing(err) {
		return fmt.Errorf("look up the session's proofs: %w", err)
	}
	if !s.sessions.ProvedLately(proofs) {
		return stale
	}
	return nil
}

// refreshProof handles a PUT /user that changes nothing and proves the caller: by the current
// password, or by the code that /reauthenticate mailed.
func (s *Server) refreshProof(ctx context.Context, in accountChange, me session.SignedIn) error {
	method := session.MethodPassword
	if in.Nonce != "" {
		method = session.MethodOTP
	}
	if err := s.proveGiven(ctx, in, me); err != nil {
		return err
	}
	return s.InTx(ctx, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `UPDATE auth.sessions s SET amr = `+session.Stamped+` WHERE id = $1 AND user_id = $2 AND aal = $3`,
			me.Session.ID, me.ID, me.Session.AAL, method, s.Config.Now().Unix())
		if err != nil {
			return fmt.Errorf("store the proof: %w", err)
		}
		if tag.RowsAffected() == 0 {
			return session.ErrSessionGone
		}
		return s.Record(ctx, tx, core.ActionReproved, me.ID, map[string]any{"method": method})
	})
}
