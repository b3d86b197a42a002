package realtime

import (
	"encoding/json"
	"maps"
	"math/big"
	"regexp/syntax"
	"strings"
	"time"

	"automacao/internal/kernel/caller"
)

// row is a database row as JSON, by column.
type row map[string]json.RawMessage

// scalar is a column's value in comparable form. The database wrote both sides of a comparison, so
// equal values have equal text, except for numbers and times, which are compared as such.
type scalar struct {
	null   bool
	text   string
	number *big.Rat
	time   time.Time
	isTime bool
}

var timeLayouts = []string{
	"2006-01-02T15:04:05.999999999Z07:00", "2006-01-02T15:04:05.999999999", "2006-01-02",
}

// readScalar parses a JSON value. Only text of columns with a date or time type is parsed as a
// time.
func readScalar(raw json.RawMessage, isTime bool) scalar {
	if !present(raw) {
		return scalar{null: true}
	}
	var text string
	if json.Unmarshal(raw, &text) != nil {
		value := scalar{text: string(raw)}
		if number, ok := new(big.Rat).SetString(value.text); ok {
			value.number = number
		}
		return value
	}
	value := scalar{text: text}
	if isTime {
		for _, layout := range timeLayouts {
			if parsed, err := time.Parse(layout, text); err == nil {
				value.time, value.isTime = parsed, true
				break
			}
		}
	}
	return value
}

// compare orders two values that are not null; text is ordered by its bytes.
func (s scalar) compare(other scalar) int {
	switch {
	case s.number != nil && other.number != nil:
		return s.number.Cmp(other.number)
	case s.isTime && other.isTime:
		return s.time.Compare(other.time)
	default:
		return strings.Compare(s.text, other.text)
	}
}

// matches reports whether a row satisfies every condition. isTime identifies the columns of a date
// or time type.
func matches(conditions []condition, values row, isTime func(column string) bool) bool {
	for _, c := range conditions {
		if !c.holds(readScalar(values[c.column], isTime(c.column))) {
			return false
		}
	}
	return true
}

// holds follows SQL: a comparison with null is neither true nor false, and neither is its negation.
func (c *condition) holds(value scalar) bool {
	switch {
	case c.op == opIs:
		return c.is(value) != c.negate
	case c.op == opIsDistinct:
		return c.isDistinct(value) != c.negate
	case value.null:
		return false
	default:
		return c.compares(value) != c.negate
	}
}

func (c *condition) is(value scalar) bool {
	switch c.raw[0] {
	case "not_null":
		return !value.null
	case "true", "false":
		return !value.null && value.text == c.raw[0]
	default:
		return value.null
	}
}

func (c *condition) isDistinct(value scalar) bool {
	other := c.values[0]
	if value.null || other.null {
		return value.null != other.null
	}
	return value.compare(other) != 0
}

func (c *condition) compares(value scalar) bool {
	switch c.op {
	case opLike, opILike, opMatch, opIMatch:
		return c.pattern.MatchString(value.text)
	case opIn:
		for _, other := range c.values {
			if value.compare(other) == 0 {
				return true
			}
		}
		return false
	}
	order := value.compare(c.values[0])
	switch c.op {
	case opEq:
		return order == 0
	case opNeq:
		return order != 0
	case opLt:
		return order < 0
	case opLte:
		return order <= 0
	case opGt:
		return order > 0
	default:
		return order >= 0
	}
}

// These bound the cost of filters. A step is one instruction of a compiled pattern on one byte.
// Comparing a change with filters delays all subscribers.
const (
	// patternStepsMax bounds a pattern's length once its repeats are unfolded: a few bytes can
	// stand for thousands of instructions.
	patternStepsMax = 1200
	// joinStepsMax bounds all filters of one channel together.
	joinStepsMax = 20_000
	// changeStepsMax bounds what the filters of one user, or of anonymous callers from one network,
	// may take for one change; about a fifth of a second.
	changeStepsMax = 8 << 20
)

// stepsOf is a lower bound of an expression's steps, computed without unfolding it.
func stepsOf(expression *syntax.Regexp) int {
	steps := 1
	switch expression.Op {
	case syntax.OpLiteral:
		steps = len(expression.Rune)
	case syntax.OpConcat, syntax.OpRepeat:
		steps = 0
	}
	for _, inner := range expression.Sub {
		steps += stepsOf(inner)
	}
	if expression.Op == syntax.OpRepeat {
		steps *= max(expression.Min, expression.Max, 1)
	}
	return min(steps, patternStepsMax+1)
}

// steps is the cost of conditions for each byte that they examine.
func steps(conditions []condition) (total int) {
	for _, c := range conditions {
		total += max(c.steps, 1)
	}
	return total
}

// cost is the maximum cost of comparing a row with a subscription's filter.
func (sub *subscription) cost(values row) (total int) {
	for _, c := range sub.conditions {
		total += max(c.steps, 1) * len(values[c.column])
	}
	return total
}

// costs is the cost of filters for one change, by the caller that it counts against.
type costs map[string]int

// allow counts a comparison and reports whether it may be made.
func (e costs) allow(sub *subscription, values row) bool {
	if len(sub.conditions) == 0 {
		return true
	}
	ch := sub.channel
	who := caller.Caller{UserID: ch.grant.Load().caller.UserID, IP: ch.socket.ip}.Counted()
	e[who] += sub.cost(values)
	return e[who] <= changeStepsMax
}

// short removes the long values of a row that is too large.
func short(values row) row {
	maps.DeleteFunc(values, func(_ string, value json.RawMessage) bool { return len(value) > shortBytesMax })
	return values
}

const shortBytesMax = 64

func readRow(record json.RawMessage) row {
	var values row
	_ = json.Unmarshal(record, &values)
	return values
}

// project returns some columns of a row as JSON.
func project(values row, columns []column) json.RawMessage {
	kept := row{}
	for _, c := range columns {
		if value, ok := values[c.Name]; ok {
			kept[c.Name] = value
		}
	}
	return encodeJSON(kept)
}
