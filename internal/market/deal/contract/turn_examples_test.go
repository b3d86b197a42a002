package contract_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/money"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/market/markettest"
	"automacao/internal/postgres/dbtest"
)

var update = flag.Bool("update", false, "write what is generated")

// turnExamples lists whose turn it is according to the database, for each state of a contract with
// one milestone, and of one with two milestones whose money is held or not. The web application
// computes the turns of both sides from the contract it displays, and is tested against the same
// file (features/contract/turn-examples.test.ts).
const turnExamples = "../../../../web/src/features/contract/turn-examples.json"

// additions are the things that may wait beside a milestone: $1 is the contract, $2 the milestone,
// $3 the company and $4 the professional.
var additions = map[string]string{
	"termination by company":       endingBy("$3"),
	"termination by professional":  endingBy("$4"),
	"lapsed termination":           `UPDATE public.contracts SET termination_by = $3, termination_proposed_at = now() - interval '9 days', termination_lapses_at = now() - interval '1 day' WHERE id = $1`,
	"amendment by company":         addedBy("company", "proposed"),
	"amendment by professional":    addedBy("professional", "proposed"),
	"amendment accepted":           addedBy("company", "accepted"),
	"list by company":              listed("proposed", "pending", "$3", "NULL", "NULL"),
	"list by professional":         listed("proposed", "pending", "NULL", "$4", "NULL"),
	"list to execute":              listed("agreed", "pending", "$3", "$4", "NULL"),
	"list to sign":                 listed("agreed", "passed", "$3", "$4", "NULL"),
	"list signed by company":       listed("agreed", "failed", "$3", "$4", "$3"),
	"list signed":                  listed("signed", "passed", "$3", "$4", "$3"),
	"list to witness":              recorded(listed("agreed", "pending", "$3", "$4", "NULL"), "NULL"),
	"list to sign and witness":     recorded(listed("agreed", "passed", "$3", "$4", "NULL"), "NULL"),
	"list signed and to witness":   recorded(listed("agreed", "passed", "$3", "$4", "$3"), "NULL"),
	"list witnessed":               recorded(listed("agreed", "pending", "$3", "$4", "NULL"), "now()"),
	"list that blocks":             blocking(listed("agreed", "pending", "$3", "$4", "NULL")),
	"list that blocks by failure":  blocking(listed("agreed", "failed", "$3", "$4", "NULL")),
	"list that would block":        blocking(listed("proposed", "pending", "$3", "NULL", "NULL")),
	"list that blocked":            blocking(listed("signed", "passed", "$3", "$4", "$3")),
	"dispute open":                 disputed("open", "company", ""),
	"dispute open by professional": disputed("open", "professional", ""),
	"dispute negotiating":          disputed("negotiating", "company", "company"),
	"dispute countered":            disputed("negotiating", "company", "company professional"),
	"dispute in mediation":         disputed("mediation", "company", "company"),
	"dispute decided":              disputed("decided", "company", "company"),
	"dispute settled":              disputed("settled", "company", "company"),
	"invoice pending":              invoiced("pending"),
	"invoice sent":                 invoiced("sent"),
	"invoice refused":              invoiced("refused"),
	"invoice checked":              invoiced("checked"),
	"tax proposed":                 withheld("proposed"),
	"tax agreed":                   withheld("agreed"),
	"tax to prove":                 unproved("due", "now() + interval '9 days'"),
	"tax past its date":            unproved("due", "now() - interval '1 day'"),
	"tax shown":                    unproved("shown", "now()"),
	"tax shown past its date":      unproved("shown", "now() - interval '20 days'"),
	"tax contested":                unproved("contested", "now() + interval '9 days'"),
	"tax contested past its date":  unproved("contested", "now() - interval '1 day'"),
	"tax in mediation":             unproved("mediation", "now()"),
	"tax proved":                   unproved("proved", "now()"),
	"tax without a proof":          unproved("owed", "now()"),
	"payment declared":             paid("declared"),
	"payment contested":            paid("contested"),
	"payment confirmed":            paid("confirmed"),
}

func endingBy(side string) string {
	return `UPDATE public.contracts SET termination_by = ` + side + `, termination_proposed_at = now(), termination_lapses_at = now() + interval '9 days' WHERE id = $1`
}

func addedBy(author, status string) string {
	return `INSERT INTO public.amendments (contract_id, number, author, title, description, reason, price_cents, status, proposed_by, lapses_at)
		VALUES ($1, 1, '` + author + `', 'x', 'x', 'x', 1, '` + status + `', $3, now() + interval '9 days')`
}

func listed(status, result, company, professional, signed string) string {
	return `WITH list AS (INSERT INTO public.checklists (contract_id, milestone_id, kind, status, agreed_by_company, agreed_by_professional, signed_by_company, company_signed_at)
		VALUES ($1, $2, 'taf', '` + status + `', ` + company + `, ` + professional + `, ` + signed + `, CASE WHEN ` + signed + ` IS NOT NULL THEN now() END) RETURNING id)
		INSERT INTO public.checklist_items (checklist_id, contract_id, position, title, result) SELECT id, $1, 1, 'x', '` + result + `' FROM list`
}

