package correction

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/market/deal"
	"automacao/internal/market/money/payment"
	"automacao/internal/market/people/account"
	"automacao/internal/market/people/audit"
	"automacao/internal/market/people/barred"
	"automacao/internal/market/transition"
)

// Refusals of a decision, shown to administrators.
var (
	ErrUnknownDecision = fault.New(http.StatusUnprocessableEntity, "unknown_correction_decision", "Aprove ou recuse o pedido.")
	ErrNumberTaken     = fault.New(http.StatusConflict, "number_taken", "Este número já é de outra conta. Confira com as duas, ou recuse o pedido.")
	ErrNumberBarred    = fault.New(http.StatusConflict, "number_barred", "Este número é de quem foi bloqueado e excluído. Libere o cadastro antes, ou recuse o pedido.")
	ErrNumberMoved     = fault.New(http.StatusConflict, "number_moved", "O número cadastrado não é mais o que se pediu para corrigir. Recuse o pedido.")
	ErrOwnerBlocked    = fault.New(http.StatusConflict, "correction_of_blocked", "A conta está bloqueada. Recuse o pedido, ou desbloqueie a conta antes.")
)

// Decision ends a correction: approved, or refused with a reason.
type Decision struct {
	CorrectionID uuid.UUID `json:"correction_id"`
	Status       string    `json:"status"`
	Reason       string    `json:"reason,omitempty"`
}

// steps maps a decision to its step.
var steps = map[string]string{"approved": "approve_correction", "refused": "refuse_correction"}

// Decide approves or refuses a waiting correction, once, and tells its owner. Only administrators
// may. It checks the number again, which may have been taken or barred since the request, and the
// account, which may have been blocked.
func Decide(list barred.List) func(context.Context, pgx.Tx, Decision) (Status, error) {
	return func(ctx context.Context, tx pgx.Tx, in Decision) (Status, error) {
		if err := account.RequireAdmin(ctx, tx); err != nil {
			return Status{}, err
		}
		reason, err := in.check()
		if err != nil {
			return Status{}, err
		}
		found, err := lockDecided(ctx, tx, in.CorrectionID)
		if err != nil {
			return Status{}, err
		}
		next, err := transition.Correction.Check(steps[in.Status], found.status, transition.Admin)
		if err != nil {
			return Status{}, err
		}
		if next == "approved" {
			if err := found.apply(ctx, tx, list); err != nil {
				return Status{}, err
			}
		}
		return Status{ID: found.id, Status: next}, found.end(ctx, tx, in.Status, reason)
	}
}

func (d Decision) check() (reason string, err error) {
	if steps[d.Status] == "" {
		return "", ErrUnknownDecision
	}
	if d.Status == "approved" && strings.TrimSpace(d.Reason) == "" {
		return "", nil
	}
	return said(d.Reason)
}

// lockDecided locks the number, everything in which its party has a part, and the correction, in
// the order that leaving the market uses.
func lockDecided(ctx context.Context, tx pgx.Tx, id uuid.UUID) (asked, error) {
	partyID, kind, err := partyOf(ctx, tx, id)
	if err != nil {
		return asked{}, err
	}
	of, err := lock(ctx, tx, partyID, kind)
	if errors.Is(err, pgx.ErrNoRows) {
		return asked{}, transition.ErrCorrectionNotFound
	}
	if err != nil {
		return asked{}, err
	}
	if err := deal.LockAllOf(ctx, tx, partyID); err != nil {
		return asked{}, err
	}
	return read(ctx, tx, id, of)
}

// changes replace the old number ($3) by the new one ($2). A company's CNPJ is also stored in its
// founder's account, where it keeps accounts distinct.
var changes = map[string][]string{
	CPF: {
		`UPDATE public.accounts SET document = $2 WHERE profile_id = $1 AND document IS NOT DISTINCT FROM $3`,
		`DELETE FROM public.document_conflicts WHERE profile_id = $1 AND $2::text IS DISTINCT FROM $3::text`,
	},
	CNPJ: {
		`UPDATE public.organisations SET document = $2 WHERE id = $1 AND document IS NOT DISTINCT FROM $3`,
		`UPDATE public.accounts a SET document = $2 FROM public.organisations o
		 WHERE o.id = $1 AND o.role = 'company' AND a.profile_id = o.id AND a.document IS NOT DISTINCT FROM $3`,
	},
}

// apply makes the new number the party's. If two parties ask for the same number, the database
// accepts one.
func (a asked) apply(ctx context.Context, tx pgx.Tx, list barred.List) error {
	var isActive bool
	if err := tx.QueryRow(ctx, `SELECT status = 'active' FROM public.profiles WHERE id = $1`, a.subject.partyID).Scan(&isActive); err != nil {
		return fmt.Errorf("look up %s: %w", a.subject.partyID, err)
	}
	if !isActive {
		return ErrOwnerBlocked
	}
	err := list.RefuseDocument(ctx, tx, a.to)
	if errors.Is(err, barred.ErrBarred) {
		return ErrNumberBarred
	}
	if err != nil {
		return err
	}
	for i, change := range changes[a.subject.kind] {
		done, err := tx.Exec(ctx, change, a.subject.partyID, a.to, a.from)
		if err != nil {
			return fmt.Errorf("correct the %s of %s: %w", a.subject.kind, a.subject.partyID, takenOr(err))
		}
		if i == 0 && done.RowsAffected() == 0 {
			return ErrNumberMoved
		}
	}
	return a.retireReceiver(ctx, tx)
}

// takenOr returns ErrNumberTaken for a number that another account has, and otherwise err.
func takenOr(err error) error {
	const uniqueViolation = "23505"
	refused, ok := errors.AsType[*pgconn.PgError](err)
	if ok && refused.Code == uniqueViolation {
		return ErrNumberTaken.Because(err)
	}
	return err
}

// retireReceiver makes a party that is paid under the number open a new account at the institution.
// A firm is paid under its CNPJ, not under its founder's CPF.
func (a asked) retireReceiver(ctx context.Context, tx pgx.Tx) error {
	var isPaidUnder bool
	err := tx.QueryRow(ctx, `SELECT $2 = 'cnpj' OR NOT EXISTS (SELECT FROM public.organisations WHERE id = $1)`, a.subject.partyID, a.subject.kind).Scan(&isPaidUnder)
	if err != nil {
		return fmt.Errorf("look up how %s bills: %w", a.subject.partyID, err)
	}
	if !isPaidUnder {
		return nil
	}
	return payment.RetireReceiver(ctx, tx, a.subject.partyID)
}

// end stores the decision and tells the owner.
func (a asked) end(ctx context.Context, tx pgx.Tx, status, reason string) error {
	_, err := transition.Correction.Take(ctx, tx, transition.Taken{ID: a.id, Action: steps[status], From: a.status, By: transition.Admin, Person: caller.From(ctx).UserID, Reason: reason})
	if err != nil {
		return err
	}
	body := "O número novo já vale. Contratos, notas e recibos de antes continuam como estavam. " + reason
	if status == "refused" {
		body = reason
	}
	if err := a.subject.tell(ctx, tx, transition.Told{Action: steps[status], By: transition.Admin, Body: strings.TrimSpace(body)}); err != nil {
		return err
	}
	return a.subject.record(ctx, tx, audit.DecideCorrection, map[string]any{"status": status, "reason": reason})
}
