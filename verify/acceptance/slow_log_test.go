package acceptance

import (
	"automacao/internal/app"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestSlowRequestsAreLoggedWithoutTheirContent logs a read that waits for a lock. The read is
// repeated while the log is full of other slow statements of a busy machine.
func TestSlowRequestsAreLoggedWithoutTheirContent(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *app.Config) { c.SlowAfter = 200 * time.Millisecond })
	member := b.Member("professional", "Marina")
	session, query := b.Session(member), "accounts?select=email&email=eq.marina@exemplo.test"
	b.Reads(session, query)
	says := func(words ...string) bool {
		for line := range strings.Lines(b.Log.Text()) {
			if !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(line, word) }) {
				return true
			}
		}
		return false
	}
	isTold := func() bool {
		return says("slow request", `route="GET /rest/v1/accounts"`, "status=200") &&
			says("slow statement", `route="GET /rest/v1/accounts"`, "role=authenticated", "plan=", "cost=")
	}
	b.Eventually("the log tells of it", func() bool {
		b.readLocked(session, query)
		return isTold()
	})
	for _, private := range []string{"arina", member.String(), session} {
		if strings.Contains(b.Log.Text(), private) {
			t.Errorf("the log holds %q", private)
		}
	}
}

// readLocked reads accounts while another transaction locks the table for longer than the
// threshold.
func (b *bundle) readLocked(session, query string) {
	b.T.Helper()
	tx, err := b.DB.Owner.Begin(b.T.Context())
	if err != nil {
		b.T.Fatal(err)
	}
	defer func() { _ = tx.Rollback(b.T.Context()) }()
	if _, err := tx.Exec(b.T.Context(), `LOCK TABLE public.accounts IN ACCESS EXCLUSIVE MODE`); err != nil {
		b.T.Fatal(err)
	}
	answered := make(chan answer, 1)
	go func() { answered <- b.Ask(request{Method: "GET", Path: "/rest/v1/" + query, Token: session}) }()
	b.Eventually("the read waits for longer than is slow", func() bool {
		return len(answered) > 0 ||
			b.Text(`SELECT (count(*) > 0)::text FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND clock_timestamp() - query_start > '300 ms'`) == "true"
	})
	if err := tx.Rollback(b.T.Context()); err != nil {
		b.T.Fatal(err)
	}
	<-answered
}
