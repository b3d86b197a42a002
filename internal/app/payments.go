package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"path/filepath"
	"strings"

	"automacao/internal/institution/psp"
	"automacao/internal/market/deal"
	"automacao/internal/market/money/ledger"
	"automacao/internal/market/money/payment"
	"automacao/internal/market/money/receipt"
	"automacao/internal/market/people/account"
	"automacao/internal/wire/rest"
)

// webhookPath is the path to which the institution posts its events.
const webhookPath = "/webhooks/pix"

// openPayments prepares the institution that holds payments, if there is one. It does not call it,
// so an institution that does not answer keeps no server from starting.
func (a *App) openPayments(ctx context.Context) (err error) {
	cfg := payment.Config{Pool: a.conns.money, Log: a.log, IsDemo: a.cfg.Demo}
	if url := a.cfg.pixURL(); url != "" {
		cfg.Sealer = a.sealer
		cfg.Provider, err = psp.Open(url, psp.Options{
			WebhookURL: a.webhookURL(url), Data: filepath.Join(a.cfg.Data, "pix-simulado"), Contact: a.cfg.ContactAddress(), Log: a.log,
		})
		if err != nil {
			return err
		}
	}
	a.payments, err = payment.Open(ctx, cfg)
	return err
}

func (a *App) closePayments(context.Context) error {
	if a.payments == nil {
		return nil
	}
	return a.payments.Close()
}

// webhookURL returns the address of this server for the institution. A simulator runs on this
// machine; any other uses the public address.
func (a *App) webhookURL(pixURL string) string {
	if !strings.HasPrefix(pixURL, "simulado:") {
		return a.URL() + webhookPath
	}
	host, port, err := net.SplitHostPort(a.listener.Addr().String())
	if err != nil {
		return a.URL() + webhookPath
	}
	if ip, err := netip.ParseAddr(host); err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port) + webhookPath
}

// registerPayments registers the workflows of payments that an institution holds.
func (a *App) registerPayments() error {
	members := rest.Roles{"authenticated"}
	return errors.Join(
		rest.Register(a.rest, "open_receiver", a.payments.OpenReceiver, members),
		rest.Register(a.rest, "read_holder", a.payments.ReadHolder, members),
		rest.Register(a.rest, "receiver_approved", a.payments.ReceiverApproved, members),
		rest.Register(a.rest, "request_payout", a.payments.RequestPayout(doorkeeper{a.auth}), members),
		rest.Register(a.rest, "fund_milestone", a.payments.Fund, members),
		rest.Register(a.rest, "simulate_pix", a.payments.Simulate, members),
		rest.Register(a.rest, "print_fee_receipt", receipt.Print, members),
		rest.Register(a.rest, "reconcile_payments", a.payments.ReconcilePayments, members),
		rest.Register(a.rest, "money_desk", a.payments.MoneyDesk, members),
		rest.Register(a.rest, "failing_orders", a.payments.FailingOrders, members),
		rest.Register(a.rest, "handle_difference", a.payments.HandleDifference, members),
		rest.Register(a.rest, "retry_order", a.payments.RetryOrder, members),
	)
}

// settling has the deals of the returned context post the money that is held for them.
func (a *App) settling(ctx context.Context) context.Context {
	return deal.WithSettler(ctx, a.payments.Settle)
}

func (a *App) withSettler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(w, r.WithContext(a.settling(r.Context())))
	})
}

// paymentSettings returns what the front end may know of how contracts are paid.
func (a *App) paymentSettings() (map[string]any, error) {
	fee, err := a.cfg.feeBasisPoints()
	if err != nil {
		return nil, err
	}
	settings := map[string]any{"settlement": "direct", "institution": nil, "feePercent": json.Number(fmt.Sprintf("%d.%02d", fee/100, fee%100))}
	if name := a.payments.Institution(); name != "" {
		settings["settlement"], settings["institution"] = "guarantee", name
	}
	return settings, nil
}

// registerMoney registers the workflows of balances and the ledger.
func (a *App) registerMoney() error {
	members := rest.Roles{"authenticated"}
	return errors.Join(
		rest.Register(a.rest, "money_balance", ledger.MoneyBalance, members),
		rest.Register(a.rest, "verify_ledger", ledger.VerifyLedger(account.RequireAdmin), members),
	)
}