// blocking makes the item of a list a blocking one.
func blocking(list string) string {
	return list + `; UPDATE public.checklist_items SET blocking = true`
}

// recorded adds a blocking item that the professional recorded as passed to a list.
func recorded(list, witnessed string) string {
	return list + `; INSERT INTO public.checklist_items (checklist_id, contract_id, position, title, result, blocking, recorded_side, witness_due_at, witnessed_at)
		SELECT id, contract_id, 2, 'x', 'passed', true, 'professional', now() + interval '9 days', ` + witnessed + ` FROM public.checklists`
}

func disputed(status, by, offers string) string {
	entries := ""
	for at, side := range strings.Fields(offers) {
		number := string(rune('1' + at))
		entries += `INSERT INTO public.dispute_entries (dispute_id, contract_id, number, kind, side, offer) SELECT id, contract_id, ` + number + `, 'offer', '` + side + `', ` + number + ` FROM public.disputes;`
	}
	return `INSERT INTO public.disputes (contract_id, milestone_id, status, opened_by, opener_id, reason, professional_percent, milestone_status, answer_due_at, company_accepted_at, value_cents)
		VALUES ($1, $2, '` + status + `', '` + by + `', $3, 'x', 0, 'funded', now(), CASE '` + status + `' WHEN 'decided' THEN now() END, 1);` + entries
}

func invoiced(status string) string {
	return `INSERT INTO public.invoices (contract_id, milestone_id, professional_id, kind, status, expected_cents) VALUES ($1, $2, $4, 'nfse', '` + status + `', 1)`
}

func unproved(status, dueAt string) string {
	return `INSERT INTO public.withholding_proofs (withholding_id, contract_id, milestone_id, tax, value_cents, settlement, status, due_at, answer_until, ended_at)
		VALUES ($2, $1, $2, 'iss', 1, 'direct', '` + status + `', ` + dueAt + `, CASE '` + status + `' WHEN 'shown' THEN ` + dueAt + ` + interval '9 days' END, CASE '` + status + `' WHEN 'due' THEN NULL ELSE now() END)`
}

func withheld(status string) string {
	return `INSERT INTO public.withholdings (contract_id, milestone_id, round, tax, payee, gross_cents, base_cents, rate_basis_points, value_cents, status, recorded_by, answer_due_at)
		VALUES ($1, $2, 1, 'iss', 'pj', 1, 1, 1, 1, '` + status + `', $3, now())`
}

func paid(status string) string {
	return `INSERT INTO public.direct_payments (contract_id, milestone_id, value_cents, paid_on, status, declared_by, confirm_due_at) VALUES ($1, $2, 1, now(), '` + status + `', $3, now())`
}

// examples is a deal whose check constraints are dropped, so that states which cannot occur are
// covered too.
type examples struct {
	t                     *testing.T
	tx                    pgx.Tx
	contract, part        uuid.UUID
	company, professional uuid.UUID
	found                 map[string]string
}

const withoutChecks = `DO $$ DECLARE one record; BEGIN
	FOR one IN SELECT conrelid::regclass AS relation, conname FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace LOOP
		EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', one.relation, one.conname);
	END LOOP; END $$`

func (e *examples) exec(statement string, arguments ...any) {
	e.t.Helper()
	if _, err := e.tx.Exec(e.t.Context(), statement, arguments...); err != nil {
		e.t.Fatalf("%s: %v", statement, err)
	}
}

// add runs one of the additions with the keys inserted.
func (e *examples) add(statement string) {
	keys := strings.NewReplacer("$1", quoted(e.contract), "$2", quoted(e.part), "$3", quoted(e.company), "$4", quoted(e.professional))
	e.exec(keys.Replace(statement))
}

func quoted(id uuid.UUID) string { return "'" + id.String() + "'::uuid" }

// ask records whose turn it is. "owed" stands for a milestone that is owed, whose state
// awaiting_payment is also that of one whose charge is open.
func (e *examples) ask(name, status, part, settlement, addition string) {
	e.t.Helper()
	e.exec(`SAVEPOINT example`)
	e.exec(`UPDATE public.contracts SET status = $2, settlement = $3 WHERE id = $1`, e.contract, status, settlement)
	state, owed := part, any(nil)
	if part == "owed" {
		state, owed = "awaiting_payment", "2026-11-25"
	}
	e.exec(`UPDATE public.milestones SET status = $2, owed_due_on = $3 WHERE id = $1`, e.part, state, owed)
	if addition != "" {
		e.add(additions[addition])
	}
	e.read(name, `
		SELECT string_agg(side || ' ' || kind, ', ' ORDER BY side, kind) FROM (
		  SELECT 'company' AS side, kind FROM private.contract_turns($1, $1)
		  UNION ALL SELECT 'professional', kind FROM private.contract_turns($2, $2)) AS turn
		WHERE kind <> 'review'`)
	e.exec(`ROLLBACK TO SAVEPOINT example`)
}

