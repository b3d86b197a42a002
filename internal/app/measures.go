package app

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"automacao/internal/edge/middleware"
	"automacao/internal/edge/ratelimit"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
	"automacao/internal/postgres"
)

// Settings that turn off all limits of a kind, to measure the server itself, and the number that
// the database takes for no limit.
const (
	requestsOff = "requests=none"
	quotasOff   = "quotas=none"
	measureless = 1_000_000_000
)

// limits returns the limits with the configured differences: the table of rate limits, which is nil
// if requests are not limited, and the limits of what members write.
func (c *Config) limits() (*ratelimit.Table, map[string]int64, error) {
	table, err := ratelimit.NewTable(measures())
	if err != nil {
		return nil, nil, err
	}
	numbers := map[string]int64{}
	for _, row := range table.Rows() {
		for _, name := range row.Quotas {
			numbers[name] = limits.Of(name)
			if slices.Contains(c.Limits, quotasOff) {
				numbers[name] = measureless
			}
		}
	}
	for _, set := range c.Limits {
		if set == requestsOff || set == quotasOff {
			continue
		}
		if err := setLimit(table, numbers, set); err != nil {
			return nil, nil, err
		}
	}
	if slices.Contains(c.Limits, requestsOff) {
		return nil, numbers, nil
	}
	return table, numbers, nil
}

// setLimit applies one setting, name=value.
func setLimit(table *ratelimit.Table, numbers map[string]int64, set string) (err error) {
	name, value, _ := strings.Cut(set, "=")
	if _, isNumber := numbers[name]; isNumber {
		if numbers[name], err = strconv.ParseInt(value, 10, 64); err != nil || numbers[name] < 1 {
			return fmt.Errorf("%s takes a number above zero, not %q", name, value)
		}
		return nil
	}
	rate, err := ratelimit.ParseRate(value)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return table.Set(name, rate)
}

// openMeter prepares the rate limits, and writes the limits of what members write to the database.
func (a *App) openMeter(ctx context.Context) error {
	table, numbers, err := a.cfg.limits()
	if err != nil {
		return err
	}
	for name, most := range numbers {
		if _, err := a.db.Pool.Exec(ctx, `UPDATE private.limits SET value = $2 WHERE name = $1 AND value <> $2`, name, most); err != nil {
			return fmt.Errorf("set %s: %w", name, err)
		}
	}
	if table != nil {
		a.meter = ratelimit.NewMeter(table, postgres.Bounded{Pool: a.conns.counts}, time.Now)
		return nil
	}
	if table, err = ratelimit.NewTable(measures()); err == nil {
		a.meter = ratelimit.NewNamer(table)
	}
	return err
}

var errRate = fault.New(http.StatusTooManyRequests, "over_page_rate_limit", "Muitos pedidos em pouco tempo. Aguarde um minuto e tente novamente.")

// measured limits the requests of an address to one of the App's own routes.
func (a *App) measured(route string, next http.Handler) http.Handler {
	a.paths = append(a.paths, route)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := a.meter.Admit(r.Context(), route, caller.From(r.Context()), errRate)
		if refusal, isRefused := errors.AsType[*fault.Error](err); isRefused {
			middleware.Refuse(w, r, refusal)
			return
		}
		if err != nil {
			a.log.Error("measure a request", "path", r.URL.Path, "cause", err)
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Paths lists the names of all routes that the server answers.
func (a *App) Paths() []string {
	return slices.Concat(a.auth.Paths(), a.rest.Paths(), a.storage.Paths(), a.hub.Paths(), a.functions.Paths(), a.paths)
}
