package rest_test

import (
	"context"
	"net/http"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"automacao/internal/edge/admission"
	"automacao/internal/wire/rest"
)

// setupPriced uses the product's cost function, and a bound that lies between a list of a few rows
// and one of many pairs.
func setupPriced(t *testing.T) *bundle {
	t.Helper()
	b := setup(t, func(c *rest.Config) { c.CostMax, c.Price = 500, "private.price" })
	source, err := os.ReadFile("../../postgres/migrations/product/baseline/price.sql")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.pool.Exec(t.Context(), "CREATE SCHEMA IF NOT EXISTS private; GRANT USAGE ON SCHEMA private TO PUBLIC; GRANT SELECT ON public.clients, public.projects TO service_role; "+string(source)); err != nil {
		t.Fatal(err)
	}
	return b
}

func TestADearReadIsRefusedBeforeItRuns(t *testing.T) {
	t.Parallel()
	b := setupPriced(t)
	signed, err := b.keys.Sign(jwt.MapClaims{"role": "service_role", "exp": time.Now().Add(time.Hour).Unix()})
	if err != nil {
		t.Fatal(err)
	}
	const dear = "/clients?select=id,projects(id,clients(id,projects(id)))&name=neq.o'Neil%20%241"
	const refusal = `{"code":"54001","message":"The query would cost too much","details":null,"hint":"Ask for fewer levels of embedding, filter by a column that has an index, or count with count=estimated."}`
	for range 3 {
		b.check(t, call{path: dear, status: 400, want: refusal})
		b.check(t, call{path: dear, as: "ana", status: 400, want: refusal})
		b.check(t, call{path: dear, headers: map[string]string{"Authorization": "Bearer " + signed}, status: 200})
		b.check(t, call{path: "/projects?select=id&order=id&limit=1", headers: map[string]string{"Prefer": "count=estimated"}, status: 206, want: `[{"id":1}]`})
	}
}

// A caller beyond their own limit waits only for themselves: while all of their places wait for a
// locked table, they are refused and another caller is served.
func TestACallerHasHisPlaces(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *rest.Config) {
		c.StatementTimeout, c.VisitorTimeout = time.Minute, time.Minute
		c.Reads = admission.Config{Places: 4, PlacesPerCaller: 2, WaitingMax: 10, WaitingPerCallerMax: 1}
	})
	member, err := b.keys.Sign(jwt.MapClaims{"role": "authenticated", "sub": uuid.NewString(), "exp": time.Now().Add(time.Hour).Unix()})
	if err != nil {
		t.Fatal(err)
	}
	lock, err := b.pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = lock.Rollback(context.WithoutCancel(t.Context())) }()
	if _, err := lock.Exec(t.Context(), `LOCK TABLE public.projects`); err != nil {
		t.Fatal(err)
	}
	const asked, shedMin = 8, 5
	answers := make(chan *http.Response, asked)
	var group sync.WaitGroup
	for range asked {
		group.Go(func() { answers <- b.do(t, call{path: "/projects?select=id&id=eq.1"}) })
	}
	for range shedMin {
		if got := <-answers; got.StatusCode != http.StatusServiceUnavailable || got.Header.Get("Retry-After") == "" {
			t.Errorf("who is beyond his places is answered %d, to come back after %q", got.StatusCode, got.Header.Get("Retry-After"))
		}
	}
	b.check(t, call{path: "/clients?select=id&id=eq.1", headers: map[string]string{"Authorization": "Bearer " + member}, status: 200, want: `[{"id":1}]`})
	if err := lock.Rollback(t.Context()); err != nil {
		t.Fatal(err)
	}
	group.Wait()
}

func TestAVisitorHasLessTime(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *rest.Config) { c.StatementTimeout, c.VisitorTimeout = time.Minute, 50*time.Millisecond })
	b.check(t, call{method: "POST", path: "/rpc/linger", body: `{"seconds":0.2}`, status: 500})
	b.check(t, call{method: "POST", path: "/rpc/linger", body: `{"seconds":0.2}`, as: "ana", status: 200})
}
