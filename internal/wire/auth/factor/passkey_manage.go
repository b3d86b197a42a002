package factor

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/session"
)

const selectPasskey = `
	SELECT f.id, f.friendly_name, p.created_at, p.last_used_at
	  FROM auth.passkeys p JOIN auth.mfa_factors f ON f.id = p.factor_id
	 WHERE f.status = 'verified' AND f.user_id = $1`

func listPasskeys(ctx context.Context, q core.Querier, userID uuid.UUID) ([]listedPasskey, error) {
	rows, err := q.Query(ctx, selectPasskey+` ORDER BY f.id`, userID)
	if err != nil {
		return nil, fmt.Errorf("list passkeys: %w", err)
	}
	listed, err := pgx.CollectRows(rows, pgx.RowToStructByName[listedPasskey])
	if err != nil {
		return nil, fmt.Errorf("list passkeys: %w", err)
	}
	for i := range listed {
		listed[i].inUTC()
	}
	return listed, nil
}

func (p *listedPasskey) inUTC() {
	p.CreatedAt = p.CreatedAt.UTC()
	if p.LastUsedAt != nil {
		*p.LastUsedAt = p.LastUsedAt.UTC()
	}
}

// OwnPasskeys is GET /passkeys.
func (s *Server) OwnPasskeys(w http.ResponseWriter, r *http.Request, me session.SignedIn) error {
	listed, err := listPasskeys(r.Context(), s.DB, me.ID)
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, listed)
}

// RenamePasskey is PATCH /passkeys/{passkey}.
func (s *Server) RenamePasskey(w http.ResponseWriter, r *http.Request, me session.SignedIn) error {
	id, err := core.PathID(r, "passkey")
	if err != nil {
		return err
	}
	var in struct {
		FriendlyName string `json:"friendly_name"`
	}
	if err := core.Decode(r, &in); err != nil {
		return err
	}
	name := strings.TrimSpace(in.FriendlyName)
	if name == "" || utf8.RuneCountInString(name) > passkeyNameMax {
		return core.Invalid("friendly_name needs 1 to %d characters", passkeyNameMax)
	}
	var renamed listedPasskey
	err = s.InTx(r.Context(), func(tx pgx.Tx) error {
		renamed, err = s.setPasskeyName(r.Context(), tx, me.ID, id, name)
		return err
	})
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, renamed)
}

func (s *Server) setPasskeyName(ctx context.Context, tx pgx.Tx, userID, id uuid.UUID, name string) (listedPasskey, error) {
	_, err := tx.Exec(ctx, `
		UPDATE auth.mfa_factors SET friendly_name = $3, updated_at = $4
		 WHERE id = $1 AND user_id = $2 AND factor_type = $5`, id, userID, name, s.Config.Now(), core.FactorPasskey)
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.ConstraintName == NameConstraint {
		return listedPasskey{}, ErrFactorName
	}
	if err != nil {
		return listedPasskey{}, fmt.Errorf("rename passkey: %w", err)
	}
	rows, err := tx.Query(ctx, selectPasskey+` AND f.id = $2`, userID, id)
	if err != nil {
		return listedPasskey{}, fmt.Errorf("read passkey: %w", err)
	}
	renamed, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[listedPasskey])
	if core.IsMissing(err) {
		return renamed, errPasskeyNotFound
	}
	if err != nil {
		return renamed, fmt.Errorf("read passkey: %w", err)
	}
	renamed.inUTC()
	return renamed, nil
}

// RemovePasskey is DELETE /passkeys/{passkey}: it equals deleting its factor.
func (s *Server) RemovePasskey(w http.ResponseWriter, r *http.Request, me session.SignedIn) error {
	if err := s.mayUnenrol(me); err != nil {
		return err
	}
	return s.dropPasskey(w, r, me.ID)
}

func (s *Server) dropPasskey(w http.ResponseWriter, r *http.Request, userID uuid.UUID) error {
	id, err := core.PathID(r, "passkey")
	if err != nil {
		return err
	}
	ctx := r.Context()
	err = s.InTx(ctx, func(tx pgx.Tx) error {
		var isOne bool
		err := tx.QueryRow(ctx, `SELECT EXISTS (`+selectPasskey+` AND f.id = $2)`, userID, id).Scan(&isOne)
		if err != nil {
			return fmt.Errorf("find passkey: %w", err)
		}
		if !isOne {
			return errPasskeyNotFound
		}
		return s.Drop(ctx, tx, userID, id)
	})
	if err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// PasskeysOf is GET /admin/users/{user}/passkeys.
func (s *Server) PasskeysOf(w http.ResponseWriter, r *http.Request) error {
	userID, err := core.PathID(r, "user")
	if err != nil {
		return err
	}
	if _, err := core.FindUser(r.Context(), s.DB, "u.id = $1", userID); err != nil {
		return err
	}
	listed, err := listPasskeys(r.Context(), s.DB, userID)
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, listed)
}

// RemovePasskeyOf is DELETE /admin/users/{user}/passkeys/{passkey}.
func (s *Server) RemovePasskeyOf(w http.ResponseWriter, r *http.Request) error {
	userID, err := core.PathID(r, "user")
	if err != nil {
		return err
	}
	return s.dropPasskey(w, r, userID)
}
