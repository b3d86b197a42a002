package account_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/markettest"
	"automacao/internal/market/people/account"
	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// openDoor is a Doorkeeper that does nothing.
type openDoor struct{}

func (openDoor) Ban(context.Context, pgx.Tx, uuid.UUID) error   { return nil }
func (openDoor) Unban(context.Context, pgx.Tx, uuid.UUID) error { return nil }

func TestTheOperatorOfAServer(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	email := func(who uuid.UUID) string {
		return s.Text(`SELECT email FROM public.accounts WHERE profile_id = $1`, who)
	}
	promote := func(address string) error {
		return postgres.InTx(t.Context(), s.Pool, func(tx pgx.Tx) error {
			_, err := account.Promote(t.Context(), tx, address)
			return err
		})
	}
	serra, marina, rafael := s.Member("company", "Serra Azul"), s.Member("professional", "Marina Alves"), s.Member("professional", "Rafael Nunes")
	s.Proposal(s.Project(serra, "Retrofit"), marina)

	t.Run("MakesNoAdministratorOfWhoHasDealt", func(t *testing.T) {
		for _, who := range []uuid.UUID{serra, marina} {
			if err := promote(email(who)); err == nil || !strings.Contains(err.Error(), "projects or proposals") {
				t.Errorf("got %v", err)
			}
		}
	})

	t.Run("MakesOneOfWhoHasNot", func(t *testing.T) {
		if err := promote(strings.ToUpper(email(rafael))); err != nil {
			t.Fatal(err)
		}
		err := postgres.InTx(t.Context(), s.Pool, func(tx pgx.Tx) error {
			found, err := account.Administrators(t.Context(), tx)
			if err == nil && (len(found) != 1 || found[0].ID != rafael) {
				t.Errorf("the administrators are %v", found)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})

	t.Run("LeavesTheLastAdministratorAndBlocksWhoElse", func(t *testing.T) {
		block := func(who uuid.UUID) error {
			return postgres.InTx(t.Context(), s.Pool, func(tx pgx.Tx) error {
				return account.BlockByOperator(t.Context(), tx, openDoor{}, email(who))
			})
		}
		if err := block(rafael); err == nil || !strings.Contains(err.Error(), "only administrator") {
			t.Errorf("got %v", err)
		}
		if err := block(marina); err != nil {
			t.Fatal(err)
		}
		if got := s.Text(`SELECT status || ' ' || (SELECT action FROM public.audit_log WHERE subject_id = p.id::text AND actor_id IS NULL) FROM public.profiles p WHERE id = $1`, marina); got != "blocked block_user" {
			t.Errorf("she is %s", got)
		}
	})
}

func TestABlockedCompanyIsNamedToThoseWhoKnowIt(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	serra, vale, marina := s.Member("company", "Serra Azul"), s.Member("company", "Vale Verde"), s.Member("professional", "Marina Alves")
	s.Proposal(s.Project(serra, "Retrofit"), marina)
	secret := s.Project(vale, "Painel")
	s.Exec(`UPDATE public.projects SET is_confidential = true WHERE id = $1`, secret)
	s.Proposal(secret, marina)
	s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id IN ($1, $2)`, serra, vale)
	const seen = `SELECT coalesce(string_agg(name || ' ' || status, ', '), 'nobody') FROM public.profiles WHERE role = 'company'`
	if got := s.Seen(marina, seen); got != "Serra Azul blocked" {
		t.Errorf("Marina sees %s", got)
	}
	if got := s.Seen(s.Member("professional", "Rafael Nunes"), seen); got != "nobody" {
		t.Errorf("a stranger sees %s", got)
	}
	s.Exec(`INSERT INTO public.messages (from_id, to_id, content) VALUES ($1, $2, 'Bom dia')`, vale, marina)
	if got := s.Seen(marina, seen+` AND id = '`+vale.String()+`'`); got != "Vale Verde blocked" {
		t.Errorf("Marina, whom it wrote to, sees %s", got)
	}
}
