package payment_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/psp/simulado"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/money"
	"automacao/internal/market/deal/milestone"
	"automacao/internal/market/money/ledger"
	"automacao/internal/market/money/payment"
	"automacao/internal/market/people/account"
	"automacao/internal/market/people/party"
)

var errPassword = fault.New(403, "wrong_password", "A senha não confere.")

// passwords accepts one password.
type passwords struct{}

func (passwords) CheckPassword(_ context.Context, _ pgx.Tx, _ uuid.UUID, password string) error {
	if password != "demo1234" {
		return errPassword
	}
	return nil
}

func (s *scene) ask(who uuid.UUID, value money.Money, key, password string) (payment.PayoutStatus, error) {
	return call(s, who, s.desk.RequestPayout(passwords{}), payment.PayoutRequest{Value: value, PixKey: key, Password: password})
}

// earn has Marina's first milestone paid, delivered, approved and released at the institution.
func (s *scene) earn() {
	s.t.Helper()
	s.cause(s.fund(s.parts[0]).TxID, "paid")
	must(s, s.marina, milestone.Deliver, milestone.Delivery{MilestoneID: s.parts[0]})
	must(s, s.serra, milestone.Approve, milestone.Reference{MilestoneID: s.parts[0]})
	s.work()
}

func (s *scene) balance() ledger.Balance {
	s.t.Helper()
	return must(s, s.marina, ledger.MoneyBalance, ledger.Nothing{})
}

const marinasKey = "529.982.247-25"

func TestAPayoutArrivesOnce(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.earn()
	// R$ 900 less the fee of 10%.
	if got := s.balance(); got.Available != "810.00" {
		t.Fatalf("available: %s", got.Available)
	}
	asked, err := s.ask(s.marina, money.Reais(500), marinasKey, "demo1234")
	if err != nil {
		t.Fatal(err)
	}
	if got := s.balance(); got.Available != "310.00" {
		t.Errorf("set aside, %s is available", got.Available)
	}
	s.await("the payout", func() bool {
		s.work()
		s.Exec(`UPDATE private.payout_orders SET next_at = now()`)
		return s.Text(`SELECT status FROM public.payouts WHERE id = $1`, asked.ID) != "requested"
	})
	s.work()
	if got := s.Text(`SELECT status || ' ' || key_end FROM public.payouts WHERE id = $1`, asked.ID); got != "paid 4725" {
		t.Errorf("the payout is %s", got)
	}
	if got := s.balance(); got.Available != "310.00" {
		t.Errorf("afterwards %s is available", got.Available)
	}
	if lines := s.Text(`SELECT count(*) || ': ' || sum(value_cents) FROM public.ledger_entries WHERE party_id = $1 AND kind = 'payout' AND account LIKE 'available:%'`, s.marina); lines != "1: -50000" {
		t.Errorf("the ledger has %s", lines)
	}
	if left := s.Text(`SELECT count(*)::text FROM private.payout_orders`); left != "0" {
		t.Errorf("%s keys are still kept", left)
	}
	if checked := must(s, s.admin, ledger.VerifyLedger(func(context.Context, pgx.Tx) error { return nil }), ledger.Nothing{}); !checked.Balanced || !checked.Chained {
		t.Errorf("the ledger: %+v", checked)
	}
}

// TestWhatATransferTellsIsKnown sends events about a payout, while it is on its way and long after.
// An event about a transfer that was not requested here is listed.
func TestWhatATransferTellsIsKnown(t *testing.T) {
	t.Parallel()
	s := setupApart(t)
	s.earn()
	if _, err := s.ask(s.marina, money.Reais(100), marinasKey, "demo1234"); err != nil {
		t.Fatal(err)
	}
	reference := s.Text(`SELECT reference FROM private.payout_orders`)
	tell := func(id, name, reference string) {
		t.Helper()
		event := fmt.Sprintf(`{"id":%q,"event":%q,"transfer":{"object":"transfer","id":"tra_1","externalReference":%q,"value":100}}`, id, name, reference)
		if code := s.post(token, event); code != http.StatusOK {
			t.Fatalf("it is answered %d", code)
		}
		s.work()
	}
	tell("evt_before", "TRANSFER_PENDING", reference)
	s.work()
	tell("evt_after", "TRANSFER_DONE", reference)
	if got := s.Text(`SELECT status FROM public.payouts`) + s.differences(); got != "paid" {
		t.Errorf("it is %q", got)
	}
	tell("evt_other", "TRANSFER_DONE", "outra")
	tell("evt_turned", "TRANSFER_FAILED", reference)
	if got := s.differences(); got != "unknown_event, unknown_event" {
		t.Errorf("listed is %q", got)
	}
}

