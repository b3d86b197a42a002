package storage

import (
	"slices"
	"testing"
)

func TestPoliciesMayAskWhatIsDone(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	b.want(b.note("a/1", "x"), "")
	b.exec(`CREATE POLICY "members list notes" ON storage.objects FOR SELECT TO authenticated
		USING (bucket_id = 'notes' AND storage.allow_only_operation('object.list'))`)
	var listed []map[string]any
	b.decode(b.json(marina, "POST", "/object/list/notes", `{"prefix":"a"}`), &listed)
	if len(listed) != 1 {
		t.Errorf("listed %v", listed)
	}
	if got := b.do(marina, "GET", "/object/authenticated/notes/a/1", nil); got.status != 400 {
		t.Errorf("read %d %s", got.status, got.body)
	}
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
