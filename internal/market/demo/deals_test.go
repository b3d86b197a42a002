package demo_test

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/psp"
	"automacao/internal/kernel/seal"
	"automacao/internal/market/demo"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/ledger"
	"automacao/internal/market/money/payment"
	"automacao/internal/market/register"
	"automacao/internal/market/transition"
	"automacao/internal/postgres/dbtest"
)

// door interrupts the loading of a demonstration once. It has no sessions to end, because the cast
// has none.
type door struct{ isShut bool }

var errShut = errors.New("the door is shut")

func (d *door) Ban(context.Context, pgx.Tx, uuid.UUID) error {
	if d.isShut {
		d.isShut = false
		return errShut
	}
	return nil
}

func (d *door) Unban(context.Context, pgx.Tx, uuid.UUID) error { return nil }

// open returns a demonstration without its deals, and a desk at an institution.
func open(t *testing.T) (*markettest.Stage, *payment.Desk) {
	t.Helper()
	return openAt(t, time.Now())
}

func openAt(t *testing.T, now time.Time) (*markettest.Stage, *payment.Desk) {
	t.Helper()
	s, desk, _ := openOn(t, dbtest.Open(t), now)
	return s, desk
}

// openOn opens it on a database; shut closes its desk before the test ends.
func openOn(t testing.TB, db *dbtest.Database, now time.Time) (s *markettest.Stage, desk *payment.Desk, shut func()) {
	t.Helper()
	// The clock of a database cannot be set, so its checks that refuse past dates are disabled.
	_, err := db.Owner.Exec(t.Context(), `DO $do$ DECLARE one text; BEGIN
		FOR one IN SELECT regexp_replace(pg_get_functiondef(oid), 'private.refuse(\(422, ''(milestone_date_past|validity_out_of_range)'')', 'concat\1', 'g')
		FROM pg_proc WHERE pronamespace = 'private'::regnamespace AND prosrc ~ 'milestone_date_past|validity_out_of_range' LOOP EXECUTE one; END LOOP; END $do$`)
	if err != nil {
		t.Fatal(err)
	}
	s = markettest.On(t, db.Pool)
	s.Exec(`UPDATE private.settings SET value = 'guarantee' WHERE name = 'settlement'`)
	sealer, err := seal.Load("", filepath.Join(t.TempDir(), "seal.json"))
	if err != nil {
		t.Fatal(err)
	}
	provider, err := psp.Open("simulado:", psp.Options{Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	desk, err = payment.Open(t.Context(), payment.Config{Provider: provider, Sealer: sealer, Pool: s.Pool, Log: slog.New(slog.DiscardHandler), IsDemo: true})
	if err != nil {
		t.Fatal(err)
	}
	shut = sync.OnceFunc(func() {
		if err := desk.Close(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(shut)
	if _, err := demo.LoadAt(t.Context(), s.Pool, cast{}, slog.New(slog.DiscardHandler), now); err != nil {
		t.Fatal(err)
	}
	return s, desk, shut
}

// dealt is a database with today's complete demonstration.
var dealt = dbtest.Template(func(t testing.TB, db *dbtest.Database) {
	s, desk, shut := openOn(t, db, time.Now())
	defer shut()
	papers := shelve(t, s)
	if err := demo.Attach(t.Context(), s.Pool, papers, papers.Open); err != nil {
		t.Fatal(err)
	}
	if _, err := demo.Deal(t.Context(), demo.Market{Pool: s.Pool, Desk: desk, Door: &door{}, Store: papers, Open: papers.Open}); err != nil {
		t.Fatal(err)
	}
})

// missing returns the states of a machine that no row of a table has.
func missing(s *markettest.Stage, m transition.Machine, table string, arguments ...any) string {
	states := []string{m.Initial}
	for _, step := range m.Steps {
		states = append(states, step.From...)
		if step.To != "" {
			states = append(states, step.To)
		}
	}
	return s.Text(`SELECT string_agg(DISTINCT state, ' ') FROM unnest($1::text[]) AS state WHERE state NOT IN (SELECT status FROM public.`+table+`)`, append([]any{states}, arguments...)...)
}

// TestTheDemonstrationFillsWhatTheRegisterSays compares its tables with the register of tables.
func TestTheDemonstrationFillsWhatTheRegisterSays(t *testing.T) {
	t.Parallel()
	s := markettest.On(t, dealt(t).Owner)
	for _, table := range register.Tables {
		if !table.IsExposed() {
			continue
		}
		filled := s.Text(`SELECT EXISTS (SELECT FROM public.`+table.Name+`)::text`) == "true"
		if filled == (table.NotInDemonstration != "") {
			t.Errorf("the demonstration has rows of %s: %t, which the register denies", table.Name, filled)
		}
	}
}

func TestTheDemonstrationHasEveryStateOfADeal(t *testing.T) {
	t.Parallel()
	s, desk := open(t)
	papers := shelve(t, s)
	m := demo.Market{Pool: s.Pool, Desk: desk, Door: &door{isShut: true}, Store: papers, Open: papers.Open}
	if _, err := demo.Deal(t.Context(), m); !errors.Is(err, errShut) {
		t.Fatalf("it was not cut short: %v", err)
	}
	if steps, err := demo.Deal(t.Context(), m); steps == 0 || err != nil {
		t.Fatalf("after it was cut short it took %d steps: %v", steps, err)
	}
	if steps, err := demo.Deal(t.Context(), m); steps != 0 || err != nil {
		t.Fatalf("a whole one took %d steps more: %v", steps, err)
	}
	const of = `contracts WHERE $2::uuid IN (company_id, professional_id)`
	account := func(email string) uuid.UUID {
		return s.ID(`SELECT profile_id FROM public.accounts WHERE email = $1`, email)
	}
	for fact, none := range map[string]string{
		"ContractsOfTheCompany":      missing(s, transition.Contract, of, account(demo.CompanyEmail)),
		"ContractsOfTheProfessional": missing(s, transition.Contract, of, account(demo.ProfessionalEmail)),
		"Milestones":                 missing(s, transition.Milestone, "milestones"),
	} {
		if none != "" {
			t.Errorf("%s: none is %s", fact, none)
		}
	}
	for fact, c := range map[string]struct{ query, want string }{
		"Disputes":         {`SELECT string_agg(status, ' ' ORDER BY status) FROM public.disputes`, "appealed decided decided_finally mediation negotiating open settled"},
		"Amendments":       {`SELECT string_agg(status, ' ' ORDER BY status) FROM public.amendments`, "accepted proposed refused"},
		"Lists":            {`SELECT string_agg(kind || ' ' || status, ', ' ORDER BY kind, status) FROM public.checklists`, "tac agreed, taf agreed, taf signed"},
		"AListStopsAClock": {`SELECT count(*)::text FROM public.milestones m JOIN public.checklists l ON l.milestone_id = m.id JOIN public.checklist_items i ON i.checklist_id = l.id WHERE m.paused_at IS NOT NULL AND i.blocking AND i.result = 'failed'`, "1"},
		"Payouts":          {`SELECT string_agg(status, ' ' ORDER BY status) FROM public.payouts`, "paid paid requested"},
		"Receivers":        {`SELECT string_agg(DISTINCT status, ' ') FROM public.receivers`, "approved reviewing"},
		"DirectPayments":   {`SELECT string_agg(DISTINCT status, ' ') FROM public.direct_payments`, "confirmed contested declared"},
		"AnInvoiceWithItsFile": {`SELECT string_agg(concat_ws(' ', i.kind, i.status, cardinality(i.differences), f.purpose, f.media_type, i.sent_at < i.issued_on + 2, f.created_at = o.created_at), ', ')
			FROM public.invoices i JOIN public.deal_files f ON f.id = i.file_id JOIN storage.objects o ON o.bucket_id = 'deals' AND o.name = f.path`, "nfse sent 0 invoice application/pdf t t"},
		"AReceiptOfAPayment":   {`SELECT string_agg(d.status || ' ' || f.purpose, ', ') FROM public.direct_payments d JOIN public.deal_files f ON f.path = d.receipt`, "contested receipt"},
		"ALiveCharge":          {`SELECT count(*)::text FROM public.charges WHERE status = 'open' AND expires_at > now()`, "1"},
		"ADeliveryHasTime":     {`SELECT bool_and(review_until > now() + interval '1 day')::text FROM public.milestones WHERE status = 'delivered'`, "true"},
		"ACounterOffer":        {`SELECT count(*)::text FROM public.proposal_terms WHERE state = 'offered'`, "1"},
		"AnEqualisation":       {`SELECT max(n)::text FROM (SELECT count(*) AS n FROM public.proposals WHERE status = 'pending' GROUP BY project_id) AS each`, "4"},
		"ALapsedProposal":      {`SELECT count(*)::text FROM public.proposals WHERE status = 'expired'`, "1"},
		"ARetention":           {`SELECT (count(*) > 0)::text FROM public.milestones WHERE kind = 'retention'`, "true"},
		"TheStatementHasAPast": {`SELECT (max(created_at) - min(created_at) > interval '100 days' AND max(created_at) < now())::text FROM public.ledger_entries`, "true"},
		"TheLastWordIsTheLast": {`SELECT count(*)::text FROM public.conversations v JOIN public.messages m ON m.thread = v.thread AND (m.to_id = v.owner_id OR m.sender_visible) WHERE m."timestamp" > v.last_at`, "0"},
		"NothingLiesAhead":     {`SELECT count(*)::text FROM public.contract_events e JOIN public.contracts c ON c.id = e.contract_id WHERE e.created_at > now() OR e.created_at < c.created_at - interval '1 minute'`, "0"},
	} {
		if got := s.Text(c.query); got != c.want {
			t.Errorf("%s: %q, want %q", fact, got, c.want)
		}
	}
	bothSidesSeeThePapers(t, s, account)
	agrees(t, s, desk)
}

// bothSidesSeeThePapers checks the contract that has documents, as its page lists them.
func bothSidesSeeThePapers(t *testing.T, s *markettest.Stage, account func(email string) uuid.UUID) {
	t.Helper()
	for _, email := range []string{demo.CompanyEmail, demo.ProfessionalEmail} {
		got := s.Seen(account(email), `SELECT (SELECT string_agg(purpose, ' ' ORDER BY created_at) FROM public.deal_files) || ', ' || (SELECT count(*) FROM public.invoices WHERE file_id IS NOT NULL)
			|| ', ' || (SELECT count(*) FROM storage.objects o JOIN public.deal_files f ON f.path = o.name)`)
		if got != "invoice receipt, 1, 2" {
			t.Errorf("%s sees %q", email, got)
		}
	}
}

// agrees compares the ledger and the institution with the stored rows.
func agrees(t *testing.T, s *markettest.Stage, desk *payment.Desk) {
	t.Helper()
	for range 2 {
		if err := desk.Reconcile(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if found := s.Text(`SELECT string_agg(kind || ' ' || detail, ', ') FROM public.reconciliation_differences`); found != "" {
		t.Errorf("the institution says otherwise: %s", found)
	}
	err := pgx.BeginFunc(t.Context(), s.Pool, func(tx pgx.Tx) error {
		found, err := ledger.Verify(t.Context(), tx)
		if err == nil && (!found.Balanced || !found.Chained || found.Entries == 0) {
			t.Errorf("the ledger is wrong: %+v", found)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
