package storage

import (
	"encoding/base64"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
)

// begun starts an upload of a number of bytes and returns its path.
func (b bundle) begun(who any, key string, length int, headers ...string) (answer, string) {
	b.Helper()
	return b.begunAt(resumableBase, who, key, length, headers...)
}

func (b bundle) begunAt(base string, who any, key string, length int, headers ...string) (answer, string) {
	b.Helper()
	encoded := func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }
	a := b.do(who, http.MethodPost, base, nil, append([]string{"Tus-Resumable", tusVersion, "Upload-Length", strconv.Itoa(length),
		"Upload-Metadata", "bucketName " + encoded("notes") + ",objectName " + encoded(key) + ",contentType " + encoded("text/plain")}, headers...)...)
	return a, strings.TrimPrefix(a.header.Get("Location"), b.url+Base)
}

// part sends the next part.
func (b bundle) part(who any, path string, offset int, text string, headers ...string) answer {
	b.Helper()
	return b.do(who, http.MethodPatch, path, strings.NewReader(text),
		append([]string{"Tus-Resumable", tusVersion, "Content-Type", tusContent, "Upload-Offset", strconv.Itoa(offset)}, headers...)...)
}

func (b bundle) progress(who any, path string) answer {
	b.Helper()
	return b.do(who, http.MethodHead, path, nil, "Tus-Resumable", tusVersion)
}

func (b bundle) status(a answer, status int) {
	b.Helper()
	if a.status != status {
		b.Errorf("want %d, got %d %s", status, a.status, a.body)
	}
}

// withWriters lets members write to the bucket of notes.
func withWriters(b bundle) bundle {
	b.Helper()
	b.exec(`CREATE POLICY "members write notes" ON storage.objects FOR ALL TO authenticated
		USING (bucket_id = 'notes' AND owner = auth.uid()) WITH CHECK (bucket_id = 'notes' AND owner = auth.uid())`)
	return b
}

// TestAFileArrivesInParts also continues an upload on another server.
func TestAFileArrivesInParts(t *testing.T) {
	t.Parallel()
	b := withWriters(withNotes(setup(t, Config{})))
	a, path := b.begun(marina, "a/parts.txt", 10)
	b.status(a, http.StatusCreated)
	b.status(b.part(marina, path, 0, "0123"), http.StatusNoContent)

	restarted := New(b.db.Pool, b.keys, b.bucket, b.server.cfg, slog.New(slog.DiscardHandler))
	server := httptest.NewServer(restarted)
	t.Cleanup(server.Close)
	b.url = server.URL
	if told := b.progress(marina, path); told.status != http.StatusOK || told.header.Get("Upload-Offset") != "4" || told.header.Get("Upload-Length") != "10" {
		t.Errorf("told %d %v", told.status, told.header)
	}
	b.status(b.part(marina, path, 3, "3456789"), http.StatusConflict)
	b.status(b.part(marina, path, 4, "4567890"), http.StatusRequestEntityTooLarge)
	last := b.part(marina, path, 4, "456789")
	b.status(last, http.StatusNoContent)
	if last.header.Get("Tus-Complete") != "1" || b.text("a/parts.txt") != "0123456789" || b.stored() != 1 {
		t.Errorf("%v: %q, %d stored", last.header, b.text("a/parts.txt"), b.stored())
	}
	var owner string
	if err := b.db.Owner.QueryRow(t.Context(), `SELECT owner_id FROM storage.objects WHERE name = 'a/parts.txt'`).Scan(&owner); err != nil || owner != marina.String() {
		t.Errorf("the owner is %q, %v", owner, err)
	}
	b.status(b.part(marina, path, 4, "456789"), http.StatusConflict)
	b.status(b.part(marina, path, 10, ""), http.StatusNoContent)
	a, _ = b.begun(marina, "a/parts.txt", 3)
	b.status(a, http.StatusConflict)
	a, path = b.begun(marina, "a/parts.txt", 3, "X-Upsert", "true")
	b.status(a, http.StatusCreated)
	b.status(b.part(marina, path, 0, "new"), http.StatusNoContent)
	if b.text("a/parts.txt") != "new" || b.stored() != 1 {
		t.Errorf("%q, %d stored", b.text("a/parts.txt"), b.stored())
	}
}

