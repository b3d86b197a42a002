package auth

import (
	"net/http"

	"github.com/jackc/pgx/v5"
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
