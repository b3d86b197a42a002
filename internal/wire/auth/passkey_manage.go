package auth

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
)

const selectPasskey = `
	SELECT f.id, f.friendly_name, p.created_at, p.last_used_at
	  FROM auth.passkeys p JOIN auth.mfa_factors f ON f.id = p.factor_id
	 WHERE f.status = 'verified' AND f.user_id = $1`

func listPasskeys(ctx context.Context, q querier, userID uuid.UUID) ([]listedPasskey, error) {
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

func (s *Server) ownPasskeys(w http.ResponseWriter, r *http.Request, me signedIn) error {
	listed, err := listPasskeys(r.Context(), s.db, me.ID)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, listed)
}

// renamePasskey is PATCH /passkeys/{passkey}.
func (s *Server) renamePasskey(w http.ResponseWriter, r *http.Request, me signedIn) error {
	id, err := pathID(r, "passkey")
	if err != nil {
		return err
	}
	var in struct {
		FriendlyName string `json:"friendly_name"`
	}
	if err := decode(r, &in); err != nil {
		return err
	}
	name := strings.TrimSpace(in.FriendlyName)
	if name == "" || utf8.RuneCountInString(name) > passkeyNameMax {
		return invalid("friendly_name needs 1 to %d characters", passkeyNameMax)
	}
	var renamed listedPasskey
	err = s.inTx(r.Context(), func(tx pgx.Tx) error {
		renamed, err = s.setPasskeyName(r.Context(), tx, me.ID, id, name)
		return err
	})
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, renamed)
}

func (s *Server) setPasskeyName(ctx context.Context, tx pgx.Tx, userID, id uuid.UUID, name string) (listedPasskey, error) {
	_, err := tx.Exec(ctx, `
		UPDATE auth.mfa_factors SET friendly_name = $3, updated_at = $4
		 WHERE id = $1 AND user_id = $2 AND factor_type = $5`, id, userID, name, s.cfg.Now(), factorPasskey)
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.ConstraintName == factorNameConstraint {
		return listedPasskey{}, errFactorName
	}
	if err != nil {
		return listedPasskey{}, fmt.Errorf("rename passkey: %w", err)
	}
	rows, err := tx.Query(ctx, selectPasskey+` AND f.id = $2`, userID, id)
	if err != nil {
		return listedPasskey{}, fmt.Errorf("read passkey: %w", err)
	}
	renamed, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[listedPasskey])
	if isMissing(err) {
		return renamed, errPasskeyNotFound
	}
	if err != nil {
		return renamed, fmt.Errorf("read passkey: %w", err)
	}
	renamed.inUTC()
	return renamed, nil
}

// removePasskey is DELETE /passkeys/{passkey}: it equals deleting its factor.
func (s *Server) removePasskey(w http.ResponseWriter, r *http.Request, me signedIn) error {
	if err := s.mayUnenrol(me); err != nil {
		return err
	}
	return s.dropPasskey(w, r, me.ID)
}

func (s *Server) dropPasskey(w http.ResponseWriter, r *http.Request, userID uuid.UUID) error {
	id, err := pathID(r, "passkey")
	if err != nil {
		return err
	}
	ctx := r.Context()
	err = s.inTx(ctx, func(tx pgx.Tx) error {
		var isOne bool
		err := tx.QueryRow(ctx, `SELECT EXISTS (`+selectPasskey+` AND f.id = $2)`, userID, id).Scan(&isOne)
		if err != nil {
			return fmt.Errorf("find passkey: %w", err)
		}
		if !isOne {
			return errPasskeyNotFound
		}
		return s.dropFactor(ctx, tx, userID, id)
	})
	if err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (s *Server) listPasskeysOf(w http.ResponseWriter, r *http.Request) error {
	userID, err := pathID(r, "user")
	if err != nil {
		return err
	}
	if _, err := findUser(r.Context(), s.db, "u.id = $1", userID); err != nil {
		return err
	}
	listed, err := listPasskeys(r.Context(), s.db, userID)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, listed)
}

func (s *Server) removePasskeyOf(w http.ResponseWriter, r *http.Request) error {
	userID, err := pathID(r, "user")
	if err != nil {
		return err
	}
	return s.dropPasskey(w, r, userID)
}
