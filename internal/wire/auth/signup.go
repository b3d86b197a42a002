package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/database"
)

type signupRequest struct {
	credentials
	pkceRequest
	Data map[string]any `json:"data"`
}

// signup is POST /signup. Without any credentials it is an anonymous sign-in.
func (s *Server) signup() handler {
	const anonymous = "POST " + Base + "/signup?anonymous"
	s.paths = append(s.paths, anonymous)
	return func(w http.ResponseWriter, r *http.Request) error {
		var in signupRequest
		if err := decode(r, &in); err != nil {
			return err
		}
		switch {
		case s.cfg.DisableSignup:
			return errSignupDisabled
		case in.Phone != "":
			return errPhoneOff
		case in.Email == "" && in.Password == "":
			if err := s.take(r, anonymous); err != nil {
				return err
			}
			return s.signupAnonymous(w, r, in.Data)
		}
		return s.signupEmail(w, r, in)
	}
}

func (s *Server) signupAnonymous(w http.ResponseWriter, r *http.Request, data map[string]any) error {
	if !s.cfg.AllowAnonymous {
		return errAnonymousOff
	}
	metadata, err := encodeMetadata(data)
	if err != nil {
		return err
	}
	var out *answered
	err = s.inTx(r.Context(), func(tx pgx.Tx) error {
		var id uuid.UUID
		err := tx.QueryRow(r.Context(), `
			INSERT INTO auth.users (is_anonymous, user_metadata, created_at, updated_at) VALUES (true, $1, $2, $2) RETURNING id`,
			metadata, s.cfg.Now()).Scan(&id)
		if err != nil {
			return fmt.Errorf("insert anonymous user: %w", err)
		}
		out, err = s.openSession(r.Context(), tx, id, methodAnonymous)
		return err
	})
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, out)
}

func (s *Server) signupEmail(w http.ResponseWriter, r *http.Request, in signupRequest) error {
	switch {
	case in.Password == "":
		return invalid("Signup requires a valid password")
	}
	email, err := parseEmail(in.Email)
	if err != nil {
		return err
	}
	if err := s.cfg.checkPassword(in.Password, email); err != nil {
		return err
	}
	if err := in.pkceRequest.check(); err != nil {
		return err
	}
	hash, err := s.hasher.hash(r.Context(), in.Password)
	if err != nil {
		return err
	}
	user := NewUser{Email: email, Metadata: in.Data}
	if s.cfg.ConfirmEmail {
		return s.signupPending(w, r, user, hash, in.pkceRequest)
	}
	return s.signupAtOnce(w, r, user, hash)
}

// signupAtOnce is a sign-up that is a sign-in too.
func (s *Server) signupAtOnce(w http.ResponseWriter, r *http.Request, user NewUser, hash string) error {
	var out *answered
	err := s.inTx(r.Context(), func(tx pgx.Tx) error {
		id, err := s.insertUser(r.Context(), tx, user, hash, true)
		if err != nil {
			return err
		}
		out, err = s.openSession(r.Context(), tx, id, methodPassword)
		return err
	})
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, out)
}

// signupPending leaves the user to follow the link of a mail. Whether the
// address was free is not told.
func (s *Server) signupPending(w http.ResponseWriter, r *http.Request, user NewUser, hash string, challenge pkceRequest) error {
	ctx := r.Context()
	if err := s.rehearse(ctx, user); err != nil {
		return err
	}
	if err := s.spendMail(ctx, user.Email); err != nil {
		return err
	}
	request := mailRequest{kind: MailConfirmation, to: user.Email, redirect: r.URL.Query().Get("redirect_to"), challenge: challenge}
	err := s.evenly(ctx, func() error {
		return s.inTx(ctx, func(tx pgx.Tx) error {
			id, err := s.insertUser(ctx, tx, user, hash, false)
			if err != nil {
				return err
			}
			return s.sendMail(ctx, tx, id, request)
		})
	})
	if err != nil && !errors.Is(err, errUserExists) {
		return err
	}
	return answer(w, http.StatusOK, s.pendingUser(user.Email))
}

