package app

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/route"
	"automacao/internal/kernel/seal"
	"automacao/internal/market/demo"
	"automacao/internal/market/money/payment"
	"automacao/internal/market/people/account"
	"automacao/internal/market/people/barred"
	"automacao/internal/market/people/correction"
	"automacao/internal/market/people/organisation"
	"automacao/internal/wire/auth"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/rest"
)

// authConfig makes every sign-up a registration in the market.
func (a *App) authConfig() core.Config {
	cfg := core.Config{
		PublicURL: a.cfg.URL(), LinkPage: a.cfg.URL() + route.MailLink, AccessTokenTTL: a.cfg.AccessTokenTTL, PasswordMin: a.cfg.PasswordMin, RefuseCommon: !a.cfg.Demo, Meter: a.meter,
		OnSignup: func(ctx context.Context, tx pgx.Tx, user core.NewUser) (map[string]any, error) {
			metadata, err := welcome(ctx, tx, user)
			if err != nil {
				return nil, err
			}
			return metadata, a.barred().Refuse(ctx, tx, user.ID)
		},
		OnDelete: func(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
			if err := account.Remove(a.barred())(ctx, tx, userID); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, `SELECT realtime.disconnect($1)`, userID)
			return err
		},
	}
	if !a.cfg.Demo {
		cfg.Published = []string{demo.Password}
	}
	if a.sealer != nil {
		cfg.Seal = seal.Texts{Sealer: a.sealer}
	}
	if a.sender != nil {
		cfg.Mailer, cfg.ConfirmEmail = postman{a}, a.cfg.ConfirmEmail
	}
	return cfg
}

// welcome stores what new users, or their identity providers, say about them. A name that the
// database refuses is refused with the sentence of the database.
func welcome(ctx context.Context, tx pgx.Tx, user core.NewUser) (metadata map[string]any, err error) {
	if user.IsVouchedFor() {
		metadata, err = account.Recognise(ctx, tx, user.ID, user.Email, user.Metadata)
	} else {
		metadata, err = account.Register(ctx, tx, user.ID, user.Email, user.Metadata, time.Now())
	}
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.Code == "PGRST" {
		if said, _, isSaid := fault.Raised(refused.Message, refused.Detail); isSaid {
			return nil, said.Because(err)
		}
	}
	return metadata, err
}

// barred returns the list of people who may not sign up again. It has its own key, so that they
// stay barred when the signing key changes.
func (a *App) barred() barred.List { return barred.New(a.keys.bars) }

// registerTeams registers the workflows of membership in an organisation, and of its number.
func (a *App) registerTeams() error {
	members, everybody := rest.Roles{"authenticated"}, rest.Roles{"anon", "authenticated"}
	out := organisation.Outgoing{URL: a.cfg.URL()}
	if a.sender != nil {
		out.Post = postman{a}
	}
	return errors.Join(
		rest.Register(a.rest, "invite_member", organisation.Invite(out, time.Now), members),
		rest.Register(a.rest, "revoke_invitation", organisation.Revoke, members),
		rest.Register(a.rest, "view_invitation", organisation.ViewInvitation(time.Now), everybody),
		rest.Register(a.rest, "accept_invitation", organisation.Accept(time.Now), members),
		rest.Register(a.rest, "change_member_role", organisation.ChangeRole, members),
		rest.Register(a.rest, "remove_member", organisation.Remove, members),
		rest.Register(a.rest, "announce_owner_removal", organisation.AnnounceOwnerRemoval, members),
		rest.Register(a.rest, "answer_owner_removal", organisation.AnswerOwnerRemoval, members),
		rest.Register(a.rest, "withdraw_owner_removal", organisation.WithdrawOwnerRemoval, members),
		rest.Register(a.rest, "decide_owner_removal", organisation.DecideOwnerRemoval, members),
		rest.Register(a.rest, "leave_organisation", organisation.Leave, members),
		rest.Register(a.rest, "transfer_ownership", organisation.TransferOwnership, members),
		rest.Register(a.rest, "register_firm", a.registerFirm, members),
		rest.Register(a.rest, "request_correction", correction.Request, members),
		rest.Register(a.rest, "withdraw_correction", correction.Withdraw, members),
		rest.Register(a.rest, "decide_correction", correction.Decide(a.barred()), members),
	)
}

