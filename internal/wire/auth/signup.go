package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/postgres"
)

type signupRequest struct {
	credentials
	pkceRequest
	Data    map[string]any `json:"data"`
	Channel string         `json:"channel"`
}

// anonymousRoute is the name by which anonymous sign-ins are rate-limited.
const anonymousRoute = "POST " + Base + "/signup?anonymous"

// signup is POST /signup. Without credentials it is an anonymous sign-in.
func (s *Server) signup(w http.ResponseWriter, r *http.Request) error {
	var in signupRequest
	if err := decode(r, &in); err != nil {
		return err
	}
	switch {
	case s.cfg.DisableSignup:
		return errSignupDisabled
	case in.Email == "" && in.Phone == "" && in.Password == "":
		if err := s.take(r, anonymousRoute); err != nil {
			return err
		}
		return s.signupAnonymous(w, r, in.Data)
	case in.Password == "":
		return invalid("Signup requires a valid password")
	case in.Email != "" && in.Phone != "":
		return invalid("Only an email address or phone number should be provided on signup.")
	case in.Phone != "":
		return s.signupPhone(w, r, in)
	}
	return s.signupEmail(w, r, in)
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
		passing := NewUser{Metadata: data}
		err := s.admitUser(r.Context(), tx, &passing)
		if err != nil {
			return err
		}
		id, values := "DEFAULT", []any{metadata, s.cfg.Now()}
		if passing.ID != uuid.Nil {
			id, values = "$3", append(values, passing.ID)
		}
		err = tx.QueryRow(r.Context(), `
			INSERT INTO auth.users (id, is_anonymous, raw_user_meta_data, created_at, updated_at) VALUES (`+id+`, true, $1, $2, $2) RETURNING id`, values...).Scan(&passing.ID)
		if err != nil {
			return refusedBySQL(errSavingUser, fmt.Errorf("insert anonymous user: %w", err))
		}
		recordCreated(tx, passing)
		out, err = s.openSession(r.Context(), tx, passing.ID, methodAnonymous)
		return err
	})
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, out)
}

func (s *Server) signupEmail(w http.ResponseWriter, r *http.Request, in signupRequest) error {
	if s.cfg.DisableEmail {
		return errEmailSignupOff
	}
	email, err := parseEmail(in.Email)
	if err != nil {
		return err
	}
	if err := s.cfg.checkPassword(in.Password, email); err != nil {
		return err
	}
	challenge, err := s.challenge256(in.pkceRequest)
	if err != nil {
		return err
	}
	hash, err := s.hasher.hash(r.Context(), in.Password)
	if err != nil {
		return err
	}
	user := NewUser{Email: email, Metadata: in.Data}
	if s.cfg.ConfirmEmail {
		return s.signupPending(w, r, user, hash, challenge)
	}
	return s.signupAtOnce(w, r, user, hash)
}

func (s *Server) signupPhone(w http.ResponseWriter, r *http.Request, in signupRequest) error {
	switch {
	case s.cfg.Texter == nil:
		return errPhoneSignupOff
	case in.CodeChallenge != "":
		return invalid("PKCE not supported for phone signups")
	}
	phone, err := parsePhone(in.Phone)
	if err != nil {
		return err
	}
	channel, err := parseChannel(in.Channel)
	if err != nil {
		return err
	}
	hash, err := s.hashNew(r.Context(), in.Password, phone)
	if err != nil {
		return err
	}
	user := NewUser{Phone: phone, Metadata: in.Data}
	if s.cfg.ConfirmPhone {
		return s.signupByText(w, r, user, hash, channel)
	}
	return s.signupAtOnce(w, r, user, hash)
}

// signupAtOnce signs a user up and in.
func (s *Server) signupAtOnce(w http.ResponseWriter, r *http.Request, user NewUser, hash string) error {
	var out *answered
	user.isBelieved = user.Email != ""
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

// signupPending signs a user up who must follow a mail's link. The response does not reveal whether
// the address was free.
func (s *Server) signupPending(w http.ResponseWriter, r *http.Request, user NewUser, hash string, challenge pkceRequest) error {
	ctx := r.Context()
	if err := s.rehearse(ctx, user); err != nil {
		return err
	}
	if err := s.spendMail(ctx, user.Email); err != nil {
		return err
	}
	request := mailRequest{kind: MailConfirmation, to: user.Email, redirect: r.URL.Query().Get("redirect_to"), challenge: challenge}
	shown := s.pendingUser(user)
	err := s.withMinimumTime(ctx, func() error {
		return s.inTx(ctx, func(tx pgx.Tx) error {
			if s.cfg.Telling {
				return s.mailPending(ctx, tx, user, hash, request, shown)
			}
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
	return answer(w, http.StatusOK, shown)
}

// mailPending mails a user who must still prove the address, perhaps again, and returns them in
// shown.
func (s *Server) mailPending(ctx context.Context, tx pgx.Tx, user NewUser, hash string, request mailRequest, shown *User) error {
	made, err := s.makePending(ctx, tx, user, hash)
	if err != nil {
		return err
	}
	if err := s.sendMail(ctx, tx, made.ID, request); err != nil {
		return err
	}
	if made, err = findUser(ctx, tx, "u.id = $1", made.ID); err == nil {
		*shown = *made
	}
	return err
}

// rehearse runs the hook for a user without an address and rolls everything back, so that a refusal
// by the hook does not depend on whether the address is taken.
func (s *Server) rehearse(ctx context.Context, user NewUser) error {
	conn, err := postgres.Acquire(ctx, s.pool)
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
	nobody.Email, nobody.Phone = "", ""
	if user.ID, err = s.insertRow(ctx, tx, nobody, "", false); err != nil {
		return err
	}
	return s.runHook(ctx, tx, user)
}

// pendingUser is the response for both free and taken addresses or numbers, so it contains neither
// the row's key nor the hook's metadata.
func (s *Server) pendingUser(user NewUser) *User {
	now := s.cfg.Now().UTC()
	app, _ := json.Marshal(providersOf(user))
	return &User{
		ID: uuid.New(), Aud: audience, Role: userRole, Email: user.Email, Phone: user.Phone, ConfirmationSentAt: &now,
		AppMetadata: app, UserMetadata: json.RawMessage("{}"), Identities: []Identity{}, CreatedAt: now, UpdatedAt: now,
	}
}

func isMissing(err error) bool { return errors.Is(err, pgx.ErrNoRows) }
