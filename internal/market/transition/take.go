package transition

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Columns maps column names to the SQL expressions of their new values. An expression may use the
// row's own columns and these arguments: @at, the moment of the step; @person, who takes it, or
// null; @reason, the reason they gave, or null; and those of Machine.Args.
type Columns map[string]string

// Kept marks a column that a state or step leaves unchanged.
const Kept = ""

// with returns a copy of the columns in which others add or replace values.
func (c Columns) with(others Columns) Columns {
	all := Columns{}
	maps.Copy(all, c)
	maps.Copy(all, others)
	return all
}

// ofSide returns the SQL value of one side's column in a step that either side may take: value if
// @side is that side, otherwise the expression given as otherwise.
func ofSide(side, value, otherwise string) string {
	return "CASE @side WHEN '" + side + "' THEN " + value + " ELSE " + otherwise + " END"
}

// common maps the arguments that every step has to their SQL types.
var common = map[string]string{"at": "timestamptz", "person": "uuid", "reason": "text", "id": "uuid"}

// Taken describes one step of one row.
type Taken struct {
	ID     uuid.UUID
	Action string
	// From is the state of the locked row.
	From string
	By   Actor
	// At is the moment of the step; nil means now.
	At *time.Time
	// Person is who takes the step; uuid.Nil, which is written as null, for time and the system.
	Person uuid.UUID
	Reason string
	// Args holds the values of Machine.Args. A missing one is null.
	Args map[string]any
	// Rows is the SQL condition that selects the rows to move together. It may use arguments. If it
	// is empty, only the row with ID moves.
	Rows string
	// Returning lists SQL expressions about the moved row, which are scanned into Into.
	Returning string
	Into      []any
}

// Take moves a row that the caller has locked, and writes every column that the step changes. It
// returns the new state, or the noun's refusal of the step.
func (m Machine) Take(ctx context.Context, tx pgx.Tx, t Taken) (to string, err error) {
	step, err := m.step(t.Action, t.From, t.By)
	if err != nil {
		return "", err
	}
	to = cmp.Or(step.To, t.From)
	statement, names := m.statement(step, to, t.Rows, t.Returning)
	values := make([]any, len(names))
	for i, name := range names {
		values[i] = t.value(name)
	}
	if t.Returning != "" {
		err = tx.QueryRow(ctx, statement, values...).Scan(t.Into...)
	} else {
		_, err = tx.Exec(ctx, statement, values...)
	}
	if err != nil {
		return "", fmt.Errorf("take %s of %s %s: %w", t.Action, m.Noun, t.ID, err)
	}
	if o := observer(ctx); o != nil {
		o.Took(ctx, tx, m, step, t.By)
	}
	return to, nil
}

// Pass takes a step that changes no column of its row, or whose row the caller writes whole. It
// returns the new state, or the noun's refusal of the step.
func (m Machine) Pass(ctx context.Context, tx pgx.Tx, action, from string, by Actor) (to string, err error) {
	step, err := m.step(action, from, by)
	if err != nil {
		return "", err
	}
	if o := observer(ctx); o != nil {
		o.Took(ctx, tx, m, step, by)
	}
	return cmp.Or(step.To, from), nil
}

func (t Taken) value(name string) any {
	switch name {
	case "id":
		return t.ID
	case "at":
		return t.At
	case "person":
		if t.Person == uuid.Nil {
			return nil
		}
		return t.Person
	case "reason":
		return t.Reason
	}
	return t.Args[name]
}

// writes returns the columns that a step changes: those of its new state, unless the state stays,
// and those of the step itself.
func (m Machine) writes(step Step) Columns {
	changed := m.Entering[step.To].with(step.Sets)
	maps.DeleteFunc(changed, func(_, value string) bool { return value == Kept })
	return changed
}

// argument matches a reference to an argument of the step.
var argument = regexp.MustCompile(`@[a-z_]+`)

// statement returns the UPDATE of a step, and the names of its arguments in order.
func (m Machine) statement(step Step, to, rows, returning string) (statement string, names []string) {
	changed := m.writes(step)
	var text strings.Builder
	fmt.Fprintf(&text, "UPDATE public.%s SET status = '%s'", m.Table(), to)
	for _, column := range slices.Sorted(maps.Keys(changed)) {
		fmt.Fprintf(&text, ", %s = %s", column, changed[column])
	}
	fmt.Fprintf(&text, " WHERE %s", cmp.Or(rows, "id = @id"))
	if returning != "" {
		fmt.Fprintf(&text, " RETURNING %s", returning)
	}
	statement = argument.ReplaceAllStringFunc(text.String(), func(found string) string {
		name := found[1:]
		place := slices.Index(names, name)
		if place < 0 {
			place, names = len(names), append(names, name)
		}
		value := fmt.Sprintf("$%d::%s", place+1, cmp.Or(common[name], m.Args[name]))
		switch name {
		case "at":
			return "coalesce(" + value + ", now())"
		case "reason":
			return "nullif(" + value + ", '')"
		}
		return value
	})
	return statement, names
}
