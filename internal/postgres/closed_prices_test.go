package postgres_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres/dbtest"
)

// prices stores what contracts cost, without the contracts.
type prices struct {
	*testing.T
	owner   *pgxpool.Pool
	parties map[string]uuid.UUID
}

func (p prices) party(name string) uuid.UUID {
	if _, ok := p.parties[name]; !ok {
		p.parties[name] = uuid.New()
	}
	return p.parties[name]
}

// closed stores a contract between two parties. Points are its inputs and outputs, days its age.
func (p prices) closed(company, professional, state string, points, days, reais int) {
	p.Helper()
	fixture(p.T, p.owner, fmt.Sprintf(`
		SET LOCAL session_replication_role = replica;
		INSERT INTO private.closed_prices (contract_id, model, state, points, value_cents, company_id, professional_id, closed_at)
		VALUES (gen_random_uuid(), 'retrofit-clp', '%s', %d, %d, '%s', '%s', now() - make_interval(days => %d))`,
		state, points, reais*100, p.party(company), p.party(professional), days))
}

func (p prices) are(query, want string) {
	p.Helper()
	if got := textOf(p.T, p.owner, `SELECT coalesce(public.reference_prices(`+query+`)::text, 'null')`); got != want {
		p.Errorf("reference_prices(%s) is %s, not %s", query, got, want)
	}
}

func TestReferencePricesAreOfManySides(t *testing.T) {
	t.Parallel()
	p := prices{t, dbtest.Open(t).Owner, map[string]uuid.UUID{}}
	p.closed("a", "1", "SP", 50, 1, 10_000)
	p.closed("b", "2", "SP", 300, 2, 20_010)
	p.closed("c", "3", "SP", 500, 3, 30_000)
	p.closed("a", "2", "MG", 60, 4, 40_000)
	p.are(`'retrofit-clp'`, "null")
	for range 3 {
		p.closed("a", "1", "SP", 50, 5, 90_000)
	}
	p.are(`'retrofit-clp'`, "null")
	p.closed("b", "1", "SP", 70, 1094, 50_000)
	p.are(`'retrofit-clp'`, `{"n": 5, "p25": 20000, "p50": 30000, "p75": 40000}`)
	p.are(`'retrofit-clp', 'SP'`, "null")
	p.closed("c", "1", "SP", 90, 1096, 60_000)
	p.are(`'retrofit-clp', 'sp'`, "null")
	p.closed("c", "2", "SP", 80, 1094, 60_000)
	p.are(`'retrofit-clp', 'sp'`, `{"n": 5, "p25": 20000, "p50": 30000, "p75": 50000}`)
	p.are(`'retrofit-clp', size => 'small'`, "null")
	if got := textOf(t, p.owner, `SELECT string_agg(to_json(l)::text, '') FROM public.list_reference_prices('SP') AS l`); got != `{"model":"retrofit-clp","name":"Retrofit de CLP","n":5,"p25":20000,"p50":30000,"p75":50000}` {
		t.Errorf("the list is %s", got)
	}
	p.are(`'comissionamento'`, "null")
}

func TestReferencePricesDoNotTellTheSidesOfOneCompany(t *testing.T) {
	t.Parallel()
	p := prices{t, dbtest.Open(t).Owner, map[string]uuid.UUID{}}
	for n := range 6 {
		p.closed("a", fmt.Sprint(n), "SP", 10, 1, 10_000)
	}
	p.are(`'retrofit-clp'`, "null")
	p.closed("b", "0", "SP", 10, 1, 10_000)
	p.are(`'retrofit-clp'`, "null")
	p.closed("c", "0", "SP", 10, 1, 10_049)
	p.are(`'retrofit-clp', NULL, 'small'`, `{"n": 8, "p25": 10000, "p50": 10000, "p75": 10000}`)
}
