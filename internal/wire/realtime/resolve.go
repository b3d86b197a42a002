package realtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"automacao/internal/postgres"
)

// tables returns the watched tables for resolving a channel's bindings. It runs before the
// transaction, which must not wait for a second connection.
func (ch *channel) tables(ctx context.Context) (map[tableName]*table, error) {
	if len(ch.pending) == 0 {
		return nil, nil
	}
	hub := ch.socket.hub
	tables, err := hub.tables(ctx)
	if err == nil && ch.namesUnknownTable(tables) && hub.catalogRetries.Allow() {
		hub.forgetTables()
		tables, err = hub.tables(ctx)
	}
	if err != nil {
		hub.log.Error("realtime: resolve subscriptions", "error", err)
		return nil, errNoDatabase
	}
	return tables, nil
}

// namesUnknownTable reports whether a binding names a table that is not among tables. It may be
// new: the notification of a schema change arrives a moment later.
func (ch *channel) namesUnknownTable(tables map[tableName]*table) bool {
	return slices.ContainsFunc(ch.pending, func(b binding) bool {
		return b.table.schema != "*" && b.table.table != "*" && tables[b.table] == nil
	})
}

// resolve turns the pending bindings into subscriptions under the caller's role. Its error is the
// same for a table that does not exist, is not watched or is not readable.
func (ch *channel) resolve(ctx context.Context, tx pgx.Tx, tables map[tableName]*table, role string) ([]*subscription, error) {
	subscriptions, cost := make([]*subscription, 0, len(ch.pending)), 0
	for _, b := range ch.pending {
		sub := &subscription{id: b.id, channel: ch, event: b.event, table: b.table, columns: b.columns}
		var err error
		if sub.conditions, err = parseFilter(b.filter); err != nil {
			return nil, err
		}
		if slices.ContainsFunc(sub.conditions, condition.isRegex) && !ch.socket.hub.cfg.allowsRegex(role) {
			return nil, errRegex
		}
		if cost += steps(sub.conditions); cost > joinStepsMax {
			return nil, errEffort
		}
		switch err := sub.check(ctx, tx, tables, role); {
		case errors.Is(err, errNoDatabase):
			return nil, errNoDatabase
		case err != nil:
			return nil, sub.subscriptionError(err)
		}
		subscriptions = append(subscriptions, sub)
	}
	return subscriptions, nil
}

const (
	errNoDatabase sentence = "Realtime was unable to connect to the project database"
	errNotEnabled sentence = "the table is not live, or not readable"
	errRegex      sentence = "Error parsing `filter` params: regular expressions (match, imatch) are not allowed"
	errEffort     sentence = "Error parsing `filter` params: the filters of this channel cost too much together"
	errWildcard   sentence = "Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name."
)

// subscriptionError says why a subscription is refused, in the hosted service's words, which apps know.
func (sub *subscription) subscriptionError(err error) error {
	if errors.Is(err, errWildcard) {
		return err
	}
	filters := make([]string, len(sub.conditions))
	for i, c := range sub.conditions {
		value := c.raw[0]
		if c.op == opIn {
			value = "{" + strings.Join(c.raw, ",") + "}"
		}
		filters[i] = fmt.Sprintf("{%q, %q, %q, %t}", c.column, c.op, value, c.negate)
	}
	columns := "nil"
	if len(sub.columns) > 0 {
		columns = `["` + strings.Join(sub.columns, `", "`) + `"]`
	}
	parameters := fmt.Sprintf("[event: %s, schema: %s, table: %s, filters: [%s], select: %s]",
		sub.event, sub.table.schema, sub.table.table, strings.Join(filters, ", "), columns)
	const begins = "Unable to subscribe to changes with given parameters. "
	if errors.Is(err, errNotEnabled) {
		return sentence(begins + "Please check Realtime is enabled for the given connect parameters: " + parameters)
	}
	return sentence(begins + "An exception happened so please check your connect parameters: " + parameters +
		". Exception: ERROR P0001 (raise_exception) " + err.Error())
}

