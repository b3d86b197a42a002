package demo

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/market/deal/proposal"
	"automacao/internal/postgres"
)

// countered is an offer of the company to a professional: other parts, for the
// same work.
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

// revised are new terms of a professional.
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

// noted is what the company's people wrote beside a proposal, under their own
// grants: the server writes no notes.
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

// lapsed lets the proposals end that are valid until today, as tomorrow does:
// what is today is said by the database, whenever the story is told of.
func lapsed(ctx context.Context, s *scene) error {
	return proposal.Expire(ctx, s.Pool, s.days.now.AddDate(0, 0, 1))
}

// untilToday is a proposal that is no longer valid tomorrow.
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
