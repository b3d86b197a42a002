package core

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/hook"
)

// recordingTx is a transaction that records the users it creates, for the hook that is called after
// the commit.
type recordingTx struct {
	pgx.Tx
	users []uuid.UUID
}

// RecordCreated records a user for the hook to be told of after the commit.
func RecordCreated(tx pgx.Tx, user NewUser) {
	if in, ok := tx.(*recordingTx); ok && !user.SkipHook {
		in.users = append(in.users, user.ID)
	}
}

// callCreatedHook tells the hook of committed users. They stay whatever it answers; its refusal becomes
// the response to the request.
func (s *Server) callCreatedHook(ctx context.Context, users []uuid.UUID) error {
	program := s.Config.Hooks.AfterUserCreated
	if program == nil {
		return nil
	}
	for _, id := range users {
		user, err := FindUser(ctx, s.DB, "u.id = $1", id)
		if err != nil {
			return err
		}
		if err := s.Ask(ctx, nil, program, hook.AfterUserCreated, map[string]any{"user": user}, &struct{}{}); err != nil {
			return err
		}
	}
	return nil
}
