package withholding_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/kernel/money"
	"automacao/internal/market/deal/contract"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/settlement"
	"automacao/internal/market/money/withholding"
)

// TestTaxesAreReckonedToTheCentavo uses vectors that were computed by hand.
func TestTaxesAreReckonedToTheCentavo(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		base money.Money
		rate withholding.Rate
		want money.Money
	}{
		{10_000_00, 11_00, 1_100_00},
		{8_475_55, 11_00, 932_31}, // 932,3105
		{10_000_00, 1_50, 150_00},
		{10_000_00, 4_65, 465_00},
		{1_234_56, 4_65, 57_41},                         // 57,40704
		{1_234_50, 4_65, 57_40},                         // 57,40425
		{33_33, 1_50, 50},                               // 0,49995
		{33_34, 1_50, 50},                               // 0,5001
		{1_00, 1_50, 2},                                 // 0,015: half a centavo, up
		{3_00, 1_50, 5},                                 // 0,045
		{99, 1_50, 1},                                   // 0,01485
		{10, 5_00, 1},                                   // 0,005
		{9, 5_00, 0},                                    // 0,0045
		{999_999_999_99, 27_50, 275_000_000_00},         // 27.499.999.999,7 centavos
		{1_000_000_000_000_00, 4_65, 46_500_000_000_00}, // no overflow
		{99_999_999_999_999, 27_50, 27_500_000_000_000}, // 27.499.999.999.999,725
		{1, 11_00, 0}, {5, 11_00, 1}, {4, 11_00, 0},     // 0,55 and 0,44 of a centavo
		{2_155_05, 4_65, 100_21}, {2_000_00, 2_00, 4000}, // 100,209825
	} {
		if got := c.rate.Of(c.base); got != c.want {
			t.Errorf("%d of %s is %s, want %s", c.rate, c.base, got, c.want)
		}
	}
}

func TestWhatTheLawAsksForHangsOnThePayee(t *testing.T) {
	t.Parallel()
	s := setup(t)
	inss := withholding.Line{Tax: "inss", Base: 8_475_55, Rate: 11_00, Value: 932_31}
	whole := func(tax string, rate withholding.Rate, value money.Money) withholding.Line {
		return withholding.Line{Tax: tax, Base: 10_000_00, Rate: rate, Value: value}
	}
	for _, c := range []struct {
		payee string
		facts withholding.Facts
		want  []withholding.Line
	}{
		{"cpf", withholding.Facts{}, []withholding.Line{inss, whole("irrf", 27_50, 1_584_88)}},
		{"cpf", withholding.Facts{ISS: 2_00, Grounds: grounds}, []withholding.Line{whole("iss", 2_00, 200_00), inss, whole("irrf", 27_50, 1_584_88)}},
		{"cpf", withholding.Facts{ISS: 2_00}, []withholding.Line{inss, whole("irrf", 27_50, 1_584_88)}},
		{"pj", withholding.Facts{}, []withholding.Line{whole("irrf", 1_50, 150_00), whole("csrf", 4_65, 465_00)}},
		{"simples", withholding.Facts{ISS: 5_00, Grounds: withholding.Grounds{ISSItem: "lei municipal"}}, []withholding.Line{whole("iss", 5_00, 500_00)}},
		{"simples", withholding.Facts{Grounds: withholding.Grounds{HasLabour: true}}, []withholding.Line{whole("inss", 11_00, 1_100_00)}},
		{"mei", withholding.Facts{ISS: 5_00, Grounds: withholding.Grounds{ISSItem: "7.02", HasLabour: true}}, nil},
	} {
		s.as(c.payee)
		c.facts.MilestoneID = s.part
		got, err := markettest.Call(s.Stage, s.serra, withholding.Suggest, c.facts)
		if err != nil || got.Payee != strings.Replace(c.payee, "simples", "pj", 1) || got.Gross != money.Reais(10_000) || !same(got.Lines, c.want) {
			t.Errorf("%s %+v: %+v, %v", c.payee, c.facts, got, err)
		}
		if code := take(s, s.marina, withholding.Suggest, c.facts); code != "not_your_step" {
			t.Errorf("asked by her: %q", code)
		}
	}
}

func same(one, other []withholding.Line) bool {
	if len(one) != len(other) {
		return false
	}
	for i := range one {
		if one[i] != other[i] {
			return false
		}
	}
	return true
}

