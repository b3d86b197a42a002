package payment

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/pix"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/kernel/money"
	"automacao/internal/market/limits"
	"automacao/internal/market/money/ledger"
	"automacao/internal/market/people/account"
	"automacao/internal/market/people/party"
)

// Refusals of a payout.
var (
	ErrPayoutValue     = fault.New(http.StatusUnprocessableEntity, "payout_value_wrong", "Informe um valor maior que zero.")
	ErrPayoutShort     = fault.New(http.StatusConflict, "payout_above_balance", "O valor é maior que o saldo disponível.")
	ErrPayoutKey       = fault.New(http.StatusUnprocessableEntity, "payout_key_not_own", "A chave Pix precisa ser o CPF do titular ou o CNPJ com que ele fatura.")
	ErrTooManyPayouts  = fault.New(http.StatusConflict, "too_many_payouts", limits.Say("Já há {payouts_open_max} saques em andamento. Aguarde um deles terminar."))
	ErrPayoutParty     = fault.New(http.StatusUnprocessableEntity, "payout_party_required", "Diga de quem é o saldo: você age por mais de um profissional.")
	ErrNothingToPayOut = fault.New(http.StatusConflict, "nothing_to_pay_out", "Não há saldo em uma instituição de pagamento para sacar.")
)

// PayoutRequest asks to be paid from the available balance of a professional's party. `party_id`
// may be omitted if the caller may pay for only one. `password` may be omitted if the caller signed
// in, or confirmed their identity otherwise, within payout_confirmed_minutes.
type PayoutRequest struct {
	Value    money.Money `json:"value"`
	PixKey   string      `json:"pix_key"`
	Password string      `json:"password,omitempty"`
	PartyID  *uuid.UUID  `json:"party_id,omitempty"`
}

// PayoutStatus is the state of a requested payout.
type PayoutStatus struct {
	ID     uuid.UUID   `json:"id"`
	Status string      `json:"status"`
	Value  money.Money `json:"value"`
}

// Passwords verifies a user's password again. It returns account.ErrWrongPassword if it is wrong.
type Passwords interface {
	CheckPassword(ctx context.Context, tx pgx.Tx, userID uuid.UUID, password string) error
}

// RequestPayout reserves the value of a payout and orders the institution to send it. The caller
// needs the right to pay for the party. The Pix key must be the party's own document, so that
// nobody can send the earnings elsewhere.
func (d *Desk) RequestPayout(passwords Passwords) func(context.Context, pgx.Tx, PayoutRequest) (PayoutStatus, error) {
	return func(ctx context.Context, tx pgx.Tx, in PayoutRequest) (PayoutStatus, error) {
		if in.Value <= 0 {
			return PayoutStatus{}, ErrPayoutValue
		}
		partyID, err := payoutParty(ctx, tx, in.PartyID)
		if err != nil {
			return PayoutStatus{}, err
		}
		key, err := ownKey(ctx, tx, partyID, in.PixKey)
		if err != nil {
			return PayoutStatus{}, err
		}
		if err := confirm(ctx, tx, passwords, in.Password); err != nil {
			return PayoutStatus{}, err
		}
		return d.requestPayout(ctx, tx, partyID, in.Value, key)
	}
}

func (d *Desk) requestPayout(ctx context.Context, tx pgx.Tx, partyID uuid.UUID, value money.Money, key pix.Key) (PayoutStatus, error) {
	// Concurrent requests wait for each other here, as does everything that settles a party.
	if _, err := tx.Exec(ctx, `SELECT FROM public.profiles WHERE id = $1 FOR NO KEY UPDATE`, partyID); err != nil {
		return PayoutStatus{}, fmt.Errorf("lock party %s: %w", partyID, err)
	}
	account, _, err := d.kept(ctx, tx, partyID)
	if err != nil {
		return PayoutStatus{}, err
	}
	if account.ID == "" {
		return PayoutStatus{}, ErrNothingToPayOut
	}
	out := PayoutStatus{Status: "requested", Value: value}
	var open int
	err = tx.QueryRow(ctx, `
		INSERT INTO public.payouts (party_id, value_cents, key_end, requested_by) VALUES ($1, $2, right($3, 4), $4)
		RETURNING id, (SELECT count(*) FROM public.payouts WHERE party_id = $1 AND status = 'requested')`,
		partyID, value, key.Value, caller.From(ctx).UserID).Scan(&out.ID, &open)
	if err != nil {
		return PayoutStatus{}, fmt.Errorf("ask for a payout: %w", err)
	}
	if open >= limits.PayoutsOpenMax {
		return PayoutStatus{}, ErrTooManyPayouts
	}
	_, err = tx.Exec(ctx, `
		WITH told AS (UPDATE public.payouts SET reference = $5 WHERE id = $1)
		INSERT INTO private.payout_orders (payout_id, account_id, institution, pix_key, reference) VALUES ($1, $2, $3, $4, $5)`,
		out.ID, account.ID, d.Institution(), key.Value, reference("payout", out.ID.String()))
	if err != nil {
		return PayoutStatus{}, fmt.Errorf("order payout %s: %w", out.ID, err)
	}
	err = ledger.ReservePayout(ctx, tx, ledger.Payout{ID: out.ID, PartyID: partyID}, value)
	if errors.Is(err, ledger.ErrShort) {
		return PayoutStatus{}, ErrPayoutShort
	}
	return out, err
}

