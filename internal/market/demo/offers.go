package demo

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/postgres"
)

// countered is a counter-offer of the company to a professional: other parts for the same work.
func countered(professional int, parts []part, note string) act {
	return func(ctx context.Context, tx pgx.Tx, s *scene) error {
		id, number, err := s.proposal(ctx, tx, professional)
		if err != nil {
			return err
		}
		t := terms{parts: parts}
		plan, err := t.plan(s.days)
		if err != nil {
			return err
		}
		price := t.value()
		_, err = proposal.Counter(s.by(ctx, byCompany), tx, proposal.Terms{ProposalID: id, Terms: number, Value: &price, Milestones: (*json.RawMessage)(&plan), Note: note})
		return err
	}
}

// revised sends a professional's new terms.
func revised(professional int, t terms, note string) act {
	return func(ctx context.Context, tx pgx.Tx, s *scene) error {
		id, number, err := s.proposal(ctx, tx, professional)
		if err != nil {
			return err
		}
		plan, err := t.plan(s.days)
		if err != nil {
			return err
		}
		price := t.value()
		_, err = proposal.Revise(s.as(ctx, s.ids[professionals[professional].email]), tx, proposal.Terms{
			ProposalID: id, Terms: number, Value: &price, Milestones: (*json.RawMessage)(&plan), Travel: &t.travel, DeadlineDays: &t.days, Note: note,
		})
		return err
	}
}

func declined(professional int, reason string) act {
	return func(ctx context.Context, tx pgx.Tx, s *scene) error {
		id, _, err := s.proposal(ctx, tx, professional)
		if err != nil {
			return err
		}
		_, err = proposal.Decline(s.by(ctx, byCompany), tx, proposal.Refusal{ProposalID: id, Reason: reason, InvitesNew: true})
		return err
	}
}

// noted writes the company's note on a proposal, under the company's own grants, because the
// server's workflows write no notes.
func noted(professional int, note string, isShortlisted bool) deed {
	return func(ctx context.Context, s *scene) error {
		who := s.company()
		claims := []byte(`{"sub":"` + who.String() + `","role":"authenticated"}`)
		return postgres.As(ctx, s.Pool, caller.Caller{Role: "authenticated", UserID: who, Claims: claims}, func(tx pgx.Tx) error {
			id, _, err := s.proposal(ctx, tx, professional)
			if err != nil {
				return err
			}
			_, err = tx.Exec(ctx, `INSERT INTO public.proposal_notes (proposal_id, note, shortlisted) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, id, note, isShortlisted)
			return err
		})
	}
}

// lapsed expires the proposals that are valid until today, as of tomorrow. The database decides
// what today is, whatever the time of the story.
func lapsed(ctx context.Context, s *scene) error {
	return proposal.Expire(ctx, s.Pool, s.days.now.AddDate(0, 0, 1))
}

// untilToday makes a proposal's validity end today.
func untilToday(professional int) act {
	return func(ctx context.Context, tx pgx.Tx, s *scene) error {
		id, _, err := s.proposal(ctx, tx, professional)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE public.proposals SET valid_until = $2 WHERE id = $1`, id, s.days.lastDay())
		return err
	}
}
