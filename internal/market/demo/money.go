package demo

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/payment"
	"automacao/internal/market/review"
	"automacao/internal/money"
	"automacao/internal/psp"
)

// funded are the steps by which a milestone is paid into the guarantee.
func funded(ago int, position int) []turn {
	return []turn{{ago: ago, act: fund(position)}, {ago: ago, deed: pay(position), act: paid(position)}}
}

func fund(position int) act {
	return about(position, func(ctx context.Context, tx pgx.Tx, s *scene, id uuid.UUID) error {
		_, err := s.Desk.Fund(s.by(ctx, byCompany), tx, payment.Reference{MilestoneID: id})
		return err
	})
}

// pay plays the payer of a milestone's charge.
func pay(position int) deed {
	return func(ctx context.Context, s *scene) error {
		var txid string
		err := s.Pool.QueryRow(ctx, `
			SELECT g.txid FROM public.charges g JOIN public.milestones m ON m.id = g.milestone_id
			WHERE m.contract_id = $1 AND m.position = $2 ORDER BY g.created_at DESC LIMIT 1`, s.contractID, position).Scan(&txid)
		if err != nil {
			return fmt.Errorf("look up the charge: %w", err)
		}
		// One that was paid before the demonstration was cut short is not paid again.
		if err := s.simulator.Cause(ctx, txid, "paid"); err != nil && !errors.Is(err, psp.ErrRefused) {
			return fmt.Errorf("pay charge %s: %w", txid, err)
		}
		return s.Desk.Ask(ctx, txid)
	}
}

// paid dates the payment, whose moment is the institution's to say.
func paid(position int) act {
	return about(position, func(ctx context.Context, tx pgx.Tx, s *scene, id uuid.UUID) error {
		_, err := tx.Exec(ctx, `UPDATE public.charges SET paid_at = $2 WHERE milestone_id = $1 AND status = 'paid'`, id, s.at)
		return err
	})
}

// receivers opens the account of every professional who is to be paid.
func receivers(who ...int) deed {
	return func(ctx context.Context, s *scene) error {
		for _, one := range who {
			id := s.ids[professionals[one].email]
			err := pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
				_, err := s.Desk.OpenReceiver(s.as(ctx, id), tx, payment.Holder{PartyID: id, BirthOn: "1984-05-14", MonthlyIncome: money.Reais(18000)})
				return err
			})
			if err != nil {
				return fmt.Errorf("open the account of %s: %w", professionals[one].name, err)
			}
		}
		return nil
	}
}

// slowly is a deed at an institution that takes its time.
func slowly(do deed) deed {
	return func(ctx context.Context, s *scene) error {
		if err := s.simulator.Hold(ctx, true); err != nil {
			return fmt.Errorf("have the institution wait: %w", err)
		}
		err := do(ctx, s)
		return errors.Join(err, s.simulator.Hold(context.WithoutCancel(ctx), false))
	}
}

// carriedOut has the institution carry out what was ordered of it.
func carriedOut(ctx context.Context, s *scene) error { return s.Desk.Work(ctx) }

// arrived asks after payouts at once: the institution answers that it is at it,
// and has sent them by then.
func arrived(ctx context.Context, s *scene) error {
	if _, err := s.Pool.Exec(ctx, `UPDATE private.payout_orders SET next_at = now()`); err != nil {
		return fmt.Errorf("ask after payouts: %w", err)
	}
	return s.Desk.Work(ctx)
}

// compare compares all of it with the institution.
func compare(ctx context.Context, s *scene) error { return s.Desk.Reconcile(ctx) }

// takeOut is a payout that the professional asks for, to his own document.
func takeOut(value money.Money) act {
	return func(ctx context.Context, tx pgx.Tx, s *scene) error {
		_, err := s.Desk.RequestPayout(known{})(s.by(ctx, byMaker), tx, payment.PayoutRequest{
			Value: value, PixKey: professionals[s.professional].document, Password: Password,
		})
		return err
	}
}

// known is the password of a demonstration, which is published.
type known struct{}

func (known) CheckPassword(context.Context, pgx.Tx, uuid.UUID, string) error { return nil }

// assessed has both sides review finished work.
func assessed(ofWork, ofCompany opinion) act {
	return func(ctx context.Context, tx pgx.Tx, s *scene) error {
		e := engagement{project: s.project, professional: s.professional, ofWork: ofWork, ofCompany: ofCompany}
		return (&loader{tx: tx, ids: s.ids}).assess(ctx, e, s.contractID)
	}
}

// published shows the reviews that are due to be.
func published(ctx context.Context, tx pgx.Tx, _ *scene) error {
	_, err := review.Publish(ctx, tx)
	return err
}
