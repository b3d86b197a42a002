package demo_test

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/demo"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/ledger"
	"automacao/internal/market/setting"
)

func load(t *testing.T, s *markettest.Stage) (bool, error) {
	t.Helper()
	return demo.Load(t.Context(), s.Pool, cast{}, slog.New(slog.DiscardHandler))
}

// bolt is a door that records whom it bans.
type bolt struct{}

func (bolt) Ban(ctx context.Context, tx pgx.Tx, id uuid.UUID) error {
	_, err := tx.Exec(ctx, `UPDATE auth.users SET banned_until = now() + interval '1 year' WHERE id = $1`, id)
	return err
}

func (bolt) Unban(ctx context.Context, tx pgx.Tx, id uuid.UUID) error {
	_, err := tx.Exec(ctx, `UPDATE auth.users SET banned_until = NULL WHERE id = $1`, id)
	return err
}

const kindNow = `SELECT private.setting('kind')`

func TestADemonstrationIsNeverLoadedBesidePeople(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	s.Member("professional", "Marina")
	for range 2 {
		if loaded, err := load(t, s); loaded || !errors.Is(err, demo.ErrMarket) {
			t.Fatalf("it was loaded, or %v", err)
		}
	}
	if got := s.Text(`SELECT count(*)::text FROM public.profiles`); got != "1" {
		t.Errorf("there are %s people", got)
	}
	if kind, err := demo.Recognise(t.Context(), s.Pool); kind != setting.IsMarket || err != nil {
		t.Errorf("it is %q, %v", kind, err)
	}
	if _, err := s.Pool.Exec(t.Context(), `UPDATE private.settings SET value = 'demonstration' WHERE name = 'kind'`); err == nil {
		t.Error("a market became a demonstration")
	}
}