// rehearse runs the hook for a user without an address and undoes everything:
// what the hook refuses is refused before anything depends on who has the
// address.
func (s *Server) rehearse(ctx context.Context, user NewUser) error {
	conn, err := database.Acquire(ctx, s.pool)
	if err != nil {
		return fmt.Errorf("rehearse sign-up: %w", err)
	}
	defer conn.Release()
	tx, err := conn.Begin(ctx)
	if err != nil {
		return fmt.Errorf("rehearse sign-up: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	nobody := user
	nobody.Email = ""
	if user.ID, err = s.insertRow(ctx, tx, nobody, "", false); err != nil {
		return err
	}
	return s.runHook(ctx, tx, user)
}

// pendingUser tells the same of an address that was free and of a taken one,
// so neither the row's key nor what the hook made of the data is in it.
func (s *Server) pendingUser(email string) *User {
	now := s.cfg.Now().UTC()
	return &User{
		ID: uuid.New(), Aud: audience, Role: userRole, Email: email, ConfirmationSentAt: &now,
		AppMetadata: emailProvider, UserMetadata: json.RawMessage("{}"), Identities: []Identity{}, CreatedAt: now, UpdatedAt: now,
	}
}

// emailProvider is the app_metadata of everyone who signs in by e-mail.
var emailProvider = json.RawMessage(`{"provider":"email","providers":["email"]}`)

// insertUser creates a user with its identity and runs the hook. A taken
// address is errUserExists and leaves the transaction usable.
func (s *Server) insertUser(ctx context.Context, tx pgx.Tx, user NewUser, hash string, confirmed bool) (uuid.UUID, error) {
	var err error
	if user.ID, err = s.insertRow(ctx, tx, user, hash, confirmed); err != nil {
		return uuid.Nil, err
	}
	if user.known != nil {
		err = s.tieIdentity(ctx, tx, user.ID, *user.known)
	} else {
		err = s.insertIdentity(ctx, tx, user, confirmed)
	}
	if err != nil {
		return uuid.Nil, err
	}
	if err := s.runHook(ctx, tx, user); err != nil {
		return uuid.Nil, err
	}
	return user.ID, s.record(ctx, tx, actionSignedUp, user.ID, nil)
}

func (s *Server) insertRow(ctx context.Context, tx pgx.Tx, user NewUser, hash string, confirmed bool) (uuid.UUID, error) {
	now := s.cfg.Now()
	app := map[string]any{"provider": "email", "providers": []string{"email"}}
	maps.Copy(app, user.AppMetadata)
	err := tx.QueryRow(ctx, `
		INSERT INTO auth.users (id, email, password_hash, app_metadata, email_confirmed_at, confirmation_sent_at, created_at, updated_at)
		VALUES (coalesce($1, private.uuid_v7()), nullif($2, ''), nullif($3, ''), $4,
		        CASE WHEN $5 THEN $6::timestamptz END, CASE WHEN NOT $5 THEN $6::timestamptz END, $6, $6)
		ON CONFLICT (email) DO NOTHING RETURNING id`,
		nullable(user.ID), user.Email, hash, app, confirmed, now).Scan(&user.ID)
	if isMissing(err) {
		return uuid.Nil, errUserExists
	}
	if err != nil {
		return uuid.Nil, fmt.Errorf("insert user: %w", err)
	}
	return user.ID, nil
}

func (s *Server) insertIdentity(ctx context.Context, tx pgx.Tx, user NewUser, verified bool) error {
	data := map[string]any{"sub": user.ID, "email": user.Email, "email_verified": verified, "phone_verified": false}
	_, err := tx.Exec(ctx, `
		INSERT INTO auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
		VALUES ($1, 'email', $2, $3, $4, $4, $4)`, user.ID, user.ID.String(), data, s.cfg.Now())
	if err != nil {
		return fmt.Errorf("insert identity: %w", err)
	}
	return nil
}

func (s *Server) runHook(ctx context.Context, tx pgx.Tx, user NewUser) error {
	metadata := user.Metadata
	if s.cfg.OnSignup != nil && !user.SkipHook {
		user.Password = ""
		var err error
		if metadata, err = s.cfg.OnSignup(ctx, tx, user); err != nil {
			return err
		}
	}
	raw, err := encodeMetadata(metadata)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE auth.users SET user_metadata = $2 WHERE id = $1`, user.ID, raw); err != nil {
		return fmt.Errorf("store metadata: %w", err)
	}
	return nil
}

func isMissing(err error) bool { return errors.Is(err, pgx.ErrNoRows) }
