package loadshed

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"testing"
)

// FuzzIsPlain checks that what the listener refuses is, for net/http too, one whole anonymous read
// without a body, so that no second request can hide in the first.
func FuzzIsPlain(f *testing.F) {
	l := Listen(nil, Config{Base: "/rest/v1/", VisitorKey: key, IsFull: func() bool { return true }})
	for _, seed := range []string{
		get(), get("apikey: " + key), get("Authorization: Bearer " + key), get("Authorization: Bearer x"), get("Connection: keep-alive"), get("Connection: close"),
		get("Content-Length: 5"), get("content-length : 5"), get("X: a\nContent-Length: 5"), get("X: a\rContent-Length: 5"), get(" Content-Length: 5"), get("Transfer-Encoding: chunked"),
		get("X: a", "\tfolded: b"), get("Transfer-Encoding\x00: chunked"), get("X") + get(), get() + get(), get() + "x", "GET /rest/v1/ HTTP/1.1\r\n\r\n", "GET /rest/v1/x HTTP/1.0\r\n\r\n",
		"GET /rest/v1/a b HTTP/1.1\r\n\r\n", "GET /rest/v1/x HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", "GET /rest/v1/\x00 HTTP/1.1\r\n\r\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, head []byte) {
		if !l.isVisitorsRead(head) {
			return
		}
		rest := bufio.NewReader(bytes.NewReader(head))
		asked, err := http.ReadRequest(rest)
		if err != nil {
			return // net/http refuses it, too
		}
		if left, _ := io.ReadAll(rest); asked.Method != http.MethodGet || asked.ContentLength != 0 || len(asked.TransferEncoding) > 0 || len(left) > 0 || asked.Close {
			t.Fatalf("%q is read as %s with a body of %d, then %q", head, asked.Method, asked.ContentLength, left)
		}
		if bearer := asked.Header.Get("Authorization"); bearer != "" && bearer != "Bearer "+key {
			t.Fatalf("%q is read as anonymous but carries %q", head, bearer)
		}
	})
}
