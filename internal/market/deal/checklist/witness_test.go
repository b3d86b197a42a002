package checklist_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/market/deal/checklist"
	"automacao/internal/market/deal/milestone"
)

// witnessOf returns who witnessed the blocking item of a list, how and when.
func (s scene) witnessOf(l checklist.Status) string {
	return s.Text(`SELECT concat_ws(' ', coalesce(witnessed_as, '-'), witnessed_name, (witnessed_at - $2::timestamptz)::text) FROM public.checklist_items WHERE checklist_id = $1 AND position = 1`,
		l.ID, s.start)
}

// An item that only the professional recorded as passed does not resume the clock. The company is
// asked to witness it by a date, and only after that date does its silence count.
func TestAnItemIsLiftedByBothSides(t *testing.T) {
	t.Parallel()
	s := setup(t)
	l := s.agreed(0, "taf")
	s.deliver(0, 0)
	l = s.record(time.Hour, s.marina, l, 1, "passed")
	if l.IsBlocked || !l.AwaitsWitness || s.due(0) != "paused" {
		t.Errorf("with the word of one side it is %+v, the clock %s", l, s.due(0))
	}
	const told = `SELECT string_agg(n.body, '|') FROM public.notifications n WHERE n.profile_id = $1 AND n.title LIKE '%Testemunhe o resultado: Retrofit'`
	if got := s.Text(told, s.serra); !strings.HasSuffix(got, "item 1, Parada de emergência. Testemunhe ou aponte a falha até 27/10/2026, 23h59. Sem resposta, conta como testemunhado pelo silêncio.") {
		t.Errorf("the company is told %q", got)
	}
	s.tend(16 * day) // a late job sends the reminder first
	s.expect(0, "delivered")
	if got := s.witnessOf(l); got != "-" {
		t.Errorf("before its date it is witnessed: %s", got)
	}
	s.tend(18 * day)
	if got := s.due(0); got != "paused" {
		t.Errorf("on the last day: %s", got)
	}
	s.tend(19 * day)
	if got := s.witnessOf(l); got != "silence 19 days" {
		t.Errorf("after its date: %s", got)
	}
	if got, want := s.due(0), (33 * day).String(); got != want {
		t.Errorf("the clock goes on: %s, want %s", got, want)
	}
	read := must(s, 19*day, s.serra, checklist.ReadDocument, checklist.Reference{ChecklistID: l.ID})
	printed, err := read.PDF()
	if err != nil || len(printed) == 0 {
		t.Errorf("it is not printed: %v", err)
	}
	if w := read.Items[0].Witnessed; w == nil || w.As != "silence" || w.Name != "" || w.Side != "company" {
		t.Errorf("the record says %+v", w)
	}
	if got := s.Text(`SELECT string_agg(action, ' ' ORDER BY created_at) FROM public.contract_events WHERE action ~ '(pause|resume|silence)'`); got != "witness_by_silence resume_acceptance" {
		t.Errorf("the history says %s", got)
	}
	s.tend(33 * day)
	s.expect(0, "awaiting_payment")
}

func TestAWitnessHasANameAndATime(t *testing.T) {
	t.Parallel()
	s := setup(t)
	l := s.agreed(0, "taf")
	s.deliver(0, 0)
	engineer, moved := s.Colleague(s.serra, "engineer", "Igor Dias"), s.Colleague(s.marina, "engineer", "Paula Reis")
	l = s.record(time.Hour, moved, l, 1, "passed")
	asked := s.witnessed(l)
	s.Exec(`UPDATE public.memberships SET organisation_id = $2 WHERE person_id = $1`, moved, s.serra)
	for want, code := range map[string]string{
		"nothing_to_witness":  take(s, s.marina, checklist.Witness, asked),
		"checklist_changed":   take(s, engineer, checklist.Witness, checklist.Witnessed{ChecklistID: l.ID, Version: l.Version - 1}),
		"checklist_not_found": take(s, s.rafael, checklist.Witness, asked),
		"both_sides":          take(s, moved, milestone.Approve, s.about(0)),
	} {
		if code != want {
			t.Errorf("%q, want %s", code, want)
		}
	}
	if code := take(s, moved, checklist.Witness, asked); code != "nothing_to_witness" {
		t.Errorf("the recorder changed sides and witnesses: %q", code)
	}
	asked.ItemIDs = []uuid.UUID{s.item(l, 1)}
	if got := must(s, 2*time.Hour, engineer, checklist.Witness, asked); got.AwaitsWitness || got.IsPaused {
		t.Errorf("with the word of both it is %+v", got)
	}
	s.Exec(`UPDATE public.profiles SET name = 'Outro Nome' WHERE id = $1`, engineer)
	if got := s.witnessOf(l); got != "witness Igor Dias 02:00:00" {
		t.Errorf("the record says %s", got)
	}
	if code := take(s, engineer, checklist.Witness, asked); code != "nothing_to_witness" {
		t.Errorf("twice: %q", code)
	}
}

