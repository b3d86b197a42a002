package realtime

import (
	"regexp/syntax"

	"automacao/internal/kernel/caller"
)

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
