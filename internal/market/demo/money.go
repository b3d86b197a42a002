package demo

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/psp"
	"automacao/internal/kernel/money"
	"automacao/internal/market/money/payment"
	"automacao/internal/market/people/review"
	"automacao/internal/market/transition"
)

// funded pays a milestone's guarantee.
func funded(ago int, position int) []turn {
	return []turn{{ago: ago, deed: fill(position), act: paid(position)}}
}

// fill requests a milestone's charge and simulates its payer.
func fill(position int) deed {
	return func(ctx context.Context, s *scene) error {
		var charge payment.Funding
		err := pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) (err error) {
			charge, err = s.charge(ctx, tx, position)
			return err
		})
		// It was paid before an interruption and is not paid again.
		if errors.Is(err, transition.ErrMilestoneNotPlanned) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := s.simulator.Cause(ctx, charge.TxID, "paid"); err != nil && !errors.Is(err, psp.ErrRefused) {
			return fmt.Errorf("pay charge %s: %w", charge.TxID, err)
		}
		return s.Desk.Ask(ctx, charge.TxID)
	}
}

// charge returns the charge that pays a milestone.
func (s *scene) charge(ctx context.Context, tx pgx.Tx, position int) (payment.Funding, error) {
	id, err := s.milestone(ctx, tx, position)
	if err != nil {
		return payment.Funding{}, err
	}
	return s.Desk.Fund(s.by(ctx, byCompany), tx, payment.Reference{MilestoneID: id})
}

// fund requests a charge that nobody has paid yet.
func fund(position int) act {
	return func(ctx context.Context, tx pgx.Tx, s *scene) error {
		_, err := s.charge(ctx, tx, position)
		return err
	}
}

// paid backdates the payment, whose time the institution determined.
func paid(position int) act {
	return about(position, func(ctx context.Context, tx pgx.Tx, s *scene, id uuid.UUID) error {
		_, err := tx.Exec(ctx, `UPDATE public.charges SET paid_at = $2 WHERE milestone_id = $1 AND status = 'paid'`, id, s.at)
		return err
	})
}

// receivers opens the accounts of professionals.
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

// slowly runs a deed while the institution leaves its accounts and transfers pending.
func slowly(do deed) deed {
	return func(ctx context.Context, s *scene) error {
		if err := s.simulator.Pause(ctx, psp.Pauses{Accounts: true, Transfers: true, Events: true}); err != nil {
			return fmt.Errorf("have the institution wait: %w", err)
		}
		err := do(ctx, s)
		return errors.Join(err, s.simulator.Pause(ctx, psp.Pauses{Events: true}))
	}
}

// carriedOut sends the pending orders to the institution.
func carriedOut(ctx context.Context, s *scene) error { return s.Desk.Work(ctx) }

// arrived asks for the state of payouts again at once. The institution's first answer was that they
// are pending; by now it has sent them.
func arrived(ctx context.Context, s *scene) error {
	if _, err := s.Pool.Exec(ctx, `UPDATE private.payout_orders SET next_at = now()`); err != nil {
		return fmt.Errorf("ask after payouts: %w", err)
	}
	return s.Desk.Work(ctx)
}

// compare runs a comparison with the institution.
func compare(ctx context.Context, s *scene) error { return s.Desk.Reconcile(ctx) }

// takeOut requests a payout for the professional, to their own document.
func takeOut(value money.Money) act {
	return func(ctx context.Context, tx pgx.Tx, s *scene) error {
		_, err := s.Desk.RequestPayout(known{})(s.by(ctx, byMaker), tx, payment.PayoutRequest{
			Value: value, PixKey: professionals[s.professional].document, Password: Password,
		})
		return err
	}
}

// known accepts any password, because the password of a demonstration is public.
type known struct{}

func (known) CheckPassword(context.Context, pgx.Tx, uuid.UUID, string) error { return nil }

// assessed has both sides review finished work.
func assessed(ofWork, ofCompany opinion) act {
	return func(ctx context.Context, tx pgx.Tx, s *scene) error {
		e := engagement{project: s.project, professional: s.professional, ofWork: ofWork, ofCompany: ofCompany}
		return (&loader{tx: tx, ids: s.ids}).assess(ctx, e, s.contractID)
	}
}

// published publishes the reviews that are due.
func published(ctx context.Context, tx pgx.Tx, _ *scene) error {
	_, err := review.Publish(ctx, tx)
	return err
}

// talked makes every conversation end with its latest message by time, which is not the one that
// was stored last.
func talked(ctx context.Context, tx pgx.Tx, s *scene) error {
	return endConversations(ctx, tx, slices.Collect(maps.Values(s.ids)))
}

func endConversations(ctx context.Context, tx pgx.Tx, owners []uuid.UUID) error {
	_, err := tx.Exec(ctx, `
		UPDATE public.conversations v SET last_message_id = m.id, last_from_id = m.from_id, last_content = left(m.content, 160), last_files_count = m.files_count, last_at = m."timestamp"
		FROM public.conversations c CROSS JOIN LATERAL (
		  SELECT * FROM public.messages WHERE thread = c.thread AND (to_id = c.owner_id OR sender_visible) ORDER BY "timestamp" DESC, id DESC LIMIT 1) m
		WHERE (c.owner_id, c.partner_id) = (v.owner_id, v.partner_id) AND m.id <> v.last_message_id AND v.owner_id = ANY ($1)`,
		owners)
	if err != nil {
		return fmt.Errorf("end the conversations: %w", err)
	}
	return nil
}
