package auth

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
)

// factorPhone is a phone as a second factor: the code of a text proves it.
const factorPhone = "phone"

// enrollPhone is POST /factors with a number. An unfinished enrolment of the same number is
// restarted.
func (s *Server) enrollPhone(w http.ResponseWriter, r *http.Request, me signedIn, in enrolment) error {
	if in.Phone == "" {
		return invalid("Phone number required to enroll Phone factor")
	}
	phone, err := parsePhone(in.Phone)
	if err != nil {
		return err
	}
	ctx := r.Context()
	var id uuid.UUID
	err = s.inTx(ctx, func(tx pgx.Tx) error {
		if err := lockUser(ctx, tx, me.ID); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `DELETE FROM auth.mfa_factors WHERE user_id = $1 AND phone = $2 AND status <> $3`, me.ID, phone, factorVerified)
		if err != nil {
			return fmt.Errorf("restart a phone factor: %w", err)
		}
		var isThere bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM auth.mfa_factors WHERE user_id = $1 AND phone = $2)`, me.ID, phone).Scan(&isThere); err != nil {
			return fmt.Errorf("look up a phone factor: %w", err)
		}
		if isThere {
			return errFactorThere
		}
		id, err = s.insertFactor(ctx, tx, me.ID, newFactor{kind: factorPhone, name: in.FriendlyName, status: factorUnverified, phone: phone})
		return err
	})
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, map[string]any{"id": id, "type": factorPhone, "friendly_name": in.FriendlyName, "phone": phone})
}

// challengePhone sends a code to a factor's number. It counts the text first, and sends it after
// the code is stored, outside any transaction.
func (s *Server) challengePhone(w http.ResponseWriter, r *http.Request, me signedIn, factor Factor, asked string) error {
	channel, err := parseChannel(asked)
	if err != nil {
		return err
	}
	// An enrolment begun with a recent session must not be finished with a stolen one.
	if factor.Status != factorVerified {
		if err := s.mayEnrol(me); err != nil {
			return err
		}
	}
	ctx := r.Context()
	// Counted separately from texts that anybody can request to the number, which could lock the
	// owner out.
	if err := s.spendText(ctx, "factor", me.ID.String(), *factor.Phone); err != nil {
		return err
	}
	code, err := randomCode(s.cfg.CodeDigits)
	if err != nil {
		return err
	}
	id, expiresAt, err := s.insertChallenge(ctx, me, factor.ID, nil)
	if err != nil {
		return err
	}
	if _, err := s.db.Exec(ctx, `UPDATE auth.mfa_challenges SET code_hash = $2 WHERE id = $1`, id, factorCodeHash(id, code)); err != nil {
		return fmt.Errorf("store the code of a challenge: %w", err)
	}
	_, err = s.cfg.Texter.Text(ctx, Text{User: me.User, Phone: *factor.Phone, Code: code, Channel: channel, Factor: true})
	if err != nil {
		_, undone := s.db.Exec(context.WithoutCancel(ctx), `DELETE FROM auth.mfa_challenges WHERE id = $1`, id)
		return unsent(err, undone)
	}
	return answer(w, http.StatusOK, map[string]any{"id": id, "type": factorPhone, "expires_at": expiresAt.Unix()})
}

// unsent is the error for a text that was not sent, with the hook's message if it gave one.
func unsent(err, undone error) error {
	if refusal, isTold := errors.AsType[*fault.Error](err); isTold {
		return errors.Join(refusal, undone)
	}
	return errTextFailed.Because(errors.Join(err, undone))
}

// factorCodeHash binds a code to its challenge.
func factorCodeHash(challengeID uuid.UUID, code string) []byte {
	return tokenHash(challengeID.String() + code)
}

// useText checks the code that was sent; it can be used once. A factor's first code enrols it.
func (s *Server) useText(ctx context.Context, tx pgx.Tx, me signedIn, found challenged, code string) error {
	if found.codeHash == nil || subtle.ConstantTimeCompare(found.codeHash, factorCodeHash(found.challengeID, code)) != 1 {
		return countWrong(ctx, tx, found.challengeID, errFactorText)
	}
	return s.useFactor(ctx, tx, me, found, found.lastStep)
}
