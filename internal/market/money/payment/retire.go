package payment

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/deal"
	"automacao/internal/market/people/notification"
)

// ErrMoneyThere refuses to retire an account that has money in it or on the way.
var ErrMoneyThere = fault.New(http.StatusConflict, "receiver_has_money",
	"Há valor em garantia, saldo ou saque na conta de recebimento aberta com o número atual. Espere que termine, e aprove depois.")

// ErrMoneyUnderCPF refuses to register a firm while money is on the way to its owner as a person.
var ErrMoneyUnderCPF = fault.New(http.StatusConflict, "receiver_of_cpf_has_money",
	"Há valor em garantia, saldo ou saque na conta de recebimento do seu CPF. Cadastre a firma quando ele tiver chegado a você.")

// lockReceiver serialises opening and retiring a party's account.
const lockReceiver = `SELECT pg_advisory_xact_lock(hashtextextended('receiver ' || $1::text, 0))`

// atStake asks whether a professional's account is still needed: it has a balance, something is
// held for them, or a payment, payout or order is pending.
const atStake = `
	SELECT EXISTS (SELECT FROM private.ledger_balances b WHERE (b.party_id = $1 OR b.other_party_id = $1) AND (b.balance_cents <> 0 OR b.reserved_cents <> 0)
	                 AND b.account ~ '^(held|available|paying|contested):')
	    OR EXISTS (SELECT FROM public.payouts p WHERE p.party_id = $1 AND p.status = 'requested')
	    OR EXISTS (SELECT FROM public.contracts c JOIN public.charges g ON g.contract_id = c.id JOIN public.milestones m ON m.id = g.milestone_id
	               WHERE c.professional_id = $1 AND (g.status IN ('open', 'contested') OR m.held_cents > 0
	                 OR EXISTS (SELECT FROM private.provider_orders o WHERE o.charge_id = g.id AND o.state <> 'done')))`

// RetireReceiver retires the account that a party opened under an earlier document, and tells the
// party to open another. The institution cannot change an account's document, so the account must
// have no money in it or on the way. The caller must have locked the party's contracts.
func RetireReceiver(ctx context.Context, tx pgx.Tx, partyID uuid.UUID) error {
	wasOpen, err := retire(ctx, tx, partyID, ErrMoneyThere)
	if err != nil || !wasOpen {
		return err
	}
	return tellEarner(ctx, tx, partyID, openAnother, "O documento foi corrigido, e a conta de recebimento era do número de antes."+howToOpen)
}

// BillAsFirm retires the account that a professional opened under their CPF, before they start to
// bill under a CNPJ. An institution pays the account's holder, and the invoice is the firm's.
func BillAsFirm(ctx context.Context, tx pgx.Tx, professionalID uuid.UUID) error {
	if err := deal.LockAllOf(ctx, tx, professionalID); err != nil {
		return err
	}
	wasOpen, err := retire(ctx, tx, professionalID, ErrMoneyUnderCPF)
	if err != nil || !wasOpen {
		return err
	}
	// The professional caused this themselves, but may not think of the account.
	return notification.Tell(ctx, tx, professionalID, aboutReceiver(professionalID, openAnother,
		"Você passou a faturar como firma, e a conta de recebimento era do seu CPF."+howToOpen))
}

// The notification about a retired account; the reason precedes it.
const (
	openAnother = "Refaça o cadastro para receber"
	howToOpen   = " Abra outra em Financeiro para receber com garantia. " +
		"A instituição não aceita duas contas com um e-mail: encerre lá a de antes, ou troque o seu e-mail de acesso."
)

// retire retires a party's account, and reports whether there was one.
func retire(ctx context.Context, tx pgx.Tx, partyID uuid.UUID, moneyThere error) (wasOpen bool, err error) {
	if _, err := tx.Exec(ctx, lockReceiver, partyID.String()); err != nil {
		return false, fmt.Errorf("wait for another who opens the account of %s: %w", partyID, err)
	}
	var isAtStake bool
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM private.receiver_accounts WHERE party_id = $1 AND retired_at IS NULL), (`+atStake+`)`, partyID).Scan(&wasOpen, &isAtStake)
	switch {
	case err != nil:
		return false, fmt.Errorf("look up what the account of %s has: %w", partyID, err)
	case !wasOpen:
		return false, nil
	case isAtStake:
		return false, moneyThere
	}
	for _, change := range []string{
		`UPDATE private.receiver_accounts SET retired_at = now() WHERE party_id = $1 AND retired_at IS NULL`,
		`DELETE FROM public.receivers WHERE party_id = $1`,
	} {
		if _, err := tx.Exec(ctx, change, partyID); err != nil {
			return false, fmt.Errorf("retire the account of %s: %w", partyID, err)
		}
	}
	return true, nil
}

// receiverReference is the reference of a party's account at the institution. An account opened
// after others were retired gets another one.
func receiverReference(partyID uuid.UUID, retired int) string {
	if retired == 0 {
		return reference("receiver", partyID.String())
	}
	return reference("receiver", partyID.String(), strconv.Itoa(retired))
}