// check checks a subscription against the table it names, and lets the database parse the filter's
// values as the types of their columns.
func (sub *subscription) check(ctx context.Context, tx pgx.Tx, tables map[tableName]*table, role string) error {
	if sub.isPattern() {
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
			return fmt.Errorf("invalid column for select %s", name)
		}
	}
	for i := range sub.conditions {
		c := &sub.conditions[i]
		if !t.selectable(c.column, role) {
			return fmt.Errorf("invalid column for filter %s", c.column)
		}
		if err := c.checkOperator(t.find(c.column)); err != nil {
			return err
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

// checkOperator returns an error for comparisons that a column's type does not have.
func (c *condition) checkOperator(column *column) error {
	isText := column.Category == "S" || column.Short == "citext"
	switch {
	case c.pattern != nil && !isText:
		return fmt.Errorf("operator %s requires a text-compatible column type, got %s", c.op, column.Type)
	case c.op == opIs && c.raw[0] != "null" && c.raw[0] != "not_null" && column.Short != "bool":
		return fmt.Errorf("is %s filter requires a boolean column, got %s", c.raw[0], column.Type)
	}
	return nil
}

// cast parses the condition's values as the column's type.
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
	if postgres.IsAway(err) || errors.Is(err, context.DeadlineExceeded) {
		return errNoDatabase
	}
	if err != nil {
		return fmt.Errorf("invalid value for filter on %q", c.column)
	}
	for _, text := range texts {
		c.values = append(c.values, readScalar(json.RawMessage(text), column.Category == "D"))
	}
	return nil
}

// bindingsMax bounds the postgres_changes bindings of one channel.
const bindingsMax = 100

// binding is one element of postgres_changes and its id.
type binding struct {
	id  int64
	raw map[string]json.RawMessage

	event, filter string
	table         tableName
	columns       []string
}

// parseBindings parses every binding, so that all can be echoed, and returns the first error. The
// ids only have to differ.
func (h *Hub) parseBindings(elements []json.RawMessage) ([]binding, error) {
	bindings := make([]binding, 0, len(elements))
	var problem error
	for _, element := range elements {
		b := binding{id: h.bindingIDs.Add(1)}
		if err := b.read(element); err != nil && problem == nil {
			problem = err
		}
		bindings = append(bindings, b)
	}
	return bindings, problem
}

func (b *binding) read(element json.RawMessage) error {
	var fields struct {
		Event  string `json:"event"`
		Schema string `json:"schema"`
		Table  string `json:"table"`
		Filter string `json:"filter"`
		Select any    `json:"select"`
	}
	if err := json.Unmarshal(element, &b.raw); err != nil {
		return errBinding
	}
	if err := json.Unmarshal(element, &fields); err != nil {
		return errBinding
	}
	if fields.Schema == "" && fields.Table == "" {
		return errNoTable
	}
	b.event = strings.ToUpper(fields.Event)
	if b.event != "INSERT" && b.event != "UPDATE" && b.event != "DELETE" {
		b.event = "*"
	}
	b.table = tableName{schema: fields.Schema, table: fields.Table}
	orDefault(&b.table.schema, "public")
	orDefault(&b.table.table, "*")
	b.filter = strings.TrimSpace(fields.Filter)
	return b.readSelect(fields.Select)
}

// readSelect takes the names of a list; an empty list means all columns.
func (b *binding) readSelect(selected any) error {
	if _, isText := selected.(string); isText {
		return errSelect
	}
	list, _ := selected.([]any)
	for _, each := range list {
		if name, ok := each.(string); ok {
			b.columns = append(b.columns, name)
		}
	}
	return nil
}

// echo returns the bindings as they were sent, each with its id: the client compares them one by
// one and in order.
func echo(bindings []binding) []map[string]json.RawMessage {
	echoed := make([]map[string]json.RawMessage, 0, len(bindings))
	for _, b := range bindings {
		if b.raw == nil {
			b.raw = map[string]json.RawMessage{}
		}
		b.raw["id"] = encodeJSON(b.id)
		echoed = append(echoed, b.raw)
	}
	return echoed
}
