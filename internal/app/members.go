package app

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/people/account"
	"automacao/internal/wire/auth"
	"automacao/internal/wire/auth/core"
)

// members makes users for the demonstration and for administrators.
type members struct{ auth *auth.Server }

// CreateMember registers somebody as a sign-up would.
func (m members) CreateMember(ctx context.Context, tx pgx.Tx, email, password string, data map[string]any) (uuid.UUID, error) {
	return m.auth.Accounts.CreateUser(ctx, tx, core.NewUser{Email: email, Password: password, Metadata: data})
}

// CreateAdmin makes an administrator, who has no document and no sign-up.
func (m members) CreateAdmin(ctx context.Context, tx pgx.Tx, email, password, name string) (uuid.UUID, error) {
	id, err := m.auth.Accounts.CreateUser(ctx, tx, core.NewUser{
		Email: email, Password: password, Metadata: map[string]any{"name": name, "role": "admin"}, SkipHook: true,
	})
	if err != nil {
		return uuid.Nil, err
	}
	return id, account.InsertAdmin(ctx, tx, id, email, name)
}
