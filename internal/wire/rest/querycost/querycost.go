// Package querycost remembers what the planner estimated for statements, so that statements known
// to be cheap run without asking it again.
package querycost

import (
	"strconv"
	"strings"
	"sync"

	"automacao/internal/edge/lru"
)

// TooDear is the SQLSTATE of a statement whose estimated cost exceeds the bound.
const TooDear = "54001"

// These bound the memory and decide when to ask the planner again.
const (
	textsMax = 4096
	// estimatesMin is how many estimates a text needs before it may count as cheap.
	estimatesMin = 4
	// recheckAfter is how many statements of a cheap text run between two estimates.
	recheckAfter = 64
	// margin is how far below the bound, as a divisor, a text counts as cheap whatever its
	// parameters: an offset or a range can make a statement that much more expensive.
	margin = 100
)

// Estimates remembers the estimated costs of statements by text. It is safe for concurrent use.
type Estimates struct {
	costMax float64

	mu    sync.Mutex
	texts *lru.Map[*known]
}

type known struct {
	asked, passed int
	costliest     float64
}

// New returns Estimates for a bound in the planner's units; 0 is no bound.
func New(most float64) *Estimates {
	return &Estimates{costMax: most, texts: lru.New(textsMax, func() *known { return &known{} })}
}

// Asks reports whether the planner must estimate a statement of this text before it runs.
func (m *Estimates) Asks(text string) bool {
	if m.costMax <= 0 {
		return false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	k := m.texts.Of(text)
	if k.asked < estimatesMin || k.costliest > m.costMax/margin || k.passed >= recheckAfter {
		k.passed = 0
		return true
	}
	k.passed++
	return false
}

// Learn records the planner's estimate of a text.
func (m *Estimates) Learn(text string, cost float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k := m.texts.Of(text)
	k.asked++
	k.costliest = max(k.costliest, cost)
}

// Inline replaces a statement's parameters with literals, whose types the server infers as it does
// for parameters. The statement comes from package plan: its strings contain no backslash that
// escapes a quote.
func Inline(sql string, params [][]byte) string {
	var out strings.Builder
	for i := 0; i < len(sql); {
		end := i + 1
		switch c := sql[i]; {
		case c == '\'' || c == '"':
			if closing := strings.IndexByte(sql[i+1:], c); closing >= 0 {
				end = i + closing + 2
			}
		case c == '$':
			for end < len(sql) && sql[end] >= '0' && sql[end] <= '9' {
				end++
			}
			if number, err := strconv.Atoi(sql[i+1 : end]); err == nil && number >= 1 && number <= len(params) {
				out.WriteString(literal(params[number-1]))
				i = end
				continue
			}
		}
		out.WriteString(sql[i:end])
		i = end
	}
	return out.String()
}

func literal(value []byte) string {
	if value == nil {
		return "NULL"
	}
	return "'" + strings.ReplaceAll(string(value), "'", "''") + "'"
}