// read records under a name what a query returns for both sides, unless it returns null.
func (e *examples) read(name, query string) {
	e.t.Helper()
	var turns *string
	if err := e.tx.QueryRow(e.t.Context(), query, e.company, e.professional).Scan(&turns); err != nil {
		e.t.Fatalf("%s: %v", name, err)
	}
	if turns != nil {
		e.found[name] = *turns
	}
}

func (e *examples) askAll() {
	for _, status := range []string{"agreed", "active", "delivered", "completed", "withdrawn", "terminated", "cancelled"} {
		for _, part := range []string{"planned", "awaiting_payment", "owed", "funded", "delivered", "adjusting", "released", "disputed", "split", "refunded", "cancelled"} {
			for _, settlement := range []string{"direct", "guarantee"} {
				e.ask(status+"/"+part+"/"+settlement, status, part, settlement, "")
			}
		}
		for addition := range additions {
			parts := []string{"planned", "owed", "disputed"}
			switch {
			case strings.HasPrefix(addition, "payment"):
				parts = []string{"owed"}
			case strings.HasPrefix(addition, "list"):
				parts = append(parts, "delivered")
			}
			for _, part := range parts {
				e.ask(status+"/"+part+"/direct + "+addition, status, part, "direct", addition)
			}
		}
	}
}

// states are the states of one of two milestones under guarantee, and whether money is held for it.
var states = []struct {
	name, status string
	held         int64
}{
	{"planned", "planned", 0}, {"awaiting_payment", "awaiting_payment", 0}, {"owed", "awaiting_payment", 0}, {"funded", "funded", 1}, {"delivered", "delivered", 0},
	{"delivered held", "delivered", 1}, {"adjusting", "adjusting", 0}, {"adjusting held", "adjusting", 1}, {"released", "released", 0}, {"disputed", "disputed", 1},
}

// askPairs records the turns for each pair of states of two milestones, and which milestone the
// deposit notifications are about.
func (e *examples) askPairs() {
	e.t.Helper()
	e.exec(`SAVEPOINT pairs`)
	e.exec(`INSERT INTO public.milestones (contract_id, position, kind, title, deliverable, value_cents) SELECT contract_id, 2, kind, title, deliverable, value_cents FROM public.milestones WHERE id = $1`, e.part)
	for _, status := range []string{"agreed", "active"} {
		e.exec(`UPDATE public.contracts SET status = $2, settlement = 'guarantee' WHERE id = $1`, e.contract, status)
		for _, first := range states {
			for _, second := range states {
				c := deal.Contract{Status: status, Settlement: "guarantee"}
				for i, one := range []struct {
					name, status string
					held         int64
				}{first, second} {
					owed := one.name == "owed"
					e.exec(`UPDATE public.milestones SET status = $3, held_cents = $4, owed_due_on = CASE WHEN $5 THEN date '2026-11-25' END WHERE contract_id = $1 AND position = $2`,
						e.contract, i+1, one.status, one.held, owed)
					c.Milestones = append(c.Milestones, deal.Milestone{Position: i + 1, Status: one.status, Held: money.Money(one.held), IsOwed: owed})
				}
				name := status + "/" + first.name + " + " + second.name
				e.read(name, `SELECT string_agg(side || ' ' || turn.kind || ' ' || m.position, ', ' ORDER BY side, turn.kind, m.position) FROM (
					SELECT 'company' AS side, * FROM private.contract_turns($1, $1)
					UNION ALL SELECT 'professional', * FROM private.contract_turns($2, $2)) AS turn JOIN public.milestones m ON m.id = turn.milestone_id`)
				if next := c.NextDeposit(); (next != nil) != strings.Contains(e.found[name], "deposit") ||
					next != nil && !strings.Contains(e.found[name], fmt.Sprint("deposit ", next.Position)) {
					e.t.Errorf("%s: the deposit that is told of is %+v, of %q", name, next, e.found[name])
				}
			}
		}
	}
	e.exec(`ROLLBACK TO SAVEPOINT pairs`)
}

// TestWhoseTurnItIsIsWrittenDown compares the file with the database.
func TestWhoseTurnItIsIsWrittenDown(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	s := markettest.On(t, db.Pool)
	e := &examples{t: t, found: map[string]string{}, company: s.Member("company", "Serra Azul"), professional: s.Member("professional", "Marina Alves")}
	agreed, err := markettest.Call(s, e.company, proposal.Accept, proposal.Acceptance{ProposalID: s.Proposal(s.Project(e.company, "Retrofit"), e.professional)})
	if err != nil {
		t.Fatal(err)
	}
	e.contract, e.part = agreed.ContractID, s.ID(`SELECT id FROM public.milestones`)
	err = pgx.BeginFunc(context.Background(), db.Owner, func(tx pgx.Tx) error {
		e.tx = tx
		e.exec(withoutChecks)
		e.exec(`SET LOCAL session_replication_role = replica`)
		e.askAll()
		e.askPairs()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		text, err := json.MarshalIndent(e.found, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(turnExamples, append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(turnExamples)
	if err != nil {
		t.Fatal(err)
	}
	var written map[string]string
	if err := json.Unmarshal(text, &written); err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(written, e.found) {
		t.Error("turn-examples.json is not what the database says: run this test with -update")
	}
}