// payoutParty returns the party whose balance the caller means. The caller needs the right to pay
// for it.
func payoutParty(ctx context.Context, tx pgx.Tx, wanted *uuid.UUID) (uuid.UUID, error) {
	who := caller.From(ctx).UserID
	rows, err := tx.Query(ctx, `
		SELECT p.id, p.id = ANY (private.parties($2, $3)) FROM public.profiles p
		WHERE p.role = 'professional' AND p.id = ANY (private.parties($1, $3)) AND ($4::uuid IS NULL OR p.id = $4)`, party.Read, party.Pay, who, wanted)
	if err != nil {
		return uuid.Nil, fmt.Errorf("look up whose balance it is: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct {
		ID     uuid.UUID
		MayPay bool
	}])
	if err != nil {
		return uuid.Nil, fmt.Errorf("look up whose balance it is: %w", err)
	}
	if len(found) == 0 {
		return uuid.Nil, ErrReceiverNotFound
	}
	var payable []uuid.UUID
	for _, one := range found {
		if one.MayPay {
			payable = append(payable, one.ID)
		}
	}
	switch len(payable) {
	case 0:
		return uuid.Nil, party.ErrRight
	case 1:
		return payable[0], nil
	}
	return uuid.Nil, ErrPayoutParty
}

// ownKey parses a Pix key and refuses one that is not the document under which the party is paid. A
// sole trader is one person with two documents; the partners of a firm are not the firm.
func ownKey(ctx context.Context, tx pgx.Tx, partyID uuid.UUID, text string) (pix.Key, error) {
	key, err := pix.ParseKey(pix.CPF, text)
	if err != nil {
		if key, err = pix.ParseKey(pix.CNPJ, text); err != nil {
			return pix.Key{}, ErrPayoutKey.Because(err)
		}
	}
	var isOwn bool
	err = tx.QueryRow(ctx, `
		SELECT EXISTS (SELECT FROM public.organisations WHERE id = $1 AND document = $2)
		    OR EXISTS (SELECT FROM public.accounts a WHERE a.profile_id = $1 AND a.document = $2
		               AND NOT EXISTS (SELECT FROM public.organisations o WHERE o.id = $1 AND o.kind <> 'mei'))`, partyID, key.Value).Scan(&isOwn)
	if err != nil {
		return pix.Key{}, fmt.Errorf("look up the documents of %s: %w", partyID, err)
	}
	if !isOwn {
		return pix.Key{}, ErrPayoutKey
	}
	return key, nil
}

// confirm makes sure that the request comes from the account's owner: by the password, or by a
// recent sign-in or other proof of identity, such as an e-mailed code.
func confirm(ctx context.Context, tx pgx.Tx, passwords Passwords, password string) error {
	who := caller.From(ctx)
	if password != "" {
		return passwords.CheckPassword(ctx, tx, who.UserID, password)
	}
	var signedInAt time.Time
	err := tx.QueryRow(ctx, `
		SELECT s.created_at FROM auth.sessions s, LATERAL (SELECT now() - private.span_of('payout_confirmed_minutes') AS since) moment
		WHERE s.id = $1 AND s.user_id = $2 AND (s.created_at > since
		   OR EXISTS (SELECT FROM jsonb_array_elements(s.amr) AS proof WHERE to_timestamp((proof ->> 'timestamp')::bigint) > since))`, who.SessionID, who.UserID).Scan(&signedInAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return account.ErrUnproved
	}
	if err != nil {
		return fmt.Errorf("look up when %s signed in: %w", who.UserID, err)
	}
	return nil
}
