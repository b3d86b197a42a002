package auth

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// creating is a transaction that remembers whom it creates, for the hook that is told
// once they are there.
type creating struct {
	pgx.Tx
	users []uuid.UUID
}

// noteCreated has the hook told of a user once the transaction is committed.
func noteCreated(tx pgx.Tx, user NewUser) {
	if in, ok := tx.(*creating); ok && !user.SkipHook {
		in.users = append(in.users, user.ID)
	}
}

// tellCreated tells the hook of users who are there by now, and stay whatever it says:
// what it refuses is what their request is answered with.
func (s *Server) tellCreated(ctx context.Context, users []uuid.UUID) error {
	hook := s.cfg.Hooks.AfterUserCreated
	if hook == nil {
		return nil
	}
	for _, id := range users {
		user, err := findUser(ctx, s.db, "u.id = $1", id)
		if err != nil {
			return err
		}
		if err := s.ask(ctx, nil, hook, hookCreated, map[string]any{"user": user}, &struct{}{}); err != nil {
			return err
		}
	}
	return nil
}