func TestOfAFewReaisNothingIsWithheld(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for value, want := range map[int]int{66700: 2, 66699: 1, 21517: 1, 21505: 0} {
		s.Exec(`UPDATE public.milestones SET value_cents = $2 WHERE id = $1`, s.part, value)
		got, err := markettest.Call(s.Stage, s.serra, withholding.Suggest, withholding.Facts{MilestoneID: s.part})
		if err != nil || len(got.Lines) != want {
			t.Errorf("%d centavos: %+v, %v", value, got.Lines, err)
		}
	}
}

func TestNothingIsWithheldBeyondTheLaw(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for payee, lines := range map[string]map[string]withholding.Line{
		"pj": {
			"withholding_rate_wrong":  line("irrf", 1_51),
			"withholding_tax_wrong":   line("icms", 1_00),
			"withholding_base_wrong":  {Tax: "iss", Base: 10_000_01, Rate: 5_00},
			"withholding_value_wrong": {Tax: "iss", Base: 10_000_00, Rate: 5_00, Value: 500_01},
		},
		"cpf": {
			"withholding_rate_wrong":  line("csrf", 1),
			"withholding_base_wrong":  line("inss", 11_00),
			"withholding_value_wrong": {Tax: "iss", Base: 9, Rate: 5_00},
			"withholding_tax_wrong":   line("", 5_00),
		},
		"mei": {"withholding_rate_wrong": line("irrf", 1_50)},
	} {
		s.as(payee)
		for want, l := range lines {
			if _, code := s.record(l); code != want {
				t.Errorf("%s %+v: %q, want %q", payee, l, code, want)
			}
		}
		for _, l := range []withholding.Line{line("iss", 5_01), line("inss", 90_00), line("iss", 0), line("iss", -1), {Tax: "iss", Base: 100, Rate: 500, Value: -1}} {
			if _, code := s.record(l); code == "" {
				t.Errorf("%s: %+v was taken", payee, l)
			}
		}
		if _, code := s.record(line("iss", 5_00), line("iss", 5_00)); code != "withholding_tax_wrong" {
			t.Errorf("the same twice: %q", code)
		}
	}
}

