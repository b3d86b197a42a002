package realtime

import (
	"regexp/syntax"

	"automacao/internal/kernel/caller"
)

// Bounds of what filters cost. A step is one of a compiled pattern looking at one byte;
// all subscribers wait while a change is compared with everybody's filters.
const (
	// patternStepsMax is how long a pattern may be once its repeats are unfolded: a
	// few bytes say thousands.
	patternStepsMax = 1200
	// joinStepsMax is what the filters of one channel may have together.
	joinStepsMax = 20_000
	// changeStepsMax is what the filters of one person, or of visitors from one
	// network, may take of one change; about a fifth of a second.
	changeStepsMax = 8 << 20
)

// stepsOf is how many steps an expression has, at least; it unfolds nothing to tell.
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

// steps is what conditions cost for each byte that they look at.
func steps(conditions []condition) (total int) {
	for _, c := range conditions {
		total += max(c.steps, 1)
	}
	return total
}

// effort is what comparing a row with a subscription's filter costs, at most.
func (sub *subscription) effort(values row) (total int) {
	for _, c := range sub.conditions {
		total += max(c.steps, 1) * len(values[c.column])
	}
	return total
}

// efforts are what filters have cost of one change, by who is counted for them.
type efforts map[string]int

// allow counts a comparison before it is made.
func (e efforts) allow(sub *subscription, values row) bool {
	if len(sub.conditions) == 0 {
		return true
	}
	ch := sub.channel
	who := caller.Caller{UserID: ch.grant.Load().caller.UserID, IP: ch.socket.ip}.Counted()
	e[who] += sub.effort(values)
	return e[who] <= changeStepsMax
}
