package filename_test

import (
	"strings"
	"testing"

	"automacao/internal/database/dbtest"
	"automacao/internal/market/filename"
	"automacao/internal/market/markettest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

func TestANameIsReadAsItIsDrawn(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Lista de I/O (rev. 2).pdf":     "Lista de I/O (rev. 2).pdf",
		" ação \u00ba1.pdf\t":           "ação \u00ba1.pdf",
		"foto\u202egnp.exe":             "fotognp.exe",
		"\u2066a\u2069\u200f\u061c.csv": "a.csv",
		"a\r\nb\x00\u0085.txt":          "ab.txt",
		"\ufeffnota\u2028fiscal.xml":    "notafiscal.xml",
		"\u202e \u200b":                 "",
		"漢字 🦾.zip":                      "漢字 🦾.zip",
	} {
		if got := filename.Clean(name); got != want {
			t.Errorf("%+q is cleaned to %+q", name, got)
		}
	}
}

// The constraint of the tables is the same set, sign by sign.
func TestTheDatabaseRefusesWhatIsCleaned(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	var signs []string
	for sign := rune(1); sign <= 0xffff; sign++ {
		isSurrogate := sign >= 0xd800 && sign < 0xe000
		if name := "a" + string(sign) + "b"; !isSurrogate && filename.Clean(name) != name {
			signs = append(signs, string(sign))
		}
	}
	refused := s.Text(`SELECT string_agg(chr(n), '' ORDER BY n) FROM generate_series(1, 65535) AS n
		WHERE n NOT BETWEEN 55296 AND 57343 AND NOT private.is_plain_name('a' || chr(n) || 'b')`)
	if got := strings.Join(signs, ""); got != refused {
		t.Errorf("cleaned are %+q, refused %+q", got, refused)
	}
}
