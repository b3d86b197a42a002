package stored

import (
	"strings"
	"testing"

	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

func TestPathsLeadToClaims(t *testing.T) {
	t.Parallel()
	const document = `{"role":"a","n":5,"app":{"roles":["one","two three"],"https://x/y":{"q\"":"quoted"}},"nothing":null}`
	for path, want := range map[string]string{
		".role": "a", ".n": "5", ".app.roles[1]": "two three", `.app."https://x/y"."q\""`: "quoted", ".nothing": "null", ".app.roles": `["one","two three"]`,
		`.app.roles[?(@ == "one")]`: "one", `.app.roles[?(@ != "one")]`: "two three", `.app.roles[?(@ ^== "two")]`: "two three", `.app.roles[?(@ ==^ "ne")]`: "one", `.app.roles[?(@ *== " ")]`: "two three",
		".app.roles[2]": "", ".role.more": "", ".role[0]": "", `.role[?(@ == "a")]`: "", `.app.roles[?(@ == "three")]`: "", ".Role": "",
	} {
		parsed, err := ParsePath(path)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		if got, found := parsed.Find([]byte(document)); got != want || found != (want != "") {
			t.Errorf("%s leads to %q, %v; want %q", path, got, found, want)
		}
	}
	for _, path := range []string{"", "role", ".", "..a", ".a[", ".a[x]", ".a[-1]", `.a[?(@ == "x")].b`, `.a[?(@ = "x")]`, `."a`, ".a b"} {
		if parsed, err := ParsePath(path); err == nil {
			t.Errorf("%q is read as %+v", path, parsed)
		}
	}
}

// FuzzPath checks that a valid path never fails on a document, and that a path of a key finds the
// key's value.
func FuzzPath(f *testing.F) {
	for _, seed := range [][2]string{
		{".role", `{"role":"a"}`}, {`."a\"b"[0]`, `{"a\"b":["x"]}`}, {`.a[?(@ ==^ "x")]`, `{"a":["yx",1,null]}`}, {".a[999999]", `{"a":[]}`}, {`."\\"`, `{"\\":{}}`}, {".a.b.c", `[]`}, {"[0][1]", `[[1,2]]`},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, text, document string) {
		path, err := ParsePath(text)
		if err != nil {
			return
		}
		if len(path) == 0 || len(path) > len(text) {
			t.Fatalf("%q has %d steps", text, len(path))
		}
		path.Find([]byte(document))
		if key := strings.TrimPrefix(text, "."); plainKey.FindString(text) == text {
			if got, found := path.Find([]byte(`{"` + key + `":"here"}`)); !found || got != "here" {
				t.Fatalf("%q leads to %q", text, got)
			}
		}
	})
}
