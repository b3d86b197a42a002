package search

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market"
	"automacao/internal/market/people/notification"
)

// When letters are written, in the product's time zone: every morning, and on Mondays for the week.
const (
	digestHour = 8
	digestDay  = time.Monday
)

// shownMax is how many results of one search a letter shows. It links to the others.
const shownMax = 5

// mornings returns the last morning of a daily letter and of a weekly one, not after now. What was
// found before them is due, so a server that was down writes the letters later.
func mornings(now time.Time) (daily, weekly time.Time) {
	local := now.In(market.Zone)
	daily = time.Date(local.Year(), local.Month(), local.Day(), digestHour, 0, 0, 0, market.Zone)
	if daily.After(now) {
		daily = daily.AddDate(0, 0, -1)
	}
	weekly = daily
	for weekly.Weekday() != digestDay {
		weekly = weekly.AddDate(0, 0, -1)
	}
	return daily, weekly
}

const isDue = `told_at IS NULL AND (frequency = 'daily' AND found_at < $1 OR frequency = 'weekly' AND found_at < $2)`

// nextReader finds somebody for whom a letter is due.
const nextReader = `SELECT person_id FROM private.search_hits WHERE ` + isDue + ` ORDER BY found_at LIMIT 1 FOR UPDATE SKIP LOCKED`

const ofReader = `SELECT person_id, subject_id FROM private.search_hits WHERE person_id = $3 AND ` + isDue + ` ORDER BY subject_id FOR UPDATE`

const gather = visible + `, seen AS MATERIALIZED (
	  SELECT v.*, row_number() OVER newest AS place, count(*) OVER (PARTITION BY v.search_id) AS of
	  FROM visible v
	  WINDOW newest AS (PARTITION BY v.search_id ORDER BY v.found_at DESC, v.subject_id)
	), told AS (
	  UPDATE private.search_hits h SET told_at = $1 FROM seen WHERE h.person_id = seen.person_id AND h.subject_id = seen.subject_id
	), sent AS (
	  UPDATE public.saved_searches s SET last_sent_at = $1 FROM (SELECT DISTINCT search_id FROM seen) AS any_of WHERE s.id = any_of.search_id
	)
	SELECT person_id, email, name, search_id, search, kind, query, subject_id, title, note, of::integer FROM seen
	WHERE place <= $4 ORDER BY search, search_id, place`

// Digest tells one person of everything that is due in their daily and weekly letter, and returns it,
// some of each search. More reports whether somebody was found; other people may be waiting.
func Digest(ctx context.Context, tx pgx.Tx, now time.Time) (found []Found, more bool, err error) {
	daily, weekly := mornings(now)
	var reader uuid.UUID
	err = tx.QueryRow(ctx, nextReader, daily, weekly).Scan(&reader)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("find whom to write to: %w", err)
	}
	people, subjects, err := take(ctx, tx, ofReader, daily, weekly, reader)
	if err != nil {
		return nil, false, err
	}
	rows, _ := tx.Query(ctx, gather, now, people, subjects, shownMax)
	found, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Found])
	if err != nil {
		return nil, false, fmt.Errorf("gather what searches of %s found: %w", reader, err)
	}
	if len(found) == 0 {
		return nil, true, nil
	}
	return found, true, notification.Tell(ctx, tx, reader, digestNews(found))
}

// digestNews returns the notification that goes with a letter of several results.
func digestNews(found []Found) notification.News {
	if len(found) == 1 {
		return found[0].news()
	}
	total, searches := 0, map[uuid.UUID]bool{}
	for _, f := range found {
		if !searches[f.SearchID] {
			searches[f.SearchID] = true
			total += f.Of
		}
	}
	news := notification.News{Kind: notification.Search, Title: fmt.Sprintf("%d novos resultados nas suas buscas", total), SubjectKind: notification.AboutSavedSearches, Group: "searches"}
	if len(searches) == 1 {
		news.Title = fmt.Sprintf("%d novos resultados na busca “%s”", total, found[0].Search)
	}
	return news
}
