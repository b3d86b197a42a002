package core

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/wire/auth/hook"
)

// Ask calls a hook and decodes its response into out. A function runs in tx; if tx is nil, in a
// transaction of its own, which commits whatever the function answers. A hook's refusal is a
// *fault.Error with the hook's message.
func (s *Server) Ask(ctx context.Context, tx pgx.Tx, program *hook.Hook, name string, about map[string]any, out any) error {
	about["metadata"] = map[string]any{
		"uuid": uuid.NewString(), "time": s.Config.Now().UTC(), "name": name, "ip_address": caller.From(ctx).IP,
	}
	body, err := json.Marshal(about)
	if err != nil {
		return fmt.Errorf("encode a hook's payload: %w", err)
	}
	var raw []byte
	if tx == nil && program.IsFunction() {
		err = s.InTx(ctx, func(tx pgx.Tx) (err error) {
			raw, err = program.Call(ctx, tx, s.holding, body)
			return err
		})
	} else {
		raw, err = program.Call(ctx, tx, s.holding, body)
	}
	if err != nil {
		return err
	}
	return hook.Decode(raw, out)
}
