package querycost

import (
	"strings"
	"testing"
	"unicode/utf8"

	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

func TestParametersStandInTheirPlaces(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		sql    string
		params []string
		want   string
	}{
		{`SELECT $1, $2, $1`, []string{"a", "b"}, `SELECT 'a', 'b', 'a'`},
		{`SELECT $11 FROM "a$1""$2"`, strings.Split("abcdefghijk", ""), `SELECT 'k' FROM "a$1""$2"`},
		{`SELECT '$1''$1' || $1`, []string{`it's \' $1`}, `SELECT '$1''$1' || 'it''s \'' $1'`},
		{`SELECT E'\n', $1::text`, []string{"$2"}, `SELECT E'\n', '$2'::text`},
		{`SELECT $3, $`, []string{"a"}, `SELECT $3, $`},
	} {
		params := make([][]byte, len(c.params))
		for i, param := range c.params {
			params[i] = []byte(param)
		}
		if got := Inline(c.sql, params); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.sql, got, c.want)
		}
	}
	if got := Inline("SELECT $1", [][]byte{nil}); got != "SELECT NULL" {
		t.Errorf("nothing is written %s", got)
	}
}

// The server must read back every parameter unchanged.
func FuzzInline(f *testing.F) {
	// Inputs that earlier runs found.
	for _, seed := range []string{
		"x0椮00.000.000.",
		"00000000\xe600000000",
		"00000椮00000000椮000",
		"0000000À00000000",
		"0000000000000000000",
		"000000000000000000ܶ0000000000000000000",
	} {
		f.Add(seed)
	}
	for _, seed := range []string{"", "'", "''", `\`, `\'`, "$1", `"`, "--", "/*", "E'", "é'\n"} {
		f.Add(seed)
	}
	pool := dbtest.New(f)
	f.Fuzz(func(t *testing.T, value string) {
		if strings.ContainsRune(value, 0) || !utf8.ValidString(value) {
			return // PostgreSQL takes no such text, inlined or not.
		}
		var got, beside string
		err := pool.QueryRow(t.Context(), Inline(`SELECT $1::text AS "$1", '$2' || $2::text`, [][]byte{[]byte(value), []byte("x")})).Scan(&got, &beside)
		if err != nil || got != value || beside != "$2x" {
			t.Errorf("%q is read as %q beside %q: %v", value, got, beside, err)
		}
	})
}

func TestWhatIsCheapIsSeldomAskedAbout(t *testing.T) {
	t.Parallel()
	m := New(10_000)
	asked := func(text string, cost float64, times int) (n int) {
		for range times {
			if m.Asks(text) {
				n++
				m.Learn(text, cost)
			}
		}
		return n
	}
	if n := asked("cheap", 1, 4+65*3); n != 4+3 {
		t.Errorf("a cheap text is asked about %d times", n)
	}
	if n := asked("dear", 101, 100); n != 100 {
		t.Errorf("a dear text is asked about %d times", n)
	}
	// One expensive statement is enough, whatever the others cost.
	m.Learn("cheap", 5000)
	if n := asked("cheap", 1, 50); n != 50 {
		t.Errorf("a text that was dear once is asked about %d times", n)
	}
	if New(0).Asks("anything") {
		t.Error("without a bound nothing is asked")
	}
	for i := range 3 * textsMax {
		m.Learn(strings.Repeat("x", i%7)+string(rune(i)), 1)
	}
	if m.texts.Len() > 2*textsMax {
		t.Errorf("%d texts are remembered", m.texts.Len())
	}
}
