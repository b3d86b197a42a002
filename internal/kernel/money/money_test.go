package money_test

import (
	"encoding/json"
	"os"
	"regexp"
	"testing"

	"automacao/internal/kernel/money"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// example is an example that the web's test reads too, so that both sides agree.
type example struct {
	Text    string `json:"text"`
	Cents   *int64 `json:"cents"`
	Decimal string `json:"decimal"`
	BRL     string `json:"brl"`
}

func examples(t *testing.T) (all []example) {
	t.Helper()
	text, err := os.ReadFile("../../../web/src/lib/money-examples.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestAmountsAreReadAndWrittenExactly(t *testing.T) {
	t.Parallel()
	for _, e := range examples(t) {
		got, err := money.Parse(e.Text)
		if e.Cents == nil {
			if err == nil {
				t.Errorf("%q is accepted as %s", e.Text, got)
			}
			continue
		}
		if err != nil || int64(got) != *e.Cents || got.String() != e.Decimal || got.BRL() != e.BRL {
			t.Errorf("%q is %d, %s and %s (%v), want %d, %s and %s", e.Text, got, got, got.BRL(), err, *e.Cents, e.Decimal, e.BRL)
		}
	}
}

func TestATenthAndTwoTenthsAreThree(t *testing.T) {
	t.Parallel()
	var tenth, two, three money.Money
	for text, into := range map[string]*money.Money{"0.1": &tenth, `"0.20"`: &two, "0.30": &three} {
		if err := json.Unmarshal([]byte(text), into); err != nil {
			t.Fatal(err)
		}
	}
	if tenth+two != three {
		t.Errorf("%s + %s is not %s", tenth, two, three)
	}
	if written, err := json.Marshal(map[string]money.Money{"value": tenth + two}); err != nil || string(written) != `{"value":0.30}` {
		t.Errorf("the JSON is %s, %v", written, err)
	}
}

func TestTheDatabaseKeepsEveryCentavo(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	for _, e := range examples(t) {
		if e.Cents == nil {
			continue
		}
		want := money.Money(*e.Cents)
		var cents, value, divided money.Money
		var text string
		err := pool.QueryRow(t.Context(), `SELECT $1::bigint, $2::numeric, $1::bigint / 100.0, ($2::numeric(20, 2))::text`, want, want).
			Scan(&cents, &value, &divided, &text)
		if err != nil || cents != want || value != want || divided != want || text != e.Decimal {
			t.Errorf("%s comes back as %s, %s, %s and %s (%v)", want, cents, value, divided, text, err)
		}
	}
}

func TestWhatIsNoWholeCentavoIsRefused(t *testing.T) {
	t.Parallel()
	pool := dbtest.New(t)
	for _, expression := range []string{"0.001::numeric", "'NaN'::numeric", "'Infinity'::numeric", "1e30::numeric", "NULL::numeric", "NULL::bigint"} {
		var got money.Money
		if err := pool.QueryRow(t.Context(), "SELECT "+expression).Scan(&got); err == nil {
			t.Errorf("%s is accepted as %s", expression, got)
		}
	}
	var none *money.Money
	if err := pool.QueryRow(t.Context(), "SELECT NULL::bigint").Scan(&none); err != nil || none != nil {
		t.Errorf("NULL is scanned as %v, %v", none, err)
	}
}

func TestPartsAreRoundedHalfUp(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		amount        money.Money
		percent, want int64
	}{{1, 50, 1}, {1, 49, 0}, {3, 50, 2}, {99, 1, 1}, {49, 1, 0}, {50, 1, 1}, {10_000, 100, 10_000}, {10_000, 0, 0}, {12_345, 33, 4_074}} {
		if got := c.amount.Percent(c.percent); int64(got) != c.want {
			t.Errorf("%d%% of %d is %d, want %d", c.percent, c.amount, got, c.want)
		}
	}
	for _, c := range []struct {
		amount       money.Money
		points, want int64
	}{{1, 5_000, 1}, {1, 4_999, 0}, {10_000, 1, 1}, {9_999, 1, 1}, {4_999, 1, 0}, {5_000, 1, 1}, {123_456_789, 1_250, 15_432_099}, {10_000_000_000_000_000, 10_000, 10_000_000_000_000_000}} {
		if got := c.amount.BasisPoints(c.points); int64(got) != c.want {
			t.Errorf("%d basis points of %d are %d, want %d", c.points, c.amount, got, c.want)
		}
	}
}

func TestSmallAmountsAreWrittenWithTwoPlaces(t *testing.T) {
	t.Parallel()
	for amount, want := range map[money.Money]string{0: "0.00", 1: "0.01", -1: "-0.01", 10: "0.10", 99: "0.99", 100: "1.00", -12_345: "-123.45"} {
		if got := amount.String(); got != want {
			t.Errorf("%d is written %s, want %s", int64(amount), got, want)
		}
	}
}

// FuzzParse checks that an amount is read exactly or not at all: an amount that was read is written
// as the same number, and read again as the same amount.
func FuzzParse(f *testing.F) {
	// Inputs that earlier runs found.
	for _, seed := range []string{
		"\x80\xff\xff\xff",
		"\xe8\xe8\xe8\xe8\xe8\xe8\xe8\xe8\xe8\xe8\xe8\xe8\xe8\xe8\xe8\xe80",
		"\x01\x03\x19\x1c\x03\x00\x10\x1b",
		"\xe4\xa0\xe4\xa00",
		"\xd10\x8d\xdb\xd0\xd4\xed\xe6\"\xc1䠸",
		"\x8b\t\x9f\xf8\xbc\x91\xc0",
	} {
		f.Add(seed)
	}
	for _, seed := range []string{
		"0", "-0.05", "1500.5", "99999999999999.99", "100000000000000", "1e3", "1E309", "NaN", "Infinity", "-", ".5", "5.", "0x10",
		"R$ 1.234,56", "1_000", " 1", "1\n", "٣", "0.001", "-0", "00012.10", "9223372036854775808", `"1.50"`,
	} {
		f.Add(seed)
	}
	plain := regexp.MustCompile(`^-?[0-9]{1,14}(\.[0-9]{1,2})?$`)
	f.Fuzz(func(t *testing.T, text string) {
		amount, err := money.Parse(text)
		if (err == nil) != plain.MatchString(text) {
			t.Fatalf("money.Parse(%q) = %d, %v", text, amount, err)
		}
		if err != nil {
			return
		}
		if again, err := money.Parse(amount.String()); err != nil || again != amount {
			t.Fatalf("%q is %s, which is %d, %v", text, amount, again, err)
		}
		var read money.Money
		document, err := json.Marshal(amount)
		if err != nil || json.Unmarshal(document, &read) != nil || read != amount {
			t.Fatalf("%q is %s in JSON, %v", text, document, err)
		}
	})
}
