package storage

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

const notes = "notes"

// withNotes adds a private bucket that stores files unchanged.
func withNotes(b bundle) bundle {
	b.Helper()
	b.want(b.json("service_role", "POST", "/bucket", `{"id":"notes","public":false,"file_size_limit":"1KB"}`), "")
	return b
}

func TestAFileIsServed(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	text := "0123456789"
	b.want(b.do("service_role", "POST", "/object/notes/a/b.txt", strings.NewReader(text),
		"Content-Type", "Text/Plain; charset=utf-8", "Cache-Control", "max-age=60"), "")
	read := func(headers ...string) answer {
		return b.do("service_role", "GET", "/object/notes/a/b.txt", nil, headers...)
	}
	whole := read()
	tag := whole.header.Get("ETag")

	t.Run("WithFixedHeaders", func(t *testing.T) {
		for name, want := range map[string]string{
			"Content-Type": "Text/Plain; charset=utf-8", "Cache-Control": "private, max-age=60", "X-Content-Type-Options": "nosniff",
			"Content-Security-Policy": "default-src 'none'; sandbox", "X-Robots-Tag": "none", "Accept-Ranges": "bytes",
			"Content-Length": "10", "Content-Disposition": `attachment; filename=b.txt`,
		} {
			if got := whole.header.Get(name); got != want {
				t.Errorf("%s is %q", name, got)
			}
		}
		if string(whole.body) != text || len(tag) < 10 || whole.header.Get("Last-Modified") == "" {
			t.Errorf("got %s %v", whole.body, whole.header)
		}
	})
	t.Run("InParts", func(t *testing.T) {
		for asked, want := range map[string]string{"bytes=2-4": "234", "bytes=7-": "789", "bytes=-2": "89"} {
			got := read("Range", asked)
			if got.status != http.StatusPartialContent || string(got.body) != want || !strings.HasSuffix(got.header.Get("Content-Range"), "/10") {
				t.Errorf("%s: got %d %s %v", asked, got.status, got.body, got.header)
			}
		}
		for _, asked := range []string{"bytes=50-", "bytes=4-2", "bytes=a", "lines=1-2", "bytes=-0", "bytes=-00, -0"} {
			if got := read("Range", asked); got.status != http.StatusRequestedRangeNotSatisfiable || got.code() != "InvalidRange" || got.header.Get("ETag") != "" {
				t.Errorf("%s: got %d %s %v", asked, got.status, got.body, got.header)
			}
		}
		if got := read("Range", "bytes=-0"); got.header.Get("Content-Range") != "bytes */10" {
			t.Errorf("got %v", got.header)
		}
		if got := read("Range", "bytes=-0,2-4"); got.status != http.StatusPartialContent || string(got.body) != "234" {
			t.Errorf("got %d %s", got.status, got.body)
		}
		if got := read("Range", "bytes=2-4", "If-Range", `"older"`); got.status != http.StatusOK {
			t.Errorf("got %d", got.status)
		}
	})
	t.Run("OnlyWhenItChanged", func(t *testing.T) {
		for name, value := range map[string]string{"If-None-Match": tag, "If-Modified-Since": whole.header.Get("Last-Modified")} {
			if got := read(name, value); got.status != http.StatusNotModified || len(got.body) != 0 {
				t.Errorf("%s: got %d %s", name, got.status, got.body)
			}
		}
		if got := read("If-None-Match", `"other"`); got.status != http.StatusOK {
			t.Errorf("got %d", got.status)
		}
	})
	t.Run("UnderAnotherName", func(t *testing.T) {
		for query, want := range map[string]string{
			"?download":                                           `attachment; filename=b.txt`,
			"?download=relat%C3%B3rio.txt":                        `attachment; filename*=utf-8''relat%C3%B3rio.txt`,
			"?download=a%22%0d%0aX-Evil%3A%201":                   `attachment; filename="a___X-Evil: 1"`,
			"?download=..%2f..%2fetc":                             `attachment; filename=.._.._etc`,
			"?download=" + strings.Repeat("%C3%A7", 150) + ".pdf": `attachment; filename*=utf-8''` + strings.Repeat("%C3%A7", 118) + ".pdf",
			"?download=" + strings.Repeat("a", 300):               `attachment; filename=` + strings.Repeat("a", 240),
		} {
			got := b.do("service_role", "GET", "/object/notes/a/b.txt"+query, nil)
			if disposition := got.header.Get("Content-Disposition"); disposition != want || got.header.Get("X-Evil") != "" {
				t.Errorf("%s: got %s", query, disposition)
			}
		}
	})
	t.Run("ByItsHeadersAlone", func(t *testing.T) {
		got := b.do("service_role", "HEAD", "/object/notes/a/b.txt", nil)
		if got.status != http.StatusOK || got.header.Get("Content-Length") != "10" || got.header.Get("ETag") != tag {
			t.Errorf("got %d %v", got.status, got.header)
		}
		if got := b.do("service_role", "HEAD", "/object/notes/none", nil); got.status != http.StatusBadRequest {
			t.Errorf("got %d", got.status)
		}
	})
	t.Run("ByItsDescription", func(t *testing.T) {
		var got info
		b.decode(b.do("service_role", "GET", "/object/info/notes/a/b.txt", nil), &got)
		if got.Size != 10 || got.ContentType != "Text/Plain; charset=utf-8" || got.ETag != tag || got.BucketID != notes || got.CacheControl != "max-age=60" {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("ToNobodyFromAPrivateBucket", func(t *testing.T) {
		got := b.do(nil, "GET", "/object/public/notes/a/b.txt", nil)
		want := `{"code":"NoSuchKey","error":"Not found","message":"The resource was not found","statusCode":"404"}`
		if got.status != http.StatusBadRequest || string(got.body) != want {
			t.Errorf("got %d %s", got.status, got.body)
		}
		b.want(b.do(nil, "GET", "/object/info/public/notes/a/b.txt", nil), "NoSuchKey")
		b.want(b.do("anon", "GET", "/object/notes/a/b.txt", nil), "NoSuchKey")
	})
}

func TestPathsThatWalkElsewhere(t *testing.T) {
	t.Parallel()
	b := withNotes(setup(t, Config{}))
	for _, path := range []string{
		"..%2fsecret", "a/..%2f..%2fb", "%2e%2e/b", "a/../b", "../b", "./b", "a//b", "/b", "b/", "a%5cb", "a\\b", "a%00b", "a%2fb",
		"%2fetc/passwd", "a%252fb", "..%252f", "a%0ab", "%3cscript%3e", "ação.png", "a%23b", "a%7cb", "a%22b", strings.Repeat("a", 1001), "",
	} {
		for _, route := range []string{"POST /object/notes/", "GET /object/notes/", "GET /object/public/notes/", "DELETE /object/notes/", "POST /object/sign/notes/"} {
			method, prefix, _ := strings.Cut(route, " ")
			if got := rawRequest(b, method, prefix+path); !strings.Contains(got, `"InvalidKey"`) && !strings.HasSuffix(got, "400 Bad Request") {
				t.Errorf("%s%s: %s", route, path, got)
			}
		}
		body := fmt.Sprintf(`{"bucketId":"notes","sourceKey":"a","destinationKey":%q}`, strings.ReplaceAll(path, "%2f", "/../"))
		if code := b.json("service_role", "POST", "/object/move", body).code(); code != "InvalidKey" && code != "InvalidRequest" {
			t.Errorf("move to %s: %s", path, code)
		}
	}
	for _, bucket := range []string{"..", "a%2fb", "%00", "sign"} {
		if got := rawRequest(b, "GET", "/object/authenticated/"+bucket+"/x"); !strings.HasPrefix(got, "HTTP/1.1 400") {
			t.Errorf("bucket %s: %s", bucket, got)
		}
	}
	if b.rows() != 0 || b.stored() != 0 {
		t.Errorf("left %d rows and %d versions", b.rows(), b.stored())
	}
}

// rawRequest sends a path unchanged, which no HTTP library would.
func rawRequest(b bundle, method, path string) string {
	b.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(b.url, "http://"))
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close()
	_, _ = fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", method, path, b.bearer("service_role"))
	answer, err := io.ReadAll(conn)
	if err != nil {
		b.Fatal(err)
	}
	return string(answer)
}

// FuzzDisposition checks that any name of a download becomes one parameter of one header.
func FuzzDisposition(f *testing.F) {
	// Inputs that earlier runs found.
	for _, seed := range []string{
		"\xff\xff00000000000\"0000",
		"\xdf*\xd1٪\xc2\xc2\xc2",
		"\xfe\xfe\xfe\xfe\xfe0000",
		"\"ééééééé",
		"\x96\x96\x96\x96\x96\x96\x96\x9600",
		"0çǣ000000000",
	} {
		f.Add(seed)
	}
	for _, seed := range []string{"a.pdf", `a"; filename="b.html`, "a\r\nSet-Cookie: x", "ação.pdf", "../../etc/passwd", "a\\b", "", "\xff", "a\u202egnp.exe", strings.Repeat("é", 300)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		header := attachment(name)
		kind, params, err := mime.ParseMediaType(header)
		if err != nil || kind != "attachment" || len(params) > 1 || strings.ContainsAny(header, "\r\n\x00") {
			t.Fatalf("%q becomes %q: %s %v, %v", name, header, kind, params, err)
		}
		if strings.ContainsAny(params["filename"], "/\\\"\u202e\u2066\u200f") {
			t.Fatalf("%q is saved as %q", name, params["filename"])
		}
	})
}

// FuzzRange checks that a response contains the whole file, ranges within it, or the protocol's
// error and nothing of the file.
func FuzzRange(f *testing.F) {
	for _, seed := range []string{"", "bytes=0-0", "bytes=2-4,7-", "bytes=-3", "bytes=50-", "bytes=4-2", "bytes=--1", "bytes=9223372036854775807-", "bytes=0-1,0-1,0-1", "lines=1-2", "bytes=\x00", "bytes=+1-2", "bytes=-0", "bytes=-0,1-2"} {
		f.Add(seed)
	}
	const content = "0123456789"
	f.Fuzz(func(t *testing.T, asked string) {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header["Range"] = []string{asked}
		answer := httptest.NewRecorder()
		err := serveParts(answer, r, time.Time{}, strings.NewReader(content))
		if err != nil {
			if !errors.Is(err, errRange) || answer.Body.Len() > 0 {
				t.Fatalf("%q: %v and %q", asked, err, answer.Body)
			}
			return
		}
		body, told := answer.Body.String(), answer.Header().Get("Content-Range")
		isWhole := answer.Code == http.StatusOK && body == content
		isOne := answer.Code == http.StatusPartialContent && strings.HasSuffix(told, "/10") && strings.Contains(content, body)
		isMany := answer.Code == http.StatusPartialContent && strings.HasPrefix(answer.Header().Get("Content-Type"), "multipart/byteranges")
		if !isWhole && !isOne && !isMany || len(body) > 10_000 {
			t.Fatalf("%q: %d %q of %s", asked, answer.Code, body, told)
		}
	})
}
