package project_test

import (
	"errors"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/market/markettest"
)

// TestAProjectSaysOnlyWhatPagesCanShow writes dates and amounts that PostgreSQL accepts but no page
// can show. One such project used to break every list that contained it.
func TestAProjectSaysOnlyWhatPagesCanShow(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	id := s.Project(s.Member("company", "Serra Azul"), "Retrofit")
	for _, c := range []struct{ set, refused string }{
		{`deadline_on = 'infinity'`, "projects_deadline_on_real"},
		{`deadline_on = '5874897-12-31'`, "projects_deadline_on_real"},
		{`starts_on = '-infinity'`, "projects_starts_on_real"},
		{`starts_on = '0044-03-15 BC'`, "projects_starts_on_real"},
		{`budget_min_cents = 1, budget_max_cents = 9223372036854775807`, "projects_budget_bounded"},
		{`deadline_on = '2199-12-31', starts_on = '2000-01-01', budget_min_cents = 1, budget_max_cents = 99999999999`, ""},
	} {
		_, err := s.Pool.Exec(t.Context(), `UPDATE public.projects SET `+c.set+` WHERE id = $1`, id)
		got := ""
		if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
			got = refused.ConstraintName
		}
		if got != c.refused {
			t.Errorf("%s is refused by %q, want %q", c.set, got, c.refused)
		}
	}
}
