package admin

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/account"
	"automacao/internal/wire/auth/core"
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
	if err := core.Decode(r, &in); err != nil {
		return in, err
	}
	switch {
	case in.PasswordHash == "":
	case in.Password != "":
		return in, core.Invalid("Only a password or a password hash should be provided")
	case core.CheckHash(in.PasswordHash) != nil:
		return in, core.Invalid("password_hash is neither bcrypt nor argon2id, or asks for too much")
	}
	if in.Phone != "" {
		phone, err := core.ParsePhone(in.Phone)
		if err != nil {
			return in, err
		}
		in.Phone = phone
	}
	if in.BanDuration != "" && in.BanDuration != banNone {
		if _, err := time.ParseDuration(in.BanDuration); err != nil {
			return in, core.Invalid("invalid format for ban duration")
		}
	}
	if in.Email == "" {
		return in, nil
	}
	email, err := core.ParseEmail(in.Email)
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
		return s.accounts.Unban(ctx, tx, userID)
	}
	length, err := time.ParseDuration(duration)
	if err != nil {
		return core.Invalid("invalid format for ban duration")
	}
	until := s.Config.Now().Add(length)
	return s.accounts.Ban(ctx, tx, userID, &until)
}

// CreateUser is POST /admin/users. OnSignup runs as at any sign-up.
func (s *Server) CreateUser(w http.ResponseWriter, r *http.Request) error {
	in, err := s.readAdminChange(r)
	if err != nil {
		return err
	}
	if in.Email == "" && in.Phone == "" {
		return core.Invalid("Cannot create a user without either an email or phone")
	}
	ctx := r.Context()
	hash, err := s.hashOf(ctx, in)
	if err != nil {
		return err
	}
	user := core.NewUser{ID: in.ID, Email: in.Email, Metadata: in.UserMetadata, AppMetadata: in.AppMetadata}
	confirmed, taken := in.EmailConfirm || !s.Config.ConfirmEmail, account.ErrEmailExists
	if in.Email == "" {
		user.Phone, confirmed, taken = in.Phone, in.PhoneConfirm || !s.Config.ConfirmPhone, account.ErrPhoneExists
	}
	return s.changeAndAnswer(w, r, func(tx pgx.Tx) (uuid.UUID, error) {
		id, err := s.accounts.Insert(ctx, tx, user, hash, confirmed)
		if errors.Is(err, account.ErrUserExists) {
			return uuid.Nil, taken
		}
		if err != nil {
			return uuid.Nil, core.RefusedBySQL(errCreatingUser, err)
		}
		if in.Email != "" && in.Phone != "" {
			if err := s.accounts.ChangePhone(ctx, tx, id, in.Phone); err != nil {
				return uuid.Nil, err
			}
		}
		return id, s.applyBan(ctx, tx, id, in.BanDuration)
	})
}

// ReadUser is GET /admin/users/{user}.
func (s *Server) ReadUser(w http.ResponseWriter, r *http.Request) error {
	id, err := core.PathID(r, "user")
	if err != nil {
		return err
	}
	user, err := core.FindUser(r.Context(), s.DB, "u.id = $1", id)
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, user)
}

// UpdateUser is PUT /admin/users/{user}: it changes the fields that the body contains.
func (s *Server) UpdateUser(w http.ResponseWriter, r *http.Request) error {
	in, err := s.readAdminChange(r)
	if err != nil {
		return err
	}
	if in.ID, err = core.PathID(r, "user"); err != nil {
		return err
	}
	ctx := r.Context()
	hash, err := s.hashOf(ctx, in)
	if err != nil {
		return err
	}
	return s.changeAndAnswer(w, r, func(tx pgx.Tx) (uuid.UUID, error) {
		user, err := core.FindUser(ctx, tx, "u.id = $1 FOR NO KEY UPDATE OF u", in.ID)
		if err != nil {
			return uuid.Nil, err
		}
		return in.ID, s.applyAdminChange(ctx, tx, user, in, hash)
	})
}

