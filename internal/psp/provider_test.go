package psp_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"
	"testing"
	"time"

	"automacao/internal/money"
	"automacao/internal/pix"
	"automacao/internal/psp"
	"automacao/internal/psp/simulado"
)

func TestMoneyIsHeldReleasedAndTransferred(t *testing.T) {
	t.Parallel()
	b := setup(t)
	account := b.receiver()
	if state, err := b.provider.ReceiverState(b.ctx, account); err != nil || state.Status != psp.ReceiverApproved {
		t.Fatalf("state %+v, %v", state, err)
	}
	request := b.request(account)
	charge, err := b.provider.Charge(b.ctx, request)
	b.must(err)
	code, err := pix.Parse(charge.BRCode)
	if err != nil || code.Value != request.Value || code.Reference != request.Reference || code.Name != "Marina Conceicao" || !code.IsOnce {
		t.Errorf("code %+v, %v", code, err)
	}
	if charge.Status != psp.ChargePending || charge.Value != request.Value || charge.Fee != request.Fee || charge.ExpiresAt.IsZero() {
		t.Errorf("charge %+v", charge)
	}

	b.cause(request.Reference, "paid")
	if event := b.event("PAYMENT_RECEIVED"); event.Kind != psp.EventPaid || event.Reference != request.Reference || event.ChargeID != charge.ID || event.Value != request.Value {
		t.Errorf("event %+v", event)
	}
	key := psp.ChargeKey{Reference: request.Reference}
	paid := b.fetch(account, key)
	if paid.Status != psp.ChargePaid || !paid.IsHeld || paid.EscrowID == "" || len(paid.EndToEndID) != 32 || paid.PaidAt.IsZero() || paid.BRCode != "" {
		t.Errorf("paid %+v", paid)
	}
	if balance := b.balance(account); balance != 0 {
		t.Errorf("%s can be spent while it is held", balance)
	}

	released, err := b.provider.Release(b.ctx, account, key)
	if err != nil || released.IsHeld || released.ReleasedAt.IsZero() {
		t.Fatalf("released %+v, %v", released, err)
	}
	if balance := b.balance(account); balance != money.Reais(920) {
		t.Errorf("balance %s, want 920.00", balance)
	}
	out := psp.TransferRequest{
		Account: account, Value: money.Reais(920), Key: pix.Key{Kind: pix.CPF, Value: "52998224725"}, Reference: b.reference(), AskedAt: time.Now(),
	}
	_, err = b.provider.Transfer(b.ctx, out)
	b.must(err)
	if event := b.event("TRANSFER_DONE"); event.Kind != psp.EventTransfer || event.Reference != out.Reference || len(event.EndToEndID) != 32 {
		t.Errorf("event %+v", event)
	}
	done, err := b.provider.FetchTransfer(b.ctx, account, psp.TransferKey{Reference: out.Reference, AskedAt: out.AskedAt})
	if err != nil || done.Status != psp.TransferDone || done.Value != out.Value || done.DoneAt.IsZero() {
		t.Errorf("transfer %+v, %v", done, err)
	}
	if byID, err := b.provider.FetchTransfer(b.ctx, account, psp.TransferKey{ID: done.ID}); err != nil || byID != done {
		t.Errorf("transfer %+v, %v; want %+v", byID, err, done)
	}
	if balance := b.balance(account); balance != 0 {
		t.Errorf("balance %s after the transfer", balance)
	}
}