// registerFirm registers a firm, unless it was blocked under another account.
func (a *App) registerFirm(ctx context.Context, tx pgx.Tx, in organisation.Registration) (organisation.Registered, error) {
	out, err := organisation.RegisterFirm(payment.BillAsFirm)(ctx, tx, in)
	if err != nil {
		return out, err
	}
	return out, a.barred().Refuse(ctx, tx, out.ID)
}

// doorkeeper lets the market end and forbid sessions. It also closes the sockets of a banned user.
type doorkeeper struct{ auth *auth.Server }

// Ban ends every session of a user and keeps them from signing in.
func (d doorkeeper) Ban(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	if err := d.auth.Accounts.Ban(ctx, tx, userID, nil); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `SELECT realtime.disconnect($1)`, userID)
	return err
}

// Unban lets a user sign in again.
func (d doorkeeper) Unban(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	return d.auth.Accounts.Unban(ctx, tx, userID)
}

// List returns the sessions of a user.
func (d doorkeeper) List(ctx context.Context, tx pgx.Tx, userID uuid.UUID) ([]account.Session, error) {
	found, err := d.auth.Sessions.Of(ctx, tx, userID)
	sessions := make([]account.Session, 0, len(found))
	for _, s := range found {
		sessions = append(sessions, account.Session{ID: s.ID, CreatedAt: s.CreatedAt, RefreshedAt: s.RefreshedAt, IP: s.IP, UserAgent: s.UserAgent})
	}
	return sessions, err
}

// End ends one session of a user.
func (d doorkeeper) End(ctx context.Context, tx pgx.Tx, userID, sessionID uuid.UUID) error {
	return d.auth.Sessions.End(ctx, tx, userID, sessionID)
}

// CheckPassword returns account.ErrWrongPassword if the password is not the user's.
func (d doorkeeper) CheckPassword(ctx context.Context, tx pgx.Tx, userID uuid.UUID, password string) error {
	return d.auth.Accounts.CheckPassword(ctx, tx, userID, password, account.ErrWrongPassword)
}

// Prove returns an error unless the caller proves that the account is theirs, by password or by a
// recent sign-in.
func (d doorkeeper) Prove(ctx context.Context, tx pgx.Tx, who caller.Caller, password string) error {
	return d.auth.Accounts.ProveOwner(ctx, tx, who.UserID, who.SessionID, password, account.ErrWrongPassword, account.ErrUnproved)
}

// Describe sets the metadata that a user's tokens carry from the next one on.
func (d doorkeeper) Describe(ctx context.Context, tx pgx.Tx, userID uuid.UUID, metadata map[string]any) error {
	return d.auth.Accounts.Describe(ctx, tx, userID, metadata)
}

// Delete removes a user.
func (d doorkeeper) Delete(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	return d.auth.Accounts.DeleteUser(ctx, tx, userID)
}

// members creates users for the demonstration and for administrators.
type members struct{ auth *auth.Server }

// CreateMember registers a user as a sign-up does.
func (m members) CreateMember(ctx context.Context, tx pgx.Tx, email, password string, data map[string]any) (uuid.UUID, error) {
	return m.auth.Accounts.CreateUser(ctx, tx, core.NewUser{Email: email, Password: password, Metadata: data})
}

// CreateAdmin creates an administrator, who has no document and does not pass the sign-up hook.
func (m members) CreateAdmin(ctx context.Context, tx pgx.Tx, email, password, name string) (uuid.UUID, error) {
	id, err := m.auth.Accounts.CreateUser(ctx, tx, core.NewUser{
		Email: email, Password: password, Metadata: map[string]any{"name": name, "role": "admin"}, SkipHook: true,
	})
	if err != nil {
		return uuid.Nil, err
	}
	return id, account.InsertAdmin(ctx, tx, id, email, name)
}
