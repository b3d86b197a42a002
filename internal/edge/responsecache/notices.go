package responsecache

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// announced is the SQLSTATE of a message by which a table tells the connection
// that writes to it.
const announced = "MEMRY"

// HearNotices has the connections of a pool tell what is written on them: the table
// says so with the statement, so that it is known before the transaction can
// commit, and what rests on the table is read in the database until the
// connection is given back, which is before anybody is answered.
func (m *Cache) HearNotices(cfg *pgxpool.Config) {
	if m == nil {
		return
	}
	others := cfg.ConnConfig.OnNotice
	cfg.ConnConfig.OnNotice = func(conn *pgconn.PgConn, notice *pgconn.Notice) {
		if notice.Code == announced {
			m.hear(conn, notice.Message)
		} else if others != nil {
			others(conn, notice)
		}
	}
	cfg.ConnConfig.Tracer = releases{m}
	before := cfg.BeforeClose
	cfg.BeforeClose = func(conn *pgx.Conn) {
		// What became of its transaction nobody here knows; if it commits, the
		// table says so to all.
		m.settle(conn.PgConn())
		if before != nil {
			before(conn)
		}
	}
}

const writesKey = "memory.writes"

// hear takes in what a statement on a connection has written.
func (m *Cache) hear(conn *pgconn.PgConn, message string) {
	var told write
	if json.Unmarshal([]byte(message), &told) != nil {
		return
	}
	data := conn.CustomData()
	if told.Echo != "" {
		data[echoKey] = told.Echo
		return
	}
	writes, _ := data[writesKey].(map[string]*write)
	if writes == nil {
		writes = map[string]*write{}
		data[writesKey] = writes
	}
	known := writes[told.Table]
	if known == nil {
		m.table(told.Table).open.Add(1)
		writes[told.Table] = &told
		return
	}
	known.add(told)
}

// settle counts what was written on a connection whose transaction is over.
func (m *Cache) settle(conn *pgconn.PgConn) {
	data := conn.CustomData()
	writes, _ := data[writesKey].(map[string]*write)
	delete(data, writesKey)
	for _, written := range writes {
		table := m.table(written.Table)
		table.wrote(written.Keys)
		table.open.Add(-1)
	}
}

// releases notices when a connection is given back. The pool asks the tracer of
// its connections for that; of queries it is told nothing.
type releases struct{ cache *Cache }

// TraceRelease settles what was written, unless a transaction is still open:
// then the connection is closed.
func (r releases) TraceRelease(_ *pgxpool.Pool, given pgxpool.TraceReleaseData) {
	if conn := given.Conn.PgConn(); !conn.IsClosed() && !conn.IsBusy() && conn.TxStatus() == 'I' {
		r.cache.settle(conn)
	}
}

// TraceQueryStart changes nothing.
func (releases) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return ctx
}

// TraceQueryEnd does nothing.
func (releases) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}
