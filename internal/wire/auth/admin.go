package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// adminChange is the body of both POST and PUT. It has no role and audience, since they are the
// same for every user.
type adminChange struct {
	ID           uuid.UUID      `json:"id"`
	Email        string         `json:"email"`
	Phone        string         `json:"phone"`
	Password     string         `json:"password"`
	PasswordHash string         `json:"password_hash"`
	EmailConfirm bool           `json:"email_confirm"`
	PhoneConfirm bool           `json:"phone_confirm"`
	UserMetadata map[string]any `json:"user_metadata"`
	AppMetadata  map[string]any `json:"app_metadata"`
	BanDuration  string         `json:"ban_duration"`
}

func (s *Server) readAdminChange(r *http.Request) (adminChange, error) {
	var in adminChange
	if err := decode(r, &in); err != nil {
		return in, err
	}
	switch {
	case in.PasswordHash == "":
	case in.Password != "":
		return in, invalid("Only a password or a password hash should be provided")
	case checkHash(in.PasswordHash) != nil:
		return in, invalid("password_hash is neither bcrypt nor argon2id, or asks for too much")
	}
	if in.Phone != "" {
		phone, err := parsePhone(in.Phone)
		if err != nil {
			return in, err
		}
		in.Phone = phone
	}
	if in.BanDuration != "" && in.BanDuration != banNone {
		if _, err := time.ParseDuration(in.BanDuration); err != nil {
			return in, invalid("invalid format for ban duration")
		}
	}
	if in.Email == "" {
		return in, nil
	}
	email, err := parseEmail(in.Email)
	in.Email = email
	return in, err
}

// banNone is the ban_duration that ends a ban.
const banNone = "none"

func (s *Server) applyBan(ctx context.Context, tx pgx.Tx, userID uuid.UUID, duration string) error {
	switch duration {
	case "":
		return nil
	case banNone:
		return s.Unban(ctx, tx, userID)
	}
	length, err := time.ParseDuration(duration)
	if err != nil {
		return invalid("invalid format for ban duration")
	}
	until := s.cfg.Now().Add(length)
	return s.Ban(ctx, tx, userID, &until)
}

// createUser is POST /admin/users. OnSignup runs as at any sign-up.
func (s *Server) createUser(w http.ResponseWriter, r *http.Request) error {
	in, err := s.readAdminChange(r)
	if err != nil {
		return err
	}
	if in.Email == "" && in.Phone == "" {
		return invalid("Cannot create a user without either an email or phone")
	}
	ctx := r.Context()
	hash, err := s.hashOf(ctx, in)
	if err != nil {
		return err
	}
	user := NewUser{ID: in.ID, Email: in.Email, Metadata: in.UserMetadata, AppMetadata: in.AppMetadata}
	confirmed, taken := in.EmailConfirm || !s.cfg.ConfirmEmail, errEmailExists
	if in.Email == "" {
		user.Phone, confirmed, taken = in.Phone, in.PhoneConfirm || !s.cfg.ConfirmPhone, errPhoneExists
	}
	return s.changeAndAnswer(w, r, func(tx pgx.Tx) (uuid.UUID, error) {
		id, err := s.insertUser(ctx, tx, user, hash, confirmed)
		if errors.Is(err, errUserExists) {
			return uuid.Nil, taken
		}
		if err != nil {
			return uuid.Nil, refusedBySQL(errCreatingUser, err)
		}
		if in.Email != "" && in.Phone != "" {
			if err := s.changePhone(ctx, tx, id, in.Phone); err != nil {
				return uuid.Nil, err
			}
		}
		return id, s.applyBan(ctx, tx, id, in.BanDuration)
	})
}

func (s *Server) readUser(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r, "user")
	if err != nil {
		return err
	}
	user, err := findUser(r.Context(), s.db, "u.id = $1", id)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, user)
}

