package account

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

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/message"
	"automacao/internal/wire/auth/session"
)

// GetUser is GET /user: the user as their session may see them.
func (s *Server) GetUser(w http.ResponseWriter, _ *http.Request, me session.SignedIn) error {
	return core.Answer(w, http.StatusOK, me.Session.Show(me.User))
}

// accountChange is the body of PUT /user. Absent fields stay unchanged.
type accountChange struct {
	message.Challenge
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

// PutUser is PUT /user: a user changes their own account.
func (s *Server) PutUser(w http.ResponseWriter, r *http.Request, me session.SignedIn) error {
	var in accountChange
	if err := core.Decode(r, &in); err != nil {
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
	var changed *core.User
	err := s.InTx(ctx, func(tx pgx.Tx) error {
		if err := s.change(ctx, tx, in, me); err != nil {
			return err
		}
		var err error
		changed, err = core.FindUser(ctx, tx, "u.id = $1", me.ID)
		return err
	})
	if err != nil {
		return err
	}
	if in.Phone != "" && s.Config.ConfirmPhone {
		if _, err := s.messages.SendText(ctx, changed, message.Text{Kind: core.TextPhoneChange, To: in.Phone, Channel: in.Channel}); err != nil {
			return err
		}
		// Read the user again, since the change recorded when the text was sent.
		if changed, err = core.FindUser(ctx, s.DB, "u.id = $1", me.ID); err != nil {
			return err
		}
	}
	return core.Answer(w, http.StatusOK, changed)
}

// isSensitive reports whether the change could hand the account to somebody else.
func (in accountChange) isSensitive() bool {
	return in.Email != "" || in.Phone != "" || in.Password != ""
}

// checkChange validates a change and normalises its values. An address or number that the user
// already has is removed from the change.
func (s *Server) checkChange(in *accountChange, me session.SignedIn) error {
	if len(in.AppMetadata) > 0 && string(in.AppMetadata) != "null" {
		return errAppMetadata
	}
	var err error
	if in.Challenge, err = s.messages.ReadChallenge(in.Challenge); err != nil {
		return err
	}
	if err := s.foldHandles(in, me); err != nil {
		return err
	}
	switch {
	case me.IsSSO && in.isSensitive():
		return ErrSSOManaged
	case me.LacksSecondFactor() && in.isSensitive():
		return errAAL2Change
	case me.LacksSecondFactor():
		return session.ErrAAL2Needed
	case in.Password == "":
		return nil
	case me.Email == "" && me.Phone == "" && in.Email == "" && in.Phone == "":
		return errAnonymousPassword
	}
	return s.Config.CheckPassword(in.Password, me.Handle().Text())
}

func (s *Server) foldHandles(in *accountChange, me session.SignedIn) (err error) {
	if in.Email != "" {
		if in.Email, err = core.ParseEmail(in.Email); err != nil {
			return err
		}
		if in.Email == me.Email {
			in.Email = ""
		}
	}
	if in.Phone == "" {
		return nil
	}
	if s.Config.Texter == nil {
		return ErrPhoneOff
	}
	if in.Phone, err = core.ParsePhone(in.Phone); err != nil {
		return err
	}
	if in.Phone == me.Phone {
		in.Phone = ""
	}
	in.Channel, err = core.ParseChannel(in.Channel)
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
func (s *Server) proveCurrent(ctx context.Context, in accountChange, me session.SignedIn) error {
	if in.Password != "" && s.Config.NonceForPassword && !s.Config.Now().Before(me.Session.CreatedAt.Add(nonceAfter)) {
		if in.Nonce == "" {
			return errNonceNeeded
		}
		return s.proveGiven(ctx, in, me)
	}
	hasNone := me.PasswordHash == ""
	switch {
	case s.Config.CurrentPasswordOptional, in.Email == "" && in.Phone == "" && s.isRecovering(me):
		return nil
	case hasNone && (me.IsAnonymous || s.sessions.ProvedLately(me.Session.AMR)):
		return nil
	case hasNone && in.Nonce == "":
		return ErrStale
	}
	return s.proveGiven(ctx, in, me)
}

func (s *Server) proveGiven(ctx context.Context, in accountChange, me session.SignedIn) error {
	if in.Nonce != "" {
		if err := s.messages.SpendCode(ctx, me.Handle().Text()); err != nil {
			return err
		}
		return s.InTx(ctx, func(tx pgx.Tx) error { return s.useNonce(ctx, tx, me, in.Nonce) })
	}
	if in.CurrentPassword == "" {
		return errCurrentMissing
	}
	return s.confirm(ctx, s.DB, me.ID, me.Handle().Text(), in.CurrentPassword, me.PasswordHash, errCurrentWrong)
}

// isRecovering reports whether a recovery mail opened the session not long ago.
func (s *Server) isRecovering(me session.SignedIn) bool {
	since := s.Config.Now().Add(-recoveryFresh).Unix()
	return slices.ContainsFunc(me.Session.AMR, func(m session.Method) bool {
		return m.Method == session.MethodRecovery && m.Timestamp >= since
	})
}

func (s *Server) useNonce(ctx context.Context, tx pgx.Tx, me session.SignedIn, nonce string) error {
	found, err := s.messages.FindCode(ctx, tx, me.Handle().Text(), nonce, []core.MailKind{core.MailReauthentication})
	if errors.Is(err, message.ErrOTPExpired) {
		return errReauthentication
	}
	if err != nil {
		return err
	}
	return message.Forget(ctx, tx, me.ID, found.Kind)
}

func (s *Server) newPassword(ctx context.Context, password string, me session.SignedIn) (string, error) {
	if me.PasswordHash != "" {
		same, err := s.Hasher.Matches(ctx, password, me.PasswordHash)
		if err != nil {
			return "", err
		}
		if same {
			return "", errSamePassword
		}
	}
	return s.Hasher.Hash(ctx, password)
}

func (s *Server) change(ctx context.Context, tx pgx.Tx, in accountChange, me session.SignedIn) error {
	if in.hash != "" {
		if err := s.ReplacePassword(ctx, tx, me.User, in.hash); err != nil {
			return err
		}
		// Another session may be the reason why the password had to be recovered.
		if s.isRecovering(me) {
			if err := s.sessions.SignOut(ctx, tx, me, "others"); err != nil {
				return err
			}
			if err := MarkEmailBelieved(ctx, tx, me.ID, false); err != nil {
				return err
			}
		}
	}
	if in.Data != nil {
		if err := s.MergeMetadata(ctx, tx, me.ID, in.Data); err != nil {
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

// ReplacePassword replaces the password, if it is still the one that was proved, and notifies the user.
func (s *Server) ReplacePassword(ctx context.Context, tx pgx.Tx, user *core.User, hash string) error {
	tag, err := tx.Exec(ctx, `
		UPDATE auth.users SET password_hash = $2, updated_at = $3
		 WHERE id = $1 AND coalesce(password_hash, '') = $4`, user.ID, hash, s.Config.Now(), user.PasswordHash)
	if err != nil {
		return fmt.Errorf("set password: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return errCurrentWrong
	}
	// An older mail must not open the account again.
	if err := message.Forget(ctx, tx, user.ID, core.MailRecovery, core.MailReauthentication); err != nil {
		return err
	}
	if err := s.Record(ctx, tx, core.ActionPasswordChanged, user.ID, nil); err != nil {
		return err
	}
	return s.messages.Notify(ctx, tx, user.ID, core.MailPasswordChanged, user.Email)
}

// MergeMetadata merges data into a user's metadata; null removes a key.
func (s *Server) MergeMetadata(ctx context.Context, tx pgx.Tx, userID uuid.UUID, data map[string]any) error {
	var size int
	err := tx.QueryRow(ctx, `
		UPDATE auth.users SET updated_at = $3, raw_user_meta_data = (user_metadata || $2::jsonb)
		       - ARRAY(SELECT e.key FROM jsonb_each($2::jsonb) AS e WHERE e.value = 'null')
		 WHERE id = $1 RETURNING octet_length(user_metadata::text)`, userID, data, s.Config.Now()).Scan(&size)
	if err != nil {
		return core.RefusedBySQL(core.ErrUpdatingUser, fmt.Errorf("merge metadata: %w", err))
	}
	if size > MetadataMax {
		return core.Invalid("User metadata is larger than %d bytes", MetadataMax)
	}
	return nil
}
