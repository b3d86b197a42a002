package auth

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// recordingTx is a transaction that records the users it creates, for the hook that is called after
// the commit.
type recordingTx struct {
	pgx.Tx
	users []uuid.UUID
}

// recordCreated records a user for the hook to be told of after the commit.
func recordCreated(tx pgx.Tx, user NewUser) {
	if in, ok := tx.(*recordingTx); ok && !user.SkipHook {
		in.users = append(in.users, user.ID)
	}
}

// callCreatedHook tells the hook of committed users. They stay whatever it answers; its refusal becomes
// the response to the request.
func (s *Server) callCreatedHook(ctx context.Context, users []uuid.UUID) error {
	program := s.cfg.Hooks.AfterUserCreated
	if program == nil {
		return nil
	}
	for _, id := range users {
		user, err := findUser(ctx, s.db, "u.id = $1", id)
		if err != nil {
			return err
		}
		if err := s.ask(ctx, nil, program, hookCreated, map[string]any{"user": user}, &struct{}{}); err != nil {
			return err
		}
	}
	return nil
}
