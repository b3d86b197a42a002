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

	"automacao/internal/database/dbtest"
)

// noteReads counts the statements in batches that read a note.
type noteReads struct{ atomic.Int64 }

func (n *noteReads) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return ctx
}
func (n *noteReads) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}
func (n *noteReads) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return ctx
}
func (n *noteReads) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}
func (n *noteReads) TraceBatchQuery(_ context.Context, _ *pgx.Conn, data pgx.TraceBatchQueryData) {
	if strings.Contains(data.SQL, `"notes"`) {
		n.Add(1)
	}
}

// setupCounted starts a node whose reads of notes are counted, and which asks
// about rights only when a row changes.
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

// crowd subscribes a socket to notes so many times under one token.
func (b *bundle) crowd(owner uuid.UUID, compact string, channels int) *client {
	b.Helper()
	c := b.dialAnon()
	for range channels {
		c.push("", topicPrefix+owner.String()+uuid.NewString(), eventJoin,
			joinPayload(compact, options{changes: []map[string]any{onNotes("*")}}))
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
		// A delete reads no row, and is told once all that came before it is read.
		b.exec("delete from notes where id = 2")
		for range channels {
			assertEqual(t, other.awaitChange().Data.Type, typeDelete)
		}
		// Two changes, each asked about under two sets of claims.
		assertEqual(t, reads.Load()-before, int64(4))
	})
}
