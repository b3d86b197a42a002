package search

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/people/notification"
)

// Found is a result as it is told: by a notification, and in a letter.
type Found struct {
	PersonID  uuid.UUID
	Email     string
	Name      string
	SearchID  uuid.UUID
	Search    string
	Kind      string
	Query     []byte
	SubjectID uuid.UUID
	Title     string
	Note      string
	// Of is how many results the search has in the letter, of which some may be left out.
	Of int
}

// visible begins a statement about results that were taken: of those that may be told now it has the
// words, and it drops the others. A project that was closed, a profile that was blocked, a search that
// is paused, a person who hid the project or declined alerts: none of these is told. The company is
// never named, because it may be confidential.
const visible = `
	WITH taken AS (
	  SELECT * FROM unnest($2::uuid[], $3::uuid[]) AS t (person_id, subject_id)
	), visible AS MATERIALIZED (
	  SELECT h.person_id, h.subject_id, h.search_id, h.frequency, h.found_at, s.name AS search, s.kind, s.query, shown.title, shown.note, a.email, person.name
	  FROM private.search_hits h
	  JOIN public.saved_searches s ON s.id = h.search_id AND s.frequency <> 'never'
	  JOIN public.profiles person  ON person.id = h.person_id AND person.status = 'active'
	  JOIN public.accounts a       ON a.profile_id = h.person_id
	  JOIN LATERAL (
	    SELECT j.title, concat_ws(' · ', j.budget, CASE WHEN j.city IS NULL THEN j.state ELSE j.city || '/' || j.state END) AS note
	    FROM public.projects j
	    JOIN public.project_owners o ON o.project_id = j.id
	    JOIN public.profiles owner   ON owner.id = o.company_id AND owner.status = 'active'
	    WHERE s.kind = 'projects' AND j.id = h.subject_id AND j.status = 'open'
	      AND NOT EXISTS (SELECT FROM public.hidden_projects hidden WHERE hidden.project_id = j.id AND hidden.person_id = h.person_id)
	    UNION ALL
	    SELECT p.name, concat_ws(' · ', coalesce(nullif(p.title, ''), nullif(p.headline, '')), nullif(p.location, ''))
	    FROM public.profiles p
	    WHERE s.kind = 'professionals' AND p.id = h.subject_id AND p.role = 'professional' AND p.status = 'active' AND p.is_party
	  ) AS shown ON true
	  WHERE NOT EXISTS (SELECT FROM public.preferences declined WHERE declined.profile_id = h.person_id AND NOT declined.saved_searches)
	    AND (h.person_id, h.subject_id) IN (SELECT t.person_id, t.subject_id FROM taken t)
	), dropped AS (
	  DELETE FROM private.search_hits h USING taken t
	  WHERE h.person_id = t.person_id AND h.subject_id = t.subject_id
	    AND NOT EXISTS (SELECT FROM visible v WHERE v.person_id = t.person_id AND v.subject_id = t.subject_id)
	)`

// toldMax bounds one round; the next round continues.
const toldMax = 100

// atOnce locks results that people want to hear of at once.
const atOnce = `
	SELECT person_id, subject_id FROM private.search_hits
	WHERE told_at IS NULL AND frequency = 'at_once' ORDER BY found_at, person_id LIMIT $1 FOR UPDATE SKIP LOCKED`

// settle leaves the results beyond the limit of a day to the daily letter, and returns the others.
const settle = visible + `, seen AS MATERIALIZED (
	  SELECT v.*, private.limit_of('search_alerts_daily_max') >= row_number() OVER (PARTITION BY v.person_id ORDER BY v.found_at, v.subject_id) + (
	    SELECT count(*) FROM private.search_hits earlier
	    WHERE earlier.person_id = v.person_id AND earlier.frequency = 'at_once' AND earlier.told_at > $1::timestamptz - interval '1 day') AS is_told
	  FROM visible v
	), told AS (
	  UPDATE private.search_hits h
	  SET told_at = CASE WHEN seen.is_told THEN $1::timestamptz END, frequency = CASE WHEN seen.is_told THEN 'at_once' ELSE 'daily' END
	  FROM seen WHERE h.person_id = seen.person_id AND h.subject_id = seen.subject_id
	), sent AS (
	  UPDATE public.saved_searches s SET last_sent_at = $1 FROM seen WHERE s.id = seen.search_id AND seen.is_told
	)
	SELECT person_id, email, name, search_id, search, kind, query, subject_id, title, note, 1 FROM seen WHERE is_told ORDER BY found_at, person_id`

// Tell tells people of a round of results that they want to hear of at once, and returns these, for
// the letters. More reports whether another round is needed.
func Tell(ctx context.Context, tx pgx.Tx, now time.Time) (found []Found, more bool, err error) {
	people, subjects, err := take(ctx, tx, atOnce, toldMax)
	if err != nil || len(people) == 0 {
		return nil, false, err
	}
	rows, _ := tx.Query(ctx, settle, now, people, subjects)
	found, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Found])
	if err != nil {
		return nil, false, fmt.Errorf("settle results of searches: %w", err)
	}
	for _, f := range found {
		if err := notification.Tell(ctx, tx, f.PersonID, f.news()); err != nil {
			return nil, false, err
		}
	}
	return found, len(people) == toldMax, nil
}

// take locks results and returns whose they are and what they are.
func take(ctx context.Context, tx pgx.Tx, query string, arguments ...any) (people, subjects []uuid.UUID, err error) {
	rows, _ := tx.Query(ctx, query, arguments...)
	var person, subject uuid.UUID
	_, err = pgx.ForEachRow(rows, []any{&person, &subject}, func() error {
		people, subjects = append(people, person), append(subjects, subject)
		return nil
	})
	if err != nil {
		return nil, nil, fmt.Errorf("take results of searches: %w", err)
	}
	return people, subjects, nil
}

// news returns the notification of one result. A professional is named as its actor, so that the name
// goes when they leave.
func (f Found) news() notification.News {
	news := notification.News{
		Kind: notification.Search, Title: "Novo projeto: " + f.Title, Body: "Na sua busca “" + f.Search + "”.", SubjectKind: notification.AboutPublicProject, SubjectID: f.SubjectID,
	}
	if f.Note != "" {
		news.Body += " " + f.Note
	}
	if f.Kind == Professionals {
		news.Title, news.SubjectKind, news.ActorID = "Novo profissional: "+f.Title, notification.AboutProfessional, f.SubjectID
	}
	return news
}
