package rest

import (
	"container/list"
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// keepsStatements reports whether connections keep prepared statements, which
// a pooler in transaction mode would mix up.
func keepsStatements(pool *pgxpool.Pool) bool {
	return pool.Config().ConnConfig.DefaultQueryExecMode == pgx.QueryExecModeCacheStatement
}

// statementsMax bounds the prepared statements of one connection.
const statementsMax = 256

// statementCache names the statements prepared on one connection. A text is
// prepared when it comes the second time; what is never repeated costs nothing.
type statementCache struct {
	conn    *pgx.Conn
	enabled bool
	byText  map[string]*list.Element
	recent  *list.List
	counter int
}

type preparedStatement struct{ text, name string }

const cacheKey = "rest.statements"

func (e *Engine) statements(conn *pgx.Conn) *statementCache {
	data := conn.PgConn().CustomData()
	if cache, ok := data[cacheKey].(*statementCache); ok {
		return cache
	}
	cache := &statementCache{conn: conn, enabled: e.prepared, byText: map[string]*list.Element{}, recent: list.New()}
	data[cacheKey] = cache
	return cache
}

func (c *statementCache) name(ctx context.Context, text string) (string, error) {
	if !c.enabled {
		return "", nil
	}
	element, seen := c.byText[text]
	if !seen {
		c.byText[text] = c.recent.PushFront(&preparedStatement{text: text})
		return "", c.evict(ctx)
	}
	c.recent.MoveToFront(element)
	statement, _ := element.Value.(*preparedStatement)
	if statement.name != "" {
		return statement.name, nil
	}
	c.counter++
	name := fmt.Sprintf("rest_%d", c.counter)
	if _, err := c.conn.PgConn().Prepare(ctx, name, text, nil); err != nil {
		return "", err
	}
	statement.name = name
	return name, nil
}

func (c *statementCache) evict(ctx context.Context) error {
	if c.recent.Len() <= statementsMax {
		return nil
	}
	last := c.recent.Back()
	statement, _ := c.recent.Remove(last).(*preparedStatement)
	delete(c.byText, statement.text)
	if statement.name == "" {
		return nil
	}
	return c.conn.PgConn().Deallocate(ctx, statement.name)
}
