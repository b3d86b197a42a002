package realtime

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
)

// resolve turns bindings into subscriptions under the caller's role. It
// answers the same for a table that is missing, not watched or not readable.
func (h *Hub) resolve(ctx context.Context, tx pgx.Tx, ch *channel, role string, bindings []binding) ([]*subscription, error) {
	if len(bindings) == 0 {
		return nil, nil
	}
	tables, err := h.tables(ctx)
	if err != nil {
		h.log.Error("realtime: resolve subscriptions", "error", err)
		return nil, errNoDatabase
	}
	subscriptions := make([]*subscription, 0, len(bindings))
	for _, b := range bindings {
		sub := &subscription{id: b.id, channel: ch, event: b.event, table: b.table, columns: b.columns}
		if sub.conditions, err = parseFilter(b.filter); err != nil {
			return nil, err
		}
		if err := sub.check(ctx, tx, tables, role); err != nil {
			return nil, sentence(fmt.Sprintf("Unable to subscribe to changes with given parameters. %v: "+
				"[event: %s, schema: %s, table: %s, filter: %s]", err, b.event, b.table.schema, b.table.table, b.filter))
		}
		subscriptions = append(subscriptions, sub)
	}
	return subscriptions, nil
}

const (
	errNoDatabase sentence = "Realtime was unable to connect to the project database"
	errNotEnabled sentence = "Please check Realtime is enabled for the given connect parameters"
	errWildcard   sentence = "Filter and select need an explicit schema and table name"
)

// check holds a subscription against the tables it names and lets the
// database read the filter's values as the types of their columns.
func (sub *subscription) check(ctx context.Context, tx pgx.Tx, tables map[tableName]*table, role string) error {
	if sub.table.schema == "*" || sub.table.table == "*" {
		if len(sub.conditions) > 0 || len(sub.columns) > 0 {
			return errWildcard
		}
		return nil
	}
	t := tables[sub.table]
	if t == nil || len(t.visible(role)) == 0 {
		return errNotEnabled
	}
	for _, name := range sub.columns {
		if !t.selectable(name, role) {
			return fmt.Errorf("invalid column for select %q", name)
		}
	}
	for i := range sub.conditions {
		c := &sub.conditions[i]
		if !t.selectable(c.column, role) {
			return fmt.Errorf("invalid column for filter %q", c.column)
		}
		if err := c.cast(ctx, tx, t.find(c.column)); err != nil {
			return err
		}
	}
	return nil
}

func (t *table) selectable(name, role string) bool {
	c := t.find(name)
	return c != nil && slices.Contains(c.Roles, role)
}

// cast reads the condition's values as the column's type.
func (c *condition) cast(ctx context.Context, tx pgx.Tx, column *column) error {
	if c.pattern != nil || c.op == opIs {
		return nil
	}
	if c.op == opIsDistinct && (c.raw[0] == "null" || c.raw[0] == "NULL") {
		c.values = []scalar{{null: true}}
		return nil
	}
	var texts []string
	statement := "SELECT array_agg(to_json(v::" + column.Type + ")::text ORDER BY n) " +
		"FROM unnest($1::text[]) WITH ORDINALITY AS given (v, n)"
	err := pgx.BeginFunc(ctx, tx, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, statement, c.raw).Scan(&texts)
	})
	if err != nil {
		return fmt.Errorf("invalid value for filter on %q", c.column)
	}
	for _, text := range texts {
		c.values = append(c.values, readScalar(json.RawMessage(text), column.Category == "D"))
	}
	return nil
}
