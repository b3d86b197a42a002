package withholding_test

import (
	"fmt"
	"testing"
	"time"

	"automacao/internal/kernel/money"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/settlement"
	"automacao/internal/market/money/withholding"
)

// TestIncomeTaxIsOfItsDay uses vectors computed by hand from the tables of each date: earnings,
// contribution and tax.
func TestIncomeTaxIsOfItsDay(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for _, c := range []struct {
		day                        string
		earned, contribution, want money.Money
	}{
		{"2026-01-01", 1_000_00, 110_00, 0}, {"2026-01-01", 3_036_00, 0, 0}, {"2026-01-01", 5_000_00, 0, 0}, {"2026-01-01", 5_000_30, 0, 10}, {"2026-11-26", 6_000_00, 0, 394_54},
		{"2026-11-26", 6_000_00, 660_00, 380_02}, {"2026-11-26", 7_350_00, 0, 945_54}, {"2026-11-26", 7_350_01, 0, 945_54}, {"2026-11-26", 10_000_00, 932_31, 1_584_88}, {"2026-11-26", 10_000_00, 0, 1_674_29},
		{"2025-12-31", 5_000_00, 0, 312_89}, {"2025-12-31", 3_036_00, 0, 0}, {"2025-12-31", 3_036_20, 0, 2}, {"2025-05-01", 6_000_00, 0, 574_29}, {"2025-05-01", 2_000_00, 0, 0},
		{"2026-11-26", 1_000_000_000_00, 0, 274_998_924_29},
	} {
		if got := s.Text(`SELECT private.income_tax($1::text::bigint, $2::text::bigint, $3::text::date)::text`, fmt.Sprint(int64(c.earned)), fmt.Sprint(int64(c.contribution)), c.day); got != fmt.Sprint(int64(c.want)) {
			t.Errorf("tax on %s (%s) on %s is %s, want %d", c.earned, c.contribution, c.day, got, c.want)
		}
	}
}

// worth sets the milestone's value.
func (s scene) worth(value money.Money) {
	s.t.Helper()
	s.Exec(`UPDATE public.milestones SET value_cents = $2 WHERE id = $1`, s.part, int64(value))
}

// silence lets every deadline to answer pass.
func (s scene) silence() {
	s.t.Helper()
	for days := range 4 {
		s.tend(time.Now().AddDate(0, 0, 15+5*days))
	}
}

// TestSilenceAgreesToNothingAboveTheLaw has 5% of ISS, 11% of INSS and 27.5% of IRRF withheld from
// R$ 1.000,00 of a person who owes no income tax.
func TestSilenceAgreesToNothingAboveTheLaw(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.as("cpf")
	s.worth(1_000_00)
	of := func(tax string, rate withholding.Rate) withholding.Line {
		return withholding.Line{Tax: tax, Base: 1_000_00, Rate: rate}
	}
	if stands := s.recorded(of("iss", 5_00), of("inss", 11_00), of("irrf", 27_50)); stands.Withheld != 435_00 || stands.AboveLaw != 275_00 {
		t.Errorf("it stands at %+v", stands)
	}
	s.silence()
	s.expect("1 inss 110.00 proposed, 1 irrf 275.00 proposed, 1 iss 50.00 proposed")
	if got := s.Text(`SELECT private.withheld_of($1, 100000, 100000)::text`, s.part); got != "0" {
		t.Errorf("%s centavos are withheld", got)
	}
	if got := s.told(s.marina, "Responda às retenções"); got != "1" {
		t.Errorf("she was reminded %s times", got)
	}
	// Not even a direct SQL statement can make silence accept it.
	_, err := s.Pool.Exec(t.Context(), `UPDATE public.withholdings SET status = 'agreed', answered_at = now() WHERE tax = 'irrf'`)
	if got := constraintOf(err); got != "withholdings_above_law_by_yes" {
		t.Errorf("the database refuses by %q", got)
	}
	if code := take(s, s.marina, withholding.Answer, s.yes(1)); code != "" {
		t.Errorf("her own yes: %q", code)
	}
	s.expect("1 inss 110.00 agreed, 1 irrf 275.00 agreed, 1 iss 50.00 agreed")
}

