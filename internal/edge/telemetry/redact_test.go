package telemetry

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAStatementIsToldWithoutItsValues(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`SELECT 1 FROM "a'b" WHERE email = 'marina@exemplo.test' AND id = $1`: `SELECT 1 FROM "a'b" WHERE email = ? AND id = $1`,
		`SELECT 'it''s', E'a\'marina', $$marina$$, $x$marina $$ x$x$, $2`:     `SELECT ?, E?, ?, ?, $2`,
		"SELECT 1 -- marina\n/* marina */ + 2":                                `SELECT 1 + 2`,
		`UPDATE a SET cpf = 12345678901, n = 12`:                              `UPDATE a SET cpf = ?, n = 12`,
		`SELECT 'marina`:                                                      `SELECT ?`,
		`SELECT $tag$marina`:                                                  `SELECT ?`,
		`SELECT $`:                                                            `SELECT $`,
		`SELECT 1 /* marina`:                                                  `SELECT 1`,
	} {
		if got := oneLine(text); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
	if got := Redact(strings.Repeat("ç", textMax)); len(got) > textMax+len("…") || !utf8.ValidString(got) {
		t.Errorf("a long statement is %d bytes", len(got))
	}
}

func FuzzPlain(f *testing.F) {
	for _, seed := range []string{`'a'`, `E'\'`, `$$`, `$a$b$a$`, `"`, `--`, `/*`, `$1`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got := Redact("'" + strings.ReplaceAll(text, "'", "''") + "'"); got != "?" {
			t.Errorf("%q is redacted as %q", text, got)
		}
		_ = Redact(text)
	})
}
