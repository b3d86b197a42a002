package demo

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/deal/dispute"
)

// quarrel opens a dispute over a milestone.
func quarrel(position int, by side, percent int64, reason string) act {
	return about(position, func(ctx context.Context, tx pgx.Tx, s *scene, id uuid.UUID) error {
		_, err := dispute.Open(s.by(ctx, by), tx, dispute.Opening{MilestoneID: id, Reason: reason, ProfessionalPercent: &percent})
		return err
	})
}

// inDispute is a step of the contract's open dispute.
func inDispute(do func(ctx context.Context, tx pgx.Tx, s *scene, id uuid.UUID) error) act {
	return func(ctx context.Context, tx pgx.Tx, s *scene) error {
		id, err := s.one(ctx, tx, `SELECT id FROM public.disputes WHERE contract_id = $1 AND ended_at IS NULL`)
		if err != nil {
			return err
		}
		return do(ctx, tx, s, id)
	}
}

func replied(by side, words string) act {
	return inDispute(func(ctx context.Context, tx pgx.Tx, s *scene, id uuid.UUID) error {
		_, err := dispute.Answer(s.by(ctx, by), tx, dispute.Reply{DisputeID: id, Statement: words})
		return err
	})
}

func divided(by side, percent int64, note string) act {
	return inDispute(func(ctx context.Context, tx pgx.Tx, s *scene, id uuid.UUID) error {
		_, err := dispute.ProposeSplit(s.by(ctx, by), tx, dispute.Split{DisputeID: id, ProfessionalPercent: &percent, Note: note})
		return err
	})
}

func acceptedSplit(by side) act {
	return inDispute(func(ctx context.Context, tx pgx.Tx, s *scene, id uuid.UUID) error {
		_, err := dispute.AcceptSplit(s.by(ctx, by), tx, dispute.Acceptance{DisputeID: id})
		return err
	})
}

func mediated(by side, reason string) act {
	return inDispute(func(ctx context.Context, tx pgx.Tx, s *scene, id uuid.UUID) error {
		_, err := dispute.CallMediation(s.by(ctx, by), tx, dispute.Call{DisputeID: id, Reason: reason})
		return err
	})
}

func decided(percent int64, reason string) act {
	return inDispute(func(ctx context.Context, tx pgx.Tx, s *scene, id uuid.UUID) error {
		_, err := dispute.Decide(s.admin(ctx), tx, dispute.Decision{DisputeID: id, ProfessionalPercent: &percent, Reason: reason})
		return err
	})
}

func appealed(by side, reason string) act {
	return inDispute(func(ctx context.Context, tx pgx.Tx, s *scene, id uuid.UUID) error {
		_, err := dispute.Appeal(s.by(ctx, by), tx, dispute.Call{DisputeID: id, Reason: reason})
		return err
	})
}

func bowed(by side) act {
	return inDispute(func(ctx context.Context, tx pgx.Tx, s *scene, id uuid.UUID) error {
		_, err := dispute.AcceptDecision(s.by(ctx, by), tx, dispute.Reference{DisputeID: id})
		return err
	})
}
