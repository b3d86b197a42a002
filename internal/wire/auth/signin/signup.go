package signin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/postgres"
	"automacao/internal/wire/auth/account"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/message"
	"automacao/internal/wire/auth/session"
)

type signupRequest struct {
	credentials
	message.Challenge
	Data    map[string]any `json:"data"`
	Channel string         `json:"channel"`
}

// AnonymousRoute is the name by which anonymous sign-ins are rate-limited.
const AnonymousRoute = "POST " + core.Base + "/signup?anonymous"

// Signup is POST /signup. Without credentials it is an anonymous sign-in.
func (s *Server) Signup(w http.ResponseWriter, r *http.Request) error {
	var in signupRequest
	if err := core.Decode(r, &in); err != nil {
		return err
	}
	switch {
	case s.Config.DisableSignup:
		return core.ErrSignupDisabled
	case in.Email == "" && in.Phone == "" && in.Password == "":
		if err := s.Take(r, AnonymousRoute); err != nil {
			return err
		}
		return s.signupAnonymous(w, r, in.Data)
	case in.Password == "":
		return core.Invalid("Signup requires a valid password")
	case in.Email != "" && in.Phone != "":
		return core.Invalid("Only an email address or phone number should be provided on signup.")
	case in.Phone != "":
		return s.signupPhone(w, r, in)
	}
	return s.signupEmail(w, r, in)
}

func (s *Server) signupAnonymous(w http.ResponseWriter, r *http.Request, data map[string]any) error {
	if !s.Config.AllowAnonymous {
		return errAnonymousOff
	}
	metadata, err := account.EncodeMetadata(data)
	if err != nil {
		return err
	}
	var out *session.Answer
	err = s.InTx(r.Context(), func(tx pgx.Tx) error {
		passing := core.NewUser{Metadata: data}
		err := s.accounts.AdmitUser(r.Context(), tx, &passing)
		if err != nil {
			return err
		}
		id, values := "DEFAULT", []any{metadata, s.Config.Now()}
		if passing.ID != uuid.Nil {
			id, values = "$3", append(values, passing.ID)
		}
		err = tx.QueryRow(r.Context(), `
			INSERT INTO auth.users (id, is_anonymous, raw_user_meta_data, created_at, updated_at) VALUES (`+id+`, true, $1, $2, $2) RETURNING id`, values...).Scan(&passing.ID)
		if err != nil {
			return core.RefusedBySQL(account.ErrSavingUser, fmt.Errorf("insert anonymous user: %w", err))
		}
		core.RecordCreated(tx, passing)
		out, err = s.sessions.Open(r.Context(), tx, passing.ID, session.MethodAnonymous)
		return err
	})
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, out)
}

func (s *Server) signupEmail(w http.ResponseWriter, r *http.Request, in signupRequest) error {
	if s.Config.DisableEmail {
		return errEmailSignupOff
	}
	email, err := core.ParseEmail(in.Email)
	if err != nil {
		return err
	}
	if err := s.Config.CheckPassword(in.Password, email); err != nil {
		return err
	}
	challenge, err := s.messages.ReadChallenge(in.Challenge)
	if err != nil {
		return err
	}
	hash, err := s.Hasher.Hash(r.Context(), in.Password)
	if err != nil {
		return err
	}
	user := core.NewUser{Email: email, Metadata: in.Data}
	if s.Config.ConfirmEmail {
		return s.signupPending(w, r, user, hash, challenge)
	}
	return s.signupAtOnce(w, r, user, hash)
}

