package rest

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/database"
)

// Run reloads the schema whenever the database announces a change, until ctx
// ends. A lost connection is taken up again, and the schema read again, since
// an announcement may have been missed.
func (e *Engine) Run(ctx context.Context) error {
	delay := reconnectDelay
	for ctx.Err() == nil {
		err := e.listen(ctx, func() { delay = reconnectDelay })
		if ctx.Err() != nil {
			return nil
		}
		e.log.Warn("lost the connection that announces schema changes", "cause", err)
		select {
		case <-ctx.Done():
		case <-time.After(delay):
		}
		delay = min(2*delay, reconnectMax)
	}
	return nil
}

func (e *Engine) listen(ctx context.Context, connected func()) error {
	conn, err := database.Acquire(ctx, e.pool)
	if err != nil {
		return err
	}
	raw := conn.Hijack()
	defer func() { _ = raw.Close(context.WithoutCancel(ctx)) }()
	if err := within(ctx, func(ctx context.Context) error {
		_, err := raw.Exec(ctx, "LISTEN pgrst")
		return err
	}); err != nil {
		return err
	}
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

// Bounds of the connection that listens: how long it may say nothing before it
// is asked whether it is still there, and how long the database may take.
const (
	quietMax     = 30 * time.Second
	answerWithin = 15 * time.Second
)

func within(ctx context.Context, work func(context.Context) error) error {
	bounded, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	return work(bounded)
}

// awaitChange returns when a change is announced, or the connection is lost.
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
