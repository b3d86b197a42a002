package storage

import (
	"fmt"
	"testing"
)

func TestFilesAreListedByPages(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	for _, key := range []string{"a/1", "a/2", "b", "c", "d/e/f"} {
		b.want(b.note(key, "x"), "")
	}
	read := func(options, cursor string) page {
		t.Helper()
		a := b.json("service_role", "POST", "/object/list-v2/notes", fmt.Sprintf(`{"limit":2,"cursor":%q%s}`, cursor, options))
		b.want(a, "")
		var p page
		b.decode(a, &p)
		return p
	}
	for options, want := range map[string]string{
		``:                           "a/1 a/2 b c d/e/f ",
		`,"with_delimiter":true`:     "a/ b c d/ ",
		`,"prefix":"a/"`:             "a/1 a/2 ",
		`,"sortBy":{"order":"desc"}`: "d/e/f c b a/2 a/1 ",
		`,"sortBy":{"column":"created_at","order":"asc"}`: "a/1 a/2 b c d/e/f ",
	} {
		got, cursor := "", ""
		for range 5 {
			p := read(options, cursor)
			for _, folder := range p.Folders {
				if folder.Name < "b" {
					got += folder.Name + " "
				}
			}
			for _, object := range p.Objects {
				got += object.Name + " "
			}
			for _, folder := range p.Folders {
				if folder.Name >= "b" {
					got += folder.Name + " "
				}
			}
			if cursor = p.NextCursor; !p.HasNext {
				break
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", options, got, want)
		}
	}
	b.want(b.json("service_role", "POST", "/object/list-v2/notes", `{"cursor":"no"}`), "InvalidRequest")
	b.want(b.json("service_role", "POST", "/object/list-v2/notes", `{"limit":0}`), "InvalidRequest")
	if p := func() page { var p page; b.decode(b.json("anon", "POST", "/object/list-v2/notes", `{}`), &p); return p }(); len(p.Objects) != 0 {
		t.Errorf("a stranger sees %v", p.Objects)
	}
}
