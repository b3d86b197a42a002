package psp_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"automacao/internal/institution/pix"
	"automacao/internal/institution/psp"
	"automacao/internal/kernel/money"
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
	// Amount, holder, "once" and reference, as BR Code writes them.
	for _, part := range []string{"010212", "54" + fmt.Sprintf("%02d", len(request.Value.String())) + request.Value.String(), "5916Marina Conceicao", request.Reference} {
		if !strings.Contains(charge.BRCode, part) {
			t.Errorf("%s lacks %s", charge.BRCode, part)
		}
	}
	if charge.Status != psp.ChargePending || charge.Value != request.Value || charge.Fee != request.Fee || charge.Net != request.Value || charge.ExpiresAt.IsZero() {
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
	// A charge withdrawn under a reference stays withdrawn.
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
		b.control("POST", "/simulado/accounts", map[string]string{"id": account.ID, "status": status, "reason": "Selfie ilegível"})
		if event := b.event("ACCOUNT_STATUS_GENERAL_APPROVAL_" + status); event.Kind != psp.EventReceiver || event.AccountID != account.ID {
			t.Errorf("event %+v", event)
		}
		state, err := b.provider.ReceiverState(b.ctx, account)
		if err != nil || state.Status != want || (state.OnboardingURL != "" && state.Reason == "Selfie ilegível") != (want == psp.ReceiverPending || want == psp.ReceiverRejected) {
			t.Errorf("%s: %+v, %v", status, state, err)
		}
	}
}

// A missing hold is requested before anybody is told that they can be paid.
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