// TestSilenceAgreesToTheLaw checks each kind of payee.
func TestSilenceAgreesToTheLaw(t *testing.T) {
	t.Parallel()
	of := func(tax string, rate withholding.Rate) withholding.Line {
		return withholding.Line{Tax: tax, Base: 1_000_00, Rate: rate}
	}
	// One scene for each payee, because the number of rounds of a milestone is limited.
	scenes := map[string]scene{"cpf": setup(t), "pj": setup(t), "simples": setup(t), "mei": setup(t)}
	for _, c := range []struct {
		payee string
		line  withholding.Line
		facts withholding.Grounds
		above money.Money
	}{
		{"cpf", of("inss", 11_00), withholding.Grounds{}, 0}, {"cpf", of("irrf", 1), withholding.Grounds{}, 10}, {"cpf", of("iss", 5_00), withholding.Grounds{ISSItem: "7.02"}, 0},
		{"cpf", of("iss", 5_00), withholding.Grounds{}, 50_00},
		{"pj", of("irrf", 1_50), withholding.Grounds{}, 0}, {"simples", of("irrf", 1_50), withholding.Grounds{}, 15_00}, {"simples", of("csrf", 4_65), withholding.Grounds{}, 46_50},
		{"simples", of("iss", 5_00), withholding.Grounds{ISSItem: "7.02"}, 0}, {"pj", of("csrf", 4_65), withholding.Grounds{}, 0},
		{"pj", of("inss", 11_00), withholding.Grounds{}, 110_00}, {"pj", of("inss", 11_00), withholding.Grounds{HasLabour: true}, 0}, {"pj", of("iss", 3_00), withholding.Grounds{ISSItem: "lei municipal"}, 0},
		{"mei", of("iss", 5_00), withholding.Grounds{ISSItem: "7.02"}, 50_00}, {"mei", of("inss", 11_00), withholding.Grounds{HasLabour: true}, 110_00},
	} {
		s := scenes[c.payee]
		s.as(c.payee)
		s.worth(1_000_00)
		stands, err := callWrite(s, withholding.Declaration{MilestoneID: s.part, Lines: []withholding.Line{c.line}, Grounds: c.facts})
		if err != nil || stands.AboveLaw != c.above {
			t.Errorf("%+v: %+v, %v", c, stands, err)
		}
		s.silence()
		want := map[bool]string{true: "agreed", false: "proposed"}[c.above == 0]
		if got := s.Text(`SELECT status FROM public.withholdings ORDER BY round DESC LIMIT 1`); got != want {
			t.Errorf("%+v: silence makes it %s, want %s", c, got, want)
		}
	}
}

// TestSmallTaxesOfAFirmAreNotWithheld checks that IRRF and CSRF of up to R$ 10,00, and INSS of less
// than R$ 10,00, are not withheld.
func TestSmallTaxesOfAFirmAreNotWithheld(t *testing.T) {
	t.Parallel()
	s := setup(t)
	for value, want := range map[money.Money]string{
		90_86: "", 90_91: "inss 1000", 215_16: "inss 2367", 215_17: "csrf 1001, inss 2367", 666_99: "csrf 3102, inss 7337", 667_00: "csrf 3102, inss 7337, irrf 1001",
	} {
		s.worth(value)
		got := s.Text(`SELECT coalesce(string_agg(tax || ' ' || value_cents, ', ' ORDER BY tax), '') FROM private.lawful_withholdings($1, NULL, NULL, true, private.market_day())`, s.part)
		if got != want {
			t.Errorf("for %s it is %q, want %q", value, got, want)
		}
	}
	s.worth(100_00)
	_, err := callWrite(s, withholding.Declaration{MilestoneID: s.part, Lines: []withholding.Line{{Tax: "iss", Base: 100_00, Rate: 2_00}}, Grounds: withholding.Grounds{ISSItem: "1.07"}})
	if got := markettest.Code(err); got != "withholding_item_unknown" {
		t.Errorf("an item that nobody lists: %q", got)
	}
}

// TestAMonthIsReckonedAsAWhole checks that the same company's earlier payments of the month count,
// up to the ceiling, and that what it already withheld is not due again.
func TestAMonthIsReckonedAsAWhole(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.as("cpf")
	s.worth(6_000_00)
	s.recorded(withholding.Line{Tax: "inss", Base: 6_000_00, Rate: 11_00}, withholding.Line{Tax: "irrf", Base: 6_000_00, Rate: 27_50, Value: 380_02})
	if code := take(s, s.marina, withholding.Answer, s.yes(1)); code != "" {
		t.Fatal(code)
	}
	s.owed()
	if code := take(s, s.marina, settlement.Confirm, s.pay()); code != "" {
		t.Fatal(code)
	}
	second := s.ID(`INSERT INTO public.milestones (contract_id, position, title, value_cents, status) VALUES ($1, 9, 'Montagem', 600000, 'planned') RETURNING id`, s.contract)
	reckoned := func(day string) string {
		return s.Text(`SELECT string_agg(concat_ws(' ', tax, base_cents, value_cents), ', ' ORDER BY tax) FROM private.lawful_withholdings($1, NULL, NULL, false, $2::text::date)`, second, day)
	}
	today := s.Text(`SELECT private.market_day()::text`)
	// R$ 2.475,55 are left below the ceiling. The month's tax is (12.000,00 - 932,31) x 27,5% -
	// 908,73 = 2.134,88, of which 380,02 was withheld. The limit is 27,5% of this part.
	if got := reckoned(today); got != "inss 247555 27231, irrf 600000 165000" {
		t.Errorf("with what was paid before it is %q", got)
	}
	third := s.ID(`INSERT INTO public.milestones (contract_id, position, title, value_cents, status) VALUES ($1, 10, 'Partida', 600000, 'planned') RETURNING id`, s.contract)
	s.Exec(`INSERT INTO public.withholdings (contract_id, milestone_id, round, tax, payee, gross_cents, base_cents, rate_basis_points, value_cents, recorded_by, answer_due_at)
		VALUES ($1, $2, 1, 'inss', 'cpf', 600000, 200000, 1100, 22000, $3, now())`, s.contract, third, s.serra)
	// What a third milestone has recorded counts toward the ceiling: R$ 475,55 are left.
	if got := reckoned(today); got != "inss 47555 5231, irrf 600000 165000" {
		t.Errorf("beside another part it is %q", got)
	}
	s.Exec(`UPDATE public.withholdings SET status = 'replaced' WHERE milestone_id = $1`, third)
	next := s.Text(`SELECT (private.market_day() + interval '1 month')::date::text`)
	if got := reckoned(next); got != "inss 600000 66000, irrf 600000 38002" {
		t.Errorf("in the month after it is %q", got)
	}
}
