package responsecache

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres"
)

// Channels of the database: writes, schema changes, and the prefix of the channel on which a
// connection notifies itself.
const (
	channelWrites = "memory"
	channelSchema = "pgrst"
	channelEcho   = "memory_echo_"
)

const echoKey = "memory.echo"

// Timing of the listening connection. It notifies itself every beat. If no echo has arrived for
// trustMax, or the connection fails, the cache answers nothing.
const (
	beat           = 2 * time.Second
	answerWithin   = 3 * time.Second
	trustMax       = beat + answerWithin
	connectWithin  = 10 * time.Second
	reconnectDelay = 100 * time.Millisecond
	reconnectMax   = 5 * time.Second
)

// errNoNotices means that HearNotices was not called for the pool.
var errNoNotices = errors.New("the pool's connections do not report writes: HearNotices was not called")

// Run listens for writes to the pool's database until ctx ends. While it cannot, the cache is
// emptied and keeps nothing.
//
// A transaction pooler passes no notifications on. If pool leads through one, direct must bypass
// it; if direct is nil then, nothing is ever kept.
func (c *Cache) Run(ctx context.Context, pool, direct *pgxpool.Pool) error {
	if c == nil || direct == nil && postgres.IsPooled(pool) {
		return nil
	}
	delay := reconnectDelay
	for ctx.Err() == nil {
		err := c.listen(ctx, pool, direct, func() { delay = reconnectDelay })
		c.isListening.Store(false)
		c.empty()
		if ctx.Err() != nil {
			return nil
		}
		c.log.Warn("response cache off until it listens for writes again", "cause", err)
		if errors.Is(err, postgres.ErrPooled) || errors.Is(err, errNoNotices) {
			delay = time.Minute
		}
		select {
		case <-ctx.Done():
		case <-time.After(delay):
		}
		delay = min(2*delay, max(delay, reconnectMax))
	}
	return nil
}

func (c *Cache) listen(ctx context.Context, pool, direct *pgxpool.Pool, listening func()) error {
	conn, err := connect(ctx, pool, direct)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	c.heardAt.Store(0)
	if err := c.checkNotices(ctx, pool); err != nil {
		return err
	}
	if err := c.loadRules(ctx, pool); err != nil {
		return err
	}
	for {
		if err := c.ping(ctx, conn); err != nil {
			return err
		}
		for until := time.Now().Add(beat); ; {
			notification, err := next(ctx, conn, until)
			if err != nil {
				return err
			}
			if notification == nil {
				break
			}
			if err := c.handle(ctx, pool, notification); err != nil {
				return err
			}
			if c.heardAt.Load() > 0 && c.isListening.CompareAndSwap(false, true) {
				listening()
			}
		}
	}
}

func connect(ctx context.Context, pool, direct *pgxpool.Pool) (*pgx.Conn, error) {
	bounded, cancel := context.WithTimeout(ctx, connectWithin)
	defer cancel()
	conn, err := postgres.Listen(bounded, pool, direct, "answers-listen", channelWrites, channelSchema)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(bounded, "LISTEN "+echoOf(conn)); err != nil {
		return nil, errors.Join(fmt.Errorf("listen: %w", err), conn.Close(bounded))
	}
	return conn, nil
}

// next returns the next notification, or nil if none arrives before until.
func next(ctx context.Context, conn *pgx.Conn, until time.Time) (*pgconn.Notification, error) {
	waiting, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	notification, err := conn.WaitForNotification(waiting)
	if err == nil || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
		return notification, err
	}
	return nil, nil //nolint:nilnil // silence is neither a notification nor an error
}

// ping notifies this connection's own channel. A pooler that gives each statement to another server
// connection is recognised by the process id.
func (c *Cache) ping(ctx context.Context, conn *pgx.Conn) error {
	bounded, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	var pid uint32
	err := conn.QueryRow(bounded, `SELECT pg_backend_pid() FROM pg_notify($1, '')`, echoOf(conn)).Scan(&pid)
	if err == nil && pid != conn.PgConn().PID() {
		return postgres.ErrPooled
	}
	return err
}

func echoOf(conn *pgx.Conn) string { return fmt.Sprintf("%s%d", channelEcho, conn.PgConn().PID()) }

// checkNotices returns an error if the pool's connections do not report the writes made on them.
func (c *Cache) checkNotices(ctx context.Context, pool *pgxpool.Pool) error {
	bounded, cancel := context.WithTimeout(ctx, connectWithin)
	defer cancel()
	conn, err := pool.Acquire(bounded)
	if err != nil {
		return err
	}
	defer conn.Release()
	delete(conn.Conn().PgConn().CustomData(), echoKey)
	if _, err := conn.Exec(bounded, `DO $$ BEGIN RAISE INFO USING ERRCODE = '`+announced+`', MESSAGE = '{"echo":"heard"}'; END $$`); err != nil {
		return err
	}
	if conn.Conn().PgConn().CustomData()[echoKey] == nil {
		return errNoNotices
	}
	return nil
}

// handle processes a notification.
func (c *Cache) handle(ctx context.Context, pool *pgxpool.Pool, notification *pgconn.Notification) error {
	switch notification.Channel {
	case channelSchema:
		return c.loadRules(ctx, pool)
	case channelWrites:
		var written write
		if err := json.Unmarshal([]byte(notification.Payload), &written); err != nil {
			return fmt.Errorf("parse the announcement of a write: %w", err)
		}
		c.table(written.Table).wrote(written.Keys)
	default:
		c.heardAt.Store(max(1, int64(c.cfg.Now().Sub(c.began))))
	}
	return nil
}

// loadRules reads the current rules and drops all answers made under older ones.
func (c *Cache) loadRules(ctx context.Context, pool *pgxpool.Pool) error {
	bounded, cancel := context.WithTimeout(ctx, connectWithin)
	defer cancel()
	c.rules.Store(nil)
	c.empty()
	current, err := readRules(bounded, pool, c.cfg)
	if err != nil {
		return err
	}
	c.rules.Store(current)
	c.empty()
	return nil
}

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
