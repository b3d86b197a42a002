// Package ratelimit is the only way in which requests are rate limited: rows say how many requests
// for which routes one network or one member may make, and a meter counts them. Whoever serves a
// route calls the meter with the route's name. The package knows no route itself and has no refusal
// of its own: it returns how long to wait.
package ratelimit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Rate admits Max requests in each Per.
type Rate struct {
	Max int
	Per time.Duration
}

// String returns the rate as it is written in a setting.
func (r Rate) String() string { return strconv.Itoa(r.Max) + "/" + r.Per.String() }

// ParseRate parses a rate such as 600/1m.
func ParseRate(text string) (Rate, error) {
	max, per, _ := strings.Cut(text, "/")
	number, err := strconv.Atoi(max)
	if err != nil || number < 1 {
		return Rate{}, fmt.Errorf("%q is not a rate like 600/1m", text)
	}
	span, err := time.ParseDuration(per)
	if err != nil || span <= 0 {
		return Rate{}, fmt.Errorf("%q is not a rate like 600/1m", text)
	}
	return Rate{Max: number, Per: span}, nil
}

// Row is the limit of some routes, which are counted together.
type Row struct {
	// Name identifies the row in settings.
	Name string
	// Routes are methods with paths, such as "POST /auth/v1/signup".
	Routes []string
	// Address limits the network of a caller who is not signed in, and of every caller if Member is
	// empty, as for signing in.
	Address []Rate
	// Member limits a signed-in caller, whatever their network.
	Member []Rate
	// IsExact counts in the database, across all nodes. Otherwise each node counts the requests
	// that it answers itself.
	IsExact bool
	// Account describes the limits for the account that a request is about.
	Account []string
	// Quotas are the names in private.limits of limits that the database enforces on writes.
	Quotas []string
	// Why explains a row without a rate.
	Why string
}

// Table finds the row of a route.
type Table struct {
	rows    []Row
	byRoute map[string]*Row
}

// NewTable returns an error for a duplicate name or route, and for a row without a rate that does
// not say why.
func NewTable(rows []Row) (*Table, error) {
	t := &Table{rows: slices.Clone(rows), byRoute: map[string]*Row{}}
	names := map[string]bool{}
	for i := range t.rows {
		row := &t.rows[i]
		if names[row.Name] || row.Name == "" {
			return nil, fmt.Errorf("rate limit: row %q is defined twice", row.Name)
		}
		names[row.Name] = true
		if len(row.Address)+len(row.Member) == 0 && row.Why == "" {
			return nil, fmt.Errorf("rate limit: row %q has no rate", row.Name)
		}
		for _, route := range row.Routes {
			if t.byRoute[route] != nil {
				return nil, fmt.Errorf("rate limit: %s is in the rows %s and %s", route, t.byRoute[route].Name, row.Name)
			}
			t.byRoute[route] = row
		}
	}
	return t, nil
}

// Rows returns all rows, in their order.
func (t *Table) Rows() []Row { return slices.Clone(t.rows) }

// Row returns the row of a route.
func (t *Table) Row(route string) (Row, bool) {
	row := t.byRoute[route]
	if row == nil {
		return Row{}, false
	}
	return *row, true
}

// Set replaces the rate of a row, for addresses and members alike.
func (t *Table) Set(name string, rate Rate) error {
	for i := range t.rows {
		row := &t.rows[i]
		if row.Name != name {
			continue
		}
		if len(row.Address) > 0 {
			row.Address = []Rate{rate}
		}
		if len(row.Member) > 0 {
			row.Member = []Rate{rate}
		}
		return nil
	}
	return fmt.Errorf("rate limit: no row is called %q", name)
}
