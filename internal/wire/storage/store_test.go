package storage

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/files/blob"
	"automacao/internal/files/blob/blobtest"
)

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