// TestAPayoutThatTheBankGivesBackIsAvailableAgain checks that this happens once, and only if the
// institution confirms it.
func TestAPayoutThatTheBankGivesBackIsAvailableAgain(t *testing.T) {
	t.Parallel()
	s, institution := setupWith(t, simulado.Config{IsLenient: true})
	s.earn()
	if _, err := s.ask(s.marina, money.Reais(500), marinasKey, "demo1234"); err != nil {
		t.Fatal(err)
	}
	reference := s.Text(`SELECT reference FROM private.payout_orders`)
	stands := func() string {
		return s.Text(`SELECT concat_ws(' ', status, reason) FROM public.payouts`) + ", " + s.balance().Available.String() + s.differences()
	}
	s.await("the payout", func() bool {
		s.Exec(`UPDATE private.payout_orders SET next_at = now()`)
		s.work()
		return stands() == "paid, 310.00"
	})
	tell := func(id string) {
		t.Helper()
		event := fmt.Sprintf(`{"id":%q,"event":"TRANSFER_FAILED","transfer":{"object":"transfer","id":"tra_1","externalReference":%q,"value":500}}`, id, reference)
		if code := s.post(token, event); code != http.StatusOK {
			t.Fatalf("it is answered %d", code)
		}
		s.work()
	}
	tell("evt_forged")
	if got := stands(); got != "paid, 310.00unknown_event" {
		t.Errorf("after an event alone it stands %q", got)
	}
	s.control(institution, "transfers", `{"reference": "`+reference+`", "status": "FAILED"}`)
	want := "returned A instituição de destino recusou a transferência, 810.00unknown_event"
	s.await("what came back", func() bool { s.work(); return stands() == want })
	tell("evt_again")
	if got := stands(); got != want {
		t.Errorf("told once more it stands %q", got)
	}
	if told := s.Text(`SELECT count(*)::text FROM public.notifications WHERE profile_id = $1 AND title = 'Saque devolvido'`, s.marina); told != "1" {
		t.Errorf("told %s times", told)
	}
	if checked := must(s, s.admin, ledger.VerifyLedger(func(context.Context, pgx.Tx) error { return nil }), ledger.Nothing{}); !checked.Balanced || !checked.Chained {
		t.Errorf("the ledger: %+v", checked)
	}
}

// TestAPayoutThatComesBackMakesGoodWhatIsOwed checks that the debt is settled before the money can
// be paid out again.
func TestAPayoutThatComesBackMakesGoodWhatIsOwed(t *testing.T) {
	t.Parallel()
	s, institution := setupWith(t, simulado.Config{IsLenient: true})
	s.earn()
	txid := s.Text(`SELECT txid FROM public.charges`)
	if _, err := s.ask(s.marina, money.Reais(810), marinasKey, "demo1234"); err != nil {
		t.Fatal(err)
	}
	reference := s.Text(`SELECT reference FROM private.payout_orders`)
	s.await("the payout", func() bool {
		s.Exec(`UPDATE private.payout_orders SET next_at = now()`)
		s.work()
		return s.Text(`SELECT status FROM public.payouts`) == "paid"
	})
	s.cause(txid, "contest")
	s.await("the contest", func() bool { s.work(); return s.Text(`SELECT status FROM public.charges`) == "contested" })
	s.control(institution, "transfers", `{"reference": "`+reference+`", "status": "FAILED"}`)
	s.await("what came back", func() bool { s.work(); return s.Text(`SELECT status FROM public.payouts`) == "returned" })
	if _, err := s.ask(s.marina, money.Reais(1), marinasKey, "demo1234"); !errors.Is(err, payment.ErrPayoutShort) {
		t.Errorf("asked for again: %v, with %s", err, s.balances())
	}
	s.verify()
}

