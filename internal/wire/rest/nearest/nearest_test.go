package nearest_test

import (
	"strings"
	"testing"

	"automacao/internal/kernel/leaktest"
	"automacao/internal/wire/rest/nearest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

func TestOne(t *testing.T) {
	t.Parallel()
	tables := []string{"films", "directors", "roles", "Actors", "competitions"}
	signatures := []string{"(name, param, val)", "(attr, id)"}
	for _, c := range []struct {
		wrong string
		known []string
		want  string
	}{
		{"film", tables, "films"}, {"role", tables, "roles"}, {"actors", tables, "Actors"}, {"competition", tables, "competitions"},
		{"noclosealternative", []string{"test", "another"}, ""}, {"testt", []string{"test", "another"}, "test"},
		{"(nam, pqaram, vall)", signatures, "(name, param, val)"}, {"(id)", signatures, "(attr, id)"}, {"(attrs, id)", signatures, "(attr, id)"},
		{"", tables, ""}, {"x", nil, ""}, {strings.Repeat("films", 100), tables, ""},
	} {
		if got := nearest.One(c.wrong, c.known); got != c.want {
			t.Errorf("%q is most like %q, want %q", c.wrong, got, c.want)
		}
	}
}

// FuzzOne checks that a hint is always one of the known names.
func FuzzOne(f *testing.F) {
	f.Add("film", "films")
	f.Add("", "")
	f.Add("\xff\xfe", "日本")
	f.Fuzz(func(t *testing.T, wrong, known string) {
		if found := nearest.One(wrong, []string{known}); found != "" && found != known {
			t.Fatalf("%q is not %q", found, known)
		}
	})
}
