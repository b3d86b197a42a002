package demo_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/account"
	"automacao/internal/market/demo"
	"automacao/internal/market/markettest"
)

// cast registers people without the cost of a password.
type cast struct{}

func (cast) CreateMember(ctx context.Context, tx pgx.Tx, email, _ string, data map[string]any) (id uuid.UUID, err error) {
	if err := tx.QueryRow(ctx, `INSERT INTO auth.users (email, email_confirmed_at) VALUES ($1, now()) RETURNING id`, email).Scan(&id); err != nil {
		return id, err
	}
	_, err = account.Register(ctx, tx, id, email, data, time.Now())
	return id, err
}

func (cast) CreateAdmin(ctx context.Context, tx pgx.Tx, email, _, name string) (id uuid.UUID, err error) {
	if err := tx.QueryRow(ctx, `INSERT INTO auth.users (email, email_confirmed_at) VALUES ($1, now()) RETURNING id`, email).Scan(&id); err != nil {
		return id, err
	}
	return id, account.InsertAdmin(ctx, tx, id, email, name)
}

func TestTheDemonstrationHasATeam(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	if _, err := demo.Load(t.Context(), s.Pool, cast{}, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	got := s.Text(`
		SELECT string_agg(a.email || ' ' || m.role, ', ' ORDER BY a.email) FROM public.memberships m JOIN public.accounts a ON a.profile_id = m.person_id
		WHERE m.organisation_id = (SELECT profile_id FROM public.accounts WHERE email = $1)`, demo.CompanyEmail)
	if got != "compras@automacao.demo buyer, empresa@automacao.demo owner, engenharia@automacao.demo engineer, financeiro@automacao.demo finance" {
		t.Errorf("it is %s", got)
	}
	if alone := s.Text(`SELECT count(*)::text FROM public.profiles WHERE role = 'company' AND is_party AND NOT EXISTS (SELECT FROM public.organisations o WHERE o.id = profiles.id)`); alone != "0" {
		t.Errorf("%s companies are no organisations", alone)
	}
}
