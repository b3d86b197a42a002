package auth

import (
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

func (s *Server) listFactors(w http.ResponseWriter, r *http.Request) error {
	id, err := pathID(r, "user")
	if err != nil {
		return err
	}
	user, err := findUser(r.Context(), s.db, "u.id = $1", id)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, user.Factors)
}

func (s *Server) removeFactor(w http.ResponseWriter, r *http.Request) error {
	userID, err := pathID(r, "user")
	if err != nil {
		return err
	}
	factorID, err := pathID(r, "factor")
	if err != nil {
		return err
	}
	err = s.inTx(r.Context(), func(tx pgx.Tx) error { return s.dropFactor(r.Context(), tx, userID, factorID) })
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, map[string]any{"id": factorID})
}

// changeFactor is PUT: it changes a factor's name, or a phone factor's number.
func (s *Server) changeFactor(w http.ResponseWriter, r *http.Request) error {
	userID, err := pathID(r, "user")
	if err != nil {
		return err
	}
	factorID, err := pathID(r, "factor")
	if err != nil {
		return err
	}
	var in struct {
		FriendlyName string `json:"friendly_name"`
		Phone        string `json:"phone"`
	}
	if err := decode(r, &in); err != nil {
		return err
	}
	if len(in.FriendlyName) > factorNameMax {
		return invalid("friendly_name may have %d bytes", factorNameMax)
	}
	if in.Phone != "" {
		if in.Phone, err = parsePhone(in.Phone); err != nil {
			return err
		}
	}
	ctx := r.Context()
	err = s.inTx(ctx, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `
			UPDATE auth.mfa_factors SET updated_at = $5, friendly_name = coalesce(nullif($3, ''), friendly_name),
			       phone = CASE WHEN factor_type = $6 THEN coalesce(nullif($4, ''), phone) END
			 WHERE id = $1 AND user_id = $2`, factorID, userID, in.FriendlyName, in.Phone, s.cfg.Now(), factorPhone)
		if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.ConstraintName == factorNameConstraint {
			return errFactorName
		}
		if err != nil {
			return fmt.Errorf("change factor: %w", err)
		}
		if tag.RowsAffected() == 0 {
			return errFactorNotFound
		}
		return s.record(ctx, tx, actionFactorChanged, userID, map[string]any{"factor_id": factorID})
	})
	if err != nil {
		return err
	}
	user, err := findUser(ctx, s.db, "u.id = $1", userID)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(user.Factors, func(f Factor) bool { return f.ID == factorID })
	if at < 0 {
		return errFactorNotFound
	}
	return answer(w, http.StatusOK, user.Factors[at])
}
