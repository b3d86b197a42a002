package factor

import (
	"context"
	"crypto/subtle"
	"fmt"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/message"
	"automacao/internal/wire/auth/session"
)

// enrollPhone is POST /factors with a number. An unfinished enrolment of the same number is
// restarted.
func (s *Server) enrollPhone(w http.ResponseWriter, r *http.Request, me session.SignedIn, in enrolment) error {
	if in.Phone == "" {
		return core.Invalid("Phone number required to enroll Phone factor")
	}
	phone, err := core.ParsePhone(in.Phone)
	if err != nil {
		return err
	}
	ctx := r.Context()
	var id uuid.UUID
	err = s.InTx(ctx, func(tx pgx.Tx) error {
		if err := core.LockUser(ctx, tx, me.ID); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `DELETE FROM auth.mfa_factors WHERE user_id = $1 AND phone = $2 AND status <> $3`, me.ID, phone, core.FactorVerified)
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
		id, err = s.insertFactor(ctx, tx, me.ID, newFactor{kind: core.FactorPhone, name: in.FriendlyName, status: factorUnverified, phone: phone})
		return err
	})
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, map[string]any{"id": id, "type": core.FactorPhone, "friendly_name": in.FriendlyName, "phone": phone})
}

// challengePhone sends a code to a factor's number. It counts the text first, and sends it after
// the code is stored, outside any transaction.
func (s *Server) challengePhone(w http.ResponseWriter, r *http.Request, me session.SignedIn, factor core.Factor, asked string) error {
	channel, err := core.ParseChannel(asked)
	if err != nil {
		return err
	}
	// An enrolment begun with a recent session must not be finished with a stolen one.
	if factor.Status != core.FactorVerified {
		if err := s.mayEnrol(me); err != nil {
			return err
		}
	}
	ctx := r.Context()
	// Counted separately from texts that anybody can request to the number, which could lock the
	// owner out.
	if err := s.messages.SpendText(ctx, "factor", me.ID.String(), *factor.Phone); err != nil {
		return err
	}
	code, err := message.RandomCode(s.Config.CodeDigits)
	if err != nil {
		return err
	}
	id, expiresAt, err := s.insertChallenge(ctx, me, factor.ID, nil)
	if err != nil {
		return err
	}
	if _, err := s.DB.Exec(ctx, `UPDATE auth.mfa_challenges SET code_hash = $2 WHERE id = $1`, id, factorCodeHash(id, code)); err != nil {
		return fmt.Errorf("store the code of a challenge: %w", err)
	}
	_, err = s.Config.Texter.Text(ctx, core.Text{User: me.User, Phone: *factor.Phone, Code: code, Channel: channel, Factor: true})
	if err != nil {
		_, undone := s.DB.Exec(context.WithoutCancel(ctx), `DELETE FROM auth.mfa_challenges WHERE id = $1`, id)
		return message.Unsent(err, undone)
	}
	return core.Answer(w, http.StatusOK, map[string]any{"id": id, "type": core.FactorPhone, "expires_at": expiresAt.Unix()})
}

// factorCodeHash binds a code to its challenge.
func factorCodeHash(challengeID uuid.UUID, code string) []byte {
	return core.TokenHash(challengeID.String() + code)
}

// useText checks the code that was sent; it can be used once. A factor's first code enrols it.
func (s *Server) useText(ctx context.Context, tx pgx.Tx, me session.SignedIn, found challenged, code string) error {
	if found.codeHash == nil || subtle.ConstantTimeCompare(found.codeHash, factorCodeHash(found.challengeID, code)) != 1 {
		return countWrong(ctx, tx, found.challengeID, errFactorText)
	}
	return s.useFactor(ctx, tx, me, found, found.lastStep)
}
