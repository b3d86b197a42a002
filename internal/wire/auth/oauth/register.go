package oauth

import (
	"context"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/oauthserver"
)

var (
	errRegistrationOff  = fault.New(http.StatusForbidden, "oauth_dynamic_client_registration_disabled", "Dynamic client registration is not enabled")
	errRegistrationFull = &oauthserver.Error{Status: http.StatusForbidden, Code: "access_denied", Description: "No more clients are registered"}
)

// Register is POST /oauth/clients/register (RFC 7591). Registration gives no access: users
// are asked before the client learns anything.
func (s *Server) Register(w http.ResponseWriter, r *http.Request) error {
	if !s.Config.OAuthServer.DynamicRegistration {
		return &oauthserver.Error{Status: errRegistrationOff.Status, Code: errRegistrationOff.Code, Description: errRegistrationOff.Message}
	}
	var in oauthserver.Registration
	if err := core.Decode(r, &in); err != nil {
		return err
	}
	made, err := oauthserver.NewClient(in, oauthserver.Dynamic)
	if err != nil {
		return err
	}
	ctx := r.Context()
	network := caller.From(ctx).Network()
	err = s.InTx(ctx, func(tx pgx.Tx) error {
		if err := s.makeRoom(ctx, tx, network); err != nil {
			return err
		}
		return s.addClient(ctx, tx, &made, network)
	})
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusCreated, made)
}

// makeRoom bounds the self-registered clients, serialising registrations: those of one network,
// however many people share it, and then all. The oldest without any consent are deleted first;
// clients in use stay, and count.
func (s *Server) makeRoom(ctx context.Context, tx pgx.Tx, network string) error {
	if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock(hashtextextended('register client', 0))`); err != nil {
		return fmt.Errorf("lock registration: %w", err)
	}
	for _, bound := range []struct {
		of  string
		max int
	}{{network, s.Config.OAuthServer.ClientsPerNetworkMax}, {"", s.Config.OAuthServer.ClientsMax}} {
		for {
			over, err := clientsBeyond(ctx, tx, bound.of, bound.max-1)
			if err != nil {
				return err
			}
			if over <= 0 {
				break
			}
			forgotten, err := forgetUnused(ctx, tx, bound.of, over)
			if err != nil {
				return err
			}
			if forgotten == 0 {
				return errRegistrationFull
			}
		}
	}
	return nil
}

// registeredHere are the clients that registered themselves, from one network or from all.
const registeredHere = `registration_type = 'dynamic' AND deleted_at IS NULL AND ($1 = '' OR registered_from = $1)`

func clientsBeyond(ctx context.Context, tx pgx.Tx, network string, most int) (over int, err error) {
	if err := tx.QueryRow(ctx, `SELECT count(*) - $2::int FROM auth.oauth_clients WHERE `+registeredHere, network, most).Scan(&over); err != nil {
		return 0, fmt.Errorf("count clients: %w", err)
	}
	return over, nil
}

// forgetUnused deletes up to the given number of the oldest clients without any consent. It locks
// them first and skips clients that a concurrent consent has locked; a consent committed before the
// lock is seen only by the second statement.
func forgetUnused(ctx context.Context, tx pgx.Tx, network string, most int) (int64, error) {
	rows, err := tx.Query(ctx, `
		SELECT id FROM auth.oauth_clients WHERE `+registeredHere+` AND `+NeverAgreed+`
		 ORDER BY created_at, id LIMIT $2 FOR UPDATE SKIP LOCKED`, network, most)
	if err != nil {
		return 0, fmt.Errorf("find unused clients: %w", err)
	}
	unused, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return 0, fmt.Errorf("find unused clients: %w", err)
	}
	tag, err := tx.Exec(ctx, `DELETE FROM auth.oauth_clients WHERE id = ANY($1) AND `+NeverAgreed, unused)
	if err != nil {
		return 0, fmt.Errorf("delete unused clients: %w", err)
	}
	return tag.RowsAffected(), nil
}

// NeverAgreed selects clients that no user has ever granted access.
const NeverAgreed = `NOT EXISTS (SELECT FROM auth.oauth_consents k WHERE k.client_id = oauth_clients.id)`
