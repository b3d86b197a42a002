package functions

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path"
	"strings"
	"testing"

	"automacao/internal/kernel/fault"
)

// FuzzCall checks that a body is read as JSON or refused with a 4xx error, and that a
// proxied call stays below the function's name.
func FuzzCall(f *testing.F) {
	const parts = "--b\r\nContent-Disposition: form-data; name=\"a\"; filename=\"../x\"\r\n\r\n1\r\n--b\r\nContent-Disposition: form-data; name=\"c\"\r\n\r\n2\r\n--b--\r\n"
	for _, seed := range [][3]string{
		{"/olá/a", "application/json", `{"a":1}`}, {"/ola/../etc", "", ""}, {"/ola/%2e%2e/etc", "application/json", "{}{}"}, {"/ola%2f..%2fx", "text/plain", "x"}, {"/ola/%252e%252e/x", "application/x-www-form-urlencoded", "a=1;b=%"}, {"/ola//x", "multipart/form-data; boundary=b", parts},
		{"/ola/.\\..\\x", "multipart/form-data", parts}, {"//evil.example/x", "a/b;c=\"", "x"}, {"/ola?x=../..", "application/json; charset=utf-8", " \n"}, {"/ola/%00", "text/plain;charset=utf-8", "\xff"}, {"/ola/..;/x", "multipart/mixed; boundary=b", parts},
	} {
		f.Add(seed[0], seed[1], []byte(seed[2]))
	}
	upstream := &url.URL{Scheme: "http", Host: "up.example", Path: "/base"}
	f.Fuzz(func(t *testing.T, address, kind string, body []byte) {
		at, err := url.ParseRequestURI(address)
		if err != nil {
			return
		}
		ask := func() *http.Request {
			r := httptest.NewRequest(http.MethodPost, "/", bytes.NewReader(body))
			r.URL, r.Header["Content-Type"] = at, []string{kind}
			return r
		}
		document, err := JSON[map[string]any](ask())
		isTold(t, err)
		if again, failed := json.Marshal(document); err == nil && (failed != nil || !json.Valid(again)) {
			t.Fatalf("%q is read as %v", body, document)
		}
		stays(t, upstream, ask())
	})
}

func isTold(t *testing.T, err error) {
	t.Helper()
	told, ok := errors.AsType[*fault.Error](err)
	if err != nil && (!ok || told.Status < 400 || told.Status > 499) {
		t.Fatalf("told as %v", err)
	}
}

// stays checks a path as the upstream server would treat it, which may normalise and decode it
// again.
func stays(t *testing.T, upstream *url.URL, r *http.Request) {
	t.Helper()
	s := &Server{proxied: &registered{}}
	if s.called(r.URL.Path) == nil {
		return
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	passed := &httputil.ProxyRequest{In: r, Out: r.Clone(t.Context())}
	passed.SetURL(upstream)
	below := upstream.Path + "/" + name
	for _, at := range []string{passed.Out.URL.Path, strings.ReplaceAll(passed.Out.URL.Path, "\\", "/")} {
		if tidy := path.Clean(at); passed.Out.URL.Host != upstream.Host || tidy != below && !strings.HasPrefix(tidy, below+"/") {
			t.Fatalf("%q is passed on to %q", r.URL.Path, passed.Out.URL)
		}
	}
}
