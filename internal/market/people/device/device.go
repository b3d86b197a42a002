// Package device stores the devices on which people receive push notifications. What they receive
// belongs to packages notification and jobs.
package device

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/humantext"
	"automacao/internal/market/limits"
)

var (
	errForeign   = fault.New(http.StatusBadRequest, "push_service_unknown", "O serviço de notificações deste navegador não é aceito aqui.")
	errKeys      = fault.New(http.StatusBadRequest, "push_keys_wrong", "O navegador deu chaves de notificação que não servem. Atualize-o e tente novamente.")
	errNoSession = fault.New(http.StatusBadRequest, "push_needs_session", "Entre na conta neste aparelho para receber notificações nele.")
	errTaken     = fault.New(http.StatusConflict, "push_device_taken", "Este aparelho já recebe notificações de outra conta. Recarregue a página e tente novamente.")
)

// Subscription is what a browser gives so that it can be reached (PushSubscription).
type Subscription struct {
	Endpoint  string `json:"endpoint"`
	P256dh    string `json:"p256dh"`
	Auth      string `json:"auth"`
	UserAgent string `json:"user_agent"`
}

// Kept names a stored device.
type Kept struct {
	ID uuid.UUID `json:"id"`
}

// Rules check which addresses and keys may be stored. They return nil if it is allowed.
type Rules struct {
	Endpoint func(endpoint string) error
	Keys     func(p256dh, secret string) error
}

const userAgentMax = 400

// add stores a device. If the address is known, the same keys prove that the caller holds the
// browser, so the device moves from whoever signed in there before.
const add = `
	INSERT INTO public.push_subscriptions AS kept (profile_id, session_id, endpoint, p256dh, auth_secret, user_agent)
	VALUES ($1, $2, $3, $4, $5, left($6, $7))
	ON CONFLICT (endpoint) DO UPDATE
	SET profile_id = excluded.profile_id, session_id = excluded.session_id, user_agent = excluded.user_agent
	WHERE kept.p256dh = excluded.p256dh AND kept.auth_secret = excluded.auth_secret
	RETURNING id`

// crowdOut deletes the devices beyond the limit, beginning with the one longest without a delivered
// notification.
const crowdOut = `
	DELETE FROM public.push_subscriptions WHERE id IN (
	  SELECT id FROM public.push_subscriptions WHERE profile_id = $1 AND id <> $2
	  ORDER BY coalesce(succeeded_at, created_at) DESC, id DESC OFFSET $3)`

// Add stores the device of the caller's session, or renews it.
func Add(rules Rules) func(context.Context, pgx.Tx, Subscription) (Kept, error) {
	return func(ctx context.Context, tx pgx.Tx, in Subscription) (Kept, error) {
		who := caller.From(ctx)
		if who.SessionID == uuid.Nil {
			return Kept{}, errNoSession
		}
		if err := rules.Endpoint(in.Endpoint); err != nil || len(in.Endpoint) > 1000 {
			return Kept{}, errForeign.Because(err)
		}
		if err := rules.Keys(in.P256dh, in.Auth); err != nil {
			return Kept{}, errKeys.Because(err)
		}
		return keep(ctx, tx, who, in)
	}
}

func keep(ctx context.Context, tx pgx.Tx, who caller.Caller, in Subscription) (Kept, error) {
	// Without this lock, two devices added at once would each not count the other.
	if _, err := tx.Exec(ctx, `SELECT FROM public.profiles WHERE id = $1 FOR NO KEY UPDATE`, who.UserID); err != nil {
		return Kept{}, fmt.Errorf("lock the person: %w", err)
	}
	if _, err := tx.Exec(ctx, `DELETE FROM public.push_subscriptions WHERE session_id = $1 AND endpoint <> $2`, who.SessionID, in.Endpoint); err != nil {
		return Kept{}, fmt.Errorf("forget the former address: %w", err)
	}
	var kept Kept
	err := tx.QueryRow(ctx, add, who.UserID, who.SessionID, in.Endpoint, in.P256dh, in.Auth, humantext.Clean(in.UserAgent), userAgentMax).Scan(&kept.ID)
	if errors.Is(err, pgx.ErrNoRows) {
		return Kept{}, errTaken
	}
	if err != nil {
		return Kept{}, fmt.Errorf("keep a device: %w", err)
	}
	if _, err := tx.Exec(ctx, crowdOut, who.UserID, kept.ID, limits.PushDevicesMax-1); err != nil {
		return Kept{}, fmt.Errorf("forget what is too many: %w", err)
	}
	return kept, nil
}

// Nothing is the argument of a call that takes none.
type Nothing struct{}

// Removed says whether there was a device to remove.
type Removed struct {
	Removed bool `json:"removed"`
}

// Remove deletes the device of the caller's session.
func Remove(ctx context.Context, tx pgx.Tx, _ Nothing) (Removed, error) {
	tag, err := tx.Exec(ctx, `DELETE FROM public.push_subscriptions WHERE session_id = $1 AND profile_id = $2`, caller.From(ctx).SessionID, caller.From(ctx).UserID)
	if err != nil {
		return Removed{}, fmt.Errorf("forget a device: %w", err)
	}
	return Removed{Removed: tag.RowsAffected() > 0}, nil
}
