package demo

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"automacao/internal/market/setting"
)

// DealsError refuses to delete real people's deals.
type DealsError struct{ Why []string }

// Error lists the deals.
func (e *DealsError) Error() string {
	return "real people would lose what they agreed on: " + strings.Join(e.Why, "; ") +
		". The demonstration stays, and a server without AUTOMACAO_DEMO keeps its accounts locked"
}

// deals are queries that each count obstacles to the removal.
var deals = []struct{ what, query string }{
	{"contracts between them and the demonstration", `
		SELECT count(*) FROM public.contracts c JOIN doomed d ON d.of = 'public.contracts'::regclass AND d.row = c.ctid
		WHERE c.company_id NOT IN (SELECT id FROM leaving) OR c.professional_id NOT IN (SELECT id FROM leaving)`},
	{"organisations of theirs whose only owners are the demonstration's", `
		SELECT count(*) FROM public.organisations o
		WHERE o.ctid NOT IN (SELECT d.row FROM doomed d WHERE d.of = 'public.organisations'::regclass)
		  AND EXISTS (SELECT FROM public.memberships m WHERE m.organisation_id = o.id)
		  AND NOT EXISTS (SELECT FROM public.memberships m WHERE m.organisation_id = o.id AND m.role = 'owner' AND m.person_id NOT IN (SELECT id FROM leaving))`},
	{"entries of theirs in the ledger, of which nothing can be taken out", `
		SELECT count(*) FROM public.ledger_entries e
		WHERE e.contract_id IS NOT NULL AND NOT EXISTS (SELECT FROM public.contracts c JOIN doomed d ON d.of = 'public.contracts'::regclass AND d.row = c.ctid WHERE c.id = e.contract_id)
		   OR e.party_id IS NOT NULL AND e.party_id NOT IN (SELECT id FROM leaving)`},
}

func (r *remover) check(ctx context.Context) error {
	questions := deals
	rows, _ := r.tx.Query(ctx, `
		SELECT DISTINCT d.of::text FROM doomed d JOIN pg_attribute a ON a.attrelid = d.of AND a.attname = 'contract_id' AND NOT a.attisdropped ORDER BY 1`)
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, table := range tables {
		questions = append(questions, struct{ what, query string }{"rows of " + table + " about contracts of theirs", fmt.Sprintf(`
			SELECT count(*) FROM %[1]s t JOIN doomed d ON d.of = '%[1]s'::regclass AND d.row = t.ctid
			WHERE t.contract_id IS NOT NULL AND NOT EXISTS (SELECT FROM public.contracts c JOIN doomed e ON e.of = 'public.contracts'::regclass AND e.row = c.ctid WHERE c.id = t.contract_id)`, table)})
	}
	var why []string
	for _, question := range questions {
		var count int
		if err := r.tx.QueryRow(ctx, question.query).Scan(&count); err != nil {
			return err
		}
		if count > 0 {
			why = append(why, fmt.Sprintf("%d %s", count, question.what))
		}
	}
	if len(why) > 0 {
		return &DealsError{why}
	}
	return nil
}

func (r *remover) count(ctx context.Context, done *Removed) error {
	return r.tx.QueryRow(ctx, `
		SELECT count(*) FILTER (WHERE of = 'public.profiles'::regclass), count(*) FILTER (WHERE of = 'public.projects'::regclass),
		       count(*) FILTER (WHERE of = 'public.contracts'::regclass), count(*) FROM doomed`).Scan(&done.People, &done.Projects, &done.Contracts, &done.Rows)
}

// settle recomputes the counters that included the demonstration.
func (r *remover) settle(ctx context.Context) error {
	for _, statement := range []string{
		`UPDATE public.projects p SET proposals_count = n.total
		   FROM (SELECT q.id, (SELECT count(*) FROM public.proposals o WHERE o.project_id = q.id AND o.status <> 'withdrawn') AS total FROM public.projects q) n
		  WHERE n.id = p.id AND p.proposals_count <> n.total`,
		`DELETE FROM private.directory_changes`,
		`DELETE FROM private.directory_counts`,
		`INSERT INTO private.directory_counts (directory, facet, value, city_key, label, total) SELECT directory, facet, value, city_key, label, total FROM private.count_directories()`,
		`DELETE FROM private.seeding`,
	} {
		if _, err := r.tx.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// end stores the new kind of the database, re-enables the triggers and makes servers drop what they
// cached.
func (r *remover) end(ctx context.Context, done *Removed) error {
	if err := r.tx.QueryRow(ctx, `SELECT count(*) FROM auth.users`).Scan(&done.Left); err != nil {
		return err
	}
	kind := ""
	if done.Left > 0 {
		kind = setting.IsMarket
	}
	if _, err := r.tx.Exec(ctx, `UPDATE private.settings SET value = CASE name WHEN 'kind' THEN $1 ELSE '' END, changed_at = now() WHERE name IN ('kind', 'demonstration', 'market_since')`, kind); err != nil {
		return err
	}
	for _, table := range r.tables {
		if _, err := r.tx.Exec(ctx, `ALTER TABLE `+table+` ENABLE TRIGGER USER`); err != nil {
			return err
		}
	}
	_, err := r.tx.Exec(ctx, `NOTIFY pgrst, 'reload schema'`)
	return err
}
