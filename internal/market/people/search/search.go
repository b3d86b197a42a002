// Package search tells people of what arrives in a directory and fits a search that they saved: a
// published project, or a professional whose profile is complete. It compares every arrival with all
// saved searches in one statement, and tells a person of one result once. It does not decide what a
// search finds: the database reads the filters, as the directories do.
//
// Start reading at Match. Tell follows for what people want to hear at once, and Digest for the rest.
package search

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// The directories, as in saved_searches.kind.
const (
	Projects      = "projects"
	Professionals = "professionals"
)

// settling is how long after completing their profile professionals are compared with searches:
// most add their technologies in these minutes.
const settling = 10 * time.Minute

const nextArrival = `
	SELECT subject_id, kind FROM private.search_arrivals
	WHERE matched_at IS NULL AND (kind = 'projects' AND arrived_at <= $1 OR kind = 'professionals' AND arrived_at <= $1 - $2::interval)
	ORDER BY arrived_at LIMIT 1 FOR UPDATE SKIP LOCKED`

// Match compares the oldest arrival that is due with all saved searches and keeps what fits. It
// reports whether there was one.
func Match(ctx context.Context, tx pgx.Tx, now time.Time) (matched bool, err error) {
	var subject uuid.UUID
	var kind string
	err = tx.QueryRow(ctx, nextArrival, now, settling).Scan(&subject, &kind)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("take an arrival: %w", err)
	}
	if _, err := tx.Exec(ctx, onePass(kind), subject, now); err != nil {
		return false, fmt.Errorf("match %s of %s: %w", subject, kind, err)
	}
	if _, err := tx.Exec(ctx, `UPDATE private.search_arrivals SET matched_at = $2 WHERE subject_id = $1`, subject, now); err != nil {
		return false, fmt.Errorf("mark %s as matched: %w", subject, err)
	}
	return true, nil
}

// The row of an arrival, in the columns that searches are compared with. Members of the party that it
// is of do not hear of it.
var arrived = map[string]string{
	Projects: `
		SELECT p.id, o.company_id AS party, p.search, p.skills, p.technologies, p.state, p.city_key, array_remove(ARRAY[p.work_mode], NULL) AS modes,
		       p.experience_level AS level, NULL::text AS availability, p.budget_min_cents, p.budget_max_cents
		FROM public.projects p
		JOIN public.project_owners o ON o.project_id = p.id
		JOIN public.profiles owner   ON owner.id = o.company_id AND owner.status = 'active'
		WHERE p.id = $1 AND p.status = 'open'`,
	Professionals: `
		SELECT p.id, p.id AS party, p.search, p.skills, p.technologies, p.state, p.city_key, p.work_modes AS modes,
		       p.experience AS level, p.availability, NULL::bigint AS budget_min_cents, NULL::bigint AS budget_max_cents
		FROM public.profiles p
		WHERE p.id = $1 AND p.role = 'professional' AND p.status = 'active' AND p.is_party`,
}

// onePass returns the statement that keeps an arrival for everybody whose searches it fits. If
// several searches of one person find it, the one that is told soonest gets it.
func onePass(kind string) string {
	return `
	WITH arrival AS MATERIALIZED (
	  SELECT a.*, private.search_keys('` + kind + `', a.state, a.city_key, a.search, a.skills, a.technologies, a.modes, a.level, a.availability) AS keys
	  FROM (` + arrived[kind] + `) AS a
	)
	INSERT INTO private.search_hits (person_id, subject_id, search_id, frequency, found_at)
	SELECT DISTINCT ON (s.person_id) s.person_id, a.id, s.id, s.frequency, $2
	FROM arrival a
	JOIN public.saved_searches s ON s.anchors && a.keys
	JOIN public.profiles person ON person.id = s.person_id AND person.status = 'active'
	WHERE s.frequency <> 'never' AND s.kind = '` + kind + `'
	  AND (s.words            IS NULL OR a.search @@ s.words)
	  AND (s.skills           IS NULL OR a.skills && s.skills)
	  AND (s.technologies     IS NULL OR a.technologies && s.technologies)
	  AND (s.state            IS NULL OR a.state = s.state)
	  AND (s.city_key         IS NULL OR a.city_key = s.city_key)
	  AND (s.modes            IS NULL OR a.modes && s.modes)
	  AND (s.levels           IS NULL OR a.level = ANY (s.levels))
	  AND (s.availability     IS NULL OR a.availability = ANY (s.availability))
	  AND (s.budget_min_cents IS NULL OR a.budget_max_cents >= s.budget_min_cents)
	  AND (s.budget_max_cents IS NULL OR a.budget_min_cents <= s.budget_max_cents)
	  -- Whoever saves a search sees in the directory what is there already.
	  AND s.created_at < (SELECT news.arrived_at FROM private.search_arrivals news WHERE news.subject_id = $1)
	  AND s.person_id <> a.party
	  AND NOT EXISTS (SELECT FROM public.memberships m WHERE m.organisation_id = a.party AND m.person_id = s.person_id)
	  AND NOT EXISTS (SELECT FROM public.hidden_projects h WHERE h.project_id = a.id AND h.person_id = s.person_id)
	ORDER BY s.person_id, array_position(ARRAY['at_once', 'daily', 'weekly'], s.frequency), s.id
	ON CONFLICT ON CONSTRAINT search_hits_pkey DO NOTHING`
}

// kept is how long what was told is kept, and what nobody was told of. An arrival is matched once, so
// nothing comes back after that.
const kept = 90 * 24 * time.Hour

// Forget deletes old results, and arrivals of projects that were matched. Those of professionals
// stay, because a profile may be completed again.
func Forget(ctx context.Context, tx pgx.Tx, now time.Time) error {
	for _, statement := range []string{
		`DELETE FROM private.search_hits WHERE found_at < $1`,
		`DELETE FROM private.search_arrivals WHERE kind = 'projects' AND matched_at < $1`,
	} {
		if _, err := tx.Exec(ctx, statement, now.Add(-kept)); err != nil {
			return fmt.Errorf("forget results of searches: %w", err)
		}
	}
	return nil
}
