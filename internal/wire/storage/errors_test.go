package storage

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

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
