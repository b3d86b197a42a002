// Package payment has a licensed institution hold what a company pays for a milestone. It requests
// charges, applies the state that the institution reports, posts it to the ledger, and orders
// releases and refunds as the deal's steps require. The money itself never passes through the
// product. The package does not decide who may take a step of a deal, nor what the step means.
//
// Nothing depends on an answer or an event that may be lost:
//   - Every call carries a reference derived from its purpose, so a repeated call finds what the
//     first one created.
//   - An event is stored before it is answered. It only causes a charge to be fetched and compared.
//   - An order is written in the transaction of the step that requires it, and repeated until the
//     institution confirms it.
//   - A periodic comparison with the institution covers everything.
//
// A call to the institution from within a request's transaction takes at most callTimeout, and at
// most callsMax of them run at once. Locks are taken in the order of package deal, then the charge,
// then the ledger.
package payment

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/institution/psp"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/money"
	"automacao/internal/kernel/seal"
	"automacao/internal/market/deal"
	"automacao/internal/market/money/ledger"
	"automacao/internal/market/people/notification"
)

// Refusals of operations that involve the institution.
var (
	ErrDirect             = fault.New(http.StatusConflict, "direct_settlement", "Este contrato é pago diretamente, sem garantia.")
	ErrNoInstitution      = fault.New(http.StatusConflict, "no_institution", "Aqui os contratos são pagos diretamente entre as partes.")
	ErrUnavailable        = fault.New(http.StatusServiceUnavailable, "institution_unavailable", "A instituição de pagamento não respondeu. Tente novamente em instantes.")
	ErrRefused            = fault.New(http.StatusConflict, "institution_refused", "A instituição de pagamento não aceitou o pedido. Nossa equipe foi avisada.")
	ErrReceiverIncomplete = fault.New(http.StatusConflict, "receiver_incomplete", "O profissional ainda não tem conta aprovada na instituição de pagamento: ele precisa concluir o cadastro, em Financeiro. Foi avisado agora; tente outra vez quando ele concluir.")
	ErrReceiverReviewing  = fault.New(http.StatusConflict, "receiver_reviewing", "A instituição de pagamento ainda analisa o cadastro do profissional. Ninguém precisa fazer nada: tente outra vez quando ela aprovar.")
	ErrReceiverRejected   = fault.New(http.StatusConflict, "receiver_rejected", "A instituição de pagamento recusou o cadastro do profissional, e ele precisa resolver isso com ela. Foi avisado agora; até lá este marco não pode ser pago com garantia.")
	ErrPayerIncomplete    = fault.New(http.StatusConflict, "payer_incomplete", "Informe o CNPJ ou CPF da empresa para pagar com garantia.")
	ErrContested          = fault.New(http.StatusConflict, "payment_contested", "O pagamento deste marco está contestado no banco. Aguarde a decisão da instituição de pagamento.")
	ErrReturned           = fault.New(http.StatusConflict, "payment_returned", "O valor deste marco já voltou a quem pagou.")
	ErrChargeNotFound     = fault.New(http.StatusNotFound, "charge_not_found", "Cobrança não encontrada.")
	ErrNoSimulation       = fault.New(http.StatusConflict, "simulation_off", "A simulação de pagamentos só existe na demonstração.")
	ErrSimulation         = fault.New(http.StatusConflict, "simulation_refused", "Isto não cabe no estado atual desta cobrança.")
	ErrReceiverNotFound   = fault.New(http.StatusNotFound, "receiver_not_found", "Cadastro de recebimento não encontrado.")
	ErrHolder             = fault.New(http.StatusUnprocessableEntity, "receiver_data_wrong", "A instituição de pagamento não aceitou os dados do cadastro. Revise e tente novamente.")
)

// Bounds of calls from within a transaction.
const (
	callTimeout = 8 * time.Second
	callsMax    = 4
	turnTimeout = 3 * time.Second
)

// Config is the dependencies of a desk.
type Config struct {
	// Provider is nil if the product uses no institution, so that nothing is held.
	Provider psp.Provider
	Sealer   *seal.Sealer
	Pool     *pgxpool.Pool
	Log      *slog.Logger
	IsDemo   bool
}