func (s *Server) signupPhone(w http.ResponseWriter, r *http.Request, in signupRequest) error {
	switch {
	case s.Config.Texter == nil:
		return errPhoneSignupOff
	case in.CodeChallenge != "":
		return core.Invalid("PKCE not supported for phone signups")
	}
	phone, err := core.ParsePhone(in.Phone)
	if err != nil {
		return err
	}
	channel, err := core.ParseChannel(in.Channel)
	if err != nil {
		return err
	}
	hash, err := s.HashNew(r.Context(), in.Password, phone)
	if err != nil {
		return err
	}
	user := core.NewUser{Phone: phone, Metadata: in.Data}
	if s.Config.ConfirmPhone {
		return s.signupByText(w, r, user, hash, channel)
	}
	return s.signupAtOnce(w, r, user, hash)
}

// signupAtOnce signs a user up and in.
func (s *Server) signupAtOnce(w http.ResponseWriter, r *http.Request, user core.NewUser, hash string) error {
	var out *session.Answer
	user.IsBelieved = user.Email != ""
	err := s.InTx(r.Context(), func(tx pgx.Tx) error {
		id, err := s.accounts.Insert(r.Context(), tx, user, hash, true)
		if err != nil {
			return err
		}
		out, err = s.sessions.Open(r.Context(), tx, id, session.MethodPassword)
		return err
	})
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, out)
}

// signupPending signs a user up who must follow a mail's link. The response does not reveal whether
// the address was free.
func (s *Server) signupPending(w http.ResponseWriter, r *http.Request, user core.NewUser, hash string, challenge message.Challenge) error {
	ctx := r.Context()
	if err := s.rehearse(ctx, user); err != nil {
		return err
	}
	if err := s.messages.SpendMail(ctx, user.Email); err != nil {
		return err
	}
	request := message.Mail{Kind: core.MailConfirmation, To: user.Email, Redirect: r.URL.Query().Get("redirect_to"), Challenge: challenge}
	shown := s.pendingUser(user)
	err := s.WithMinimumTime(ctx, func() error {
		return s.InTx(ctx, func(tx pgx.Tx) error {
			if s.Config.Telling {
				return s.mailPending(ctx, tx, user, hash, request, shown)
			}
			id, err := s.accounts.Insert(ctx, tx, user, hash, false)
			if err != nil {
				return err
			}
			return s.messages.SendMail(ctx, tx, id, request)
		})
	})
	if err != nil && !errors.Is(err, account.ErrUserExists) {
		return err
	}
	return core.Answer(w, http.StatusOK, shown)
}

// mailPending mails a user who must still prove the address, perhaps again, and returns them in
// shown.
func (s *Server) mailPending(ctx context.Context, tx pgx.Tx, user core.NewUser, hash string, request message.Mail, shown *core.User) error {
	made, err := s.makePending(ctx, tx, user, hash)
	if err != nil {
		return err
	}
	if err := s.messages.SendMail(ctx, tx, made.ID, request); err != nil {
		return err
	}
	if made, err = core.FindUser(ctx, tx, "u.id = $1", made.ID); err == nil {
		*shown = *made
	}
	return err
}

// rehearse runs the hook for a user without an address and rolls everything back, so that a refusal
// by the hook does not depend on whether the address is taken.
func (s *Server) rehearse(ctx context.Context, user core.NewUser) error {
	conn, err := postgres.Acquire(ctx, s.Pool)
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
	if user.ID, err = s.accounts.InsertRow(ctx, tx, nobody, "", false); err != nil {
		return err
	}
	return s.accounts.RunSignupHook(ctx, tx, user)
}

// pendingUser is the response for both free and taken addresses or numbers, so it contains neither
// the row's key nor the hook's metadata.
func (s *Server) pendingUser(user core.NewUser) *core.User {
	now := s.Config.Now().UTC()
	app, _ := json.Marshal(account.ProvidersOf(user))
	return &core.User{
		ID: uuid.New(), Aud: core.Audience, Role: core.UserRole, Email: user.Email, Phone: user.Phone, ConfirmationSentAt: &now,
		AppMetadata: app, UserMetadata: json.RawMessage("{}"), Identities: []core.Identity{}, CreatedAt: now, UpdatedAt: now,
	}
}
