package rest_test

import (
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"automacao/internal/wire/rest"
	"automacao/internal/wire/rest/gate"
)

// setupPriced has the function of the product, and a bound that a list of a few
// rows keeps and one of many pairs does not.
func setupPriced(t *testing.T) *bundle {
	t.Helper()
	b := setup(t, func(c *rest.Config) { c.CostMax, c.Price = 500, "private.price" })
	source, err := os.ReadFile("../../database/migrations/00231_price.sql")
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

// A visitor who asks for more than his part waits for himself.
func TestACallerHasHisPlaces(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *rest.Config) {
		c.StatementTimeout = time.Minute
		c.Reads = gate.Config{Places: 4, PlacesPerCaller: 2, WaitingMax: 10, WaitingPerCallerMax: 1}
	})
	var shed atomic.Int64
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			got := b.do(t, call{path: "/rpc/linger?seconds=1"})
			if got.StatusCode == http.StatusServiceUnavailable {
				if got.Header.Get("Retry-After") == "" {
					t.Error("nobody is told when to come back")
				}
				shed.Add(1)
			}
		})
	}
	b.check(t, call{path: "/projects?select=id&id=eq.1", status: 200, want: `[{"id":1}]`})
	group.Wait()
	if shed.Load() < 1 {
		t.Error("everybody was let in")
	}
}

func TestAVisitorHasLessTime(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *rest.Config) { c.StatementTimeout, c.VisitorTimeout = time.Minute, 50*time.Millisecond })
	b.check(t, call{method: "POST", path: "/rpc/linger", body: `{"seconds":0.2}`, status: 504})
	b.check(t, call{method: "POST", path: "/rpc/linger", body: `{"seconds":0.2}`, as: "ana", status: 200})
}