func TestADisputeIsPartRefundAndPartRelease(t *testing.T) {
	t.Parallel()
	b := setup(t)
	account := b.receiver()
	key := b.paid(account)
	refund := psp.RefundRequest{Account: account, Charge: key, Value: money.Reais(400), Fee: money.Reais(32), Reference: b.reference(), Reason: "Decisão da disputa"}
	made, err := b.provider.Refund(b.ctx, refund)
	if err != nil || made.Status != psp.RefundDone || made.Value != refund.Value || made.Reference != refund.Reference || len(made.EndToEndID) != 32 {
		t.Fatalf("refund %+v, %v", made, err)
	}
	if event := b.event("PAYMENT_PARTIALLY_REFUNDED"); event.Kind != psp.EventRefunded || event.ChargeID != key.ID {
		t.Errorf("event %+v", event)
	}
	_, err = b.provider.Release(b.ctx, account, key)
	b.must(err)
	charge := b.fetch(account, key)
	if charge.Status != psp.ChargePaid || charge.IsHeld || charge.Refunded() != refund.Value || b.balance(account) != money.Reais(552) {
		t.Errorf("charge %+v, balance %s", charge, b.balance(account))
	}
	rest := psp.RefundRequest{Account: account, Charge: key, Value: money.Reais(600), Fee: money.Reais(48), Reference: b.reference()}
	_, err = b.provider.Refund(b.ctx, rest)
	b.must(err)
	if charge := b.fetch(account, key); charge.Status != psp.ChargeRefunded || b.balance(account) != 0 {
		t.Errorf("charge %+v, balance %s", charge, b.balance(account))
	}
}

// An answer that is lost after its effect is the case that all references are
// there for.
func TestALostAnswerMakesNothingTwice(t *testing.T) {
	t.Parallel()
	b := setup(t)
	lost := func(name string, again func() error) {
		t.Helper()
		b.faults(simulado.Faults{LoseNext: 1})
		if err := again(); !errors.Is(err, psp.ErrUnavailable) {
			t.Fatalf("%s: %v, want ErrUnavailable", name, err)
		}
		if err := again(); err != nil {
			t.Fatalf("%s again: %v", name, err)
		}
	}
	var account psp.Account
	lost("OpenReceiver", func() error {
		opened, err := b.provider.OpenReceiver(b.ctx, marina())
		account = psp.Account{ID: opened.AccountID, Key: opened.APIKey}
		return err
	})
	b.must(func() error { _, err := b.provider.ReceiverState(b.ctx, account); return err }())

	request := b.request(account)
	b.must(func() error { _, err := b.provider.Charge(b.ctx, b.request(account)); return err }()) // so that the payer is known
	lost("Charge", func() error { _, err := b.provider.Charge(b.ctx, request); return err })
	if count := b.count(); count != 2 {
		t.Errorf("%d charges, want 2", count)
	}
	key := psp.ChargeKey{Reference: request.Reference}
	b.cause(request.Reference, "paid")

	refund := psp.RefundRequest{Account: account, Charge: key, Value: money.Reais(100), Reference: b.reference()}
	lost("Refund", func() error { _, err := b.provider.Refund(b.ctx, refund); return err })
	if charge := b.fetch(account, key); len(charge.Refunds) != 1 || charge.Refunded() != refund.Value {
		t.Errorf("refunds %+v", charge.Refunds)
	}
	lost("Release", func() error { _, err := b.provider.Release(b.ctx, account, key); return err })

	out := psp.TransferRequest{
		Account: account, Value: money.Reais(100), Key: pix.Key{Kind: pix.Email, Value: "marina@exemplo.com"}, Reference: b.reference(), AskedAt: time.Now(),
	}
	lost("Transfer", func() error { _, err := b.provider.Transfer(b.ctx, out); return err })
	if balance := b.balance(account); balance != money.Reais(720) {
		t.Errorf("balance %s, want 720.00", balance)
	}

	withdrawn := b.request(account)
	_, err := b.provider.Charge(b.ctx, withdrawn)
	b.must(err)
	lost("Cancel", func() error {
		charge, err := b.provider.Cancel(b.ctx, account, psp.ChargeKey{Reference: withdrawn.Reference})
		if err == nil && charge.Status != psp.ChargeCancelled {
			t.Errorf("charge %+v", charge)
		}
		return err
	})
}

func TestA500HasNoEffect(t *testing.T) {
	t.Parallel()
	b := setup(t)
	account := b.receiver()
	request := b.request(account)
	for refused := 1; ; refused++ {
		// Each of the calls that a charge is made of fails once.
		b.faults(simulado.Faults{FailNext: 1})
		_, err := b.provider.Charge(b.ctx, request)
		if !errors.Is(err, psp.ErrUnavailable) {
			t.Fatalf("call %d: %v, want ErrUnavailable", refused, err)
		}
		if refused == 3 {
			break
		}
	}
	_, err := b.provider.Charge(b.ctx, request)
	if count := b.count(); err != nil || count != 1 {
		t.Errorf("%d charges, %v", count, err)
	}
}

