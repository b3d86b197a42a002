package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

func (s *Server) getUser(w http.ResponseWriter, _ *http.Request, me signedIn) error {
	return answer(w, http.StatusOK, me.session.show(me.User))
}

// accountChange is the body of PUT /user. Absent fields stay unchanged.
type accountChange struct {
	pkceRequest
	Email           string          `json:"email"`
	Phone           string          `json:"phone"`
	Channel         string          `json:"channel"`
	Password        string          `json:"password"`
	CurrentPassword string          `json:"current_password"`
	Nonce           string          `json:"nonce"`
	Data            map[string]any  `json:"data"`
	AppMetadata     json.RawMessage `json:"app_metadata"`

	redirect string
	hash     string
}

func (s *Server) putUser(w http.ResponseWriter, r *http.Request, me signedIn) error {
	var in accountChange
	if err := decode(r, &in); err != nil {
		return err
	}
	in.redirect = r.URL.Query().Get("redirect_to")
	if err := s.checkChange(&in, me); err != nil {
		return err
	}
	ctx := r.Context()
	switch {
	case in.isSensitive():
		if err := s.proveCurrent(ctx, in, me); err != nil {
			return err
		}
	case in.CurrentPassword != "" || in.Nonce != "":
		if err := s.refreshProof(ctx, in, me); err != nil {
			return err
		}
	}
	if in.Password != "" {
		var err error
		if in.hash, err = s.newPassword(ctx, in.Password, me); err != nil {
			return err
		}
	}
	if in.Email != "" {
		if err := s.admitEmail(ctx, in.Email); err != nil {
			return err
		}
	}
	if in.Phone != "" {
		if err := s.admitPhone(ctx, in.Phone); err != nil {
			return err
		}
	}
	var changed *User
	err := s.inTx(ctx, func(tx pgx.Tx) error {
		if err := s.change(ctx, tx, in, me); err != nil {
			return err
		}
		var err error
		changed, err = findUser(ctx, tx, "u.id = $1", me.ID)
		return err
	})
	if err != nil {
		return err
	}
	if in.Phone != "" && s.cfg.ConfirmPhone {
		if _, err := s.sendText(ctx, changed, textRequest{kind: textPhoneChange, to: in.Phone, channel: in.Channel}); err != nil {
			return err
		}
		// Read the user again, since the change recorded when the text was sent.
		if changed, err = findUser(ctx, s.db, "u.id = $1", me.ID); err != nil {
			return err
		}
	}
	return answer(w, http.StatusOK, changed)
}

// isSensitive reports whether the change could hand the account to somebody else.
func (in accountChange) isSensitive() bool {
	return in.Email != "" || in.Phone != "" || in.Password != ""
}

// checkChange validates a change and normalises its values. An address or number that the user
// already has is removed from the change.
func (s *Server) checkChange(in *accountChange, me signedIn) error {
	if len(in.AppMetadata) > 0 && string(in.AppMetadata) != "null" {
		return errAppMetadata
	}
	var err error
	if in.pkceRequest, err = s.challenge256(in.pkceRequest); err != nil {
		return err
	}
	if err := s.foldHandles(in, me); err != nil {
		return err
	}
	switch {
	case me.IsSSO && in.isSensitive():
		return errSSOManaged
	case me.lacksSecondFactor() && in.isSensitive():
		return errAAL2Change
	case me.lacksSecondFactor():
		return errAAL2Needed
	case in.Password == "":
		return nil
	case me.Email == "" && me.Phone == "" && in.Email == "" && in.Phone == "":
		return errAnonymousPassword
	}
	return s.cfg.checkPassword(in.Password, me.handle().text())
}

func (s *Server) foldHandles(in *accountChange, me signedIn) (err error) {
	if in.Email != "" {
		if in.Email, err = parseEmail(in.Email); err != nil {
			return err
		}
		if in.Email == me.Email {
			in.Email = ""
		}
	}
	if in.Phone == "" {
		return nil
	}
	if s.cfg.Texter == nil {
		return errPhoneOff
	}
	if in.Phone, err = parsePhone(in.Phone); err != nil {
		return err
	}
	if in.Phone == me.Phone {
		in.Phone = ""
	}
	in.Channel, err = parseChannel(in.Channel)
	return err
}

// recoveryFresh is how long after a recovery mail a session may set a password without the old one.
const recoveryFresh = time.Hour

// nonceAfter is the age from which a session must prove a nonce to set a password, if
// Config.NonceForPassword is set.
const nonceAfter = 24 * time.Hour