// TestASignedFileArrivesInParts uploads with the token of a signed URL, in the signer's name and
// only to its place.
func TestASignedFileArrivesInParts(t *testing.T) {
	t.Parallel()
	b := withWriters(withNotes(setup(t, Config{})))
	token := func(key string, headers ...string) string {
		var offer struct{ Token string }
		b.decode(b.do(marina, "POST", "/object/upload/sign/notes/"+key, nil, headers...), &offer)
		return offer.Token
	}
	refused := func(a answer, status int, text string) {
		t.Helper()
		if a.status != status || strings.TrimSpace(string(a.body)) != text || !strings.HasPrefix(a.header.Get("Content-Type"), "text/plain") {
			t.Errorf("want %d %s, got %d %s", status, text, a.status, a.body)
		}
	}
	signature, other := token("s.txt"), token("other.txt")
	var download struct{ SignedURL string }
	b.want(b.note("d.txt", "x"), "")
	b.decode(b.json("service_role", "POST", "/object/sign/notes/d.txt", `{"expiresIn":60}`), &download)
	for key, wrong := range map[string]string{"s.txt": other, "d.txt": strings.Split(download.SignedURL, "token=")[1]} {
		a, _ := b.begunAt(resumableSigned, nil, key, 4, "X-Signature", wrong)
		refused(a, http.StatusBadRequest, "Invalid signature")
	}
	a, _ := b.begunAt(resumableSigned, marina, "s.txt", 4)
	refused(a, http.StatusBadRequest, "Missing x-signature header")
	a, _ = b.begunAt(resumableSigned, nil, "s.txt", 4, "X-Signature", "none")
	refused(a, http.StatusBadRequest, "The token is invalid")

	a, path := b.begunAt(resumableSigned, nil, "s.txt", 4, "X-Signature", signature)
	b.status(a, http.StatusCreated)
	if !strings.HasPrefix(path, resumableSigned+"/") {
		t.Fatalf("it goes on at %s", path)
	}
	refused(b.part(nil, path, 0, "12"), http.StatusBadRequest, "Missing x-signature header")
	refused(b.part(nil, path, 0, "12", "X-Signature", other), http.StatusBadRequest, "Invalid signature")
	refused(b.part(nil, strings.Replace(path, "/sign", "", 1), 0, "12", "X-Signature", signature), http.StatusForbidden, "Missing authorization token")
	b.status(b.part(nil, path, 0, "12", "X-Signature", signature), http.StatusNoContent)
	if told := b.do(nil, http.MethodHead, path, nil, "Tus-Resumable", tusVersion, "X-Signature", signature); told.header.Get("Upload-Offset") != "2" {
		t.Errorf("told %d %v", told.status, told.header)
	}
	b.status(b.part(nil, path, 2, "34", "X-Signature", signature), http.StatusNoContent)
	var owner string
	if err := b.db.Owner.QueryRow(t.Context(), `SELECT owner_id FROM storage.objects WHERE name = 's.txt'`).Scan(&owner); err != nil || owner != marina.String() || b.text("s.txt") != "1234" {
		t.Errorf("it is %q and belongs to %q, %v", b.text("s.txt"), owner, err)
	}
	a, _ = b.begunAt(resumableSigned, nil, "s.txt", 3, "X-Signature", signature)
	refused(a, http.StatusConflict, "The resource already exists")
	a, path = b.begunAt(resumableSigned, nil, "s.txt", 3, "X-Signature", token("s.txt", "X-Upsert", "true"))
	b.status(a, http.StatusCreated)
	b.ahead.Store(int64(3 * time.Hour))
	refused(b.part(nil, path, 0, "new", "X-Signature", signature), http.StatusBadRequest, "The signature has expired")
}