// A bad day: a third of all calls fail before or after their effect.
func TestNothingIsMadeTwiceOnABadDay(t *testing.T) {
	t.Parallel()
	b := setup(t)
	account := b.receiver()
	keys := make([]psp.ChargeKey, 5)
	b.faults(simulado.Faults{FailRate: 0.15, LoseRate: 0.2, Seed: 7})
	insist := func(call func() error) {
		t.Helper()
		for range 200 {
			err := call()
			if err == nil {
				return
			}
			if !errors.Is(err, psp.ErrUnavailable) {
				t.Fatal(err)
			}
		}
		t.Fatal("200 attempts did not get through")
	}
	for i := range keys {
		request := b.request(account)
		insist(func() error {
			charge, err := b.provider.Charge(b.ctx, request)
			keys[i] = psp.ChargeKey{ID: charge.ID, Reference: request.Reference}
			return err
		})
		b.cause(request.Reference, "paid")
		refund := psp.RefundRequest{Account: account, Charge: keys[i], Value: money.Reais(120), Reference: b.reference()}
		insist(func() error { _, err := b.provider.Refund(b.ctx, refund); return err })
		insist(func() error { _, err := b.provider.Release(b.ctx, account, keys[i]); return err })
		out := psp.TransferRequest{
			Account: account, Value: money.Reais(300), Key: pix.Key{Kind: pix.CPF, Value: "52998224725"}, Reference: b.reference(), AskedAt: time.Now(),
		}
		insist(func() error { _, err := b.provider.Transfer(b.ctx, out); return err })
	}
	b.faults(simulado.Faults{})
	if count, balance := b.count(), b.balance(account); count != len(keys) || balance != money.Reais(500*5) {
		t.Errorf("%d charges and %s left; want %d and 2500.00", count, balance, len(keys))
	}
}

