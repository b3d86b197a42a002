package stored

import (
	"strings"
	"testing"
)

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
