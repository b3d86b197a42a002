package transition_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/markettest"
	"automacao/internal/market/transition"
	"automacao/internal/postgres/dbtest"
)

var update = flag.Bool("update", false, "write the document instead of comparing it")

// document is the path of the generated reference page, relative to this folder.
const document = "../../../docs/reference/transitions.md"

func TestTheDocumentIsInForce(t *testing.T) {
	t.Parallel()
	want := transition.Document()
	if *update {
		if err := os.WriteFile(document, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("docs/reference/transitions.md is out of date: make types")
	}
}

func TestTheDatabaseHasTheSameSteps(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	rows, err := s.Pool.Query(context.Background(), `SELECT concat_ws(' ', noun, from_state, to_state) FROM private.transitions`)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	var drawn []string
	for _, m := range transition.Machines() {
		for _, step := range m.Steps {
			for _, from := range step.From {
				if step.To != "" {
					drawn = append(drawn, fmt.Sprintf("%s %s %s", m.Noun, from, step.To))
				}
			}
		}
	}
	slices.Sort(drawn)
	slices.Sort(stored)
	if drawn = slices.Compact(drawn); !slices.Equal(stored, drawn) {
		t.Errorf("the database has\n%v\nand the machines\n%v", stored, drawn)
	}
}

// TestTheLogKnowsEveryStep checks which actions the log of a contract accepts: the steps of the
// contract and of its parts, and the calls that created them.
func TestTheLogKnowsEveryStep(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	rows, err := s.Pool.Query(context.Background(), `
		SELECT found[1] FROM pg_constraint, regexp_matches(pg_get_constraintdef(oid), '''([a-z_]+)''', 'g') AS found
		WHERE conname = 'contract_events_action_known'`)
	if err != nil {
		t.Fatal(err)
	}
	known, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	taken := []string{"accept_proposal", "record_payment", "record_withholdings", "propose_amendment", "start_checklist", "agree_checklist", "sign_checklist", "execute_tac", "witness_result", "witness_by_silence"}
	for _, step := range slices.Concat(transition.Contract.Steps, transition.Milestone.Steps, transition.DirectPayment.Steps, transition.Amendment.Steps, transition.Invoice.Steps, transition.Withholding.Steps, transition.WithholdingProof.Steps) {
		taken = append(taken, step.Action)
	}
	slices.Sort(known)
	slices.Sort(taken)
	if taken = slices.Compact(taken); !slices.Equal(known, taken) {
		t.Errorf("the log knows\n%v\nand the steps are\n%v", known, taken)
	}
}

// TestEveryNounIsWatched checks that each noun's table has the trigger that checks its steps.
func TestEveryNounIsWatched(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	rows, err := s.Pool.Query(context.Background(), `
		SELECT rtrim(encode(tgargs, 'escape'), '\000') || ' of ' || tgrelid::regclass FROM pg_trigger
		WHERE tgname = 'check_transition' AND tgenabled = 'O' ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	watched, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	var nouns []string
	for _, m := range transition.Machines() {
		nouns = append(nouns, m.Noun+" of "+m.Table())
	}
	slices.Sort(nouns)
	if !slices.Equal(watched, nouns) {
		t.Errorf("watched are\n%v\nand the nouns\n%v", watched, nouns)
	}
}

func TestTheDatabaseRefusesWhatNoTableHas(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	project := s.Project(s.Member("company", "Serra Azul"), "Retrofit")
	proposal := s.Proposal(project, s.Member("professional", "Marina Alves"))
	report := s.ID(`INSERT INTO public.reports (kind, subject_id, excerpt, reason, reporter_key, status, decision, decided_at)
		VALUES ('project', $1, 'Retrofit', 'spam', sha256('visitor'), 'upheld', 'Procede', now()) RETURNING id`, project)
	for _, statement := range []string{
		`UPDATE public.reports SET status = 'dismissed' WHERE id = '` + report.String() + `'`,
		`UPDATE public.reports SET status = 'open', decision = NULL, decided_at = NULL WHERE id = '` + report.String() + `'`,
		`UPDATE public.projects SET status = 'completed' WHERE id = '` + project.String() + `'`,
		`UPDATE public.proposals SET status = 'ended' WHERE id = '` + proposal.String() + `'`,
	} {
		_, err := s.Pool.Exec(context.Background(), statement)
		if code := markettest.Code(err); code != "transition_refused" {
			t.Errorf("%s: %q", statement, code)
		}
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		action, from string
		by           transition.Actor
		to, refusal  string
	}{
		{"deliver_contract", "active", transition.Professional, "delivered", ""},
		{"deliver_contract", "agreed", transition.Professional, "delivered", ""},
		{"deliver_contract", "delivered", transition.Professional, "", "contract_not_active"},
		{"deliver_contract", "active", transition.Company, "", "not_your_step"},
		{"complete_contract", "delivered", transition.Company, "completed", ""},
		{"complete_contract", "delivered", transition.Professional, "", "not_your_step"},
		{"complete_contract", "active", transition.Time, "", "not_your_step"},
		{"accept_by_silence", "delivered", transition.Time, "completed", ""},
		{"accept_by_silence", "delivered", transition.Company, "", "not_your_step"},
		{"withdraw_contract", "agreed", transition.Company, "withdrawn", ""},
		{"withdraw_contract", "agreed", transition.Professional, "withdrawn", ""},
		{"withdraw_contract", "active", transition.Professional, "", "contract_has_begun"},
		{"propose_termination", "active", transition.Company, "active", ""},
		{"propose_termination", "completed", transition.Company, "", "contract_not_running"},
		{"leave", "active", transition.System, "cancelled", ""},
		{"leave", "agreed", transition.System, "withdrawn", ""},
	} {
		to, err := transition.Contract.Check(c.action, c.from, c.by)
		refusal := ""
		if told, ok := errors.AsType[*fault.Error](err); ok {
			refusal = told.Code
		}
		if to != c.to || refusal != c.refusal {
			t.Errorf("%s from %s by %s: got %q, %q", c.action, c.from, c.by, to, refusal)
		}
	}
	if _, err := transition.Contract.Check("vanish", "active", transition.Company); err == nil {
		t.Error("an unknown step is taken")
	}
}

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// TestEveryStateSaysWhatBecomesOfEveryColumn checks that every column of a noun is either Fixed or
// written by steps, and that every state mentions each column that steps write.
func TestEveryStateSaysWhatBecomesOfEveryColumn(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	for _, m := range transition.Machines() {
		rows, err := s.Pool.Query(context.Background(), `
			SELECT attname::text FROM pg_attribute WHERE attrelid = ('public.' || $1)::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
			  AND attname NOT IN ('id', 'status', 'created_at', 'updated_at') ORDER BY 1`, m.Table())
		if err != nil {
			t.Fatal(err)
		}
		columns, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		if said := m.Columns(); !slices.Equal(columns, said) {
			t.Errorf("%s has the columns\n%q\nand its table of steps says what becomes of\n%q", m.Noun, columns, said)
		}
		if m.Entering == nil {
			continue
		}
		of := func(state string) (named []string) {
			for column := range m.Entering[state] {
				named = append(named, column)
			}
			slices.Sort(named)
			return named
		}
		for _, state := range m.States() {
			if got, want := of(state), of(m.Initial); !slices.Equal(got, want) {
				t.Errorf("%s: %s names %q and %s names %q", m.Noun, state, got, m.Initial, want)
			}
		}
		if len(m.Entering) != len(m.States()) {
			t.Errorf("%s has %d states, and says what %d of them write", m.Noun, len(m.States()), len(m.Entering))
		}
	}
}

// TestEveryStepCanBeWritten makes PostgreSQL prepare the statement of every step from every state.
func TestEveryStepCanBeWritten(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	conn, err := s.Pool.Acquire(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	for _, m := range transition.Machines() {
		for statement, step := range m.Statements() {
			if _, err := conn.Conn().Prepare(context.Background(), "", statement); err != nil {
				t.Errorf("%s of %s: %v\n%s", step, m.Noun, err, statement)
			}
		}
	}
}
