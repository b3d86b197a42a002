package storage

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"automacao/internal/kernel/fault"
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

func TestFilesAreListed(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	for _, key := range []string{"b.txt", "a.txt", "obra/1.txt", "obra/2.txt", "obra/fotos/3.txt", "obras.txt", "Zeta/4.txt"} {
		b.want(b.note(key, "x"), "")
	}
	for query, want := range map[string]string{
		`{"prefix":""}`:                   "Zeta/ obra/ a.txt b.txt obras.txt",
		`{}`:                              "Zeta/ obra/ a.txt b.txt obras.txt",
		`{"prefix":"obra"}`:               "fotos/ 1.txt 2.txt",
		`{"prefix":"obra/"}`:              "fotos/ 1.txt 2.txt",
		`{"prefix":"obra/fotos"}`:         "3.txt",
		`{"prefix":"obr"}`:                "",
		`{"prefix":"%"}`:                  "InvalidKey",
		`{"prefix":"../"}`:                "InvalidKey",
		`{"prefix":"","search":"OBRA"}`:   "obra/ obras.txt",
		`{"prefix":"","search":"obra/1"}`: "1.txt",
		`{"prefix":"","search":"_"}`:      "",
		`{"limit":2}`:                     "Zeta/ obra/",
		`{"limit":2,"offset":2}`:          "a.txt b.txt",
		`{"limit":0}`:                     "InvalidRequest",
		`{"offset":-1}`:                   "InvalidRequest",
		`{"sortBy":{"column":"name","order":"desc"}}`:       "obra/ Zeta/ obras.txt b.txt a.txt",
		`{"sortBy":{"column":"created_at","order":"asc"}}`:  "Zeta/ obra/ b.txt a.txt obras.txt",
		`{"sortBy":{"column":"name; DROP TABLE x"}}`:        "InvalidRequest",
		`{"sortBy":{"column":"name","order":"asc, (1/0)"}}`: "InvalidRequest",
		`{"prefix":"a\u0000"}`:                              "InvalidKey",
		`[`:                                                 "InvalidRequest",
	} {
		got := b.json("service_role", "POST", "/object/list/notes", query)
		if code := got.code(); code != "" {
			if code != want {
				t.Errorf("%s: got %s", query, got.body)
			}
			continue
		}
		var entries []listEntry
		b.decode(got, &entries)
		var names []string
		for _, entry := range entries {
			if entry.ID == nil {
				entry.Name += "/"
			} else if entry.Metadata.Size != 1 || entry.Metadata.MimeType != "text/plain" {
				t.Errorf("got %+v", entry.Metadata)
			}
			names = append(names, entry.Name)
		}
		if listed := strings.Join(names, " "); listed != want {
			t.Errorf("%s: got %q", query, listed)
		}
	}
	// The protocol requires no bucket here: an unknown one has no files.
	for path, want := range map[string]string{"/object/list/none": `[]`, "/object/list-v2/none": `{"hasNext":false,"folders":[],"objects":[]}`} {
		if got := b.json("service_role", "POST", path, `{}`); got.status != http.StatusOK || strings.TrimSpace(string(got.body)) != want {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
}

// FuzzPageRequest checks that a page is read by one of few statements, and that only cursors that
// were handed out are accepted.
func FuzzPageRequest(f *testing.F) {
	cursor := pageCursor{Column: "created_at", Order: "asc", Name: "a/1"}.String()
	for _, seed := range []string{
		`{}`, `{"limit":0}`, `{"limit":9223372036854775807,"prefix":"a/"}`, `{"sortBy":{"column":"created_at","order":"DESC"}}`, `{"sortBy":{"column":"name; DROP TABLE x"}}`,
		`{"cursor":"` + cursor + `","sortBy":{"column":"created_at"}}`, `{"cursor":"e30"}`, `{"cursor":"bnVsbA"}`, `{"prefix":"%"}`, `{"with_delimiter":true,"prefix":"a\u007f"}`, `[`,
	} {
		f.Add(seed)
	}
	columns := []string{"name", "updated_at", "created_at"}
	f.Fuzz(func(t *testing.T, body string) {
		var asked pageRequest
		if json.NewDecoder(strings.NewReader(body)).Decode(&asked) != nil {
			return
		}
		limit, from, err := asked.check()
		if err != nil {
			if _, ok := errors.AsType[*fault.Error](err); !ok {
				t.Fatalf("%q: %v", body, err)
			}
			return
		}
		if limit < 1 || limit > listMax || !slices.Contains(columns, asked.SortBy.Column) || !slices.Contains([]string{"asc", "desc"}, asked.SortBy.Order) {
			t.Fatalf("%q is read as %d %+v", body, limit, asked)
		}
		if from != nil {
			again, err := readCursor(from.String(), asked.SortBy.Column, asked.SortBy.Order)
			if err != nil || again.Name != from.Name || !again.At.Equal(from.At) {
				t.Fatalf("%q: %+v, then %+v, %v", body, from, again, err)
			}
		}
	})
}

func TestListsShowOnlyWhatIsOnesOwn(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	b.want(b.put(marina, "avatars/"+marina.String()+"-1.png", pngOf(1, 1)), "")
	for who, count := range map[any]int{"anon": 0, serraAzul: 0, admin: 0, marina: 1, "service_role": 1} {
		var entries []listEntry
		b.decode(b.json(who, "POST", "/object/list/"+uploads, `{"prefix":"avatars"}`), &entries)
		if len(entries) != count {
			t.Errorf("%v sees %v", who, entries)
		}
	}
	b.want(b.json(nil, "POST", "/object/list/"+uploads, `{"prefix":""}`), "AccessDenied")
}

func TestSQLSearchesOneLevelOfAFolder(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	for _, key := range []string{"a/1", "a/2", "a/b/3", "c"} {
		b.want(b.note(key, "x"), "")
	}
	for statement, want := range map[string][]string{
		`SELECT name FROM storage.search('', 'notes')`:                                        {"a", "c"},
		`SELECT name FROM storage.search('a/', 'notes', 100, 2)`:                              {"b", "1", "2"},
		`SELECT name FROM storage.search('a/', 'notes', 1, 2, 1)`:                             {"1"},
		`SELECT name FROM storage.search('a/', 'notes', 100, 2, 0, '', 'created_at', 'desc')`: {"b", "2", "1"},
	} {
		rows, err := b.db.Owner.Query(t.Context(), statement)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				t.Fatal(err)
			}
			got = append(got, name)
		}
		if err := rows.Err(); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v", statement, got, err)
		}
	}
}
