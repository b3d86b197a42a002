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

// factorPhone is a telephone as a second factor: the code of a text proves it.
const factorPhone = "phone"

// enrollPhone is POST /factors of a number. One that was begun with the same number and
// never finished is begun anew.
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
			return fmt.Errorf("begin a phone factor anew: %w", err)
		}
		var isThere bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM auth.mfa_factors WHERE user_id = $1 AND phone = $2)`, me.ID, phone).Scan(&isThere); err != nil {
			return fmt.Errorf("look for a phone factor: %w", err)
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

// challengePhone sends a code to a factor's number. The text is counted first, whoever
// it is for, and sent once the code is stored: no transaction waits for it.
func (s *Server) challengePhone(w http.ResponseWriter, r *http.Request, me signedIn, factor Factor, asked string) error {
	channel, err := parseChannel(asked)
	if err != nil {
		return err
	}
	// What was begun with a fresh session is not finished with a stolen one.
	if factor.Status != factorVerified {
		if err := s.mayEnrol(me); err != nil {
			return err
		}
	}
	ctx := r.Context()
	// Apart from what anybody asks for by the number, which would keep its owner out.
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
		return fmt.Errorf("keep the code of a challenge: %w", err)
	}
	_, err = s.cfg.Texter.Text(ctx, Text{User: me.User, Phone: *factor.Phone, Code: code, Channel: channel, Factor: true})
	if err != nil {
		_, undone := s.db.Exec(context.WithoutCancel(ctx), `DELETE FROM auth.mfa_challenges WHERE id = $1`, id)
		return unsent(err, undone)
	}
	return answer(w, http.StatusOK, map[string]any{"id": id, "type": factorPhone, "expires_at": expiresAt.Unix()})
}

// unsent is the answer to a text that was not sent, in the words of a hook that said why.
func unsent(err, undone error) error {
	if refusal, isTold := errors.AsType[*fault.Error](err); isTold {
		return errors.Join(refusal, undone)
	}
	return errTextFailed.Because(errors.Join(err, undone))
}

// factorCodeHash ties a code to its challenge: no other is met by it.
func factorCodeHash(challengeID uuid.UUID, code string) []byte {
	return tokenHash(challengeID.String() + code)
}

// useText takes the code that was sent, once. A factor's first one enrols it.
func (s *Server) useText(ctx context.Context, tx pgx.Tx, me signedIn, found challenged, code string) error {
	if found.codeHash == nil || subtle.ConstantTimeCompare(found.codeHash, factorCodeHash(found.challengeID, code)) != 1 {
		return countWrong(ctx, tx, found.challengeID, errFactorText)
	}
	return s.useFactor(ctx, tx, me, found, found.lastStep)
}
