package realtime

import (
	"context"
	"sync"
	"testing"
	"time"

	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
)

// setupSmall starts a node whose pool has few connections.
func setupSmall(t *testing.T, conns int32) *bundle {
	t.Helper()
	db := *dbtest.Open(t)
	exec(t, &db, schema)
	pool, err := postgres.NewPool(context.Background(), db.URL, conns)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	db.Pool = pool
	return startNode(t, &db)
}

// joinAtOnce joins a private topic and changes on every client concurrently, and returns the
// responses.
func (b *bundle) joinAtOnce(clients []*client) []string {
	b.Helper()
	answers := make([]string, len(clients))
	var group sync.WaitGroup
	for i, c := range clients {
		compact := b.token("authenticated", marina)
		group.Go(func() {
			answers[i], _ = c.awaitReply(c.push("", "realtime:sala", eventJoin,
				joinPayload(compact, options{private: true, changes: []map[string]any{onNotes("*")}})))
		})
	}
	group.Wait()
	return answers
}

func TestSmallPool(t *testing.T) {
	t.Parallel()

	for _, conns := range []int32{1, 3} {
		t.Run("EverybodyRejoinsAtOnceAfterTheSchemaChanged/"+itoa(int64(conns)), func(t *testing.T) {
			t.Parallel()
			b := setupSmall(t, conns)
			room(b, "sala")
			clients := make([]*client, 16)
			for i := range clients {
				clients[i] = b.dialAnon()
			}
			b.hub.forgetTables()
			for _, got := range b.joinAtOnce(clients) {
				assertEqual(t, got, "ok")
			}
			for _, c := range clients {
				assertContains(t, string(c.awaitEvent(eventSystem).Payload), "Subscribed to PostgreSQL")
			}
		})
	}

	t.Run("JoinsLeaveConnectionsToEverybodyElse", func(t *testing.T) {
		t.Parallel()
		b := setupSmall(t, 4)
		room(b, "sala")
		clients := make([]*client, 8)
		for i := range clients {
			clients[i] = b.dialAnon()
		}
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		lock, err := b.db.Owner.Begin(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := lock.Exec(ctx, `LOCK TABLE realtime.messages`); err != nil {
			t.Fatal(err)
		}
		answers := make(chan []string)
		go func() { answers <- b.joinAtOnce(clients) }()
		b.awaitBlocked(ctx, 2)
		if _, err := b.db.Pool.Exec(ctx, `SELECT 1`); err != nil {
			t.Errorf("nobody else is served: %v", err)
		}
		b.awaitBlocked(ctx, 2)
		if err := lock.Rollback(ctx); err != nil {
			t.Fatal(err)
		}
		for _, got := range <-answers {
			assertEqual(t, got, "ok")
		}
	})

	t.Run("TheCatalogIsThereBeforeTheFirstJoin", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		if b.hub.knownTables()[tableName{"public", "notes"}] == nil {
			t.Error("the first join has to read the watched tables")
		}
	})

	t.Run("ATableThatIsNewIsFoundBeforeItIsAnnounced", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		b.hub.catalog.Store(&catalog{tables: map[tableName]*table{}, readAt: time.Now()})
		b.dialAnon().subscribe(b.token("authenticated", marina), onNotes("*"))
	})

	t.Run("UnknownNamesDoNotHaveTheCatalogReadEachTime", func(t *testing.T) {
		t.Parallel()
		b := setup(t)
		for b.hub.catalogRetries.Allow() {
		}
		b.hub.catalogRetries.SetLimit(0)
		known, err := b.hub.tables(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		c := b.dialAnon()
		c.join("x", b.token("authenticated", marina), options{changes: []map[string]any{
			{"event": "*", "schema": "public", "table": "missing"},
		}})
		assertEqual(t, b.hub.knownTables()[tableName{"public", "notes"}] == known[tableName{"public", "notes"}], true)
	})

	t.Run("OneReadingIsEnoughForAll", func(t *testing.T) {
		t.Parallel()
		b := setupSmall(t, 4)
		b.hub.forgetTables()
		found := make(chan map[tableName]*table, 8)
		var group sync.WaitGroup
		for range cap(found) {
			group.Go(func() {
				tables, err := b.hub.tables(context.Background())
				if err != nil {
					t.Error(err)
				}
				found <- tables
			})
		}
		group.Wait()
		first := <-found
		for range cap(found) - 1 {
			if (<-found)[tableName{"public", "notes"}] != first[tableName{"public", "notes"}] {
				t.Error("the watched tables were read more than once")
			}
		}
	})
}

// awaitBlocked waits until this many transactions wait for the lock.
func (b *bundle) awaitBlocked(ctx context.Context, want int) {
	b.Helper()
	ticker := time.NewTicker(5 * time.Millisecond)
	defer ticker.Stop()
	for {
		var blocked int
		err := b.db.Owner.QueryRow(ctx, `
			SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'realtime.messages'::regclass`).Scan(&blocked)
		if err != nil {
			b.Fatal(err)
		}
		if blocked == want {
			return
		}
		<-ticker.C
	}
}
