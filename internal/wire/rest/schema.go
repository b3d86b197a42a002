package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/postgres"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/nearest"
)

// relation looks up a table or view. If the name is unknown, it reloads the schema once.
func (e *Engine) relation(ctx context.Context, name catalog.Name) (*catalog.Catalog, *catalog.Relation, error) {
	current := e.catalog.Load()
	relation := current.Relations[name]
	if relation == nil && e.refresh(ctx) {
		current = e.catalog.Load()
		relation = current.Relations[name]
	}
	if relation != nil {
		return current, relation, nil
	}
	refusal := &fault.Error{Status: http.StatusNotFound, Code: "PGRST205",
		Message: fmt.Sprintf("Could not find the table '%s.%s' in the schema cache", name.Schema, name.Name)}
	names := []string{}
	for known := range current.Relations {
		if known.Schema == name.Schema {
			names = append(names, known.Name)
		}
	}
	slices.Sort(names)
	if near := nearest.One(name.Name, names); near != "" {
		refusal.Hint = fmt.Sprintf("Perhaps you meant the table '%s.%s'", name.Schema, near)
	}
	return nil, nil, refusal
}

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
