package volume

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// held are the triggers that are disabled while rows are stored. The data that file, prepare,
// settle_owner, keep_revision, keep_terms, spread_technologies and the counters maintain is stored with the rows or
// settled below. Rows that the checks would refuse are never generated. The prepare trigger of
// profiles stays enabled.
var held = []string{"file", "realtime_change", "check_first", "count_for_project", "check_owner", "count_withdrawn", "keep_revision", "settle_notification", "settle_owner",
	"a_prepare_terms", "check_milestones", "keep_terms", "spread_technologies"}

// withoutTriggers runs work in one transaction in which triggers of the tables are disabled. Others
// cannot write to the tables until it ends, and a failure restores the triggers with the rest. It
// needs ownership of the tables but no superuser.
func (l *loader) withoutTriggers(ctx context.Context, tables []string, work func(pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, l.conn, func(tx pgx.Tx) error {
		if err := switchTriggers(ctx, tx, tables, "DISABLE"); err != nil {
			return err
		}
		if err := gathering(ctx, tx, tables, func() error { return work(tx) }); err != nil {
			return err
		}
		// A table cannot be altered while checks of its foreign keys are pending.
		if _, err := tx.Exec(ctx, `SET CONSTRAINTS ALL IMMEDIATE`); err != nil {
			return err
		}
		return switchTriggers(ctx, tx, tables, "ENABLE")
	})
}

func switchTriggers(ctx context.Context, tx pgx.Tx, tables []string, verb string) error {
	rows, err := tx.Query(ctx, `
		SELECT format('ALTER TABLE %s %s', tgrelid::regclass, string_agg(format('%s TRIGGER %I', $1::text, tgname), ', '))
		FROM pg_trigger WHERE tgrelid = ANY ($2::text[]::regclass[]) AND (tgname = ANY ($3) OR tgrelid = 'public.projects'::regclass AND tgname = 'prepare')
		GROUP BY tgrelid ORDER BY tgrelid`, verb, tables, held)
	if err != nil {
		return err
	}
	statements, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, statement := range statements {
		if _, err := tx.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// countSent computes the professionals' counters that count_for_project maintains: once per
// professional instead of once per proposal.
const countSent = `
	UPDATE public.profiles p SET proposals_sent = sent.count
	FROM (SELECT professional_id, count(*) FROM public.proposals
	      WHERE professional_id IN (SELECT id FROM json_to_recordset($1::json) AS g (id uuid)) AND status <> 'withdrawn' GROUP BY professional_id) AS sent
	WHERE p.id = sent.professional_id AND p.proposals_sent <> sent.count`

type countedRow struct {
	ID uuid.UUID `json:"id"`
}

func (l *loader) settle(ctx context.Context) error {
	// Without new statistics the first batches would read every proposal.
	if _, err := l.conn.Exec(ctx, `ANALYZE public.proposals`); err != nil {
		return err
	}
	s := step{"counters", len(l.professionals), []string{"public.profiles"}, []statement{{sql: countSent}}}
	return store(ctx, l, s, func(yield func(countedRow) bool) {
		for _, one := range l.professionals {
			if !yield(countedRow{one.id}) {
				return
			}
		}
	}, nil)
}

// searchIndex is a GIN index, which collects new entries in a pending list until it is full. Limit
// is the index's own limit of that list; nil means that the session's limit applies.
type searchIndex struct {
	Name  string
	Limit *string
}

// gathering runs work with a pending list large enough for a whole batch, and then merges the list
// at once. With the product's short limit, every hundred rows would trigger a merge through all
// words.
func gathering(ctx context.Context, tx pgx.Tx, tables []string, work func() error) error {
	rows, err := tx.Query(ctx, `
		SELECT i.indexrelid::regclass::text AS name,
		       (SELECT option_value FROM pg_options_to_table(c.reloptions) WHERE option_name = 'gin_pending_list_limit') AS limit
		FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am a ON a.oid = c.relam
		WHERE a.amname = 'gin' AND i.indrelid = ANY ($1::regclass[]) ORDER BY 1`, tables)
	if err != nil {
		return err
	}
	indexes, err := pgx.CollectRows(rows, pgx.RowToStructByName[searchIndex])
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `SET LOCAL gin_pending_list_limit = '256MB'`); err != nil {
		return err
	}
	for _, index := range indexes {
		if index.Limit != nil {
			if _, err := tx.Exec(ctx, fmt.Sprintf(`ALTER INDEX %s SET (gin_pending_list_limit = 262144)`, index.Name)); err != nil {
				return err
			}
		}
	}
	if err := work(); err != nil {
		return err
	}
	for _, index := range indexes {
		if _, err := tx.Exec(ctx, `SELECT gin_clean_pending_list($1::regclass)`, index.Name); err != nil {
			return err
		}
		if index.Limit != nil {
			if _, err := tx.Exec(ctx, fmt.Sprintf(`ALTER INDEX %s SET (gin_pending_list_limit = %s)`, index.Name, *index.Limit)); err != nil {
				return err
			}
		}
	}
	return nil
}