// TestPartsSideBySideAreRefused checks that the extension Upload-Concat is refused, and that of two
// concurrent requests with the same part one is refused.
func TestPartsSideBySideAreRefused(t *testing.T) {
	t.Parallel()
	b := withWriters(withNotes(setup(t, Config{})))
	if offered := b.do(nil, http.MethodOptions, resumableBase, nil).header.Get("Tus-Extension"); strings.Contains(offered, "concatenation") {
		t.Errorf("it offers %s", offered)
	}
	for _, concat := range []string{"partial", "final;/a /b"} {
		a, path := b.begun(marina, "parts.txt", 4, "Upload-Concat", concat)
		if a.status != http.StatusNotImplemented || path != "" || string(a.body) != "Concatenation extension is not (yet) supported.\n" {
			t.Errorf("%s: %d %s", concat, a.status, a.body)
		}
	}
	_, path := b.begun(marina, "one.txt", 8)
	var all sync.WaitGroup
	var taken atomic.Int32
	for range 4 {
		all.Go(func() {
			switch a := b.part(marina, path, 0, "1234"); a.status {
			case http.StatusNoContent:
				taken.Add(1)
			case http.StatusLocked, http.StatusConflict:
			default:
				t.Errorf("got %d %s", a.status, a.body)
			}
		})
	}
	all.Wait()
	b.status(b.part(marina, path, 4, "5678"), http.StatusNoContent)
	if taken.Load() != 1 || b.text("one.txt") != "12345678" || b.stored() != 1 {
		t.Errorf("%d were taken: %q, %d stored", taken.Load(), b.text("one.txt"), b.stored())
	}
}

func TestAnUploadIsItsSendersAtEachStep(t *testing.T) {
	t.Parallel()
	b := withWriters(withNotes(setup(t, Config{})))
	a, _ := b.begun("anon", "mine.txt", 4)
	b.status(a, http.StatusForbidden)
	a, path := b.begun(marina, "mine.txt", 4)
	b.status(a, http.StatusCreated)
	b.status(b.part(serraAzul, path, 0, "take"), http.StatusNotFound)
	b.status(b.part("anon", path, 0, "take"), http.StatusNotFound)
	for _, stranger := range []any{nil, "anon", serraAzul} {
		if told := b.progress(stranger, path); told.status != http.StatusNotFound || told.header.Get("Upload-Offset") != "" || told.header.Get("Upload-Metadata") != "" {
			b.Errorf("%v learns of another's upload: %d %v", stranger, told.status, told.header)
		}
	}
	b.status(b.progress(marina, path), http.StatusOK)
	b.status(b.do(serraAzul, http.MethodDelete, path, nil, "Tus-Resumable", tusVersion), http.StatusNotFound)
	b.status(b.part(marina, path, 0, "12"), http.StatusNoContent)
	// The right that the upload began with has been revoked.
	b.exec(`DROP POLICY "members write notes" ON storage.objects`)
	b.status(b.part(marina, path, 2, "34"), http.StatusForbidden)
	if b.rows() != 0 || b.stored() != 0 {
		t.Errorf("left %d rows and %d objects", b.rows(), b.stored())
	}
	b.status(b.progress(marina, path), http.StatusNotFound)
}

func TestUploadsAreBounded(t *testing.T) {
	t.Parallel()
	b := withWriters(withNotes(setup(t, Config{ResumableOpenMax: 2})))
	a, _ := b.begun(marina, "large.txt", 1001)
	b.status(a, http.StatusRequestEntityTooLarge)
	for _, key := range []string{"1.txt", "2.txt"} {
		a, _ := b.begun(marina, key, 4)
		b.status(a, http.StatusCreated)
	}
	a, _ = b.begun(marina, "3.txt", 4)
	b.status(a, http.StatusTooManyRequests)
	b.status(b.do(marina, http.MethodPost, resumableBase, nil, "Upload-Length", "4"), http.StatusPreconditionFailed)
	b.status(b.do(marina, http.MethodPost, resumableBase, nil, "Tus-Resumable", tusVersion, "Upload-Length", "4"), http.StatusBadRequest)
}

