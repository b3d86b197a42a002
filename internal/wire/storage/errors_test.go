package storage

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/files/blob"
	"automacao/internal/files/blob/blobtest"
	"automacao/internal/kernel/fault"
)

// A client that goes away is not a server error.
func TestWhoGoesAwayIsNoFault(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	s := &Server{log: slog.New(slog.NewTextHandler(&log, nil))}
	ctx, leave := context.WithCancel(t.Context())
	leave()
	answer := httptest.NewRecorder()
	s.refuse(answer, httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil), errors.New("the statement was canceled"))
	if answer.Code != fault.StatusClosed || answer.Body.Len() > 0 || log.Len() > 0 {
		t.Errorf("answered %d %q and said %q", answer.Code, answer.Body, &log)
	}
	s.refuse(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil), errors.New("the disk is gone"))
	if log.Len() == 0 {
		t.Error("a fault of the server's own is not told")
	}
}

// TestErrorsAreWordedAsTheProtocols checks the HTTP status, the true status as a text, and the
// words that clients compare.
func TestErrorsAreWordedAsTheProtocols(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	b.want(b.note("x", "one"), "")
	b.want(b.json("service_role", "POST", "/bucket", `{"id":"papers","allowed_mime_types":["text/plain"]}`), "")
	var offer struct{ SignedURL string }
	b.decode(b.json("service_role", "POST", "/object/sign/notes/x", `{"expiresIn":60}`), &offer)
	do := func(method, path, body string, headers ...string) answer {
		return b.do("service_role", method, path, strings.NewReader(body), headers...)
	}
	for _, row := range []struct {
		a      answer
		status int
		told   [4]string // statusCode, error, code, message
	}{
		{do("GET", "/bucket/none", ""), 400, [4]string{"404", "Bucket not found", "NoSuchBucket", "Bucket not found"}},
		{do("POST", "/object/sign/notes/none", `{"expiresIn":60}`), 400, [4]string{"404", "not_found", "NoSuchKey", "Object not found"}},
		{do("GET", "/object/notes/none", ""), 400, [4]string{"404", "Not found", "NoSuchKey", "The resource was not found"}},
		{b.note("x", "two"), 400, [4]string{"409", "Duplicate", "KeyAlreadyExists", "The resource already exists"}},
		{do("POST", "/bucket", `{"id":"notes"}`), 400, [4]string{"409", "Duplicate", "BucketAlreadyExists", "The resource already exists"}},
		{do("DELETE", "/bucket/notes", ""), 400, [4]string{"409", "ResourceNotEmpty", "ResourceNotEmpty", "The bucket you tried to delete is not empty"}},
		{b.do("anon", "POST", "/object/notes/y", strings.NewReader("x")), 400, [4]string{"403", "Unauthorized", "AccessDenied", "new row violates row-level security policy"}},
		{b.do(nil, "GET", "/object/notes/x", nil), 400, [4]string{"403", "Unauthorized", "AccessDenied", "Missing authorization token"}},
		{do("GET", "/object/sign/notes/x?token=none", ""), 400, [4]string{"400", "InvalidJWT", "InvalidJWT", "The token is invalid"}},
		{do("GET", strings.Replace(offer.SignedURL, "/x?", "/y?", 1), ""), 400, [4]string{"400", "InvalidSignature", "InvalidSignature", "Invalid signature"}},
		{b.note("long", strings.Repeat("x", 1001)), 400, [4]string{"413", "Payload too large", "EntityTooLarge", "The object exceeded the maximum allowed size"}},
		{do("POST", "/object/papers/x", "<p>", "Content-Type", "text/html"), 400, [4]string{"415", "invalid_mime_type", "InvalidMimeType", "mime type text/html is not supported"}},
		{do("POST", "/object/list/notes", `{"prefix":"a%"}`), 400, [4]string{"400", "InvalidKey", "InvalidKey", "Invalid key: a%"}},
		{do("POST", "/bucket", `{"id":"a/b"}`), 400, [4]string{"400", "Invalid Input", "InvalidBucketName", "Bucket name invalid"}},
		{do("GET", "/object/notes/x", "", "Range", "bytes=9-"), 416, [4]string{"416", "InvalidRange", "InvalidRange", "The file has no such range"}},
		{do("POST", "/object/list/notes", "["), 400, [4]string{"400", "InvalidRequest", "InvalidRequest", "The body is not the JSON that was expected"}},
		{do("POST", "/object/notes/y", "x", "X-Metadata", "{}"), 400, [4]string{"400", "InvalidRequest", "InvalidRequest", "X-Metadata is not base64"}},
		{do("POST", "/object/notes/y", "x", "X-Metadata", "WzFd"), 400, [4]string{"400", "InvalidRequest", "InvalidRequest", "The metadata is not a JSON object"}},
		{do("GET", "/nowhere", ""), 404, [4]string{"404", "Not Found", "NoSuchRoute", "Route GET:/nowhere not found"}},
	} {
		var told struct{ StatusCode, Error, Code, Message string }
		b.decode(row.a, &told)
		if got := [4]string{told.StatusCode, told.Error, told.Code, told.Message}; got != row.told || row.a.status != row.status || row.a.header.Get("Cache-Control") != "no-store" {
			t.Errorf("want %d %q, got %d %q", row.status, row.told, row.a.status, got)
		}
	}
	if b.rows() != 1 || b.stored() != 1 {
		t.Errorf("left %d rows and %d objects", b.rows(), b.stored())
	}
	b.ahead.Store(int64(61 * time.Second))
	if got, want := string(do("GET", offer.SignedURL, "").body), `{"code":"ExpiredToken","error":"ExpiredToken","message":"The signature has expired","statusCode":"400"}`; got != want {
		t.Errorf("got %s", got)
	}
}