func TestWhoMayNotBePaidOut(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.earn()
	stranger := s.Member("professional", "Rafael Nunes")
	for what, check := range map[string]struct{ got, want error }{
		"more than there is":       {second(s.ask(s.marina, money.Reais(811), marinasKey, "demo1234")), payment.ErrPayoutShort},
		"nothing":                  {second(s.ask(s.marina, 0, marinasKey, "demo1234")), payment.ErrPayoutValue},
		"less than nothing":        {second(s.ask(s.marina, -1, marinasKey, "demo1234")), payment.ErrPayoutValue},
		"somebody else's key":      {second(s.ask(s.marina, money.Reais(1), "111.444.777-35", "demo1234")), payment.ErrPayoutKey},
		"a key that is none":       {second(s.ask(s.marina, money.Reais(1), "marina@exemplo.test", "demo1234")), payment.ErrPayoutKey},
		"another password":         {second(s.ask(s.marina, money.Reais(1), marinasKey, "12345678")), errPassword},
		"no password, old session": {second(s.ask(s.marina, money.Reais(1), marinasKey, "")), account.ErrUnproved},
		"the company":              {second(s.ask(s.serra, money.Reais(1), "11222333000181", "demo1234")), payment.ErrReceiverNotFound},
		"who has no account":       {second(s.ask(stranger, money.Reais(1), "111.444.777-35", "demo1234")), payment.ErrPayoutKey},
	} {
		if !errors.Is(check.got, check.want) {
			t.Errorf("%s: %v, want %v", what, check.got, check.want)
		}
	}
	if got := s.balance(); got.Available != "810.00" {
		t.Errorf("%s is available", got.Available)
	}
}

// TestAFirmIsPaidUnderItsOwnDocument checks that a firm cannot use a partner's CPF, while a sole
// trader can use their own.
func TestAFirmIsPaidUnderItsOwnDocument(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.earn()
	engineer, buyer := s.Colleague(s.marina, "engineer", "Igor"), s.Colleague(s.marina, "finance", "Flávia")
	s.Exec(`UPDATE public.organisations SET document = '12345678000195' WHERE id = $1`, s.marina)
	if _, err := s.ask(engineer, money.Reais(1), "12.345.678/0001-95", "demo1234"); !errors.Is(err, party.ErrRight) {
		t.Errorf("a member without the right to pay: %v", err)
	}
	if _, err := s.ask(buyer, money.Reais(1), marinasKey, "demo1234"); !errors.Is(err, payment.ErrPayoutKey) {
		t.Errorf("a key of a partner: %v", err)
	}
	if _, err := s.ask(buyer, money.Reais(1), "12.345.678/0001-95", "demo1234"); err != nil {
		t.Errorf("a key of the firm: %v", err)
	}
	s.Exec(`UPDATE public.organisations SET kind = 'mei' WHERE id = $1`, s.marina)
	if _, err := s.ask(s.marina, money.Reais(1), marinasKey, "demo1234"); err != nil {
		t.Errorf("a key of a sole trader: %v", err)
	}
}

func second[T any](_ T, err error) error { return err }

func TestWhoJustSignedInNeedsNoPassword(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.earn()
	session := s.ID(`INSERT INTO auth.sessions (user_id) VALUES ($1) RETURNING id`, s.marina)
	ctx := caller.NewContext(t.Context(), caller.Caller{Role: "authenticated", UserID: s.marina, SessionID: session})
	request := func() error {
		return pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
			_, err := s.desk.RequestPayout(passwords{})(ctx, tx, payment.PayoutRequest{Value: 100, PixKey: marinasKey})
			return err
		})
	}
	if err := request(); err != nil {
		t.Error(err)
	}
	s.Exec(`UPDATE auth.sessions SET created_at = now() - interval '11 minutes' WHERE id = $1`, session)
	if err := request(); !errors.Is(err, account.ErrUnproved) {
		t.Errorf("eleven minutes later: %v", err)
	}
}

func TestFiftyPayoutsAtOnceNeverOverdraw(t *testing.T) {
	t.Parallel()
	s := setup(t)
	s.earn()
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() {
			if _, err := s.ask(s.marina, money.Reais(300), marinasKey, "demo1234"); err != nil && !errors.Is(err, payment.ErrPayoutShort) {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if got := s.Text(`SELECT count(*)::text FROM public.payouts`); got != "2" {
		t.Errorf("%s payouts of R$ 300,00 out of R$ 810,00", got)
	}
	if got := s.balance(); got.Available != "210.00" {
		t.Errorf("%s is available", got.Available)
	}
}
