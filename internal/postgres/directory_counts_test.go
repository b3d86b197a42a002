package postgres_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres/dbtest"
)

// kept are the stored directory counts: the totals plus the changes not folded in yet.
const kept = `
	SELECT directory, facet, value, city_key, label, sum(total)::bigint AS total
	FROM (SELECT directory, facet, value, city_key, label, total FROM private.directory_counts
	      UNION ALL SELECT directory, facet, value, city_key, label, change FROM private.directory_changes) AS both_of
	GROUP BY 1, 2, 3, 4, 5 HAVING sum(total) <> 0`

// drift is the difference between the stored counts and a full count.
const drift = `
	SELECT coalesce(string_agg(d::text, ' '), '') FROM (
	  ((` + kept + `) EXCEPT SELECT * FROM private.count_directories())
	  UNION ALL (SELECT * FROM private.count_directories() EXCEPT (` + kept + `))) AS d`

// errUndone rolls a transaction back.
var errUndone = errors.New("undone")

// TestDirectoryCountsDoNotDrift lets several writers list, change, close, block, remove and roll
// back concurrently, while two workers fold.
func TestDirectoryCountsDoNotDrift(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	people, companies := listed(t, db.Owner)
	var group sync.WaitGroup
	for worker := range 6 {
		group.Go(func() {
			random := rand.New(rand.NewPCG(11, uint64(worker))) //nolint:gosec // The same for each run.
			for range 40 {
				if err := shuffle(t.Context(), db.Owner, random, people, companies); err != nil {
					t.Errorf("writer %d: %v", worker, err)
					return
				}
			}
		})
	}
	for range 2 {
		group.Go(func() {
			for range 20 {
				if _, err := db.Pool.Exec(t.Context(), `SELECT private.fold_directory_changes(25)`); err != nil {
					t.Errorf("fold: %v", err)
					return
				}
			}
		})
	}
	group.Wait()
	if found := textOf(t, db.Owner, drift); found != "" {
		t.Errorf("kept and counted differ in %s", found)
	}
	fixture(t, db.Owner, `SELECT private.fold_directory_changes(1000000)`)
	if left := textOf(t, db.Owner, `SELECT count(*)::text FROM private.directory_changes`); left != "0" {
		t.Errorf("%s changes are left", left)
	}
	if found := textOf(t, db.Owner, drift); found != "" {
		t.Errorf("folded and counted differ in %s", found)
	}
	for _, kind := range []string{"projects", "professionals"} {
		said := textOf(t, db.Owner, `SELECT total::text FROM public.count_skills($1) WHERE slug = ''`, kind)
		want := map[string]string{
			"projects":      `SELECT count(*)::text FROM public.projects WHERE status = 'open'`,
			"professionals": `SELECT count(*)::text FROM public.professionals`,
		}
		if there := textOf(t, db.Owner, want[kind]); said != there {
			t.Errorf("%s %s are said to be there, and %s are", said, kind, there)
		}
	}
}

// listed creates the initial professionals and companies.
func listed(t *testing.T, owner *pgxpool.Pool) (people, companies []uuid.UUID) {
	t.Helper()
	for n := range 12 {
		id, role := uuid.New(), "professional"
		if n%4 == 3 {
			role = "company"
			companies = append(companies, id)
		} else {
			people = append(people, id)
		}
		fixture(t, owner, `INSERT INTO auth.users (id) VALUES ($1)`, id)
		fixture(t, owner, `INSERT INTO public.profiles (id, role, name) VALUES ($1, $2, $3)`, id, role, fmt.Sprint("Pessoa ", n))
	}
	return people, companies
}

// changes are a writer's statements: $1 is a member or a row, $2 skills, $3 a city.
var changes = map[string]string{
	"publish": `INSERT INTO public.projects (company_id, title, description, budget, deadline, skills, state, city)
	            SELECT $1, 'Linha ' || n, 'Texto', 'A combinar', '30 dias', $2, 'SP', $3 FROM generate_series(1, 3) n`,
	"edit":   `UPDATE public.projects SET skills = $2, city = $3 WHERE id IN (SELECT id FROM public.projects WHERE company_id = $1 AND status = 'open' LIMIT 2 FOR UPDATE SKIP LOCKED)`,
	"close":  `UPDATE public.projects SET status = 'closed', city = $3 WHERE cardinality($2::text[]) > 0 AND id IN (SELECT id FROM public.projects WHERE company_id = $1 AND status = 'open' LIMIT 1 FOR UPDATE SKIP LOCKED)`,
	"delete": `DELETE FROM public.projects WHERE cardinality($2::text[]) > 0 AND $3 <> '' AND id IN (SELECT id FROM public.projects WHERE company_id = $1 LIMIT 2 FOR UPDATE SKIP LOCKED)`,
	"learn":  `UPDATE public.profiles SET skills = $2, location = $3 || ', SP' WHERE id = $1`,
	"block":  `UPDATE public.profiles SET status = CASE status WHEN 'active' THEN 'blocked' ELSE 'active' END, location = $3 || ', MG' WHERE id = $1 AND cardinality($2::text[]) > 0`,
	"view":   `UPDATE public.profiles SET profile_views = profile_views + 1 WHERE id = $1 AND cardinality($2::text[]) > 0 AND $3 <> ''`,
}

// shuffle makes one or two changes in a transaction, and rolls some back.
func shuffle(ctx context.Context, pool *pgxpool.Pool, random *rand.Rand, people, companies []uuid.UUID) error {
	err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		verbs := []string{"publish", "publish", "edit", "close", "delete"}
		who := companies[random.IntN(len(companies))]
		if random.IntN(2) == 0 {
			verbs, who = []string{"learn", "learn", "block", "view"}, people[random.IntN(len(people))]
		}
		skills := [][]string{{"retrofit"}, {"calibracao", "retrofit"}, {"scada-supervisorio"}}
		cities := []string{"São Francisco", "SAO FRANCISCO", "Itapeva"}
		_, err := tx.Exec(ctx, changes[verbs[random.IntN(len(verbs))]], who, skills[random.IntN(len(skills))], cities[random.IntN(len(cities))])
		if err == nil && random.IntN(5) == 0 {
			err = errUndone
		}
		return err
	})
	if errors.Is(err, errUndone) {
		return nil
	}
	return err
}