// TestTheDatabaseHasTheSameCaps checks that the table's constraints enforce the same caps.
func TestTheDatabaseHasTheSameCaps(t *testing.T) {
	t.Parallel()
	s := setup(t)
	insert := `INSERT INTO public.withholdings (contract_id, milestone_id, round, tax, payee, gross_cents, base_cents, rate_basis_points, value_cents, recorded_by, answer_due_at)
		VALUES ($1, $2, 1, $3, $4, 1000000, $5, $6, $7, $8, now())`
	for _, c := range []struct {
		tax, payee        string
		base, rate, value int
		want              string
	}{
		{"iss", "pj", 1000000, 501, 1, "withholdings_rate_capped"}, {"inss", "pj", 1000000, 1101, 1, "withholdings_rate_capped"}, {"irrf", "pj", 1000000, 151, 1, "withholdings_rate_capped"},
		{"irrf", "cpf", 1000000, 2751, 1, "withholdings_rate_capped"}, {"csrf", "pj", 1000000, 466, 1, "withholdings_rate_capped"}, {"csrf", "cpf", 1000000, 1, 1, "withholdings_rate_capped"},
		{"irrf", "mei", 1000000, 1, 1, "withholdings_rate_capped"}, {"iss", "pj", 1000001, 500, 1, "withholdings_base_within"}, {"iss", "pj", 1000000, 500, 50001, "withholdings_value_capped"},
		{"iss", "pj", 1000000, 500, 0, "withholdings_value_capped"}, {"icms", "pj", 1000000, 500, 1, "withholdings_rate_capped"},
	} {
		_, err := s.Pool.Exec(t.Context(), insert, s.contract, s.part, c.tax, c.payee, c.base, c.rate, c.value, s.serra)
		if got := constraintOf(err); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

func TestLinesCountOnceTheyAreAgreedTo(t *testing.T) {
	t.Parallel()
	s := setup(t)
	stands := s.recorded(line("irrf", 1_50), line("csrf", 4_65))
	if want := (withholding.Status{MilestoneID: s.part, Round: 1, Status: "proposed", Gross: 10_000_00, Withheld: 615_00, Net: 9_385_00}); stands != want {
		t.Errorf("it stands at %+v", stands)
	}
	if got := s.Seen(s.marina, `SELECT string_agg(concat_ws(' ', tax, base, rate, value, status), ', ' ORDER BY tax) FROM public.withholdings`); got != "csrf 10000.00 4.65 465.00 proposed, irrf 10000.00 1.50 150.00 proposed" {
		t.Errorf("she sees %q", got)
	}
	if got := s.told(s.marina, "Retenções de tributos informadas"); got != "1" {
		t.Errorf("she was told %s times", got)
	}
	if code := take(s, s.marina, withholding.Answer, s.yes(0)); code != "" {
		t.Fatal(code)
	}
	if code := take(s, s.marina, withholding.Answer, s.yes(0)); code != "withholdings_answered" {
		t.Errorf("answered twice: %q", code)
	}
	s.owed()
	payment := s.pay()
	if got := s.Text(`SELECT concat_ws(' ', value, withheld) FROM public.direct_payments`); got != "9385.00 615.00" {
		t.Errorf("paid %s", got)
	}
	if _, code := s.record(); code != "withholding_payment_declared" {
		t.Errorf("after the payment was declared: %q", code)
	}
	if code := take(s, s.marina, settlement.Confirm, payment); code != "" {
		t.Fatal(code)
	}
	s.expect("1 csrf 465.00 agreed 465.00, 1 irrf 150.00 agreed 150.00")
	if _, code := s.record(); code != "withholding_too_late" {
		t.Errorf("after the end: %q", code)
	}
}

func TestWhatWasContestedIsNotWithheld(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.recorded(line("irrf", 1_50))
	if code := take(s, s.marina, withholding.Answer, withholding.Reply{MilestoneID: s.part}); code != "reason_required" {
		t.Errorf("without a reason: %q", code)
	}
	if code := take(s, s.marina, withholding.Answer, s.no()); code != "" || s.told(s.serra, "Retenções contestadas") != "1" {
		t.Errorf("contested: %q", code)
	}
	// She read another round.
	if stands := s.recorded(line("iss", 2_00)); stands.Round != 2 {
		t.Errorf("it stands at %+v", stands)
	}
	for round, want := range map[int]string{0: "withholdings_changed", 1: "withholdings_changed", 3: "withholdings_changed"} {
		if code := take(s, s.marina, withholding.Answer, s.yes(round)); code != want {
			t.Errorf("round %d: %q", round, code)
		}
	}
	s.owed()
	s.pay()
	s.expect("1 irrf 150.00 contested, 2 iss 200.00 proposed")
	if got := s.Text(`SELECT concat_ws(' ', value, withheld) FROM public.direct_payments`); got != "10000.00 0.00" {
		t.Errorf("paid %s", got)
	}
}

func TestNewLinesTakeTheAgreedOnesBack(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.recorded(line("iss", 2_00))
	if code := take(s, s.marina, withholding.Answer, s.yes(1)); code != "" {
		t.Fatal(code)
	}
	s.recorded(line("iss", 5_00), line("irrf", 1_50))
	s.expect("1 iss 200.00 replaced, 2 irrf 150.00 proposed, 2 iss 500.00 proposed")
	if stands := s.recorded(); stands.Withheld != 0 || stands.Status != "replaced" {
		t.Errorf("it stands at %+v", stands)
	}
	s.expect("1 iss 200.00 replaced, 2 irrf 150.00 replaced, 2 iss 500.00 replaced")
	for range 8 {
		s.recorded(line("iss", 5_00))
	}
	if _, code := s.record(line("iss", 5_00)); code != "too_many_withholdings" {
		t.Errorf("once too often: %q", code)
	}
}

func TestEachSideDoesItsOwn(t *testing.T) {
	t.Parallel()
	s := setup(t)
	engineer, finance := s.Colleague(s.serra, "engineer", "Otávio Leal"), s.Colleague(s.serra, "finance", "Lia Prado")
	in := withholding.Declaration{MilestoneID: s.part, Lines: []withholding.Line{line("iss", 2_00)}}
	for who, want := range map[uuid.UUID]string{s.marina: "not_your_step", s.rafael: "milestone_not_found", uuid.Nil: "milestone_not_found", engineer: "right_missing"} {
		if code := take(s, who, withholding.Record, in); code != want {
			t.Errorf("recorded: %q, want %q", code, want)
		}
	}
	if code := take(s, finance, withholding.Record, in); code != "" {
		t.Fatal(code)
	}
	for who, want := range map[uuid.UUID]string{s.serra: "not_your_step", s.rafael: "milestone_not_found", engineer: "right_missing"} {
		if code := take(s, who, withholding.Answer, s.yes(1)); code != want {
			t.Errorf("answered: %q, want %q", code, want)
		}
	}
	// A person who joins the other side can answer for neither, and so can one who changes sides.
	s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $2, 'finance')`, s.marina, finance)
	if code := take(s, finance, withholding.Answer, s.yes(1)); code != "both_sides" {
		t.Errorf("on both sides: %q", code)
	}
	s.Exec(`DELETE FROM public.memberships WHERE organisation_id = $1 AND person_id = $2`, s.serra, finance)
	if code := take(s, finance, withholding.Answer, s.yes(1)); code != "both_sides" {
		t.Errorf("his own: %q", code)
	}
	if code := take(s, s.marina, withholding.Answer, withholding.Reply{MilestoneID: uuid.New(), Accept: true}); code != "milestone_not_found" {
		t.Errorf("a missing milestone: %q", code)
	}
}

func TestSilenceAgreesAfterAReminder(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.recorded(line("iss", 2_00), line("irrf", 1_50))
	var due time.Time
	if err := s.Pool.QueryRow(t.Context(), `SELECT min(answer_due_at) FROM public.withholdings`).Scan(&due); err != nil {
		t.Fatal(err)
	}
	if got := s.Text(`SELECT (private.working_days_after(private.market_day(), 3) + time '23:59:59')::text`); due.In(time.FixedZone("", -3*60*60)).Format(time.DateTime) != got {
		t.Errorf("due %s, want %s", due, got)
	}
	s.tend(due.Add(-25 * time.Hour))
	if got := s.told(s.marina, "Responda às retenções"); got != "0" {
		t.Errorf("reminded %s times", got)
	}
	// A server that was down sends the reminder first, and leaves a day.
	s.tend(due.Add(100 * time.Hour))
	s.expect("1 irrf 150.00 proposed, 1 iss 200.00 proposed")
	if got := s.told(s.marina, "Responda às retenções"); got != "1" {
		t.Errorf("reminded %s times", got)
	}
	for range 2 {
		s.tend(due.Add(125 * time.Hour))
	}
	s.expect("1 irrf 150.00 agreed, 1 iss 200.00 agreed")
	if got := s.told(s.serra, "Retenções aceitas pelo prazo"); got != "1" {
		t.Errorf("told %s times", got)
	}
}

func TestWhatNobodyAgreedToLapsesWithTheMilestone(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.recorded(line("iss", 2_00))
	if code := take(s, s.serra, contract.Withdraw, contract.Ending{ContractID: s.contract, Reason: "Verba suspensa"}); code != "" {
		t.Fatal(code)
	}
	s.expect("1 iss 200.00 lapsed")
	if code := take(s, s.marina, withholding.Answer, s.yes(1)); code != "withholdings_answered" {
		t.Errorf("answered: %q", code)
	}
}

func TestOfManyAtOnceOneWordCounts(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.recorded(line("iss", 2_00))
	var running sync.WaitGroup
	for i := range 20 {
		running.Go(func() {
			if i%2 == 0 {
				take(s, s.marina, withholding.Answer, s.yes(1))
			} else {
				s.record(line("iss", 3_00))
			}
		})
	}
	running.Wait()
	if got := s.Text(`SELECT count(*)::text FROM public.withholdings WHERE status IN ('proposed', 'agreed')`); got != "1" {
		t.Errorf("%s in force: %s", got, s.stands())
	}
}

func TestAPartOfAMilestoneHasItsPartOfTheTaxes(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.recorded(line("iss", 3_33), line("irrf", 1_50))
	if code := take(s, s.marina, withholding.Answer, s.yes(1)); code != "" {
		t.Fatal(code)
	}
	for _, c := range []struct{ part, most, want string }{
		{"1000000", "1000000", "48300"}, {"500000", "500000", "24150"}, {"1", "1", "0"},
		{"333333", "333333", "16100"}, // 11.099,99 and 4.999,995, half up
		{"2000000", "2000000", "48300"}, {"1000000", "100", "100"}, {"1000000", "0", "0"},
	} {
		if got := s.Text(`SELECT private.withheld_of($1, $2::text::bigint, $3::text::bigint)::text`, s.part, c.part, c.most); got != c.want {
			t.Errorf("a part of %s, at most %s: %s", c.part, c.most, got)
		}
	}
}
