package psp_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"
	"testing"
	"time"

	"automacao/internal/institution/pix"
	"automacao/internal/institution/psp"
	"automacao/internal/institution/psp/simulado"
	"automacao/internal/kernel/money"
)

// References exist for the case that an answer is lost after its effect.
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
		// Each of the calls that make up a charge fails once.
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

// On a bad day a third of all calls fail before or after their effect.
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

// The institution issues a further key only if somebody has enabled that.
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

// A charge may be paid between reading it and withdrawing it.
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
