package storage

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

func (b bundle) note(key, text string, headers ...string) answer {
	b.Helper()
	return b.do("service_role", "POST", "/object/notes/"+key, strings.NewReader(text), append([]string{"Content-Type", "text/plain"}, headers...)...)
}

func (b bundle) text(key string) string {
	b.Helper()
	return string(b.do("service_role", "GET", "/object/notes/"+key, nil).body)
}

func TestAFileIsReplacedOnlyOnPurpose(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	b.want(b.note("x", "one"), "")
	got := b.note("x", "two")
	want := `{"code":"KeyAlreadyExists","error":"Duplicate","message":"The resource already exists","statusCode":"409"}`
	if got.status != http.StatusBadRequest || string(got.body) != want || b.text("x") != "one" {
		t.Errorf("got %d %s", got.status, got.body)
	}
	b.want(b.note("x", "two", "X-Upsert", "true"), "")
	if b.text("x") != "two" || b.stored() != 1 {
		t.Errorf("got %s, %d versions", b.text("x"), b.stored())
	}
	b.want(b.do("service_role", "PUT", "/object/notes/x", strings.NewReader("three")), "")
	if b.text("x") != "three" || b.stored() != 1 {
		t.Errorf("got %s, %d versions", b.text("x"), b.stored())
	}
	b.want(b.do("service_role", "POST", "/object/none/x", strings.NewReader("x")), "NoSuchBucket")
}

func TestFilesMoveAndAreCopied(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	b.want(b.json("service_role", "POST", "/bucket", `{"id":"archive","allowed_mime_types":["text/plain"]}`), "")
	b.want(b.note("a", "A"), "")
	b.want(b.note("b", "B"), "")
	for _, step := range []struct{ route, from, to, bucket, code string }{
		{"move", "a", "b", "", "KeyAlreadyExists"},
		{"copy", "a", "b", "", "KeyAlreadyExists"},
		{"move", "none", "c", "", "NoSuchKey"},
		{"copy", "a", "c", "none", "NoSuchBucket"},
		{"move", "a", "site-images/x.png", uploads, "InvalidMimeType"},
		{"copy", "a", "site-images/x.png", uploads, "InvalidMimeType"},
		{"move", "a", "c/d", "", ""},
		{"copy", "b", "e", "", ""},
		{"copy", "b", "e", "archive", ""},
		{"move", "c/d", "d", "archive", ""},
	} {
		body := fmt.Sprintf(`{"bucketId":"notes","sourceKey":%q,"destinationKey":%q,"destinationBucket":%q}`, step.from, step.to, step.bucket)
		if got := b.json("service_role", "POST", "/object/"+step.route, body); got.code() != step.code {
			t.Errorf("%+v: got %s", step, got.body)
		}
	}
	var parts []string
	if err := b.db.Owner.QueryRow(t.Context(), `SELECT array_agg(array_to_string(path_tokens, '|') ORDER BY name) FROM storage.objects WHERE bucket_id IN ('notes', 'archive')`).Scan(&parts); err != nil || strings.Join(parts, " ") != "b d e e" {
		t.Errorf("policies find the parts %q: %v", parts, err)
	}
	if b.text("e") != "B" || b.text("b") != "B" || b.stored() != 4 || b.rows() != 4 {
		t.Errorf("got %d versions of %d rows", b.stored(), b.rows())
	}
	b.want(b.do("service_role", "DELETE", "/object/notes/b", nil), "")
	if b.text("e") != "B" {
		t.Error("the copy went with its original")
	}
}