// updateUser is PUT /admin/users/{user}: it changes the fields that the body contains.
func (s *Server) updateUser(w http.ResponseWriter, r *http.Request) error {
	in, err := s.readAdminChange(r)
	if err != nil {
		return err
	}
	if in.ID, err = pathID(r, "user"); err != nil {
		return err
	}
	ctx := r.Context()
	hash, err := s.hashOf(ctx, in)
	if err != nil {
		return err
	}
	return s.changeAndAnswer(w, r, func(tx pgx.Tx) (uuid.UUID, error) {
		user, err := findUser(ctx, tx, "u.id = $1 FOR NO KEY UPDATE OF u", in.ID)
		if err != nil {
			return uuid.Nil, err
		}
		return in.ID, s.applyAdminChange(ctx, tx, user, in, hash)
	})
}

func (s *Server) applyAdminChange(ctx context.Context, tx pgx.Tx, user *User, in adminChange, hash string) error {
	if user.IsSSO && (hash != "" || in.Email != "" && in.Email != user.Email || in.Phone != "") {
		return errSSOManaged
	}
	if hash != "" {
		if err := s.setPassword(ctx, tx, user, hash); err != nil {
			return err
		}
	}
	if in.UserMetadata != nil {
		if err := s.mergeMetadata(ctx, tx, user.ID, in.UserMetadata); err != nil {
			return err
		}
	}
	if in.Email != "" && in.Email != user.Email {
		if err := s.changeEmail(ctx, tx, user.ID, in.Email); err != nil {
			return err
		}
	}
	if in.Phone != "" && in.Phone != user.Phone {
		if err := s.changePhone(ctx, tx, user.ID, in.Phone); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, `
		UPDATE auth.users
		   SET raw_app_meta_data = (app_metadata || coalesce($2::jsonb, '{}'))
		       - ARRAY(SELECT e.key FROM jsonb_each(coalesce($2::jsonb, '{}')) AS e WHERE e.value = 'null'), updated_at = $5,
		       email_confirmed_at = CASE WHEN $3 AND email IS NOT NULL THEN coalesce(email_confirmed_at, $5) ELSE email_confirmed_at END,
		       phone_confirmed_at = CASE WHEN $4 AND phone IS NOT NULL THEN coalesce(phone_confirmed_at, $5) ELSE phone_confirmed_at END
		 WHERE id = $1`, user.ID, in.AppMetadata, in.EmailConfirm, in.PhoneConfirm, s.cfg.Now())
	if err != nil {
		return refusedBySQL(errUpdatingUser, fmt.Errorf("update user: %w", err))
	}
	if err := s.record(ctx, tx, actionModified, user.ID, nil); err != nil {
		return err
	}
	return s.applyBan(ctx, tx, user.ID, in.BanDuration)
}

// changeAndAnswer runs a change in a transaction and answers with the changed user.
func (s *Server) changeAndAnswer(w http.ResponseWriter, r *http.Request, change func(pgx.Tx) (uuid.UUID, error)) error {
	var user *User
	err := s.inTx(r.Context(), func(tx pgx.Tx) error {
		id, err := change(tx)
		if err != nil {
			return err
		}
		user, err = findUser(r.Context(), tx, "u.id = $1", id)
		return err
	})
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, user)
}

// removeUser is DELETE /admin/users/{user}. It deletes the row, or with should_soft_delete or an
// OnDelete hook only the personal data.
func (s *Server) removeUser(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Soft bool `json:"should_soft_delete"`
	}
	if err := decode(r, &in); err != nil {
		return err
	}
	id, err := pathID(r, "user")
	if err != nil {
		return err
	}
	ctx := r.Context()
	err = s.inTx(ctx, func(tx pgx.Tx) error {
		if err := s.DeleteUser(ctx, tx, id); err != nil || in.Soft || s.cfg.OnDelete != nil {
			return err
		}
		_, err := tx.Exec(ctx, `DELETE FROM auth.users WHERE id = $1`, id)
		return refusedBySQL(errDeletingUser, err)
	})
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct{}{})
}
