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

// Channels of the database: that of writes, that of changes of the schema, and
// the beginning of that on which a connection tells itself something.
const (
	channelWrites = "memory"
	channelSchema = "pgrst"
	channelEcho   = "memory_echo_"
)

const echoKey = "memory.echo"

// Times of the connection that listens. It tells itself something every beat;
// once it has not heard that for trustMax, or the connection fails, nothing is
// answered from memory.
const (
	beat           = 2 * time.Second
	answerWithin   = 3 * time.Second
	trustMax       = beat + answerWithin
	connectWithin  = 10 * time.Second
	reconnectDelay = 100 * time.Millisecond
	reconnectMax   = 5 * time.Second
)

// errDeaf is of a pool whose connections Heed was not told of.
var errDeaf = errors.New("the connections do not tell what is written on them")

// Run hears what is written to the database of the pool until ctx ends. Nothing
// is kept, and everything is forgotten, while it does not.
// A pooler that the pool leads through passes nothing on: then direct is a way
// past it, or nothing is ever kept.
func (m *Cache) Run(ctx context.Context, pool, direct *pgxpool.Pool) error {
	if m == nil || direct == nil && postgres.IsPooled(pool) {
		return nil
	}
	delay := reconnectDelay
	for ctx.Err() == nil {
		err := m.listen(ctx, pool, direct, func() { delay = reconnectDelay })
		m.isListening.Store(false)
		m.empty()
		if ctx.Err() != nil {
			return nil
		}
		m.log.Warn("nothing is answered from memory until writes are heard again", "cause", err)
		if errors.Is(err, postgres.ErrPooled) || errors.Is(err, errDeaf) {
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

func (m *Cache) listen(ctx context.Context, pool, direct *pgxpool.Pool, listening func()) error {
	conn, err := connect(ctx, pool, direct)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	m.heardAt.Store(0)
	if err := m.checkHeard(ctx, pool); err != nil {
		return err
	}
	if err := m.learn(ctx, pool); err != nil {
		return err
	}
	for {
		if err := m.tellItself(ctx, conn); err != nil {
			return err
		}
		for until := time.Now().Add(beat); ; {
			told, err := next(ctx, conn, until)
			if err != nil {
				return err
			}
			if told == nil {
				break
			}
			if err := m.take(ctx, pool, told); err != nil {
				return err
			}
			if m.heardAt.Load() > 0 && m.isListening.CompareAndSwap(false, true) {
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

// next returns what is told before a time; nil says that nothing is.
func next(ctx context.Context, conn *pgx.Conn, until time.Time) (*pgconn.Notification, error) {
	quiet, cancel := context.WithDeadline(ctx, until)
	defer cancel()
	told, err := conn.WaitForNotification(quiet)
	if err == nil || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
		return told, err
	}
	return nil, nil //nolint:nilnil // quiet is neither
}

// tellItself says something on the channel that comes back only where the
// connection is the one that the server notifies.
func (m *Cache) tellItself(ctx context.Context, conn *pgx.Conn) error {
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

// checkHeard holds that the pool's connections tell what is written on them.
func (m *Cache) checkHeard(ctx context.Context, pool *pgxpool.Pool) error {
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
		return errDeaf
	}
	return nil
}

// take takes in what was told.
func (m *Cache) take(ctx context.Context, pool *pgxpool.Pool, told *pgconn.Notification) error {
	switch told.Channel {
	case channelSchema:
		return m.learn(ctx, pool)
	case channelWrites:
		var written write
		if err := json.Unmarshal([]byte(told.Payload), &written); err != nil {
			return fmt.Errorf("a write was announced that nobody understands: %w", err)
		}
		m.table(written.Table).wrote(written.Keys)
	default:
		m.heardAt.Store(max(1, int64(m.cfg.Now().Sub(m.began))))
	}
	return nil
}

// learn reads the rules in force; what was kept under others is forgotten.
func (m *Cache) learn(ctx context.Context, pool *pgxpool.Pool) error {
	bounded, cancel := context.WithTimeout(ctx, connectWithin)
	defer cancel()
	m.rules.Store(nil)
	m.empty()
	known, err := readRules(bounded, pool, m.cfg)
	if err != nil {
		return err
	}
	m.rules.Store(known)
	m.empty()
	return nil
}
