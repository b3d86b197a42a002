package responsecache

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// announced is the SQLSTATE of the notices in which a table's trigger reports a write to the
// connection that made it.
const announced = "MEMRY"

// HearNotices makes a pool's connections report the writes made on them. The table's trigger raises
// a notice with the statement, so that the write is known before the transaction can commit. Until
// the connection is released, which is before its request is answered, everything that depends on
// the table is read from the database.
func (c *Cache) HearNotices(cfg *pgxpool.Config) {
	if c == nil {
		return
	}
	others := cfg.ConnConfig.OnNotice
	cfg.ConnConfig.OnNotice = func(conn *pgconn.PgConn, notice *pgconn.Notice) {
		if notice.Code == announced {
			c.hear(conn, notice.Message)
		} else if others != nil {
			others(conn, notice)
		}
	}
	cfg.ConnConfig.Tracer = releases{c}
	before := cfg.BeforeClose
	cfg.BeforeClose = func(conn *pgx.Conn) {
		// The outcome of its transaction is unknown. If it commits, the table notifies all nodes.
		c.settle(conn.PgConn())
		if before != nil {
			before(conn)
		}
	}
}

const writesKey = "memory.writes"

// hear records a write of a statement on this connection.
func (c *Cache) hear(conn *pgconn.PgConn, message string) {
	var written write
	if json.Unmarshal([]byte(message), &written) != nil {
		return
	}
	data := conn.CustomData()
	if written.Echo != "" {
		data[echoKey] = written.Echo
		return
	}
	writes, _ := data[writesKey].(map[string]*write)
	if writes == nil {
		writes = map[string]*write{}
		data[writesKey] = writes
	}
	known := writes[written.Table]
	if known == nil {
		c.table(written.Table).open.Add(1)
		writes[written.Table] = &written
		return
	}
	known.add(written)
}

// settle counts the writes of a connection whose transaction is over.
func (c *Cache) settle(conn *pgconn.PgConn) {
	data := conn.CustomData()
	writes, _ := data[writesKey].(map[string]*write)
	delete(data, writesKey)
	for _, written := range writes {
		table := c.table(written.Table)
		table.wrote(written.Keys)
		table.open.Add(-1)
	}
}

// releases is a tracer that sees when a connection is released. pgxpool looks for this method on
// the connection's query tracer, so the query methods must exist.
type releases struct{ cache *Cache }

// TraceRelease settles the connection's writes, unless a transaction is still open: then the pool
// closes the connection.
func (r releases) TraceRelease(_ *pgxpool.Pool, given pgxpool.TraceReleaseData) {
	if conn := given.Conn.PgConn(); !conn.IsClosed() && !conn.IsBusy() && conn.TxStatus() == 'I' {
		r.cache.settle(conn)
	}
}

// TraceQueryStart does nothing.
func (releases) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return ctx
}

// TraceQueryEnd does nothing.
func (releases) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}