func TestACopyIsDescribedAsItsRequestSays(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	b.want(b.note("a.txt", "A", "Cache-Control", "max-age=60", "X-Metadata", "eyJieSI6Im1hcmluYSJ9"), "")
	for name, c := range map[string]struct{ body, user, mime, cache, metadata string }{
		"as its original":             {`"metadata":{"mimetype":"text/csv"}`, "", "text/plain", "max-age=60", `{"by": "marina"}`},
		"anew":                        {`"copyMetadata":false,"metadata":{"mimetype":"text/csv","cacheControl":"max-age=5"}`, "eyJieSI6InNlcnJhIn0=", "text/csv", "max-age=5", `{"by": "serra"}`},
		"of which one thing is said":  {`"copyMetadata":false,"metadata":{"mimetype":"text/csv"}`, "", "text/csv", "max-age=60", "null"},
		"of which the other is said":  {`"copyMetadata":false,"metadata":{"cacheControl":"no-cache"}`, "", "text/plain", "no-cache", "null"},
		"of which nothing is said":    {`"copyMetadata":false`, "", "text/plain", "max-age=60", "null"},
		"of which is said it is none": {`"copyMetadata":null`, "", "text/plain", "max-age=60", `{"by": "marina"}`},
	} {
		headers := []string{"Content-Type", "application/json", "X-Upsert", "true"}
		if c.user != "" {
			headers = append(headers, "X-Metadata", c.user)
		}
		b.want(b.do("service_role", "POST", "/object/copy", strings.NewReader(`{"bucketId":"notes","sourceKey":"a.txt","destinationKey":"b.txt",`+c.body+`}`), headers...), "")
		var got info
		b.decode(b.do("service_role", "GET", "/object/info/notes/b.txt", nil), &got)
		if got.ContentType != c.mime || got.CacheControl != c.cache || string(got.Metadata) != strings.ReplaceAll(c.metadata, ": ", ":") {
			t.Errorf("%s: got %+v, %s", name, got, got.Metadata)
		}
	}
}

func TestFilesThatNeverWerePicturesCannotBecomeSome(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	b.want(b.note("x.png", script, "Content-Type", "image/png"), "")
	for _, route := range []string{"move", "copy"} {
		b.want(b.json("service_role", "POST", "/object/"+route,
			`{"bucketId":"notes","sourceKey":"x.png","destinationBucket":"public-uploads","destinationKey":"site-images/x.png"}`), "InvalidMimeType")
	}
}

func TestFilesAreRemoved(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	for _, key := range []string{"a", "b", "c"} {
		b.want(b.note(key, key), "")
	}
	var removed []object
	b.decode(b.json("service_role", "DELETE", "/object/notes", `{"prefixes":["a","relatório.pdf","b","none","","../c","x\u0000"]}`), &removed)
	if len(removed) != 2 || b.stored() != 1 || b.rows() != 1 {
		t.Errorf("removed %v, left %d", removed, b.stored())
	}
	b.want(b.json("service_role", "DELETE", "/object/notes", `{"prefixes":[]}`), "InvalidRequest")
	b.want(b.json("service_role", "DELETE", "/object/notes", `{"prefixes":["a"`+strings.Repeat(`,"a"`, 1000)+`]}`), "InvalidRequest")
	b.want(b.do("service_role", "DELETE", "/object/notes/a", nil), "NoSuchKey")
	b.want(b.do("service_role", "DELETE", "/object/notes/c", nil), "")
	if b.stored() != 0 {
		t.Errorf("left %d", b.stored())
	}
}

func TestARefusedRowLeavesNoBytes(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	// The rehearsal passes and the commit fails, since the constraint is on the size.
	b.exec(`ALTER TABLE storage.objects ADD CONSTRAINT small CHECK (size_bytes < 5)`)
	b.want(b.note("x", "123456"), "InvalidRequest")
	if b.stored() != 0 || b.rows() != 0 {
		t.Errorf("left %d versions", b.stored())
	}
}

func TestAFileThatIsReplacedWhileReadIsFoundAgain(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	b.want(b.note("x", "old"), "")
	stale, err := findObject(t.Context(), b.db.Owner, place{notes, "x"})
	if err != nil {
		t.Fatal(err)
	}
	b.want(b.note("x", "new", "X-Upsert", "true"), "")
	r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
	var lookups int
	_, content, err := b.server.fetch(r, func(ctx context.Context) (object, error) {
		if lookups++; lookups == 1 {
			return stale, nil
		}
		return findObject(ctx, b.db.Owner, place{notes, "x"})
	})
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	if read, err := io.ReadAll(content); err != nil || string(read) != "new" {
		t.Errorf("got %s, %v", read, err)
	}
}

func TestHealth(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	if got := b.do(nil, "GET", "/health", nil); got.status != http.StatusOK || string(got.body) != `{"healthy":true}` {
		t.Errorf("got %d %s", got.status, got.body)
	}
	b.want(b.do(nil, "GET", "/nowhere", nil), "NoSuchRoute")
	if got := b.do(nil, "GET", "/s3/notes/a.txt", nil); got.status != http.StatusNotImplemented || !strings.Contains(string(got.body), "<Code>NotImplemented</Code>") {
		t.Errorf("a client of S3 is told %d %s", got.status, got.body)
	}
}
