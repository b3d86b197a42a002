package core

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/wire/auth/hook"
	"automacao/internal/wire/auth/provider"
)

// SignupHook runs after the user's row exists, in its transaction. The returned metadata replaces
// the user's. A *fault.Error becomes the response, and the sign-up is rolled back. With
// ConfirmEmail the hook is first rehearsed in a transaction that is rolled back, so it must have no
// effects outside tx.
type SignupHook func(ctx context.Context, tx pgx.Tx, user NewUser) (metadata map[string]any, err error)

// DeleteHook removes a user from everything that refers to them. A *fault.Error becomes the
// response, and the user stays. With a hook the emptied row is always kept, whatever the request
// asked for, because what the hook kept refers to it.
type DeleteHook func(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error

// NewUser describes a user to create.
type NewUser struct {
	// ID is chosen by the database if it is uuid.Nil.
	ID    uuid.UUID
	Email string
	// Phone is in E.164 form, digits only. A user has Email or Phone.
	Phone string
	// Metadata is the raw "data" of a sign-up.
	Metadata map[string]any
	// Password may be empty: such a user signs in by mail only. A SignupHook never sees it.
	Password string
	// PasswordHash, made by HashPassword, replaces Password unless it is empty.
	PasswordHash string
	// AppMetadata is merged over {"provider":"email","providers":["email"]}.
	AppMetadata map[string]any
	// SkipHook creates the user without running OnSignup.
	SkipHook bool

	// Known is the person that an external provider vouches for; nil for a local sign-up.
	Known *Vouched
	// IsSSO is whether the user belongs to an organisation's identity provider, within which alone
	// the address identifies them.
	IsSSO bool
	// IsBelieved is whether the address is accepted without proof.
	IsBelieved bool
}

// IsVouchedFor reports whether an external provider vouches for the user; Metadata is then the
// provider's claims about them.
func (u NewUser) IsVouchedFor() bool { return u.Known != nil }

// Vouched is a person that an external provider vouches for.
type Vouched struct {
	Provider   string
	Person     provider.Person
	NeedsEmail bool
	// Redirect is where the link of a mail leads.
	Redirect string
}

// Email is the person's address in stored form; empty if there is no deliverable one.
func (e Vouched) Email() string {
	email, err := ParseEmail(e.Person.Email)
	if err != nil {
		return ""
	}
	return email
}

// ProvedEmail is the address if the provider has verified it. An unverified one is only what the
// person typed at the provider.
func (e Vouched) ProvedEmail() string {
	if !e.Person.EmailVerified {
		return ""
	}
	return e.Email()
}

// Ask calls a hook and decodes its response into out. A function runs in tx; if tx is nil, in a
// transaction of its own, which commits whatever the function answers. A hook's refusal is a
// *fault.Error with the hook's message.
func (s *Server) Ask(ctx context.Context, tx pgx.Tx, program *hook.Hook, name string, about map[string]any, out any) error {
	about["metadata"] = map[string]any{
		"uuid": uuid.NewString(), "time": s.Config.Now().UTC(), "name": name, "ip_address": caller.From(ctx).IP,
	}
	body, err := json.Marshal(about)
	if err != nil {
		return fmt.Errorf("encode a hook's payload: %w", err)
	}
	var raw []byte
	if tx == nil && program.IsFunction() {
		err = s.InTx(ctx, func(tx pgx.Tx) (err error) {
			raw, err = program.Call(ctx, tx, s.holding, body)
			return err
		})
	} else {
		raw, err = program.Call(ctx, tx, s.holding, body)
	}
	if err != nil {
		return err
	}
	return hook.Decode(raw, out)
}

// recordingTx is a transaction that records the users it creates, for the hook that is called after
// the commit.
type recordingTx struct {
	pgx.Tx
	users []uuid.UUID
}

// RecordCreated records a user for the hook to be told of after the commit.
func RecordCreated(tx pgx.Tx, user NewUser) {
	if in, ok := tx.(*recordingTx); ok && !user.SkipHook {
		in.users = append(in.users, user.ID)
	}
}

// callCreatedHook tells the hook of committed users. They stay whatever it answers; its refusal becomes
// the response to the request.
func (s *Server) callCreatedHook(ctx context.Context, users []uuid.UUID) error {
	program := s.Config.Hooks.AfterUserCreated
	if program == nil {
		return nil
	}
	for _, id := range users {
		user, err := FindUser(ctx, s.DB, "u.id = $1", id)
		if err != nil {
			return err
		}
		if err := s.Ask(ctx, nil, program, hook.AfterUserCreated, map[string]any{"user": user}, &struct{}{}); err != nil {
			return err
		}
	}
	return nil
}