// Desk connects the market with the institution.
type Desk struct {
	Config
	// own stores what must survive a rollback of the caller's transaction, such as account keys
	// that are given only once.
	own   *pgxpool.Pool
	turns chan struct{}
	wake  chan struct{}
	// comparing requests a comparison now.
	comparing chan struct{}
	// unmatched are open charges at the institution that were unknown here at the last comparison.
	unmatched map[string]bool
}

// ownConns bounds how many receivers can be opened at once.
const ownConns = 2

// Open returns a desk. Close closes it and its provider.
func Open(ctx context.Context, cfg Config) (*Desk, error) {
	d := &Desk{Config: cfg, turns: make(chan struct{}, callsMax), wake: make(chan struct{}, 1), comparing: make(chan struct{}, 1), unmatched: map[string]bool{}}
	if cfg.Provider == nil {
		return d, nil
	}
	settings := cfg.Pool.Config()
	settings.MinConns, settings.MaxConns = 0, ownConns
	var err error
	if d.own, err = pgxpool.NewWithConfig(ctx, settings); err != nil {
		return nil, errors.Join(fmt.Errorf("open the connections of payments: %w", err), cfg.Provider.Close())
	}
	return d, nil
}

// Close releases what Open acquired, and closes the provider.
func (d *Desk) Close() error {
	if d.Provider == nil {
		return nil
	}
	d.own.Close()
	if err := d.Provider.Close(); err != nil {
		return fmt.Errorf("close the institution: %w", err)
	}
	return nil
}

// Institution returns the name of the institution that holds the money, "" if there is none.
func (d *Desk) Institution() string {
	if d.Provider == nil {
		return ""
	}
	return d.Provider.Institution()
}

// turn limits the time and the number of calls from within a transaction.
func (d *Desk) turn(ctx context.Context) (context.Context, func(), error) {
	if d.Provider == nil {
		return nil, nil, ErrNoInstitution
	}
	select {
	case d.turns <- struct{}{}:
	case <-time.After(turnTimeout):
		return nil, nil, ErrUnavailable
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	bounded, cancel := context.WithTimeout(ctx, callTimeout)
	return bounded, func() { cancel(); <-d.turns }, nil
}

// told translates a provider's error to one for the caller.
func told(err error) error {
	switch {
	case errors.Is(err, psp.ErrRefused), errors.Is(err, psp.ErrNotFound):
		return ErrRefused.Because(err)
	case errors.Is(err, psp.ErrUnavailable):
		return ErrUnavailable.Because(err)
	}
	return err
}

var letters = base32.StdEncoding.WithPadding(base32.NoPadding)

// reference derives a string of 32 letters and digits from what a call is for. The same parts
// always give the same reference, and others a different one.
func reference(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, ":")))
	return letters.EncodeToString(sum[:20])
}

// tellAdmins notifies every administrator. Notifications that are still unread are merged into one.
func tellAdmins(ctx context.Context, tx pgx.Tx, title, body string) error {
	return notification.TellAdmins(ctx, tx, notification.News{
		Kind: notification.Account, Title: title, Body: body, SubjectKind: notification.AboutLedger, Group: "payments",
	})
}

// ReturnWithheld posts that a held tax goes back to the company, which paid it, and orders the
// refund. Nothing moves while the payer's bank contests the payment.
func (d *Desk) ReturnWithheld(ctx context.Context, tx pgx.Tx, c deal.Contract, m deal.Milestone, proofID uuid.UUID, value money.Money) error {
	var id uuid.UUID
	var status string
	err := tx.QueryRow(ctx, `
		SELECT c.id, c.status FROM public.charges c JOIN private.provider_charges p ON p.charge_id = c.id
		WHERE c.milestone_id = $1 AND p.credited ORDER BY p.round DESC LIMIT 1 FOR UPDATE OF c`, m.ID).Scan(&id, &status)
	switch {
	case err != nil:
		return fmt.Errorf("look up what paid milestone %s: %w", m.ID, err)
	case status == "contested":
		return ErrContested
	case status == "refunded":
		return ErrReturned
	}
	if err := ledger.ReturnWithheld(ctx, tx, ledgerDeal(c, m, 0), proofID, value); err != nil {
		return err
	}
	return d.order(ctx, tx, &order{kind: "refund", about: proofID, chargeID: id, value: value, reason: "Tributo retido e pago pela empresa"})
}
