package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/route"
	"automacao/internal/kernel/seal"
	"automacao/internal/market"
	"automacao/internal/market/demo"
	"automacao/internal/market/export"
	"automacao/internal/market/people/account"
	"automacao/internal/market/people/audit"
	"automacao/internal/market/people/barred"
	"automacao/internal/market/people/device"
	"automacao/internal/market/people/message"
	"automacao/internal/market/people/moderation"
	"automacao/internal/market/people/profile"
	"automacao/internal/market/people/review"
	"automacao/internal/wire/auth"
	"automacao/internal/wire/rest"
	"automacao/internal/wire/storage"
)

// authConfig makes every sign-up a registration.
func (a *App) authConfig() auth.Config {
	cfg := auth.Config{
		PublicURL: a.cfg.URL(), LinkPage: a.cfg.URL() + route.MailLink, AccessTokenTTL: a.cfg.AccessTokenTTL, PasswordMin: a.cfg.PasswordMin, RefuseCommon: !a.cfg.Demo, Meter: a.meter,
		OnSignup: func(ctx context.Context, tx pgx.Tx, user auth.NewUser) (map[string]any, error) {
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

// welcome keeps what new users say of themselves, or a provider of them. A name that the
// database refuses is refused in its words.
func welcome(ctx context.Context, tx pgx.Tx, user auth.NewUser) (metadata map[string]any, err error) {
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

// barred is who may not sign up again, under a key of its own: what signs the
// tokens may change, and they stay barred.
func (a *App) barred() barred.List { return barred.New(a.keys.bars) }

// registerMarket ties the workflows to the protocol: calls by name, and what
// follows a write.
func (a *App) registerMarket() error {
	members, everybody := rest.Roles{"authenticated"}, rest.Roles{"anon", "authenticated"}
	door := doorkeeper{a.auth}
	visitors := market.NewVisitors("visitors:" + string(a.keys.bars))
	return errors.Join(
		a.registerDeals(),
		a.registerTeams(),
		a.registerMoney(),
		a.registerPayments(),
		rest.Register(a.rest, "block_user", account.Block(door), members),
		rest.Register(a.rest, "activate_user", account.Activate(door), members),
		rest.Register(a.rest, "list_sessions", account.ListSessions(door), members),
		rest.Register(a.rest, "make_recovery_codes", account.MakeRecoveryCodes(a.auth), members),
		rest.Register(a.rest, "count_recovery_codes", account.CountRecoveryCodes(a.auth), members),
		rest.Register(a.rest, "end_session", account.EndSession(door), members),
		rest.Register(a.rest, "add_push_device", device.Add(a.pushRules()), members),
		rest.Register(a.rest, "remove_push_device", device.Remove, members),
		rest.Register(a.rest, "complete_registration", account.Complete(door, a.barred()), members),
		// Beside the function of this name: pages of the version before ask for it, and who
		// has not completed his registration gets no further than calls.
		rest.Register(a.rest, "export_data", account.ExportData, members),
		rest.Register(a.rest, "make_calendar_link", export.MakeLink(calendarPath), members),
		rest.Register(a.rest, "read_calendar_link", export.ReadLink, members),
		rest.Register(a.rest, "end_calendar_link", export.EndLink, members),
		rest.Register(a.rest, "delete_account", account.Delete(door), members),
		rest.Register(a.rest, "lift_bar", account.LiftBar(a.barred()), members),
		rest.Register(a.rest, "read_sealed_party", account.ReadSealed, members),
		rest.Register(a.rest, "decide_report", moderation.Decide, members),
		rest.Register(a.rest, "pass_time", a.clock().PassTime, members),
		rest.Register(a.rest, "view_profile", profile.View(visitors, time.Now), everybody),
		rest.Register(a.rest, "report_content", moderation.Report(visitors), everybody),
		rest.Register(a.rest, "send_message", message.Send, members),
		a.rest.React("public", "messages", rest.Insert, message.Announce),
		a.rest.React("public", "site_images", rest.Update, audit.SiteImages),
		a.rest.React("public", "reviews", rest.Insert, review.Announce),
	)
}

// clock lets a demonstration see what the days would bring.
func (a *App) clock() demo.Clock {
	return demo.Clock{IsDemo: a.cfg.Demo, RequireAdmin: account.RequireAdmin, Tend: func(ctx context.Context, tx pgx.Tx, at time.Time) error {
		return a.jobs.TendContracts(ctx, tx, at)
	}}
}

// doorkeeper lets the market end and forbid sessions; the sockets of a banned
// user are closed with them.
type doorkeeper struct{ auth *auth.Server }

// Ban ends every session of a user and keeps him out.
func (d doorkeeper) Ban(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	if err := d.auth.Ban(ctx, tx, userID, nil); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `SELECT realtime.disconnect($1)`, userID)
	return err
}

// Unban admits a user again.
func (d doorkeeper) Unban(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	return d.auth.Unban(ctx, tx, userID)
}

// List returns the sessions of a user.
func (d doorkeeper) List(ctx context.Context, tx pgx.Tx, userID uuid.UUID) ([]account.Session, error) {
	found, err := d.auth.Sessions(ctx, tx, userID)
	sessions := make([]account.Session, 0, len(found))
	for _, s := range found {
		sessions = append(sessions, account.Session{ID: s.ID, CreatedAt: s.CreatedAt, RefreshedAt: s.RefreshedAt, IP: s.IP, UserAgent: s.UserAgent})
	}
	return sessions, err
}

// End ends one session of a user.
func (d doorkeeper) End(ctx context.Context, tx pgx.Tx, userID, sessionID uuid.UUID) error {
	return d.auth.EndSession(ctx, tx, userID, sessionID)
}

// CheckPassword refuses a password that is not the user's.
func (d doorkeeper) CheckPassword(ctx context.Context, tx pgx.Tx, userID uuid.UUID, password string) error {
	return d.auth.CheckPassword(ctx, tx, userID, password, account.ErrWrongPassword)
}

// Prove refuses who is not shown to be the account's owner.
func (d doorkeeper) Prove(ctx context.Context, tx pgx.Tx, who caller.Caller, password string) error {
	return d.auth.ProveOwner(ctx, tx, who.UserID, who.SessionID, password, account.ErrWrongPassword, account.ErrUnproved)
}

// Describe says of a user what stands in his tokens from the next one on.
func (d doorkeeper) Describe(ctx context.Context, tx pgx.Tx, userID uuid.UUID, metadata map[string]any) error {
	return d.auth.Describe(ctx, tx, userID, metadata)
}

// Delete removes who a user is.
func (d doorkeeper) Delete(ctx context.Context, tx pgx.Tx, userID uuid.UUID) error {
	return d.auth.DeleteUser(ctx, tx, userID)
}

// members makes users for the demonstration and for administrators.
type members struct{ auth *auth.Server }

// CreateMember registers somebody as a sign-up would.
func (m members) CreateMember(ctx context.Context, tx pgx.Tx, email, password string, data map[string]any) (uuid.UUID, error) {
	return m.auth.CreateUser(ctx, tx, auth.NewUser{Email: email, Password: password, Metadata: data})
}

// CreateAdmin makes an administrator, who has no document and no sign-up.
func (m members) CreateAdmin(ctx context.Context, tx pgx.Tx, email, password, name string) (uuid.UUID, error) {
	id, err := m.auth.CreateUser(ctx, tx, auth.NewUser{
		Email: email, Password: password, Metadata: map[string]any{"name": name, "role": "admin"}, SkipHook: true,
	})
	if err != nil {
		return uuid.Nil, err
	}
	return id, account.InsertAdmin(ctx, tx, id, email, name)
}

// actors makes users for the demonstration, who share the hash of their password:
// it is published, and hashing is slow on purpose.
type actors struct {
	members
	hash string
}

// CreateMember registers somebody as a sign-up would, with the password of the first.
func (a *actors) CreateMember(ctx context.Context, tx pgx.Tx, email, password string, data map[string]any) (id uuid.UUID, err error) {
	if a.hash == "" {
		if a.hash, err = a.auth.HashPassword(ctx, password); err != nil {
			return uuid.Nil, err
		}
	}
	return a.auth.CreateUser(ctx, tx, auth.NewUser{Email: email, PasswordHash: a.hash, Metadata: data})
}

func (a *App) loadDemo(ctx context.Context) error {
	// One node loads, which takes many transactions, and the others find it done.
	return demo.Alone(ctx, a.db.Pool, func(ctx context.Context) error {
		started := time.Now()
		loaded, err := demo.Load(ctx, a.db.Pool, &actors{members: members{a.auth}}, a.log)
		if errors.Is(err, demo.ErrMarket) {
			return fmt.Errorf("AUTOMACAO_DEMO: %w", err)
		}
		if err != nil {
			return fmt.Errorf("load demonstration data: %w", err)
		}
		if err := demo.Unlock(ctx, a.db.Pool, doorkeeper{a.auth}); err != nil {
			return fmt.Errorf("open demonstration accounts: %w", err)
		}
		if err := demo.Attach(ctx, a.db.Pool, a.storage); err != nil {
			return fmt.Errorf("load demonstration files: %w", err)
		}
		took := time.Since(started)
		steps, err := demo.Deal(ctx, demo.Market{Pool: a.db.Pool, Desk: a.payments, Door: doorkeeper{a.auth}, Store: a.storage, Open: storage.Reads(a.bucket)})
		if err != nil {
			return fmt.Errorf("load demonstration deals: %w", err)
		}
		if loaded || steps > 0 {
			a.log.Info("loaded demonstration data", "took_ms", took.Milliseconds(), "steps", steps, "steps_took_ms", (time.Since(started) - took).Milliseconds())
		}
		return nil
	})
}

// closeDemo keeps everybody out whose password is published, where nothing is
// demonstrated, and tells an operator what else a demonstration leaves open: who
// answers for the market.
func (a *App) closeDemo(ctx context.Context) error {
	if a.cfg.Demo {
		return nil
	}
	if a.cfg.Operator == "" || a.cfg.Officer == "" {
		a.log.Warn("AUTOMACAO_OPERATOR and AUTOMACAO_OFFICER are not both set: the pages say that nobody is named, which Decreto 7.962/2013 and LGPD art. 41 do not allow")
	}
	if _, err := demo.Recognise(ctx, a.db.Pool); err != nil {
		return err
	}
	if err := demo.ServeAsMarket(ctx, a.db.Pool); err != nil {
		return err
	}
	present, err := demo.Lock(ctx, a.db.Pool, doorkeeper{a.auth})
	if present > 0 {
		a.log.Warn("this database holds the demonstration, whose accounts are kept out: run `automacao demo remove` to take it out", "accounts", present)
	}
	return err
}

// testAccount is listed on the sign-in page in demo mode.
type testAccount struct {
	Role     string `json:"role"`
	Label    string `json:"label"`
	Email    string `json:"email"`
	Password string `json:"password"`
}

// publicSettings is what the front end may know, served as /config.json.
func (a *App) publicSettings() (map[string]any, error) {
	payments, err := a.paymentSettings()
	if err != nil {
		return nil, err
	}
	settings := map[string]any{
		"url": a.cfg.PublicURL, "anonKey": a.keys.AnonKey, "demo": a.cfg.Demo, "mail": a.sender != nil, "passkeyOrigin": a.auth.PasskeyOrigin(),
		"pushKey": a.pushKey.Public, "passwordMin": a.cfg.PasswordMin, "contact": a.cfg.ContactAddress(), "operator": a.cfg.operatedBy(), "officer": a.cfg.officer(), "testAccounts": []testAccount{},
	}
	if a.cfg.Demo {
		settings["testAccounts"] = []testAccount{
			{"admin", "Administrador", demo.AdminEmail, demo.Password},
			{"professional", "Profissional", demo.ProfessionalEmail, demo.Password},
			{"company", "Empresa", demo.CompanyEmail, demo.Password},
		}
	}
	maps.Copy(settings, payments)
	return settings, nil
}