func TestAResultThatChangesHasNoWitness(t *testing.T) {
	t.Parallel()
	s := setup(t)
	l := s.agreed(0, "taf")
	l = s.record(0, s.marina, l, 1, "passed")
	s.witness(0, s.serra, l)
	if again := s.record(0, s.marina, l, 1, "passed"); again.Version != l.Version || again.AwaitsWitness {
		t.Errorf("the same once more: %+v", again)
	}
	in := s.result(l, 1, "passed")
	in.Note = "Com outro relé"
	if got := must(s, 0, s.marina, checklist.Record, in); !got.AwaitsWitness {
		t.Errorf("with other words: %+v", got)
	}
	if got := s.witnessOf(l); got != "-" {
		t.Errorf("it is witnessed: %s", got)
	}
}

func TestWhatASideDoesIsItsWord(t *testing.T) {
	t.Parallel()
	s := setup(t)
	recorded := s.agreed(0, "taf")
	s.record(0, s.marina, recorded, 1, "passed")
	if got := s.record(0, s.serra, recorded, 1, "passed"); got.AwaitsWitness {
		t.Errorf("recorded alike by the other side: %+v", got)
	}
	signed := s.agreed(0, "entrega")
	s.record(0, s.marina, signed, 1, "passed")
	signed = s.record(0, s.marina, signed, 2, "passed")
	if got := must(s, 0, s.serra, checklist.Sign, read(signed)); got.AwaitsWitness {
		t.Errorf("signed by the other side: %+v", got)
	}
	delivered := s.agreed(0, "tac")
	s.record(0, s.serra, delivered, 1, "passed")
	s.deliver(0, 0)
	approved := s.agreed(1, "taf")
	s.record(0, s.marina, approved, 1, "passed")
	s.deliver(0, 1)
	must(s, 0, s.serra, milestone.Approve, s.about(1))
	s.expect(1, "awaiting_payment")
	for l, want := range map[uuid.UUID]string{recorded.ID: "witness Serra Azul", signed.ID: "signature Serra Azul", delivered.ID: "delivery Marina Alves", approved.ID: "approval Serra Azul"} {
		if got := s.witnessOf(checklist.Status{ID: l}); !strings.HasPrefix(got, want) {
			t.Errorf("it is %s, want %s", got, want)
		}
	}
}

// Items that an older version of the program let one side lift alone are put to the other side
// before silence accepts the milestone.
func TestWhatNobodyWasAskedToWitnessIsAskedFor(t *testing.T) {
	t.Parallel()
	s := setup(t)
	l := s.agreed(0, "taf")
	s.record(0, s.marina, l, 1, "passed")
	s.witness(0, s.serra, l)
	s.deliver(0, 0)
	s.Exec(`UPDATE public.checklist_items SET witnessed_as = NULL, witnessed_at = NULL, witnessed_by = NULL, witness_due_at = NULL WHERE checklist_id = $1`, l.ID)
	if err := milestone.Tend(s.Watch(t.Context()), s.Pool, s.start.Add(15*day)); err != nil {
		t.Fatal(err)
	}
	s.expect(0, "delivered")
	s.tend(15 * day)
	if got := s.due(0); got != "paused" {
		t.Errorf("asked for, the clock is %s", got)
	}
	if got := s.Text(`SELECT to_char(witness_due_at AT TIME ZONE 'America/Sao_Paulo', 'DD/MM HH24:MI') FROM public.checklist_items WHERE checklist_id = $1 AND position = 1`, l.ID); got != "11/11 23:59" {
		t.Errorf("until %s", got)
	}
}
