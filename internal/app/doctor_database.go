package app

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres"
	"automacao/internal/postgres/cluster"
)

// lookAtDatabase checks a running database. It neither starts nor migrates one.
func (d *doctor) lookAtDatabase(ctx context.Context) {
	address := d.cfg.DatabaseURL
	if address == "" {
		if err := requireMarket(d.cfg); err != nil {
			d.say("database", Ill, "%v", err)
			return
		}
		running, err := postgres.Running(ctx, d.cfg.Data)
		if err != nil {
			d.say("database", Ill, "%v", err)
			return
		}
		if running == "" {
			d.say("database", Doubted, "the private database is not running: start the server and ask again")
			return
		}
		address = running
	}
	pool, err := postgres.NewPool(ctx, address, 0)
	if err == nil {
		defer pool.Close()
		err = pool.Ping(ctx)
	}
	if err != nil {
		d.say("database", Ill, "the database cannot be reached: %v", err)
		return
	}
	d.examine(ctx, pool)
	d.lookPastPooler(ctx, pool)
}

// lookPastPooler checks that live updates have a connection past a pooler, and that the statement
// timeout, which the server cannot set through a pooler, is set for its role.
func (d *doctor) lookPastPooler(ctx context.Context, pool *pgxpool.Pool) {
	isPooled := postgres.IsPooled(pool)
	if d.cfg.DirectURL != "" {
		if err := postgres.CheckDirect(ctx, pool, d.cfg.DirectURL); err != nil {
			d.say("pooler", Ill, "%v", err)
			return
		}
	} else if isPooled {
		d.say("pooler", Doubted, "%s: name PostgreSQL itself in DATABASE_DIRECT_URL", notLive)
		return
	}
	var bound string
	switch err := pool.QueryRow(ctx, `SELECT current_setting('statement_timeout')`).Scan(&bound); {
	case err != nil:
		d.say("pooler", Ill, "the database did not answer: %v", err)
	case isPooled && bound == "0":
		d.say("pooler", Doubted, "statements have no bound: run ALTER ROLE … SET statement_timeout = '30s' for the role of DATABASE_URL")
	case isPooled:
		d.say("pooler", Well, "what is live goes past it")
	}
}

func (d *doctor) examine(ctx context.Context, pool *pgxpool.Pool) {
	for _, one := range []struct {
		part string
		look func(context.Context, *pgxpool.Pool) error
	}{
		{"database", d.examineSettings}, {"schema", d.examineSchema}, {"roles", d.examineRoles},
		{"policies", d.examinePolicies}, {"catalogue", d.examineCatalogue}, {"clock", d.examineClock}, {"accounts", d.examineAccounts}, {"stored files", d.examineFiles},
	} {
		if err := one.look(ctx, pool); err != nil {
			d.say(one.part, Ill, "the database did not answer: %v", err)
		}
	}
}

func (d *doctor) examineSettings(ctx context.Context, pool *pgxpool.Pool) error {
	found, err := cluster.ReadDurability(ctx, pool)
	if err != nil {
		return err
	}
	var conns, reserved int
	err = pool.QueryRow(ctx, `SELECT current_setting('max_connections')::int, current_setting('superuser_reserved_connections')::int`).Scan(&conns, &reserved)
	if err != nil {
		return err
	}
	size := int(pool.Config().MaxConns)
	needed := size + 1 + 7*min(max(size/4, reserveMin), reserveMax)
	switch err := found.Check(d.cfg.lossySettings()...); {
	case err != nil:
		d.say("database", Ill, "%v", err)
	case conns-reserved < needed:
		d.say("database", Doubted, "it lets %d in at once and one server may need %d: raise max_connections", conns-reserved, needed)
	default:
		d.say("database", Well, "it keeps what it confirms and has connections enough")
	}
	return nil
}

func (d *doctor) examineAccounts(ctx context.Context, pool *pgxpool.Pool) error {
	var admins, open int
	var demonstrated []string
	err := pool.QueryRow(ctx, `
		SELECT count(*) FILTER (WHERE p.role = 'admin'), coalesce(array_agg(a.email::text ORDER BY a.email) FILTER (WHERE a.email LIKE '%@automacao.demo'), '{}'),
		       count(*) FILTER (WHERE a.email LIKE '%@automacao.demo' AND coalesce(auth.banned_until(p.id), '-infinity') < now())
		  FROM public.profiles p JOIN public.accounts a ON a.profile_id = p.id WHERE p.status = 'active' AND p.removed_at IS NULL
		   AND (p.role = 'admin' OR a.email LIKE '%@automacao.demo')`).Scan(&admins, &demonstrated, &open)
	switch {
	case postgres.IsMissing(err):
		// examineSchema reports a schema that is behind.
	case err != nil:
		return err
	case open > 0 && !d.cfg.Demo:
		d.say("accounts", Ill, "%d accounts of the demonstration are not kept out yet, which the next start without AUTOMACAO_DEMO does: run `automacao demo remove`, or `automacao admin block` for %s", open, sentenceOf(demonstrated))
	case len(demonstrated) > 0 && !d.cfg.Demo:
		d.say("accounts", Doubted, "%d accounts of the demonstration are here and kept out: run `automacao demo remove` to take them out", len(demonstrated))
	case admins == 0:
		d.say("accounts", Doubted, "there is no administrator: run `automacao admin create`")
	default:
		d.say("accounts", Well, "there are administrators (%d), and no account that everybody can open", admins)
	}
	return nil
}

// sentenceOf lists the first names, sorted.
func sentenceOf(names []string) string {
	const namesMax = 5
	slices.SortFunc(names, cmp.Compare[string])
	if len(names) > namesMax {
		return strings.Join(names[:namesMax], ", ") + " …"
	}
	return strings.Join(names, ", ")
}

// clockSkewMax is the accepted difference between the clocks of the server and the database. Links
// and codes are valid for minutes.
const clockSkewMax = 2 * time.Second

func (d *doctor) examineClock(ctx context.Context, pool *pgxpool.Pool) error {
	asked := time.Now()
	var there time.Time
	if err := pool.QueryRow(ctx, `SELECT clock_timestamp()`).Scan(&there); err != nil {
		return err
	}
	d.compareClocks(asked, there, time.Now())
	return nil
}

// compareClocks assumes that the database answered at some time between the question and the
// arrival of its answer, so a slow answer counts as no difference.
func (d *doctor) compareClocks(asked, there, answered time.Time) {
	skew := max(asked.Sub(there), there.Sub(answered), 0)
	if skew > clockSkewMax {
		d.say("clock", Ill, "the clocks of this machine and of the database are %s apart: have both follow a time server", skew.Round(time.Second))
		return
	}
	d.say("clock", Well, "this machine and the database agree on the time")
}