// TestVisitorsLeaveRoom checks the limit per network of anonymous callers.
func TestVisitorsLeaveRoom(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	b.exec(`GRANT SELECT, INSERT, UPDATE ON storage.objects TO anon;
		CREATE POLICY "everybody drops notes" ON storage.objects FOR ALL TO anon USING (bucket_id = 'notes') WITH CHECK (bucket_id = 'notes')`)
	for i := range 2 {
		a, _ := b.begun("anon", strconv.Itoa(i)+".txt", 4)
		b.status(a, http.StatusCreated)
	}
	// Simulate many more open uploads, from another network and then from this one.
	b.exec(`INSERT INTO storage.uploads (id, bucket_id, name, role, is_upsert, length_bytes, content_type, cache_control, said, expires_at, network)
		SELECT gen_random_uuid(), bucket_id, name, role, is_upsert, length_bytes, content_type, cache_control, said, expires_at, '203.0.113.7'
		  FROM storage.uploads, generate_series(1, $1) WHERE name = '0.txt'`, unownedNetworkMax)
	a, _ := b.begun("anon", "3.txt", 4)
	b.status(a, http.StatusCreated)
	b.exec(`UPDATE storage.uploads SET network = ''`)
	a, _ = b.begun("anon", "4.txt", 4)
	b.status(a, http.StatusTooManyRequests)
	a, _ = b.begun("service_role", "4.txt", 4)
	b.status(a, http.StatusCreated)
}

func TestOnePartIsReceivedAtATime(t *testing.T) {
	t.Parallel()
	b := withWriters(withNotes(setup(t, Config{})))
	_, path := b.begun(marina, "one.txt", 4)
	b.exec(`UPDATE storage.uploads SET taken_by = gen_random_uuid(), taken_until = now() + interval '1 hour'`)
	b.status(b.part(marina, path, 0, "1234"), http.StatusLocked)
	b.status(b.do(marina, http.MethodDelete, path, nil, "Tus-Resumable", tusVersion), http.StatusLocked)
	// The request that held the lease has died.
	b.exec(`UPDATE storage.uploads SET taken_until = now() - interval '1 second'`)
	b.status(b.part(marina, path, 0, "1234"), http.StatusNoContent)
}

func TestAnUploadEnds(t *testing.T) {
	t.Parallel()
	b := withWriters(withNotes(setup(t, Config{})))
	_, given := b.begun(marina, "given-up.txt", 4)
	b.status(b.part(marina, given, 0, "12"), http.StatusNoContent)
	b.status(b.do(marina, http.MethodDelete, given, nil, "Tus-Resumable", tusVersion), http.StatusNoContent)
	b.status(b.progress(marina, given), http.StatusNotFound)
	_, late := b.begun(marina, "late.txt", 4)
	b.status(b.part(marina, late, 0, "12"), http.StatusNoContent)
	b.ahead.Store(int64(2 * time.Hour))
	b.status(b.progress(marina, late), http.StatusGone)
	b.exec(`UPDATE storage.uploads SET expires_at = now() - interval '1 second'`)
	swept, err := b.server.Sweep(t.Context(), 0)
	if want := (Swept{Uploads: 1, Parts: 1, Bytes: 2}); err != nil || swept.Removed != want || b.stored() != 0 {
		t.Errorf("swept %+v, %v; %d stored", swept.Removed, err, b.stored())
	}
}

func FuzzUploadMetadata(f *testing.F) {
	f.Add("bucketName bm90ZXM=,objectName YQ==")
	f.Add("bucketName bm90ZXM=,bucketName bm90ZXM=")
	f.Add(" , ,")
	f.Fuzz(func(t *testing.T, header string) {
		if p, err := readParcel(header); err == nil && (checkBucketName(p.at.bucket) != nil || checkKey(p.at.key) != nil) {
			t.Errorf("took %+v", p.at)
		}
	})
}

func FuzzUploadAddress(f *testing.F) {
	f.Add("bm90ZXMvYS8xMTExMTExMS0xMTExLTQxMTEtODExMS0xMTExMTExMTExMTE")
	f.Add("bm90ZXM")
	f.Fuzz(func(t *testing.T, text string) {
		at, id, err := readUploadID(text)
		if err != nil {
			return
		}
		again, same, err := readUploadID(upload{ID: id, BucketID: at.bucket, Name: at.key}.address())
		if err != nil || again != at || same != id || id == uuid.Nil && text == "" {
			t.Errorf("%q is %v %s, then %v %s, %v", text, at, id, again, same, err)
		}
	})
}
