package rest_test

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/rest"
	"automacao/internal/wire/rest/repeat"
)

// TestNobodyIsAnsweredAgainWithoutASession also covers a banned account.
func TestNobodyIsAnsweredAgainWithoutASession(t *testing.T) {
	t.Parallel()
	b := setupRepeating(t)
	b.ask(t, noteInGo, "k")
	if _, err := b.db.Owner.Exec(t.Context(), `UPDATE auth.users SET banned_until = now() + interval '1 day' WHERE id = $1`, marina); err != nil {
		t.Fatal(err)
	}
	if got, isReplay := b.ask(t, noteInGo, "k"); got.status != 401 || isReplay || !strings.Contains(got.body, "user_banned") {
		t.Errorf("got %+v, again: %v", got, isReplay)
	}
	b.counts(t, 1, 1)
}

// TestAnswersGoWithTheAccount also covers the call that deletes it.
func TestAnswersGoWithTheAccount(t *testing.T) {
	t.Parallel()
	b := setupRepeating(t)
	b.register(t, rest.Register(b.engine, "leave", func(ctx context.Context, tx pgx.Tx, _ rest.Void) (rest.Void, error) {
		_, err := tx.Exec(ctx, `DELETE FROM auth.users WHERE id = $1`, marina)
		return rest.Void{}, err
	}, everybody))
	b.ask(t, noteInGo, "k")
	if got, _ := b.ask(t, call{method: "POST", path: "/rpc/leave"}, "bye"); got.status != 204 {
		t.Errorf("got %+v", got)
	}
	b.counts(t, 1, 0)
}

func TestAnAnswerThatIsTooLargeIsNotKept(t *testing.T) {
	t.Parallel()
	b := setupRepeating(t)
	b.register(t, rest.Register(b.engine, "long", func(ctx context.Context, tx pgx.Tx, in noted) (string, error) {
		_, err := note(ctx, tx, in)
		return strings.Repeat("x", repeat.BodyBytesMax-len(in.Note)), err
	}, everybody))
	// The response is in quotes, which count.
	fits := call{method: "POST", path: "/rpc/long", body: `{"note":"ab"}`}
	exceeds := call{method: "POST", path: "/rpc/long", body: `{"note":"a"}`}
	for key, c := range map[string]call{"fits": fits, "exceeds": exceeds} {
		if first, _ := b.ask(t, c, key); first.status != 200 {
			t.Fatalf("%s: %d", key, first.status)
		}
	}
	if got, isReplay := b.ask(t, fits, "fits"); got.status != 200 || len(got.body) != repeat.BodyBytesMax || !isReplay {
		t.Errorf("got %d with %d bytes, again: %v", got.status, len(got.body), isReplay)
	}
	b.refuses(t, exceeds, "exceeds", repeat.ErrTooLarge)
	b.counts(t, 2, 2)
}

func TestWhatIsOnlyTriedKeepsNothing(t *testing.T) {
	t.Parallel()
	b := setupRepeating(t)
	tried := noteInGo
	tried.headers = map[string]string{"Prefer": "tx=rollback"}
	for range 2 {
		if got, isReplay := b.ask(t, tried, "k"); got.status != 200 || isReplay {
			t.Errorf("got %+v, again: %v", got, isReplay)
		}
	}
	b.counts(t, 0, 0)
}

// TestWithoutAStoreAKeyMeansNothing runs the engine without a store.
func TestWithoutAStoreAKeyMeansNothing(t *testing.T) {
	t.Parallel()
	b := setupRepeating(t, func(c *rest.Config) { c.Repeats = repeat.Store{} })
	for range 2 {
		if got, isReplay := b.ask(t, noteInGo, strings.Repeat("k", 256)); got.status != 200 || isReplay {
			t.Errorf("got %+v, again: %v", got, isReplay)
		}
	}
	b.counts(t, 2, 0)
}

// TestTheStoreTellsNobodyAnAnswer checks that neither the key nor the response is stored in clear.
func TestTheStoreTellsNobodyAnAnswer(t *testing.T) {
	t.Parallel()
	b := setupRepeating(t)
	first, _ := b.ask(t, call{method: "POST", path: "/rpc/note_in_sql", body: `{"note":"segredo"}`}, "a secret key")
	if !strings.Contains(first.body, "segredo") {
		t.Fatalf("got %+v", first)
	}
	var row string
	if err := b.db.Owner.QueryRow(t.Context(), `SELECT encode(digest || fingerprint || body, 'escape') || headers FROM private.idempotency_keys`).Scan(&row); err != nil {
		t.Fatal(err)
	}
	for _, told := range []string{"segredo", "a secret key"} {
		if strings.Contains(row, told) {
			t.Errorf("%q is in %q", told, row)
		}
	}
}

func TestWhatAKeyMayBe(t *testing.T) {
	t.Parallel()
	b := setupRepeating(t)
	for _, key := range []string{"k", strings.Repeat("k", 255), `"quoted, and spaced~"`} {
		if got, _ := b.ask(t, noteInGo, key); got.status != 200 {
			t.Errorf("%.40q is answered %d %s", key, got.status, got.body)
		}
	}
	for _, key := range []string{"", strings.Repeat("k", 256), "a\tb", "chave-é", "\x7f"} {
		b.refuses(t, noteInGo, key, repeat.ErrKey)
	}
	b.counts(t, 3, 3)
	for role, response := range map[string]*http.Response{
		"anon":         b.do(t, call{method: "POST", path: "/rpc/note", body: `{"note":"a"}`, headers: map[string]string{repeat.Header: "k"}}),
		"service_role": b.do(t, call{method: "POST", path: "/rpc/note", body: `{"note":"a"}`, as: "a server", headers: map[string]string{repeat.Header: "k"}}),
	} {
		body, _ := io.ReadAll(response.Body)
		if response.StatusCode != 400 || !strings.Contains(string(body), repeat.ErrNeedsSession.Code) {
			t.Errorf("%s is answered %d %s", role, response.StatusCode, body)
		}
	}
	b.counts(t, 3, 3)
}
