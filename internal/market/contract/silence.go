package contract

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/market/deal"
	"automacao/internal/market/limits"
	"automacao/internal/market/party"
	"automacao/internal/market/transition"
)

// What is due, by the clock of the database.
const (
	silenceDue  = `status = 'delivered' AND acceptance_due_at <= now()`
	reminderDue = `status = 'delivered' AND reminded_at IS NULL AND acceptance_due_at - private.span_of('acceptance_reminder_days') <= now() AND acceptance_due_at > now()`
	lapseDue    = `termination_by IS NOT NULL AND termination_lapses_at <= now()`
)

// Tend does what time does to contracts: it accepts by silence, reminds of it,
// and lets terminations lapse. Each contract is a transaction of its own, so
// that one that cannot be changed does not hold the rest.
func Tend(ctx context.Context, pool *pgxpool.Pool) error {
	return errors.Join(
		each(ctx, pool, silenceDue, AcceptSilence),
		each(ctx, pool, reminderDue, remind),
		each(ctx, pool, lapseDue, lapse))
}

// pageSize is how many due contracts are looked up at a time.
const pageSize = 100

func each(ctx context.Context, pool *pgxpool.Pool, due string, do func(context.Context, pgx.Tx, uuid.UUID) error) error {
	var failed []error
	for last := uuid.Nil; ; {
		rows, err := pool.Query(ctx, `SELECT id FROM public.contracts WHERE `+due+` AND id > $1 ORDER BY id LIMIT $2`, last, pageSize)
		if err != nil {
			return fmt.Errorf("list due contracts: %w", err)
		}
		page, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
		if err != nil {
			return fmt.Errorf("list due contracts: %w", err)
		}
		if len(page) == 0 {
			return errors.Join(failed...)
		}
		for _, id := range page {
			if err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error { return do(ctx, tx, id) }); err != nil {
				failed = append(failed, fmt.Errorf("contract %s: %w", id, err))
			}
			last = id
		}
	}
}

// lockDue locks a contract and reports whether it is still due.
func lockDue(ctx context.Context, tx pgx.Tx, id uuid.UUID, due string) (c locked, isDue bool, err error) {
	if c.Contract, err = deal.LockContract(ctx, tx, id); err != nil {
		return locked{}, false, err
	}
	err = tx.QueryRow(ctx, `SELECT coalesce(`+due+`, false) FROM public.contracts WHERE id = $1`, id).Scan(&isDue)
	if err != nil {
		return locked{}, false, fmt.Errorf("ask what contract %s is due for: %w", id, err)
	}
	return c, isDue, nil
}

// AcceptSilence completes a delivered contract whose company let the date
// pass, and tells both sides; any other it leaves as it is.
func AcceptSilence(ctx context.Context, tx pgx.Tx, id uuid.UUID) error {
	c, isDue, err := lockDue(ctx, tx, id, silenceDue)
	if err != nil || !isDue {
		return err
	}
	if err := complete(ctx, tx, &c, deal.ContractMove{Action: "accept_by_silence", By: transition.Time}); err != nil {
		return err
	}
	return c.tellBoth(ctx, tx, party.Fulfil, "Entrega aceita pelo prazo", limits.Say("O prazo de {acceptance_days} dias passou sem resposta e o projeto foi concluído. ")+reviewsOpen)
}

func remind(ctx context.Context, tx pgx.Tx, id uuid.UUID) error {
	c, isDue, err := lockDue(ctx, tx, id, reminderDue)
	if err != nil || !isDue {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE public.contracts SET reminded_at = now() WHERE id = $1`, id); err != nil {
		return fmt.Errorf("note the reminder: %w", err)
	}
	return c.TellSide(ctx, tx, c.CompanyID, party.Fulfil, limits.Say("Faltam {acceptance_reminder_days} dias para responder à entrega"), "Conclua o projeto ou peça ajustes. Sem resposta, a entrega é aceita no fim do prazo.")
}

func lapse(ctx context.Context, tx pgx.Tx, id uuid.UUID) error {
	c, isDue, err := lockDue(ctx, tx, id, lapseDue)
	if err != nil || !isDue {
		return err
	}
	if err := clearTermination(ctx, tx, c); err != nil {
		return err
	}
	if err := c.Log(ctx, tx, deal.ContractMove{Action: "lapse_termination", By: transition.Time}, c.Status); err != nil {
		return err
	}
	return c.tellBoth(ctx, tx, party.Negotiate, "Distrato sem resposta", limits.Say("O prazo de {termination_days} dias terminou e o contrato continua como está."))
}

func (c locked) tellBoth(ctx context.Context, tx pgx.Tx, right, title, body string) error {
	if err := c.TellSide(ctx, tx, c.CompanyID, right, title, body); err != nil {
		return err
	}
	return c.TellSide(ctx, tx, c.ProfessionalID, right, title, body)
}