func TestADemonstrationRemembersThatItIsOne(t *testing.T) {
	t.Parallel()
	s := markettest.Open(t)
	if kind, err := demo.Recognise(t.Context(), s.Pool); kind != "" || err != nil {
		t.Fatalf("an empty database is %q, %v", kind, err)
	}
	// Two servers that start together both survive, and one of them loads.
	var both sync.WaitGroup
	whoLoaded := make(chan bool, 2)
	for range 2 {
		both.Go(func() {
			err := demo.Alone(t.Context(), s.Pool, func(context.Context) error {
				done, err := load(t, s)
				whoLoaded <- done
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	if first, second := <-whoLoaded, <-whoLoaded; first == second {
		t.Errorf("loaded %v and %v", first, second)
	}
	s.Member("company", "Usina que veio ver")
	if again, err := load(t, s); again || err != nil {
		t.Errorf("after somebody registered it was loaded %v, %v", again, err)
	}
	if got := s.Text(kindNow); got != setting.IsDemonstration {
		t.Errorf("it is %q", got)
	}
}

// Databases from before the kind was stored are classified by who came first.
func TestOldDatabasesAreToldApart(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ age, want string }{
		"WhoeverCameLaterRegisteredInADemonstration": {"1 second", setting.IsDemonstration},
		"WhoeverWasThereHadItLoadedBeside":           {"-1 day", setting.IsMarket},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := loaded(t)
			s := markettest.On(t, db.Pool)
			stranger := s.Member("company", "Usina")
			s.Exec(`UPDATE auth.users SET created_at = (SELECT created_at FROM auth.users WHERE email = $2) + $3::interval WHERE id = $1`, stranger, demo.AdminEmail, c.age)
			for _, statement := range []string{`ALTER TABLE private.settings DISABLE TRIGGER USER`, `UPDATE private.settings SET value = '' WHERE name = 'kind'`, `ALTER TABLE private.settings ENABLE TRIGGER USER`} {
				if _, err := db.Owner.Exec(t.Context(), statement); err != nil {
					t.Fatal(err)
				}
			}
			if kind, err := demo.Recognise(t.Context(), s.Pool); kind != c.want || err != nil {
				t.Errorf("it is %q, %v", kind, err)
			}
			if _, err := load(t, s); errors.Is(err, demo.ErrMarket) != (c.want == setting.IsMarket) {
				t.Errorf("loading it says %v", err)
			}
		})
	}
}

func TestWhoeverComesWhileItIsServedAsAMarketIsReal(t *testing.T) {
	t.Parallel()
	s := markettest.On(t, loaded(t).Pool)
	s.Member("company", "Usina que veio ver")
	if err := demo.ServeAsMarket(t.Context(), s.Pool); err != nil {
		t.Fatal(err)
	}
	if _, err := load(t, s); err != nil {
		t.Errorf("nobody came, and it says %v", err)
	}
	s.Member("company", "Usina que veio ver mais")
	if _, err := load(t, s); err != nil {
		t.Errorf("somebody came to the demonstration again, and it says %v", err)
	}
	if err := demo.ServeAsMarket(t.Context(), s.Pool); err != nil {
		t.Fatal(err)
	}
	s.Member("professional", "Marina")
	if err := demo.ServeAsMarket(t.Context(), s.Pool); err != nil {
		t.Fatal(err)
	}
	if _, err := load(t, s); !errors.Is(err, demo.ErrMarket) {
		t.Errorf("somebody real came, and it says %v", err)
	}
}

func TestTheCastIsKeptOutAndLetInAgain(t *testing.T) {
	t.Parallel()
	s := markettest.On(t, loaded(t).Pool)
	s.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = (SELECT profile_id FROM public.accounts WHERE email = $1)`, demo.ProfessionalEmail)
	stranger := s.Member("company", "Usina")
	const out = `SELECT concat_ws(' ', count(*) FILTER (WHERE banned_until > now()), count(*) FILTER (WHERE banned_until > now() AND id = $1)) FROM auth.users`
	present, err := demo.Lock(t.Context(), s.Pool, bolt{})
	if got := s.Text(`SELECT count(*)::text FROM auth.users WHERE banned_until > now()`); err != nil || present < 20 || got != strconv.Itoa(present) {
		t.Errorf("%d of the cast are there and %s are kept out: %v", present, got, err)
	}
	if got := s.Text(out, stranger); got != strconv.Itoa(present)+" 0" {
		t.Errorf("kept out are %s", got)
	}
	if err := demo.Unlock(t.Context(), s.Pool, bolt{}); err != nil {
		t.Fatal(err)
	}
	if got := s.Text(`SELECT string_agg(email, ' ') FROM auth.users WHERE banned_until > now()`); got != demo.ProfessionalEmail {
		t.Errorf("blocked by an administrator was one, and kept out are %s", got)
	}
}

func TestTheDemonstrationIsTakenOut(t *testing.T) {
	t.Parallel()
	db := dealt(t)
	s := markettest.On(t, db.Pool)
	serra, marina := s.Member("company", "Serra"), s.Member("professional", "Marina")
	account := func(email string) uuid.UUID {
		return s.ID(`SELECT profile_id FROM public.accounts WHERE email = $1`, email)
	}
	theirs := s.Project(serra, "Retrofit")
	s.Proposal(theirs, marina)
	s.Proposal(theirs, account(demo.ProfessionalEmail))
	s.Proposal(s.ID(`SELECT id FROM public.projects WHERE status = 'open' AND company_id <> $1 ORDER BY number LIMIT 1`, serra), marina)

	done, err := demo.Remove(t.Context(), db.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	if done.Left != 2 || done.People < 20 || done.Contracts < 10 || done.Projects < 10 {
		t.Errorf("taken out was %+v", done)
	}
	for query, want := range map[string]string{
		`SELECT string_agg(name, ', ' ORDER BY name) FROM public.profiles`:              "Marina, Serra",
		`SELECT string_agg(title || ' ' || proposals_count, ', ') FROM public.projects`: "Retrofit 1",
		`SELECT concat_ws(' ', (SELECT count(*) FROM public.contracts), (SELECT count(*) FROM public.ledger_transfers), (SELECT count(*) FROM private.ledger_balances), (SELECT string_agg(concat_ws(' ', bucket_id, name, owner), ', ') FROM storage.objects))`: "0 0 0",
		kindNow: setting.IsMarket,
		`SELECT count(*)::text FROM ((SELECT directory, facet, value, city_key, label, total FROM private.directory_counts EXCEPT SELECT * FROM private.count_directories()) UNION ALL (SELECT * FROM private.count_directories() EXCEPT SELECT directory, facet, value, city_key, label, total FROM private.directory_counts)) d`: "0",
		`SELECT count(*)::text FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'`: "0",
	} {
		if got := s.Text(query); got != want {
			t.Errorf("%s\nis %s and should be %s", query, got, want)
		}
	}
	err = pgx.BeginFunc(t.Context(), s.Pool, func(tx pgx.Tx) error {
		found, err := ledger.Verify(t.Context(), tx)
		if err == nil && (!found.Balanced || !found.Chained) {
			t.Errorf("the ledger is wrong: %+v", found)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if _, err := demo.Remove(t.Context(), db.OwnerURL); !errors.Is(err, demo.ErrNoDemonstration) {
		t.Errorf("again it says %v", err)
	}
	if _, err := load(t, s); !errors.Is(err, demo.ErrMarket) {
		t.Errorf("it is loaded again: %v", err)
	}
}

func TestADealOfSomebodyRealKeepsTheDemonstration(t *testing.T) {
	t.Parallel()
	db := loaded(t)
	s := markettest.On(t, db.Pool)
	marina := s.Member("professional", "Marina")
	s.Exec(`UPDATE public.contracts SET professional_id = $1 WHERE id = (SELECT id FROM public.contracts ORDER BY id LIMIT 1)`, marina)
	before := s.Text(`SELECT count(*)::text FROM public.profiles`)
	var refused *demo.DealsError
	if _, err := demo.Remove(t.Context(), db.OwnerURL); !errors.As(err, &refused) {
		t.Fatalf("it says %v", err)
	}
	if got := s.Text(`SELECT count(*)::text FROM public.profiles`); got != before {
		t.Errorf("%s people became %s", before, got)
	}
}