// proveCurrent requires the current password, or the nonce that /reauthenticate sent. A user
// without a password needs the nonce too, unless they signed in recently: otherwise whoever finds
// an open session could set a password.
func (s *Server) proveCurrent(ctx context.Context, in accountChange, me signedIn) error {
	if in.Password != "" && s.cfg.NonceForPassword && !s.cfg.Now().Before(me.session.CreatedAt.Add(nonceAfter)) {
		if in.Nonce == "" {
			return errNonceNeeded
		}
		return s.proveGiven(ctx, in, me)
	}
	hasNone := me.PasswordHash == ""
	switch {
	case s.cfg.CurrentPasswordOptional, in.Email == "" && in.Phone == "" && s.isRecovering(me):
		return nil
	case hasNone && (me.IsAnonymous || s.provedLately(me.session.amr)):
		return nil
	case hasNone && in.Nonce == "":
		return errStale
	}
	return s.proveGiven(ctx, in, me)
}

func (s *Server) proveGiven(ctx context.Context, in accountChange, me signedIn) error {
	if in.Nonce != "" {
		if err := s.spendCode(ctx, me.handle().text()); err != nil {
			return err
		}
		return s.inTx(ctx, func(tx pgx.Tx) error { return s.useNonce(ctx, tx, me, in.Nonce) })
	}
	if in.CurrentPassword == "" {
		return errCurrentMissing
	}
	return s.confirm(ctx, s.db, me.ID, me.handle().text(), in.CurrentPassword, me.PasswordHash, errCurrentWrong)
}

// isRecovering reports whether a recovery mail opened the session not long ago.
func (s *Server) isRecovering(me signedIn) bool {
	since := s.cfg.Now().Add(-recoveryFresh).Unix()
	return slices.ContainsFunc(me.session.amr, func(m signInMethod) bool {
		return m.Method == methodRecovery && m.Timestamp >= since
	})
}

func (s *Server) useNonce(ctx context.Context, tx pgx.Tx, me signedIn, nonce string) error {
	found, err := s.findCode(ctx, tx, me.handle().text(), nonce, []MailKind{MailReauthentication})
	if errors.Is(err, errOTPExpired) {
		return errReauthentication
	}
	if err != nil {
		return err
	}
	return forgetProofs(ctx, tx, me.ID, found.kind)
}

func (s *Server) newPassword(ctx context.Context, password string, me signedIn) (string, error) {
	if me.PasswordHash != "" {
		same, err := s.hasher.matches(ctx, password, me.PasswordHash)
		if err != nil {
			return "", err
		}
		if same {
			return "", errSamePassword
		}
	}
	return s.hasher.hash(ctx, password)
}

func (s *Server) change(ctx context.Context, tx pgx.Tx, in accountChange, me signedIn) error {
	if in.hash != "" {
		if err := s.setPassword(ctx, tx, me.User, in.hash); err != nil {
			return err
		}
		// Another session may be the reason why the password had to be recovered.
		if s.isRecovering(me) {
			if err := s.signOut(ctx, tx, me, "others"); err != nil {
				return err
			}
			if err := markEmailBelieved(ctx, tx, me.ID, false); err != nil {
				return err
			}
		}
	}
	if in.Data != nil {
		if err := s.mergeMetadata(ctx, tx, me.ID, in.Data); err != nil {
			return err
		}
	}
	if in.Phone != "" {
		if err := s.beginPhoneChange(ctx, tx, me.ID, in.Phone); err != nil {
			return err
		}
	}
	if in.Email != "" {
		return s.beginEmailChange(ctx, tx, in, me)
	}
	return nil
}

// setPassword replaces the password, if it is still the one that was proved, and notifies the user.
func (s *Server) setPassword(ctx context.Context, tx pgx.Tx, user *User, hash string) error {
	tag, err := tx.Exec(ctx, `
		UPDATE auth.users SET password_hash = $2, updated_at = $3
		 WHERE id = $1 AND coalesce(password_hash, '') = $4`, user.ID, hash, s.cfg.Now(), user.PasswordHash)
	if err != nil {
		return fmt.Errorf("set password: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return errCurrentWrong
	}
	// An older mail must not open the account again.
	if err := forgetProofs(ctx, tx, user.ID, MailRecovery, MailReauthentication); err != nil {
		return err
	}
	if err := s.record(ctx, tx, actionPasswordChanged, user.ID, nil); err != nil {
		return err
	}
	return s.notify(ctx, tx, user.ID, MailPasswordChanged, user.Email)
}

// mergeMetadata merges data into a user's metadata; null removes a key.
func (s *Server) mergeMetadata(ctx context.Context, tx pgx.Tx, userID uuid.UUID, data map[string]any) error {
	var size int
	err := tx.QueryRow(ctx, `
		UPDATE auth.users SET updated_at = $3, raw_user_meta_data = (user_metadata || $2::jsonb)
		       - ARRAY(SELECT e.key FROM jsonb_each($2::jsonb) AS e WHERE e.value = 'null')
		 WHERE id = $1 RETURNING octet_length(user_metadata::text)`, userID, data, s.cfg.Now()).Scan(&size)
	if err != nil {
		return refusedBySQL(errUpdatingUser, fmt.Errorf("merge metadata: %w", err))
	}
	if size > metadataMax {
		return invalid("User metadata is larger than %d bytes", metadataMax)
	}
	return nil
}
