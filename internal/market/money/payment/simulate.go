package payment

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/psp"
	"automacao/internal/market/people/account"
	"automacao/internal/market/people/party"
	"automacao/internal/market/transition"
)

// Simulation is what a payer, a bank or the institution should do to a charge.
type Simulation struct {
	TxID  string `json:"txid"`
	Event string `json:"event"`
}

// Simulated is the charge affected. The consequences arrive as the institution's events.
type Simulated struct {
	TxID string `json:"txid"`
}

// Simulate plays the payer and the bank in a demonstration. People who may pay for the company can
// have a charge paid or expire; administrators can have it refunded, contested and decided.
func (d *Desk) Simulate(ctx context.Context, tx pgx.Tx, in Simulation) (Simulated, error) {
	if d.Provider == nil {
		return Simulated{}, ErrNoSimulation
	}
	simulator, ok := d.Provider.(psp.Simulator)
	if !ok || !d.IsDemo {
		return Simulated{}, ErrNoSimulation
	}
	switch in.Event {
	case "paid", "expired":
		if err := requirePayer(ctx, tx, in.TxID); err != nil {
			return Simulated{}, err
		}
	case "refund", "contest", "contest_lost", "contest_won":
		if err := account.RequireAdmin(ctx, tx); err != nil {
			return Simulated{}, err
		}
	default:
		return Simulated{}, ErrSimulation
	}
	err := simulator.Cause(ctx, in.TxID, in.Event)
	if errors.Is(err, psp.ErrRefused) {
		return Simulated{}, ErrSimulation.Because(err)
	}
	if err != nil {
		return Simulated{}, told(err)
	}
	return Simulated{TxID: in.TxID}, nil
}

// requirePayer refuses callers who may not pay a charge.
func requirePayer(ctx context.Context, tx pgx.Tx, txid string) error {
	var companyID, professionalID uuid.UUID
	err := tx.QueryRow(ctx, `SELECT k.company_id, k.professional_id FROM public.charges c JOIN public.contracts k ON k.id = c.contract_id WHERE c.txid = $1`, txid).
		Scan(&companyID, &professionalID)
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrChargeNotFound
	}
	if err != nil {
		return fmt.Errorf("look up charge %s: %w", txid, err)
	}
	side, err := party.SideOf(ctx, tx, companyID, professionalID, party.Read)
	switch {
	case err != nil:
		return err
	case side == party.Neither:
		return ErrChargeNotFound
	case side == party.Professional:
		return transition.ErrNotYourStep
	}
	return party.Require(ctx, tx, companyID, party.Pay, ErrChargeNotFound)
}

// Comparison says that a comparison with the institution was requested.
type Comparison struct {
	Asked bool `json:"asked"`
}

// Nothing is the input of a call that takes no arguments.
type Nothing struct{}

// ReconcilePayments starts a comparison with the institution now. Only administrators may. Its
// findings are in reconciliation_differences.
func (d *Desk) ReconcilePayments(ctx context.Context, tx pgx.Tx, _ Nothing) (Comparison, error) {
	if err := account.RequireAdmin(ctx, tx); err != nil {
		return Comparison{}, err
	}
	if d.Provider == nil {
		return Comparison{}, nil
	}
	select {
	case d.comparing <- struct{}{}:
	default:
	}
	return Comparison{Asked: true}, nil
}
