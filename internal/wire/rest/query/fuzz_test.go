package query_test

import (
	"testing"

	"automacao/internal/kernel/leaktest"
	"automacao/internal/wire/rest/query"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// FuzzParse checks that no query panics.
func FuzzParse(f *testing.F) {
	// Inputs that earlier runs found.
	f.Add("%00", true)
	f.Add("0\x83\xe4\xf60", false)
	f.Add("0&&&&", true)
	f.Add("0.00000000", false)
	f.Add("00000000000000000+000000000000000", true)
	f.Add("%0A=%00", false)
	for _, seed := range []string{
		"select=id,name&order=name.desc.nullslast&limit=10&offset=5",
		"select=*,company:profiles!company_id(id,name)&company.role=eq.company",
		"select=a->b->>c::text,count()&or=(a.eq.1,not.and(b.in.(1,2,\"x,y\"),c.is.null))",
		"select=...owner!inner(x)&id=not.in.(1,2)&name=ilike(any).{a*,b*}",
		"search=fts(portuguese).clp&on_conflict=a,b&columns=a,b",
		"select=(((&or=((a.eq.\"", "a=eq.%ff%00", "select=" + string(rune(0x10ffff)),
	} {
		f.Add(seed, false)
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, raw string, isCall bool) {
		parsed, err := query.Parse(raw, isCall)
		if (parsed == nil) == (err == nil) {
			t.Errorf("%q: %v, %v", raw, parsed, err)
		}
	})
}
