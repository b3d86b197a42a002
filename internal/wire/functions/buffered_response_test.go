package functions

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
)

// TestWhoDoesNotReadHoldsNothing checks that more calls than there are places, whose responses
// nobody reads, leave the places and database connections to others.
func TestWhoDoesNotReadHoldsNothing(t *testing.T) {
	t.Parallel()
	const deaf = 8
	page := bytes.Repeat([]byte("linha;"), 100_000)
	made := make(chan string, 2*deaf)
	b := setup(t, nil)
	if err := b.server.Register("sheet", Function{Roles: everybody, AnswerBytesMax: 64 << 20, Concurrent: 4, ConcurrentPerCaller: 4, Serve: func(w http.ResponseWriter, r *http.Request) error {
		return b.server.Read(r.Context(), func(pgx.Tx) error {
			// More than the buffers between the two hold.
			for range 60 {
				if _, err := w.Write(page); err != nil {
					return err
				}
			}
			made <- caller.From(r.Context()).Role
			return nil
		})
	}}); err != nil {
		t.Fatal(err)
	}
	for range deaf / 2 {
		for _, who := range []string{"anon", "service_role"} {
			line, err := net.Dial("tcp", strings.TrimPrefix(b.url, "http://"))
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = line.Close() }()
			if _, err := io.WriteString(line, "POST "+Base+"/sheet HTTP/1.1\r\nHost: x\r\nAuthorization: "+b.bearer(who)+"\r\nContent-Length: 0\r\n\r\n"); err != nil {
				t.Fatal(err)
			}
		}
	}
	for range deaf {
		<-made
	}
	got := b.call(http.MethodPost, "/sheet", "marina", "", nil)
	if got.status != http.StatusOK || len(got.body) != 60*len(page) || got.err != nil {
		t.Errorf("who reads is answered %d, %d bytes, %v", got.status, len(got.body), got.err)
	}
	if figures := b.server.Figures()["sheet"]; figures.Inside > 0 || b.db.Pool.Stat().AcquiredConns() > 0 {
		t.Errorf("%d places and %d connections are held", figures.Inside, b.db.Pool.Stat().AcquiredConns())
	}
}

// TestAnAnswerThatIsMadeWholeIsRightOrRefused checks that a late failure, or a response beyond its
// bound, has sent nothing.
func TestAnAnswerThatIsMadeWholeIsRightOrRefused(t *testing.T) {
	t.Parallel()
	serves := func(say string, status int, err error) Function {
		return Function{Roles: everybody, AnswerBytesMax: 10, Serve: func(w http.ResponseWriter, _ *http.Request) error {
			Attach(w, "text/csv", "x.csv")
			w.WriteHeader(status)
			_, wrong := io.WriteString(w, say)
			return errors.Join(wrong, err)
		}}
	}
	b := setup(t, map[string]Function{
		"fits": serves("0123456789", http.StatusCreated, nil), "fails": serves("0123", http.StatusOK, errors.New("late")), "grows": serves("0123456789a", http.StatusOK, nil),
	})
	if got := b.call(http.MethodPost, "/fits", "anon", "", nil); got.status != http.StatusCreated || got.body != "0123456789" || got.header.Get("Content-Length") != "10" || got.header.Get("Content-Disposition") == "" {
		t.Errorf("%d %v %s", got.status, got.header, got.body)
	}
	for name, want := range map[string]string{"fails": "EDGE_FUNCTION_ERROR", "grows": "WORKER_LIMIT"} {
		if got := b.call(http.MethodPost, "/"+name, "anon", "", nil); got.code() != want || got.header.Get("Content-Disposition") != "" || got.err != nil {
			t.Errorf("%s: %d %v %s, %v", name, got.status, got.header, got.body, got.err)
		}
	}
}
