package demo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/market/people/account"
	"automacao/internal/market/setting"
	"automacao/internal/postgres"
)

// ErrMarket refuses to load accounts with a public password into a database of real people.
var ErrMarket = errors.New("this database is a market: it holds people whom the demonstration did not make, and nothing is loaded beside them; give the demonstration an AUTOMACAO_DATA, or a DATABASE_URL, of its own")

// volumeEmails matches the addresses of the members created by `automacao seed`, and of nobody
// else.
const volumeEmails = "%@volume.demo"

// emails are the addresses of the whole cast.
func emails() []string {
	found := []string{AdminEmail}
	for _, members := range [][]member{companies, professionals} {
		for _, one := range members {
			found = append(found, one.email)
		}
	}
	for _, one := range team {
		found = append(found, one.email)
	}
	return found
}

// Recognise returns the kind of a database. If the database contains people, it stores the kind.
func Recognise(ctx context.Context, pool *pgxpool.Pool) (kind string, err error) {
	err = postgres.InTx(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, lockKey); err != nil {
			return fmt.Errorf("wait for another loader: %w", err)
		}
		kind, err = recognise(ctx, tx)
		return err
	})
	return kind, err
}

// recognise returns the stored kind, or decides it for a database from before the kind was stored.
// If other people registered before the cast was loaded, it is a market; if they registered later,
// they registered in a demonstration. Nobody can sign up as an administrator, so the cast's
// administrator identifies the cast.
func recognise(ctx context.Context, tx pgx.Tx) (kind string, err error) {
	switch kind, err = setting.Get(ctx, tx, setting.Kind); {
	case err != nil:
		return "", err
	case kind == setting.IsDemonstration:
		return servedAs(ctx, tx)
	case kind != "":
		return kind, nil
	}
	var loadedAt, othersAt *time.Time
	err = tx.QueryRow(ctx, `
		SELECT (SELECT u.created_at FROM auth.users u JOIN public.profiles p ON p.id = u.id AND p.role = 'admin' WHERE u.email = $1),
		       (SELECT min(created_at) FROM auth.users WHERE email IS NULL OR email <> ALL ($2) AND email NOT LIKE $3)`,
		AdminEmail, emails(), volumeEmails).Scan(&loadedAt, &othersAt)
	switch {
	case err != nil:
		return "", fmt.Errorf("ask who is in the database: %w", err)
	case loadedAt == nil && othersAt == nil:
		return "", nil
	case loadedAt == nil || othersAt != nil && othersAt.Before(*loadedAt):
		kind = setting.IsMarket
	default:
		kind = setting.IsDemonstration
	}
	return kind, setting.Set(ctx, tx, setting.Kind, kind)
}

// servedAs returns IsMarket if somebody registered while the demonstration was served as a market:
// those people are real.
func servedAs(ctx context.Context, tx pgx.Tx) (kind string, err error) {
	var isMarket bool
	err = tx.QueryRow(ctx, `
		SELECT EXISTS (SELECT FROM auth.users u WHERE (u.email IS NULL OR u.email <> ALL ($1) AND u.email NOT LIKE $2)
		                 AND u.created_at >= nullif(private.setting($3), '')::timestamptz)`, emails(), volumeEmails, setting.MarketSince).Scan(&isMarket)
	if err != nil {
		return "", fmt.Errorf("ask who came to a market: %w", err)
	}
	if isMarket {
		return setting.IsMarket, nil
	}
	return setting.IsDemonstration, nil
}

// ServeAsMarket records that a demonstration is served as a market from now on.
func ServeAsMarket(ctx context.Context, pool *pgxpool.Pool) error {
	_, err := pool.Exec(ctx, `UPDATE private.settings SET value = now()::text, changed_at = now() WHERE name = $1 AND value = '' AND private.setting($2) = $3`,
		setting.MarketSince, setting.Kind, setting.IsDemonstration)
	if err != nil {
		return fmt.Errorf("remember that a demonstration is served as a market: %w", err)
	}
	return nil
}

// aloneKey is the lock of the one server that loads a demonstration, which takes many transactions.
const aloneKey = 7_207_290

// Alone runs work while no other server on the same database does.
func Alone(ctx context.Context, pool *pgxpool.Pool, work func(context.Context) error) error {
	return postgres.InTx(ctx, pool, func(tx pgx.Tx) error {
		// The lock belongs to the transaction, because behind a pooler no session could hold it.
		_, err := tx.Exec(ctx, `SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0`, pgx.QueryExecModeSimpleProtocol)
		if err == nil {
			_, err = tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, aloneKey)
		}
		if err != nil {
			return fmt.Errorf("wait for another server that loads the demonstration: %w", err)
		}
		return work(ctx)
	})
}

// Lock signs the cast out and bans it. It is for a market that is not served as a demonstration. It
// returns how many members of the cast there are.
func Lock(ctx context.Context, pool *pgxpool.Pool, door account.Doorkeeper) (present int, err error) {
	err = eachOfTheCast(ctx, pool, func(tx pgx.Tx, id uuid.UUID, isLocked, _ bool) error {
		if present++; isLocked {
			return nil
		}
		return door.Ban(ctx, tx, id)
	})
	return present, err
}

// Unlock lifts the ban by Lock, except for those whom an administrator of the demonstration has
// blocked.
func Unlock(ctx context.Context, pool *pgxpool.Pool, door account.Doorkeeper) error {
	return eachOfTheCast(ctx, pool, func(tx pgx.Tx, id uuid.UUID, isLocked, isActive bool) error {
		if !isLocked || !isActive {
			return nil
		}
		return door.Unban(ctx, tx, id)
	})
}

func eachOfTheCast(ctx context.Context, pool *pgxpool.Pool, do func(tx pgx.Tx, id uuid.UUID, isLocked, isActive bool) error) error {
	return postgres.InTx(ctx, pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, lockKey); err != nil {
			return fmt.Errorf("wait for another loader: %w", err)
		}
		type one struct {
			ID                 uuid.UUID
			IsLocked, IsActive bool
		}
		rows, _ := tx.Query(ctx, `
			SELECT u.id, coalesce(u.banned_until > now(), false), p.status = 'active'
			  FROM auth.users u JOIN public.profiles p ON p.id = u.id
			 WHERE u.email = ANY ($2) AND u.deleted_at IS NULL
			   AND EXISTS (SELECT FROM auth.users a JOIN public.profiles b ON b.id = a.id AND b.role = 'admin' WHERE a.email = $1)
			 ORDER BY u.id`, AdminEmail, emails())
		found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[one])
		if err != nil {
			return fmt.Errorf("list the demonstration's accounts: %w", err)
		}
		for _, member := range found {
			if err := do(tx, member.ID, member.IsLocked, member.IsActive); err != nil {
				return err
			}
		}
		return nil
	})
}
