package rest

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/edge/lru"
	"automacao/internal/postgres/become"
)

// statementsMax bounds the prepared statements of one connection.
const statementsMax = 256

// statementCache names the statements prepared on one connection. A statement is prepared on its
// second use, so one that is never repeated costs nothing.
type statementCache struct {
	conn    *pgx.Conn
	enabled bool
	known   *lru.Order[prepared, *preparedStatement]
	counter int
}

// prepared identifies a statement by its text, role and search path: PostgreSQL parses it again
// whenever role or path differ from the last use.
type prepared struct{ role, path, text string }

// preparedStatement has no name until it is prepared.
type preparedStatement struct{ name string }

const cacheKey = "rest.statements"

func (e *Engine) statements(conn *pgx.Conn) *statementCache {
	data := conn.PgConn().CustomData()
	if cache, ok := data[cacheKey].(*statementCache); ok {
		return cache
	}
	cache := &statementCache{conn: conn, enabled: e.prepared, known: lru.NewOrder[prepared, *preparedStatement]()}
	data[cacheKey] = cache
	return cache
}

func (c *statementCache) name(ctx context.Context, s become.Settings, text string) (string, error) {
	if !c.enabled {
		return "", nil
	}
	key := prepared{s.Role, strings.Join(s.SearchPath, ","), text}
	statement, seen := c.known.Find(key)
	if !seen {
		c.known.Keep(key, &preparedStatement{})
		return "", c.evict(ctx)
	}
	if statement.name != "" {
		return statement.name, nil
	}
	c.counter++
	name := fmt.Sprintf("rest_%d", c.counter)
	if err := c.prepare(ctx, name, s, text); err != nil {
		return "", err
	}
	statement.name = name
	return name, nil
}

// prepare prepares a statement under the role and search path it will run under, which may differ
// from the connection's defaults.
func (c *statementCache) prepare(ctx context.Context, name string, s become.Settings, text string) error {
	pipeline := c.conn.PgConn().StartPipeline(ctx)
	for _, step := range (become.Settings{Role: s.Role, SearchPath: s.SearchPath, Isolation: s.Isolation}).Steps() {
		pipeline.SendQueryParams(step.SQL, asBytes(step.Params), nil, nil, nil)
	}
	pipeline.SendPrepare(name, text, nil)
	return errors.Join(pipeline.Sync(), finish(pipeline))
}

// finish reads a pipeline's results and closes it.
func finish(pipeline *pgconn.Pipeline) error {
	for {
		result, err := pipeline.GetResults()
		if rows, ok := result.(*pgconn.ResultReader); ok {
			_, err = rows.Close()
		}
		if err != nil {
			_ = pipeline.Close()
			return err
		}
		if _, isLast := result.(*pgconn.PipelineSync); isLast || result == nil {
			return pipeline.Close()
		}
	}
}

func (c *statementCache) evict(ctx context.Context) error {
	if c.known.Len() <= statementsMax {
		return nil
	}
	_, statement, _ := c.known.DropOldest()
	if statement.name == "" {
		return nil
	}
	return c.conn.PgConn().Deallocate(ctx, statement.name)
}
