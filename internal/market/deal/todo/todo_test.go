package todo_test

import (
	"testing"

	"github.com/google/uuid"

	"automacao/internal/market/deal/todo"
	"automacao/internal/market/markettest"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// stage is Serra Azul, with Eva as a buyer, and a project with two proposals.
type stage struct {
	*markettest.Stage
	t                        *testing.T
	serra, eva, vale, marina uuid.UUID
	project                  uuid.UUID
}

func setup(t *testing.T) *stage {
	s := &stage{Stage: markettest.Open(t), t: t}
	s.serra, s.vale, s.marina = s.Member("company", "Serra Azul"), s.Member("company", "Vale Verde"), s.Member("professional", "Marina Alves")
	s.eva = s.Colleague(s.serra, "buyer", "Eva")
	s.project = s.Project(s.serra, "Retrofit")
	s.Proposal(s.project, s.marina)
	s.validFor(60)
	return s
}

// validFor sets how many days from today the proposals are valid.
func (s *stage) validFor(days int) {
	s.Exec(`UPDATE public.proposals SET valid_until = private.market_day() + $1::integer`, days)
}

func (s *stage) put(who uuid.UUID, until string) (todo.Deferred, string) {
	s.t.Helper()
	deferred, err := markettest.Call(s.Stage, who, todo.Defer, todo.Choice{Matter: s.matter(), Until: until})
	return deferred, markettest.Code(err)
}

func (s *stage) matter() todo.Matter {
	return todo.Matter{PartyID: s.serra, Kind: "proposals", Matter: s.project}
}

// stands checks which items of a person's list wait and which are deferred.
func (s *stage) stands(who uuid.UUID, want string) {
	s.t.Helper()
	const list = `SELECT coalesce(string_agg(concat_ws(' ', kind, CASE WHEN deferred_until IS NOT NULL THEN 'aside' END, CASE WHEN is_early THEN 'early' END, CASE WHEN NOT may_defer THEN 'near' END), ', '), '') FROM public.my_turn($1)`
	if got := s.Seen(who, list, s.serra); got != want {
		s.t.Errorf("the list says %q, want %q", got, want)
	}
}

// TestWhatIsSetAsideIsOnesOwn checks that a deferral does not change a colleague's list.
func TestWhatIsSetAsideIsOnesOwn(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for range 2 { // deferring twice changes nothing
		if _, code := s.put(s.eva, "monday"); code != "" {
			t.Fatal(code)
		}
	}
	s.stands(s.eva, "proposals aside")
	s.stands(s.serra, "proposals")
	for _, who := range []uuid.UUID{s.vale, s.marina} {
		if _, code := s.put(who, "monday"); code != "turn_not_found" {
			t.Errorf("a stranger sets aside: %q", code)
		}
	}
	if _, err := markettest.Call(s.Stage, s.serra, todo.Resume, s.matter()); err != nil {
		t.Fatal(err)
	}
	s.stands(s.eva, "proposals aside")
	if _, err := markettest.Call(s.Stage, s.eva, todo.Resume, s.matter()); err != nil {
		t.Fatal(err)
	}
	s.stands(s.eva, "proposals")
	if _, code := s.put(s.eva, "never"); code != "deferral_unknown" {
		t.Errorf("until never: %q", code)
	}
}

// TestAnotherStateWaitsAnew checks that an item returns when it changes, and when its day comes.
func TestAnotherStateWaitsAnew(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.put(s.serra, "three_days")
	s.Proposal(s.project, s.Member("professional", "Rafael Nunes"))
	s.stands(s.serra, "proposals")
	s.validFor(60)
	s.put(s.serra, "three_days")
	s.stands(s.serra, "proposals aside")
	s.Exec(`UPDATE private.deferrals SET until = now()`)
	s.stands(s.serra, "proposals")
	s.Exec(`UPDATE private.deferrals SET kind = 'questions'`)
	s.put(s.serra, "tomorrow")
	if left := s.Text(`SELECT string_agg(kind, ' ') FROM private.deferrals`); left != "proposals" {
		t.Errorf("kept beyond their day: %s", left)
	}
	s.project = s.Project(s.serra, "Linha de envase")
	if _, code := s.put(s.serra, "monday"); code != "turn_not_found" {
		t.Errorf("an item that does not wait is deferred: %q", code)
	}
}

// TestNoDeadlinePassesBehindIt checks that every item returns on the working day before its
// deadline, whatever day was chosen or stored.
func TestNoDeadlinePassesBehindIt(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.put(s.serra, "monday")
	s.Exec(`UPDATE private.deferrals SET until = now() + interval '300 days'`)
	if got := s.Text(`SELECT (t.until > t.shows_at)::text FROM private.turns($1, $1) AS t`, s.serra); got != "true" {
		t.Fatalf("the deadline is not before: %s", got)
	}
	s.stands(s.serra, "proposals aside early")
	for _, days := range []int{1, 0} {
		s.validFor(days)
		s.stands(s.serra, "proposals near")
		if _, code := s.put(s.serra, "monday"); code != "turn_due_soon" {
			t.Errorf("due in %d days it is set aside: %q", days, code)
		}
	}
}

// TestDaysAreWorkingDays counts days on the market's calendar.
func TestDaysAreWorkingDays(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	for today, want := range map[string]string{
		"2026-11-16": "2026-11-17 2026-11-19 2026-11-23", // a Monday
		"2026-11-19": "2026-11-23 2026-11-25 2026-11-23", // before the holiday of Friday
		"2026-11-22": "2026-11-23 2026-11-25 2026-11-23", // a Sunday
		"2026-10-09": "2026-10-13 2026-10-15 2026-10-13", // before the holiday of Monday
	} {
		if got := s.Text(`SELECT concat_ws(' ', private.deferral_day('tomorrow', $1::date), private.deferral_day('three_days', $1::date), private.deferral_day('monday', $1::date))`, today); got != want {
			t.Errorf("on %s: %s, want %s", today, got, want)
		}
	}
	for due, want := range map[string]string{
		"2026-11-23T12:00:00-03:00": "2026-11-19", // Monday after the holiday of Friday
		"2026-11-19T23:59:59-03:00": "2026-11-18",
		"2026-11-22T01:00:00-03:00": "2026-11-19", // on a weekend
	} {
		if got := s.Text(`SELECT (private.deadline_shows_at($1::timestamptz) AT TIME ZONE 'America/Sao_Paulo')::date::text`, due); got != want {
			t.Errorf("due %s it shows on %s, want %s", due, got, want)
		}
	}
}