func TestCallsOfOneReferenceAtOnceHaveOneEffect(t *testing.T) {
	t.Parallel()
	b := setup(t)
	account := b.receiver()
	request := b.request(account)
	together := func(call func() error) {
		t.Helper()
		var all sync.WaitGroup
		for range 24 {
			all.Go(func() {
				if err := call(); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	}
	together(func() error { _, err := b.provider.Charge(b.ctx, request); return err })
	if count := b.count(); count != 1 {
		t.Fatalf("%d charges, want 1", count)
	}
	key := psp.ChargeKey{Reference: request.Reference}
	b.cause(request.Reference, "paid")
	refund := psp.RefundRequest{Account: account, Charge: key, Value: money.Reais(10), Reference: b.reference()}
	together(func() error { _, err := b.provider.Refund(b.ctx, refund); return err })
	together(func() error { _, err := b.provider.Release(b.ctx, account, key); return err })
	out := psp.TransferRequest{
		Account: account, Value: money.Reais(10), Key: pix.Key{Kind: pix.CPF, Value: "52998224725"}, Reference: b.reference(), AskedAt: time.Now(),
	}
	together(func() error { _, err := b.provider.Transfer(b.ctx, out); return err })
	if balance := b.balance(account); balance != money.Reais(900) {
		t.Errorf("balance %s, want 900.00", balance)
	}
}

func TestWhatIsRefused(t *testing.T) {
	t.Parallel()
	b := setup(t)
	account := b.receiver()
	paid := b.paid(account)
	open, err := b.provider.Charge(b.ctx, b.request(account))
	b.must(err)
	openKey := psp.ChargeKey{ID: open.ID}
	charge := func(change func(*psp.ChargeRequest)) func() error {
		return func() error {
			request := b.request(account)
			change(&request)
			_, err := b.provider.Charge(b.ctx, request)
			return err
		}
	}
	refund := func(change func(*psp.RefundRequest)) func() error {
		return func() error {
			request := psp.RefundRequest{Account: account, Charge: paid, Value: money.Reais(1), Reference: b.reference()}
			change(&request)
			_, err := b.provider.Refund(b.ctx, request)
			return err
		}
	}
	transfer := func(change func(*psp.TransferRequest)) func() error {
		return func() error {
			request := psp.TransferRequest{Account: account, Value: 1, Key: pix.Key{Kind: pix.CPF, Value: "52998224725"}, Reference: b.reference(), AskedAt: time.Now()}
			change(&request)
			_, err := b.provider.Transfer(b.ctx, request)
			return err
		}
	}
	for _, c := range []struct {
		name, code string
		call       func() error
	}{
		{"AShortReference", psp.CodeInvalid, charge(func(r *psp.ChargeRequest) { r.Reference = "curta" })},
		{"NoValue", psp.CodeInvalid, charge(func(r *psp.ChargeRequest) { r.Value = 0 })},
		{"AFeeOfAll", psp.CodeInvalid, charge(func(r *psp.ChargeRequest) { r.Fee = r.Value })},
		{"AnExpiryBehind", psp.CodeInvalid, charge(func(r *psp.ChargeRequest) { r.ExpiresAt = time.Now() })},
		{"AReferenceOfAnotherValue", psp.CodeReferenceReused, charge(func(r *psp.ChargeRequest) { r.Reference = open.Reference; r.Value++ })},
		{"APayerWithoutDocument", "invalid_object", charge(func(r *psp.ChargeRequest) { r.Payer.Document = "1" })},
		{"AForeignKey", "invalid_access_token", charge(func(r *psp.ChargeRequest) { r.Receiver.Key = "outra" })},
		{"ARefundAboveThePayment", psp.CodeAboveValue, refund(func(r *psp.RefundRequest) { r.Value = money.Reais(1001) })},
		{"ARefundOfWhatIsNotPaid", psp.CodeNotPaid, refund(func(r *psp.RefundRequest) { r.Charge = openKey })},
		{"ARefundThatTheReceiverCannotCover", "insufficient_balance", refund(func(r *psp.RefundRequest) { r.Value = money.Reais(1000) })},
		{"ARefundOfMoreFeeThanThereWas", "invalid_splitRefunds", refund(func(r *psp.RefundRequest) { r.Value, r.Fee = money.Reais(900), money.Reais(81) })},
		{"AReleaseOfWhatIsNotPaid", psp.CodeNotPaid, func() error { _, err := b.provider.Release(b.ctx, account, openKey); return err }},
		{"ATransferOfWhatIsHeld", "insufficient_balance", transfer(func(*psp.TransferRequest) {})},
		{"ATransferWithoutAKey", psp.CodeInvalid, transfer(func(r *psp.TransferRequest) { r.Key.Value = "" })},
		{"ATransferToNoKey", "invalid_pixAddressKey", transfer(func(r *psp.TransferRequest) { r.Key.Value = "11111111111" })},
		{"AnotherListing", psp.CodeInvalid, func() error { _, _, err := b.provider.Charges(b.ctx, account, time.Now(), "9.0"); return err }},
		{"AHolderWithoutIncome", "invalid_incomeValue", func() error {
			holder := marina()
			holder.Document, holder.MonthlyIncome = "11144477735", 0
			_, err := b.provider.OpenReceiver(b.ctx, holder)
			return err
		}},
	} {
		err := c.call()
		refusal, ok := errors.AsType[*psp.Refusal](err)
		if !ok || refusal.Code != c.code || !errors.Is(err, psp.ErrRefused) || errors.Is(err, psp.ErrUnavailable) {
			t.Errorf("%s: %v, want %s", c.name, err, c.code)
		}
		hides(t, err, account.Key.Reveal())
	}
	if _, err := b.provider.Fetch(b.ctx, account, psp.ChargeKey{Reference: b.reference()}); !errors.Is(err, psp.ErrNotFound) {
		t.Errorf("an unknown reference: %v", err)
	}
	if _, err := b.provider.Fetch(b.ctx, account, psp.ChargeKey{ID: "pay_000000000000"}); !errors.Is(err, psp.ErrNotFound) {
		t.Errorf("an unknown charge: %v", err)
	}
}

func TestTwoReceiversDoNotSeeEachOther(t *testing.T) {
	t.Parallel()
	b := setup(t)
	account := b.receiver()
	key := b.paid(account)
	holder := marina()
	holder.Document, holder.Email = "11144477735", "rafael@exemplo.com"
	opened, err := b.provider.OpenReceiver(b.ctx, holder)
	b.must(err)
	other := psp.Account{ID: opened.AccountID, Key: opened.APIKey}
	for _, asked := range []psp.ChargeKey{{ID: key.ID}, {Reference: key.Reference}} {
		if charge, err := b.provider.Fetch(b.ctx, other, asked); !errors.Is(err, psp.ErrNotFound) {
			t.Errorf("%+v, %v", charge, err)
		}
	}
}

func TestCancelSaysWhatTheChargeIsThen(t *testing.T) {
	t.Parallel()
	b := setup(t)
	account := b.receiver()
	paid := b.paid(account)
	if charge, err := b.provider.Cancel(b.ctx, account, paid); err != nil || charge.Status != psp.ChargePaid {
		t.Errorf("paid: %+v, %v", charge, err)
	}
	request := b.request(account)
	_, err := b.provider.Charge(b.ctx, request)
	b.must(err)
	b.cause(request.Reference, "expired")
	key := psp.ChargeKey{Reference: request.Reference}
	if charge := b.fetch(account, key); charge.Status != psp.ChargeExpired || charge.BRCode == "" {
		t.Errorf("expired: %+v", charge)
	}
	for range 2 {
		if charge, err := b.provider.Cancel(b.ctx, account, key); err != nil || charge.Status != psp.ChargeCancelled {
			t.Errorf("expired: %+v, %v", charge, err)
		}
	}
	// What was withdrawn under a reference stays withdrawn.
	if charge, err := b.provider.Charge(b.ctx, request); err != nil || charge.Status != psp.ChargeCancelled || b.count() != 2 {
		t.Errorf("again: %+v, %v", charge, err)
	}
}

func TestChargesListsWhatMayHaveChanged(t *testing.T) {
	t.Parallel()
	b := setup(t)
	account := b.receiver()
	const many = 103
	for range many {
		_, err := b.provider.Charge(b.ctx, b.request(account))
		b.must(err)
	}
	paid := b.paid(account)
	contested := b.paid(account)
	b.cause(contested.Reference, "contest")
	seen, pages := map[string]psp.ChargeStatus{}, 0
	for cursor := ""; ; pages++ {
		charges, next, err := b.provider.Charges(b.ctx, account, time.Now().Add(-time.Hour), cursor)
		b.must(err)
		for _, charge := range charges {
			seen[charge.Reference] = charge.Status
		}
		if cursor = next; cursor == "" {
			break
		}
	}
	if len(seen) != many+2 || seen[paid.Reference] != psp.ChargePaid || seen[contested.Reference] != psp.ChargeContested {
		t.Errorf("%d charges on %d pages", len(seen), pages)
	}
	later, next, err := b.provider.Charges(b.ctx, account, time.Now().AddDate(0, 0, 2), "")
	if err != nil || len(later) != 0 || next == "" {
		t.Errorf("after tomorrow: %d charges, %q, %v", len(later), next, err)
	}
}

func TestAnAccountWaitsForApproval(t *testing.T) {
	t.Parallel()
	b := setup(t)
	account := b.receiver()
	for status, want := range map[string]psp.ReceiverStatus{
		"PENDING": psp.ReceiverPending, "AWAITING_APPROVAL": psp.ReceiverReviewing, "REJECTED": psp.ReceiverRejected, "APPROVED": psp.ReceiverApproved,
	} {
		b.control("POST", "/simulado/accounts", map[string]string{"id": account.ID, "status": status})
		if event := b.event("ACCOUNT_STATUS_GENERAL_APPROVAL_" + status); event.Kind != psp.EventReceiver || event.AccountID != account.ID {
			t.Errorf("event %+v", event)
		}
		state, err := b.provider.ReceiverState(b.ctx, account)
		if err != nil || state.Status != want || (state.OnboardingURL != "") != (want == psp.ReceiverPending) {
			t.Errorf("%s: %+v, %v", status, state, err)
		}
	}
}

// A hold that is not in force is asked for before anybody is told that he can
// be paid.
func TestNobodyIsApprovedWithoutAHold(t *testing.T) {
	t.Parallel()
	b := setup(t)
	account := b.receiver()
	b.asPlatform("/v3/accounts/"+account.ID+"/escrow", map[string]any{"enabled": false, "daysToExpire": 1, "isFeePayer": false})
	if state, err := b.provider.ReceiverState(b.ctx, account); err != nil || state.Status != psp.ReceiverApproved {
		t.Fatalf("%+v, %v", state, err)
	}
	if charge := b.fetch(account, b.paid(account)); !charge.IsHeld {
		t.Errorf("%+v is not held", charge)
	}
}

func TestContestations(t *testing.T) {
	t.Parallel()
	b := setup(t)
	account := b.receiver()
	key := b.paid(account)
	_, err := b.provider.Release(b.ctx, account, key)
	b.must(err)
	b.cause(key.Reference, "contest")
	if event := b.event("PAYMENT_CHARGEBACK_REQUESTED"); event.Kind != psp.EventContested || event.ChargeID != key.ID {
		t.Errorf("event %+v", event)
	}
	if charge := b.fetch(account, key); charge.Status != psp.ChargeContested || b.balance(account) != 0 {
		t.Errorf("%+v, balance %s", charge, b.balance(account))
	}
	b.cause(key.Reference, "contest_won")
	if charge := b.fetch(account, key); charge.Status != psp.ChargePaid || b.balance(account) != money.Reais(920) {
		t.Errorf("%+v, balance %s", charge, b.balance(account))
	}
	b.cause(key.Reference, "block")
	if event := b.event("BALANCE_VALUE_BLOCKED"); event.Kind != psp.EventContested || event.ChargeID != "" || event.Value != money.Reais(920) {
		t.Errorf("event %+v", event)
	}
	b.cause(key.Reference, "unblock")
	if event := b.event("BALANCE_VALUE_UNBLOCKED"); event.Kind != psp.EventUnblocked {
		t.Errorf("event %+v", event)
	}
	b.cause(key.Reference, "contest")
	b.cause(key.Reference, "contest_lost")
	if charge := b.fetch(account, key); charge.Status != psp.ChargeRefunded || b.balance(account) != 0 {
		t.Errorf("%+v, balance %s", charge, b.balance(account))
	}
}

func TestReferences(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"": false, fmt.Sprintf("%025d", 1): false, fmt.Sprintf("%026d", 1): true, fmt.Sprintf("%035d", 1): true, fmt.Sprintf("%036d", 1): false,
		"0000000000000000000000000-": false, "ABCDEFGHIJKLMNOPQRSTUVWXYZabc": true,
	} {
		if psp.IsReference(text) != want {
			t.Errorf("IsReference(%q) = %t", text, !want)
		}
	}
}

// The institution issues a further key only where somebody switched that on.
func TestAKeyThatIsLostIsSaid(t *testing.T) {
	t.Parallel()
	b := setup(t)
	first := b.receiver()
	b.faults(simulado.Faults{KeysOnce: true})
	receiver, err := b.provider.OpenReceiver(b.ctx, marina())
	if !errors.Is(err, psp.ErrKeyLost) || !errors.Is(err, psp.ErrRefused) || receiver.AccountID != first.ID || receiver.APIKey != "" {
		t.Errorf("%+v, %v; want ErrKeyLost of %s", receiver, err, first.ID)
	}
	b.faults(simulado.Faults{})
	again := b.receiver()
	if again.ID != first.ID || again.Key == first.Key || b.balance(again) != 0 {
		t.Errorf("another account: %s, %s", again.ID, first.ID)
	}
}

// Between the reading of a charge and its withdrawal there is time to pay it.
func TestAPayerMayBeFasterThanTheWithdrawal(t *testing.T) {
	t.Parallel()
	b := setup(t)
	account := b.receiver()
	request := b.request(account)
	charge, err := b.provider.Charge(b.ctx, request)
	b.must(err)
	institution := httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: b.simulator.Addr()})
	between := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodDelete {
			b.cause(request.Reference, "paid")
		}
		institution.ServeHTTP(w, r)
	}))
	t.Cleanup(between.Close)
	provider, err := psp.Open("simulado://"+between.Listener.Addr().String()+"?webhook_token=x", psp.Options{})
	b.must(err)
	after, err := provider.Cancel(b.ctx, account, psp.ChargeKey{ID: charge.ID})
	if err != nil || after.Status != psp.ChargePaid || !after.IsHeld {
		t.Errorf("%+v, %v", after, err)
	}
}