func (s *Server) applyAdminChange(ctx context.Context, tx pgx.Tx, user *core.User, in adminChange, hash string) error {
	if user.IsSSO && (hash != "" || in.Email != "" && in.Email != user.Email || in.Phone != "") {
		return account.ErrSSOManaged
	}
	if hash != "" {
		if err := s.accounts.ReplacePassword(ctx, tx, user, hash); err != nil {
			return err
		}
	}
	if in.UserMetadata != nil {
		if err := s.accounts.MergeMetadata(ctx, tx, user.ID, in.UserMetadata); err != nil {
			return err
		}
	}
	if in.Email != "" && in.Email != user.Email {
		if err := s.accounts.ReplaceEmail(ctx, tx, user.ID, in.Email); err != nil {
			return err
		}
	}
	if in.Phone != "" && in.Phone != user.Phone {
		if err := s.accounts.ChangePhone(ctx, tx, user.ID, in.Phone); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, `
		UPDATE auth.users
		   SET raw_app_meta_data = (app_metadata || coalesce($2::jsonb, '{}'))
		       - ARRAY(SELECT e.key FROM jsonb_each(coalesce($2::jsonb, '{}')) AS e WHERE e.value = 'null'), updated_at = $5,
		       email_confirmed_at = CASE WHEN $3 AND email IS NOT NULL THEN coalesce(email_confirmed_at, $5) ELSE email_confirmed_at END,
		       phone_confirmed_at = CASE WHEN $4 AND phone IS NOT NULL THEN coalesce(phone_confirmed_at, $5) ELSE phone_confirmed_at END
		 WHERE id = $1`, user.ID, in.AppMetadata, in.EmailConfirm, in.PhoneConfirm, s.Config.Now())
	if err != nil {
		return core.RefusedBySQL(core.ErrUpdatingUser, fmt.Errorf("update user: %w", err))
	}
	if err := s.Record(ctx, tx, core.ActionModified, user.ID, nil); err != nil {
		return err
	}
	return s.applyBan(ctx, tx, user.ID, in.BanDuration)
}

// changeAndAnswer runs a change in a transaction and answers with the changed user.
func (s *Server) changeAndAnswer(w http.ResponseWriter, r *http.Request, change func(pgx.Tx) (uuid.UUID, error)) error {
	var user *core.User
	err := s.InTx(r.Context(), func(tx pgx.Tx) error {
		id, err := change(tx)
		if err != nil {
			return err
		}
		user, err = core.FindUser(r.Context(), tx, "u.id = $1", id)
		return err
	})
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, user)
}

// RemoveUser is DELETE /admin/users/{user}. It deletes the row, or with should_soft_delete or an
// OnDelete hook only the personal data.
func (s *Server) RemoveUser(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Soft bool `json:"should_soft_delete"`
	}
	if err := core.Decode(r, &in); err != nil {
		return err
	}
	id, err := core.PathID(r, "user")
	if err != nil {
		return err
	}
	ctx := r.Context()
	err = s.InTx(ctx, func(tx pgx.Tx) error {
		if err := s.accounts.DeleteUser(ctx, tx, id); err != nil || in.Soft || s.Config.OnDelete != nil {
			return err
		}
		_, err := tx.Exec(ctx, `DELETE FROM auth.users WHERE id = $1`, id)
		return core.RefusedBySQL(errDeletingUser, err)
	})
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, struct{}{})
}

// hashOf is the hash to store: the given one, or that of the given password.
func (s *Server) hashOf(ctx context.Context, in adminChange) (string, error) {
	if in.PasswordHash != "" {
		return in.PasswordHash, nil
	}
	return s.HashNew(ctx, in.Password, cmp.Or(in.Email, in.Phone))
}

// filterBytesMax bounds the filter of a user search, which is compared with every row.
const filterBytesMax = 255

// userFilter is the condition of ?filter=, a case-insensitive part of an address or full name, in
// which % and _ have their meaning in LIKE, as in the protocol.
const userFilter = `($1::text = '' OR coalesce(u.email, u.sso_email) ILIKE '%' || $1 || '%' OR u.user_metadata ->> 'full_name' ILIKE '%' || $1 || '%')`

// ListUsers is GET /admin/users, newest first.
func (s *Server) ListUsers(w http.ResponseWriter, r *http.Request) error {
	page, perPage, err := core.AskedPage(r)
	if err != nil {
		return err
	}
	filter := r.URL.Query().Get("filter")
	if len(filter) > filterBytesMax {
		return core.Invalid("filter cannot be longer than %d bytes", filterBytesMax)
	}
	var total int
	if err := s.DB.QueryRow(r.Context(), `SELECT count(*) FROM auth.users u WHERE u.deleted_at IS NULL AND `+userFilter, filter).Scan(&total); err != nil {
		return fmt.Errorf("count users: %w", err)
	}
	users, err := core.FindUsers(r.Context(), s.DB, userFilter+" ORDER BY u.created_at DESC, u.id DESC LIMIT $2 OFFSET $3", filter, perPage, (page-1)*perPage)
	if err != nil {
		return err
	}
	if users == nil {
		users = []*core.User{}
	}
	s.SetPage(w, "/admin/users", page, perPage, total, "filter", filter)
	return core.Answer(w, http.StatusOK, map[string]any{"users": users, "aud": core.Audience})
}
