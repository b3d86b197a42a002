package rest

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/postgres"
)

// Run reloads the schema whenever the database announces a change, until ctx ends. After a lost
// connection it reconnects and reloads, since it may have missed a notification. Behind a pooler
// without a direct connection it reloads the schema every minute.
func (e *Engine) Run(ctx context.Context) error {
	if e.config().Direct == nil && postgres.IsPooled(e.pool) {
		return e.poll(ctx)
	}
	delay := reconnectDelay
	for ctx.Err() == nil {
		err := e.listen(ctx, func() { delay = reconnectDelay })
		if ctx.Err() != nil {
			return nil
		}
		e.log.Warn("lost the connection that listens for schema changes", "cause", err)
		select {
		case <-ctx.Done():
		case <-time.After(delay):
		}
		delay = min(2*delay, reconnectMax)
	}
	return nil
}

func (e *Engine) poll(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(e.pollEvery):
		}
		if err := within(ctx, e.reload); err != nil && ctx.Err() == nil {
			e.log.Warn("could not reload the schema", "cause", err)
		}
	}
}

func (e *Engine) listen(ctx context.Context, connected func()) error {
	var raw *pgx.Conn
	if err := within(ctx, func(ctx context.Context) (err error) {
		raw, err = postgres.Listen(ctx, e.pool, e.config().Direct, "schema-listen", "pgrst")
		return err
	}); err != nil {
		return err
	}
	defer func() { _ = raw.Close(context.WithoutCancel(ctx)) }()
	connected()
	for {
		if err := within(ctx, e.reload); err != nil {
			return err
		}
		if err := awaitChange(ctx, raw); err != nil {
			return err
		}
	}
}

// These bound listening for schema changes: the interval of polling where nothing is announced, how
// long a connection may be silent before it is pinged, and how long the database may take.
const (
	pollEvery    = time.Minute
	quietMax     = 30 * time.Second
	answerWithin = 15 * time.Second
)

func within(ctx context.Context, work func(context.Context) error) error {
	bounded, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	return work(bounded)
}

// awaitChange returns when a change is announced or the connection is lost.
func awaitChange(ctx context.Context, conn *pgx.Conn) error {
	for {
		quiet, cancel := context.WithTimeout(ctx, quietMax)
		_, err := conn.WaitForNotification(quiet)
		cancel()
		if err == nil || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		if err := within(ctx, conn.Ping); err != nil {
			return err
		}
	}
}
