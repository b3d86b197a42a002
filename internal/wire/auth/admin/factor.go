package admin

import (
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/factor"
)

// ListFactors is GET /admin/users/{user}/factors.
func (s *Server) ListFactors(w http.ResponseWriter, r *http.Request) error {
	id, err := core.PathID(r, "user")
	if err != nil {
		return err
	}
	user, err := core.FindUser(r.Context(), s.DB, "u.id = $1", id)
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, user.Factors)
}

// RemoveFactor is DELETE /admin/users/{user}/factors/{factor}.
func (s *Server) RemoveFactor(w http.ResponseWriter, r *http.Request) error {
	userID, err := core.PathID(r, "user")
	if err != nil {
		return err
	}
	factorID, err := core.PathID(r, "factor")
	if err != nil {
		return err
	}
	err = s.InTx(r.Context(), func(tx pgx.Tx) error { return s.factors.Drop(r.Context(), tx, userID, factorID) })
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, map[string]any{"id": factorID})
}

// ChangeFactor is PUT: it changes a factor's name, or a phone factor's number.
func (s *Server) ChangeFactor(w http.ResponseWriter, r *http.Request) error {
	userID, err := core.PathID(r, "user")
	if err != nil {
		return err
	}
	factorID, err := core.PathID(r, "factor")
	if err != nil {
		return err
	}
	var in struct {
		FriendlyName string `json:"friendly_name"`
		Phone        string `json:"phone"`
	}
	if err := core.Decode(r, &in); err != nil {
		return err
	}
	if len(in.FriendlyName) > factor.NameMax {
		return core.Invalid("friendly_name may have %d bytes", factor.NameMax)
	}
	if in.Phone != "" {
		if in.Phone, err = core.ParsePhone(in.Phone); err != nil {
			return err
		}
	}
	ctx := r.Context()
	err = s.InTx(ctx, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `
			UPDATE auth.mfa_factors SET updated_at = $5, friendly_name = coalesce(nullif($3, ''), friendly_name),
			       phone = CASE WHEN factor_type = $6 THEN coalesce(nullif($4, ''), phone) END
			 WHERE id = $1 AND user_id = $2`, factorID, userID, in.FriendlyName, in.Phone, s.Config.Now(), core.FactorPhone)
		if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.ConstraintName == factor.NameConstraint {
			return factor.ErrFactorName
		}
		if err != nil {
			return fmt.Errorf("change factor: %w", err)
		}
		if tag.RowsAffected() == 0 {
			return factor.ErrFactorNotFound
		}
		return s.Record(ctx, tx, core.ActionFactorChanged, userID, map[string]any{"factor_id": factorID})
	})
	if err != nil {
		return err
	}
	user, err := core.FindUser(ctx, s.DB, "u.id = $1", userID)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(user.Factors, func(f core.Factor) bool { return f.ID == factorID })
	if at < 0 {
		return factor.ErrFactorNotFound
	}
	return core.Answer(w, http.StatusOK, user.Factors[at])
}
