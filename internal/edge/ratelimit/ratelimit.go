// Package ratelimit has the one way in which requests are measured: rows that say how
// much of which routes one address or one member may ask for, and a meter that
// counts it. Whoever serves a route asks the meter by the route's name. It knows
// no route itself, and has no refusal of its own: it says how long to wait.
package ratelimit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Rate lets Max requests pass in each Per.
type Rate struct {
	Max int
	Per time.Duration
}

// String is how a rate is written in a setting.
func (r Rate) String() string { return strconv.Itoa(r.Max) + "/" + r.Per.String() }

// ParseRate reads one, such as 600/1m.
func ParseRate(text string) (Rate, error) {
	most, per, _ := strings.Cut(text, "/")
	number, err := strconv.Atoi(most)
	if err != nil || number < 1 {
		return Rate{}, fmt.Errorf("%q is no rate like 600/1m", text)
	}
	span, err := time.ParseDuration(per)
	if err != nil || span <= 0 {
		return Rate{}, fmt.Errorf("%q is no rate like 600/1m", text)
	}
	return Rate{Max: number, Per: span}, nil
}

// Row is the measure of some routes, counted together.
type Row struct {
	// Name is what the row is called where it is set.
	Name string
	// Routes are methods with paths, "POST /auth/v1/signup".
	Routes []string
	// Address is counted for the network of whoever has not signed in, and of
	// everybody where the route is a way in.
	Address []Rate
	// Member is counted for whoever has signed in, wherever he is.
	Member []Rate
	// IsExact counts in the database, over all nodes. Else each node counts what
	// it answers itself.
	IsExact bool
	// Account says what is counted for the account that a request is about.
	Account []string
	// Quotas are the names in private.limits of what the database counts where it
	// is written.
	Quotas []string
	// Why explains a row without a rate.
	Why string
}

// Table finds the row of a route.
type Table struct {
	rows    []Row
	byRoute map[string]*Row
}

// NewTable refuses a route or name that is there twice, and a row that measures
// nothing and does not say why.
func NewTable(rows []Row) (*Table, error) {
	t := &Table{rows: slices.Clone(rows), byRoute: map[string]*Row{}}
	names := map[string]bool{}
	for i := range t.rows {
		row := &t.rows[i]
		if names[row.Name] || row.Name == "" {
			return nil, fmt.Errorf("limit: the row %q is there twice", row.Name)
		}
		names[row.Name] = true
		if len(row.Address)+len(row.Member) == 0 && row.Why == "" {
			return nil, fmt.Errorf("limit: the row %q measures nothing", row.Name)
		}
		for _, route := range row.Routes {
			if t.byRoute[route] != nil {
				return nil, fmt.Errorf("limit: %s is in the rows %s and %s", route, t.byRoute[route].Name, row.Name)
			}
			t.byRoute[route] = row
		}
	}
	return t, nil
}

// Rows are all rows, in their order.
func (t *Table) Rows() []Row { return slices.Clone(t.rows) }

// Row is the measure of a route.
func (t *Table) Row(route string) (Row, bool) {
	row := t.byRoute[route]
	if row == nil {
		return Row{}, false
	}
	return *row, true
}

// Set gives a row another rate, for addresses and members alike.
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
	return fmt.Errorf("limit: no row is called %q", name)
}
