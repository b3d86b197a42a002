package ledger_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/money"
	"automacao/internal/market/money/ledger"
	"automacao/internal/postgres"
)

const forbidden = "42501"

// TestNobodyChangesWhatWasPosted tries to change postings as every role, as the server's login, and
// as the superuser that owns the tables.
func TestNobodyChangesWhatWasPosted(t *testing.T) {
	t.Parallel()
	s := open(t)
	s.earned(money.Reais(100))
	ctx := t.Context()
	as := func(role string) func(string) error {
		return func(statement string) error {
			return postgres.As(ctx, s.db.Pool, caller.Caller{Role: role}, func(tx pgx.Tx) error {
				_, err := tx.Exec(ctx, statement)
				return err
			})
		}
	}
	through := func(pool *pgxpool.Pool, before ...string) func(string) error {
		return func(statement string) error {
			return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
				for _, first := range before {
					if _, err := tx.Exec(ctx, first); err != nil {
						return err
					}
				}
				_, err := tx.Exec(ctx, statement)
				return err
			})
		}
	}
	who := map[string]func(string) error{
		"AVisitor": as("anon"), "AMember": as("authenticated"), "TheServersRole": as("service_role"),
		"TheServersLogin": through(s.db.Pool), "TheOwner": through(s.db.Owner), "TheLedgerItself": through(s.db.Owner, `SET LOCAL ROLE ledger_keeper`),
	}
	changes := []string{
		`UPDATE public.ledger_entries SET value_cents = value_cents + 1`, `DELETE FROM public.ledger_entries`, `TRUNCATE public.ledger_entries`,
		`UPDATE public.ledger_transfers SET memo = 'Outro'`, `DELETE FROM public.ledger_transfers`, `TRUNCATE public.ledger_transfers CASCADE`,
	}
	for name, try := range who {
		t.Run(name, func(t *testing.T) {
			for _, change := range changes {
				if refusal, ok := errors.AsType[*pgconn.PgError](try(change)); !ok || refusal.Code != forbidden {
					t.Errorf("%s: %v", change, refusal)
				}
			}
		})
	}
	for _, name := range []string{"AVisitor", "AMember", "TheServersRole", "TheServersLogin"} {
		for _, statement := range []string{
			`INSERT INTO public.ledger_transfers SELECT * FROM public.ledger_transfers`,
			`UPDATE private.ledger_balances SET balance_cents = 1`, `UPDATE private.ledger_holds SET state = 'voided'`, `SET LOCAL ROLE ledger_keeper`,
		} {
			if refusal, ok := errors.AsType[*pgconn.PgError](who[name](statement)); !ok || refusal.Code != forbidden {
				t.Errorf("%s: %s: %v", name, statement, refusal)
			}
		}
	}
	if got := s.verify(); got != (ledger.Verification{Balanced: true, Chained: true, Entries: 4}) {
		t.Errorf("it is %+v", got)
	}
}

// TestWhatIsChangedBehindTheLedgerIsFound changes rows as only a superuser who disables the
// triggers can.
func TestWhatIsChangedBehindTheLedgerIsFound(t *testing.T) {
	t.Parallel()
	for fact, c := range map[string]struct {
		change string
		want   ledger.Verification
	}{
		"AValue":            {`UPDATE public.ledger_entries SET value_cents = value_cents * 2 WHERE transfer_id = (SELECT id FROM public.ledger_transfers WHERE number = 2)`, ledger.Verification{Entries: 6}},
		"AParty":            {`UPDATE public.ledger_entries SET party_id = gen_random_uuid() WHERE account LIKE 'available:%' AND position = 2`, ledger.Verification{Balanced: true, Entries: 6}},
		"AMoment":           {`UPDATE public.ledger_entries SET created_at = created_at - interval '1 microsecond' WHERE position = 1`, ledger.Verification{Balanced: true, Entries: 6}},
		"AMemo":             {`UPDATE public.ledger_transfers SET memo = 'Outro' WHERE number = 1`, ledger.Verification{Balanced: true, Entries: 6}},
		"TheFirstWithHash":  {`UPDATE public.ledger_transfers SET memo = 'Outro', hash = sha256('x') WHERE number = 1`, ledger.Verification{Balanced: true, Entries: 6}},
		"ANumber":           {`UPDATE public.ledger_transfers SET number = 9 WHERE number = 3`, ledger.Verification{Balanced: true, Entries: 6}},
		"TheLastIsGone":     {`WITH gone AS (DELETE FROM public.ledger_transfers WHERE number = 3 RETURNING id) DELETE FROM public.ledger_entries WHERE transfer_id = (SELECT id FROM gone)`, ledger.Verification{Chained: true, Entries: 4}},
		"ATransferIsGone":   {`DELETE FROM public.ledger_transfers WHERE number = 3`, ledger.Verification{Chained: true, Entries: 4}},
		"AnEntryIsGone":     {`DELETE FROM public.ledger_entries WHERE position = 1 AND transfer_id = (SELECT id FROM public.ledger_transfers WHERE number = 2)`, ledger.Verification{Entries: 5}},
		"ABalance":          {`UPDATE private.ledger_balances SET balance_cents = balance_cents + 1 WHERE account LIKE 'available:%'`, ledger.Verification{Chained: true, Entries: 6}},
		"WhatIsSetAside":    {`UPDATE private.ledger_balances SET reserved_cents = 1 WHERE account LIKE 'available:%'`, ledger.Verification{Chained: true, Entries: 6}},
		"AForgottenAccount": {`DELETE FROM private.ledger_balances WHERE account LIKE 'available:%'`, ledger.Verification{Chained: true, Entries: 6}},
	} {
		t.Run(fact, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			s.earned(money.Reais(100))
			s.funded(money.Reais(7))
			err := pgx.BeginFunc(t.Context(), s.db.Owner, func(tx pgx.Tx) error {
				if _, err := tx.Exec(t.Context(), `SET LOCAL session_replication_role = replica`); err != nil {
					return err
				}
				tag, err := tx.Exec(t.Context(), c.change)
				if tag.RowsAffected() == 0 {
					t.Error("nothing was changed")
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := s.verify(); got != c.want {
				t.Errorf("it is %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestAdministratorsAreTold(t *testing.T) {
	t.Parallel()
	s := open(t)
	admin := s.Member("admin", "Administração")
	s.earned(money.Reais(100))
	if _, err := call(s, s.marina, ledger.VerifyLedger(func(context.Context, pgx.Tx) error { return errors.ErrUnsupported })); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("a caller without the right is answered %v", err)
	}
	var log bytes.Buffer
	audit := func() {
		t.Helper()
		s.must(func(tx pgx.Tx) error { return ledger.Audit(t.Context(), tx, slog.New(slog.NewTextHandler(&log, nil))) })
	}
	const told = `SELECT string_agg(profile_id || ' ' || title || ' ' || count, ', ') FROM public.notifications`
	audit()
	if got := s.Text(told) + log.String(); got != "" {
		t.Errorf("without a reason they are told %s", got)
	}
	if _, err := s.db.Owner.Exec(t.Context(), `UPDATE private.ledger_balances SET balance_cents = balance_cents + 1`); err != nil {
		t.Fatal(err)
	}
	audit()
	audit()
	if got, want := s.Text(told), admin.String()+" O livro-razão não confere 2"; got != want {
		t.Errorf("told is %s, want %s", got, want)
	}
	if got := log.String(); strings.Count(got, "level=ERROR") != 2 || !strings.Contains(got, "balanced=false chained=true") {
		t.Errorf("logged is %s", got)
	}
}
