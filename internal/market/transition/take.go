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

// Columns are names of columns, and for each the SQL expression of its new value. An expression
// may use the row's own columns and these arguments: @at is the moment of the step, @person who
// takes it or null, @reason what they said or null, and those of Machine.Args.
type Columns map[string]string

// Kept is the value of a column that a state or step leaves as it is.
const Kept = ""

// with are these columns, some of them with another value.
func (c Columns) with(others Columns) Columns {
	all := Columns{}
	maps.Copy(all, c)
	maps.Copy(all, others)
	return all
}

// common are the arguments of every step, and their SQL types.
var common = map[string]string{"at": "timestamptz", "person": "uuid", "reason": "text", "id": "uuid"}

// Taken is one step of one row.
type Taken struct {
	ID     uuid.UUID
	Action string
	// From is the state that the locked row is in.
	From string
	By   Actor
	// At is the moment of the step, nil for now.
	At *time.Time
	// Person is who takes the step, nil for time and the system.
	Person *uuid.UUID
	Reason string
	// Args are values of Machine.Args; those that are missing are null.
	Args map[string]any
	// Rows is the SQL condition of the rows that move together, and may use arguments. It is
	// the row of ID where it is empty.
	Rows string
	// Returning are SQL expressions about the moved row that are scanned into Into.
	Returning string
	Into      []any
}

// Take moves a row, which the caller has locked, and writes everything that the step's row of
// the table says. It returns the new state, or the noun's refusal of the step.
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
	return to, nil
}

func (t Taken) value(name string) any {
	switch name {
	case "id":
		return t.ID
	case "at":
		return t.At
	case "person":
		return t.Person
	case "reason":
		return t.Reason
	}
	return t.Args[name]
}

// writes are the columns that a step changes: what its new state says, unless it stays, and
// what it says itself.
func (m Machine) writes(step Step) Columns {
	changed := m.Entering[step.To].with(step.Sets)
	maps.DeleteFunc(changed, func(_, value string) bool { return value == Kept })
	return changed
}

// argument is how an expression names a value of the step.
var argument = regexp.MustCompile(`@[a-z_]+`)

// statement is the UPDATE of a step, and the names of its arguments in order.
func (m Machine) statement(step Step, to, rows, returning string) (statement string, names []string) {
	changed := m.writes(step)
	var text strings.Builder
	fmt.Fprintf(&text, "UPDATE public.%ss SET status = '%s'", m.Noun, to)
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
