package realtime

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres/dbtest"
)

// noteReads counts the statements in batches that read a note, those that only ask whether it is
// visible, those that check a session, and the batches with any of the first two.
type noteReads struct {
	atomic.Int64
	sights, checks, trips atomic.Int64
}

// isCountedKey marks a counted batch.
type isCountedKey struct{}

func (n *noteReads) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return ctx
}
func (n *noteReads) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}
func (n *noteReads) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return context.WithValue(ctx, isCountedKey{}, new(bool))
}
func (n *noteReads) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}
func (n *noteReads) TraceBatchQuery(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchQueryData) {
	if strings.Contains(data.SQL, `"notes"`) {
		if strings.Contains(data.SQL, "to_json") {
			n.Add(1)
		} else {
			n.sights.Add(1)
		}
		if isCounted, _ := ctx.Value(isCountedKey{}).(*bool); !*isCounted {
			*isCounted = true
			n.trips.Add(1)
		}
	}
	if strings.Contains(data.SQL, `"check_session"`) {
		n.checks.Add(1)
	}
}

// setupCounted starts a node that counts reads of notes and checks rights only when a row changes.
func setupCounted(t *testing.T) (*bundle, *noteReads) {
	t.Helper()
	db := *dbtest.Open(t)
	exec(t, &db, schema)
	cfg := db.Pool.Config()
	counted := &noteReads{}
	cfg.ConnConfig.Tracer = counted
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	db.Pool = pool
	return startNode(t, &db, func(c *Config) { c.RecheckEvery = time.Hour }), counted
}

// crowd subscribes a socket to notes in several channels under one token.
func (b *bundle) crowd(owner uuid.UUID, compact string, channels int) *client {
	b.Helper()
	return b.crowdOf(owner, func() string { return compact }, channels)
}

// crowdOf subscribes a socket to notes in several channels, each with the next token.
func (b *bundle) crowdOf(owner uuid.UUID, next func() string, channels int) *client {
	b.Helper()
	c := b.dialAnon()
	for range channels {
		c.push("", topicPrefix+owner.String()+uuid.NewString(), eventJoin,
			joinPayload(next(), options{changes: []map[string]any{onNotes("*")}}))
	}
	for range channels {
		assertContains(b.T, string(c.awaitEvent(eventSystem).Payload), "Subscribed to PostgreSQL")
	}
	return c
}

func TestCrowd(t *testing.T) {
	t.Parallel()

	t.Run("ARowIsReadOnceForAllWhoShareTheirClaims", func(t *testing.T) {
		t.Parallel()
		const sockets, channels = 9, 100
		b, reads := setupCounted(t)
		compact := b.token("authenticated", marina)
		var listeners []*client
		for range sockets {
			listeners = append(listeners, b.crowd(marina, compact, channels))
		}
		other := b.crowd(helena, b.token("authenticated", helena), channels)
		before := reads.Load()
		b.exec(insertNote, 1, marina, "de Marina")
		for _, c := range listeners {
			for range channels {
				assertEqual(t, readRow(c.awaitChange().Data.Record)["id"], []byte("1"))
			}
		}
		b.exec(insertNote, 2, helena, "de Helena")
		for range channels {
			assertEqual(t, readRow(other.awaitChange().Data.Record)["id"], []byte("2"))
		}
		// A delete reads no row, and is delivered after every earlier change.
		b.exec("delete from notes where id = 2")
		for range channels {
			assertEqual(t, other.awaitChange().Data.Type, typeDelete)
		}
		// Two changes, each checked under two sets of claims.
		assertEqual(t, reads.Load()-before, int64(4))
	})

	t.Run("EverySessionIsCheckedOnceInFewRoundTrips", func(t *testing.T) {
		t.Parallel()
		const sockets, channels = 4, 100
		b, reads := setupCounted(t)
		var listeners []*client
		for range sockets {
			listeners = append(listeners, b.crowdOf(marina, func() string { return b.token("authenticated", marina) }, channels))
		}
		before, sights, checks, trips := reads.Load(), reads.sights.Load(), reads.checks.Load(), reads.trips.Load()
		b.exec(insertNote, 1, marina, "de Marina")
		for _, c := range listeners {
			for range channels {
				assertEqual(t, readRow(c.awaitChange().Data.Record)["id"], []byte("1"))
			}
		}
		const sessions, together = int64(sockets * channels), int64(sockets * channels / tripIdentitiesMax)
		assertEqual(t, reads.checks.Load()-checks, sessions)
		assertEqual(t, reads.sights.Load()-sights, sessions)
		// The row is read once for all fifty who see it, in one more round trip.
		assertEqual(t, reads.Load()-before, together)
		assertEqual(t, reads.trips.Load()-trips, 2*together)
	})

	t.Run("NobodyIsToldWhatAnotherOfTheRoundTripMaySee", func(t *testing.T) {
		t.Parallel()
		b := setup(t, func(c *Config) { c.Workers = 1 })
		cast := map[string]uuid.UUID{"1": marina, "2": helena}
		listeners := map[string][]*client{}
		for id, who := range cast {
			for range 3 {
				listeners[id] = append(listeners[id], b.crowd(who, b.token("authenticated", who), 1))
			}
		}
		b.exec(`INSERT INTO public.notes (id, owner, text) VALUES (1, $1, 'de Marina'), (2, $2, 'de Helena')`, marina, helena)
		for id, each := range listeners {
			for _, c := range each {
				assertEqual(t, readRow(c.awaitChange().Data.Record)["id"], []byte(id))
			}
		}
		// Everything else that they were sent came before this.
		b.exec("DELETE FROM public.notes")
		for _, each := range listeners {
			for _, c := range each {
				assertEqual(t, c.awaitChange().Data.Type, typeDelete)
			}
		}
	})
}
