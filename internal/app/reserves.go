package app

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres"
)

// reserves are connections for one purpose each, so that a crowd at one takes none from the others.
// The pool itself serves /rest/v1.
type reserves struct {
	// health checks whether the database answers.
	health *pgxpool.Pool
	// sessions are for /auth/v1.
	sessions *pgxpool.Pool
	// files are for /storage/v1 and for pages that show data.
	files *pgxpool.Pool
	// functions are for /functions/v1, whose answers may take long.
	functions *pgxpool.Pool
	// live is for joins and changes of /realtime/v1.
	live *pgxpool.Pool
	// money is for the institution's events and orders.
	money *pgxpool.Pool
	// counts are for rate limits that are counted over all nodes.
	counts *pgxpool.Pool
	// work is for jobs.
	work *pgxpool.Pool
}

// restDuty is the name of the pool itself.
const restDuty = "rest"

// Bounds of a reserve, which is a quarter of the pool.
const (
	reserveMin = 2
	reserveMax = 8
)

func (a *App) openReserves(context.Context) (err error) {
	a.conns, err = openReserves(a.db.Pool)
	return err
}

func (a *App) closeReserves(context.Context) error {
	a.conns.close()
	return nil
}

func openReserves(pool *pgxpool.Pool) (r reserves, err error) {
	size := min(max(pool.Config().MaxConns/4, reserveMin), reserveMax)
	for duty, into := range r.byDuty() {
		conns := size
		if into == &r.health {
			conns = 1
		}
		opened, failure := postgres.Beside(pool, conns, duty)
		*into, err = opened, errors.Join(err, failure)
	}
	return r, err
}

// byDuty returns the reserves by the names that pg_stat_activity and the metrics use.
func (r *reserves) byDuty() map[string]**pgxpool.Pool {
	return map[string]**pgxpool.Pool{
		"health": &r.health, "auth": &r.sessions, "files": &r.files, "functions": &r.functions, "realtime": &r.live, "money": &r.money, "limits": &r.counts, "jobs": &r.work,
	}
}

func (r reserves) close() {
	for _, pool := range r.byDuty() {
		if *pool != nil {
			(*pool).Close()
		}
	}
}