// door is a proxy before an S3 server that works, is slow, or cuts connections.
type door struct {
	*httptest.Server
	isSlow, isCut atomic.Bool
}

const slowDown = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message><RequestId>secret-id</RequestId></Error>`

func newDoor(t *testing.T, to string) *door {
	t.Helper()
	d := &door{}
	behind := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: to})
	behind.Transport = &http.Transport{DisableKeepAlives: true}
	d.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case d.isSlow.Load():
			w.Header().Set("Content-Type", "application/xml")
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = io.WriteString(w, slowDown)
		case d.isCut.Load() && r.Method == http.MethodGet:
			w.Header().Set("Content-Length", "10")
			_, _ = io.WriteString(w, "01234")
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		case d.isCut.Load():
			_, _ = io.CopyN(io.Discard, r.Body, 3)
			panic(http.ErrAbortHandler)
		default:
			behind.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(d.Close)
	return d
}

// behind moves a bundle's files to another place.
func (b *bundle) behind(place string) {
	b.Helper()
	bucket, err := blob.Open(context.Background(), place, "")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = bucket.Close() })
	b.bucket, b.server.bucket = bucket, bucket
}

func TestAnObjectStoreThatFailsLeavesNothingHalf(t *testing.T) {
	t.Parallel()
	store := blobtest.New()
	t.Cleanup(store.Close)
	before := newDoor(t, store.Addr())
	b := withNotes(setup(t, Config{}))
	b.behind(blobtest.URL(before.Listener.Addr().String()))
	b.want(b.note("kept", "0123456789"), "")
	_, path := b.begun("service_role", "parts", 4)
	// Concurrently, since the store's client retries each request a few times.
	refused := func(t *testing.T, status int, code string, requests ...func() answer) {
		t.Helper()
		var all sync.WaitGroup
		for _, ask := range requests {
			all.Go(func() {
				a := ask()
				isText := strings.HasPrefix(a.header.Get("Content-Type"), "text/plain")
				if a.status != status || !isText && a.code() != code || a.header.Get("Retry-After") == "" || strings.Contains(string(a.body), "secret") {
					t.Errorf("want %d %s, got %d %s %v", status, code, a.status, a.body, a.header)
				}
			})
		}
		all.Wait()
	}
	read := func() answer { return b.do("service_role", "GET", "/object/notes/kept", nil) }
	begin := func() answer { return b.note("new", "xxxx") }
	replace := func() answer { return b.note("kept", "xxxx", "X-Upsert", "true") }
	goOn := func() answer { return b.part("service_role", path, 0, "12") }

	t.Run("FewerRequestsAreAskedFor", func(t *testing.T) {
		before.isSlow.Store(true)
		defer before.isSlow.Store(false)
		refused(t, http.StatusServiceUnavailable, "SlowDown", read, begin, replace, goOn)
	})
	t.Run("AConnectionIsCut", func(t *testing.T) {
		before.isCut.Store(true)
		defer before.isCut.Store(false)
		refused(t, http.StatusServiceUnavailable, "S3Error", begin, replace, goOn)
		r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, b.url+"/object/notes/kept", nil)
		r.Header.Set("Authorization", "Bearer "+b.bearer("service_role"))
		half, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		defer half.Body.Close()
		if content, err := io.ReadAll(half.Body); err == nil {
			t.Errorf("half a file is taken for all of it: %q", content)
		}
	})
	t.Run("NobodyAnswers", func(t *testing.T) {
		nobody, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		_ = nobody.Close()
		good := b.bucket
		b.behind(blobtest.URL(nobody.Addr().String()))
		refused(t, http.StatusServiceUnavailable, "S3Error", read, begin)
		b.bucket, b.server.bucket = good, good
	})
	if b.text("kept") != "0123456789" || b.rows() != 1 || store.Len() != 1 {
		t.Errorf("%q, %d rows, %d objects", b.text("kept"), b.rows(), store.Len())
	}
	b.status(b.part("service_role", path, 0, "1234"), http.StatusNoContent)
	if b.text("parts") != "1234" {
		t.Errorf("%q", b.text("parts"))
	}
}

// TestARealStoreRefuses other keys and another bucket.
func TestARealStoreRefuses(t *testing.T) {
	if !blobtest.IsOnS3() {
		t.Skip("it is about a real S3 server")
	}
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	b.want(b.note("kept", "x"), "")
	for name, place := range map[string]string{
		"other keys":    b.place + "&profile=" + blobtest.Stranger,
		"a bucket away": strings.Replace(b.place, "s3://", "s3://gone-"+uuid.NewString()[:8], 1),
	} {
		b.behind(place)
		for _, a := range []answer{b.do("service_role", "GET", "/object/notes/kept", nil), b.note("new", "x"), b.note("kept", "y", "X-Upsert", "true")} {
			if a.status != http.StatusInternalServerError || a.code() != "S3Error" || strings.Contains(string(a.body), "gone-") {
				t.Errorf("%s: %d %s", name, a.status, a.body)
			}
		}
	}
	b.behind(b.place)
	if b.text("kept") != "x" || b.rows() != 1 || b.stored() != 1 {
		t.Errorf("%q, %d rows, %d objects", b.text("kept"), b.rows(), b.stored())
	}
}
