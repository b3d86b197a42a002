package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/institution/psp"
	"automacao/internal/kernel/money"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
)

// Holder is what a professional tells the institution about themselves or their firm. Name, e-mail
// address and document are already known. Dates are ISO 8601.
type Holder struct {
	PartyID       uuid.UUID   `json:"party_id"`
	BirthOn       string      `json:"birth_on,omitempty"`
	CompanyType   string      `json:"company_type,omitempty"`
	MonthlyIncome money.Money `json:"monthly_income,omitempty"`
	Phone         string      `json:"phone,omitempty"`
	PostalCode    string      `json:"postal_code,omitempty"`
	Address       string      `json:"address,omitempty"`
	AddressNumber string      `json:"address_number,omitempty"`
	Complement    string      `json:"complement,omitempty"`
	District      string      `json:"district,omitempty"`
}

// ReceiverStatus is the state of a party's account. If it is pending, the holder continues at
// OnboardingURL. Reason is the institution's explanation of why the submitted data was not enough.
type ReceiverStatus struct {
	PartyID       uuid.UUID `json:"party_id"`
	Status        string    `json:"status"`
	OnboardingURL *string   `json:"onboarding_url"`
	Reason        *string   `json:"reason"`
}

// OpenReceiver opens the account into which a professional is paid, or returns its state.
func (d *Desk) OpenReceiver(ctx context.Context, tx pgx.Tx, in Holder) (ReceiverStatus, error) {
	if err := party.Require(ctx, tx, in.PartyID, party.Pay, ErrReceiverNotFound); err != nil {
		return ReceiverStatus{}, err
	}
	if err := in.check(); err != nil {
		return ReceiverStatus{}, err
	}
	known, err := d.earner(ctx, tx, in.PartyID)
	if err != nil {
		return ReceiverStatus{}, err
	}
	known.BirthOn, known.MonthlyIncome, known.Phone, known.PostalCode = in.BirthOn, in.MonthlyIncome, in.Phone, in.PostalCode
	known.Address, known.AddressNumber, known.Complement, known.District = in.Address, in.AddressNumber, in.Complement, in.District
	if in.CompanyType != "" {
		known.CompanyType = psp.CompanyType(in.CompanyType)
	}
	_, state, err := d.receiver(ctx, tx, in.PartyID, known.Holder)
	if errors.Is(err, psp.ErrRefused) {
		return ReceiverStatus{}, refusedHolder(err)
	}
	if err != nil {
		return ReceiverStatus{}, told(err)
	}
	out := ReceiverStatus{PartyID: in.PartyID, Status: string(state.Status)}
	if state.OnboardingURL != "" {
		out.OnboardingURL = &state.OnboardingURL
	}
	if state.Reason != "" {
		out.Reason = &state.Reason
	}
	return out, nil
}

// known is what the product knows of a party.
type known struct {
	psp.Holder
	role, kind string
}

func (d *Desk) holder(ctx context.Context, tx pgx.Tx, partyID uuid.UUID) (found known, err error) {
	var corrected int
	err = tx.QueryRow(ctx, `
		SELECT p.role, coalesce(o.legal_name, p.name), coalesce(own.email, contact.email, ''), coalesce(o.document, own.document, ''), coalesce(o.kind, ''),
		       (SELECT count(*) FROM private.receiver_accounts a WHERE a.party_id = p.id AND a.retired_at IS NOT NULL)
		FROM public.profiles p
		LEFT JOIN public.organisations o  ON o.id = p.id
		LEFT JOIN public.accounts own     ON own.profile_id = p.id
		LEFT JOIN public.accounts contact ON contact.profile_id = p.contact_id
		WHERE p.id = $1`, partyID).Scan(&found.role, &found.Name, &found.Email, &found.Document, &found.kind, &corrected)
	if err != nil {
		return known{}, fmt.Errorf("look up party %s: %w", partyID, err)
	}
	found.Reference = receiverReference(partyID, corrected)
	found.CompanyType = map[string]psp.CompanyType{"mei": psp.MEI, "pj": psp.Limited}[found.kind]
	return found, nil
}

// receiver returns the account of a party and its approval state, and opens the account if there is
// none. The account's key, which is given only once, is stored at once, even if the caller's
// transaction rolls back.
func (d *Desk) receiver(ctx context.Context, tx pgx.Tx, partyID uuid.UUID, holder psp.Holder) (psp.Account, psp.ReceiverState, error) {
	account, state, err := d.kept(ctx, tx, partyID)
	if err != nil || state.Status == psp.ReceiverApproved {
		return account, state, err
	}
	bounded, done, err := d.turn(ctx)
	if err != nil {
		return psp.Account{}, psp.ReceiverState{}, err
	}
	defer done()
	if account.ID == "" {
		if account, err = d.openAccount(bounded, partyID, holder); err != nil {
			return psp.Account{}, psp.ReceiverState{}, err
		}
	}
	state, err = d.refreshReceiver(bounded, partyID, account)
	return account, state, err
}

// kept returns the stored account of a party at this institution.
func (d *Desk) kept(ctx context.Context, db queryer, partyID uuid.UUID) (account psp.Account, state psp.ReceiverState, err error) {
	var sealed string
	err = db.QueryRow(ctx, `
		SELECT a.account_id, a.api_key, coalesce(r.status, 'pending'), coalesce(r.onboarding_url, ''), coalesce(r.reason, '')
		FROM private.receiver_accounts a LEFT JOIN public.receivers r ON r.party_id = a.party_id AND r.institution = a.institution
		WHERE a.party_id = $1 AND a.institution = $2 AND a.retired_at IS NULL`, partyID, d.Institution()).Scan(&account.ID, &sealed, &state.Status, &state.OnboardingURL, &state.Reason)
	if errors.Is(err, pgx.ErrNoRows) {
		return psp.Account{}, psp.ReceiverState{}, nil
	}
	if err != nil {
		return psp.Account{}, psp.ReceiverState{}, fmt.Errorf("look up the account of %s: %w", partyID, err)
	}
	if account.Key, err = d.Sealer.Open(sealed, partyID.String()); err != nil {
		return psp.Account{}, psp.ReceiverState{}, fmt.Errorf("open the key of %s: %w", partyID, err)
	}
	return account, state, nil
}

type queryer interface {
	QueryRow(ctx context.Context, sql string, arguments ...any) pgx.Row
}

func (d *Desk) openAccount(ctx context.Context, partyID uuid.UUID, holder psp.Holder) (account psp.Account, err error) {
	err = pgx.BeginFunc(ctx, d.own, func(own pgx.Tx) error {
		if _, err := own.Exec(ctx, lockReceiver, partyID.String()); err != nil {
			return fmt.Errorf("wait for another who opens it: %w", err)
		}
		if account, _, err = d.kept(ctx, own, partyID); err != nil || account.ID != "" {
			return err
		}
		// The document may have been corrected since the caller read it.
		now, err := d.holder(ctx, own, partyID)
		if err != nil {
			return err
		}
		holder.Document, holder.Reference = now.Document, now.Reference
		opened, err := d.Provider.OpenReceiver(ctx, holder)
		if err != nil {
			return fmt.Errorf("open the account of %s: %w", partyID, err)
		}
		account = psp.Account{ID: opened.AccountID, Key: opened.APIKey}
		_, err = own.Exec(ctx, `
			INSERT INTO private.receiver_accounts (account_id, party_id, institution, wallet_id, api_key) VALUES ($1, $2, $3, $4, $5)`,
			opened.AccountID, partyID, d.Institution(), opened.WalletID, d.Sealer.Seal(opened.APIKey, partyID.String()))
		if err != nil {
			return fmt.Errorf("keep the account of %s: %w", partyID, err)
		}
		return nil
	})
	return account, err
}

// refreshReceiver asks for the state of an account, and stores the answer.
func (d *Desk) refreshReceiver(ctx context.Context, partyID uuid.UUID, account psp.Account) (psp.ReceiverState, error) {
	state, err := d.Provider.ReceiverState(ctx, account)
	if err != nil {
		return psp.ReceiverState{}, fmt.Errorf("ask how far the account of %s is: %w", partyID, err)
	}
	return state, pgx.BeginFunc(ctx, d.own, func(own pgx.Tx) error {
		var before string
		err := own.QueryRow(ctx, `SELECT status FROM public.receivers WHERE party_id = $1 AND institution = $2 FOR UPDATE`, partyID, d.Institution()).Scan(&before)
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return fmt.Errorf("read the receiver %s: %w", partyID, err)
		}
		_, err = own.Exec(ctx, `
			INSERT INTO public.receivers (party_id, institution, status, onboarding_url, reason) VALUES ($1, $2, $3, nullif($4, ''), nullif(left(btrim($5), 1000), ''))
			ON CONFLICT (party_id) DO UPDATE
			SET institution = excluded.institution, status = excluded.status, onboarding_url = excluded.onboarding_url, reason = excluded.reason, updated_at = now()
			WHERE (receivers.institution, receivers.status, receivers.onboarding_url, receivers.reason)
			  IS DISTINCT FROM (excluded.institution, excluded.status, excluded.onboarding_url, excluded.reason)`,
			partyID, d.Institution(), string(state.Status), state.OnboardingURL, state.Reason)
		if err != nil {
			return fmt.Errorf("keep the receiver %s: %w", partyID, err)
		}
		if before == string(state.Status) {
			return nil
		}
		return d.tellReceiver(ctx, own, partyID, state)
	})
}

// tellReceiver tells a party's people the state of their account, and what they have to do.
func (d *Desk) tellReceiver(ctx context.Context, tx pgx.Tx, partyID uuid.UUID, state psp.ReceiverState) error {
	title, body := "Conclua o cadastro para receber", "Para receber com garantia, conclua o cadastro na "+d.Institution()+"."
	switch state.Status {
	case psp.ReceiverApproved:
		title, body = "Cadastro de recebimento aprovado", "A "+d.Institution()+" aprovou o seu cadastro: os pagamentos com garantia já podem ser feitos."
	case psp.ReceiverRejected:
		title, body = "Cadastro de recebimento recusado", "A "+d.Institution()+" recusou o cadastro. Veja o motivo e o que fazer."
	case psp.ReceiverReviewing:
		return nil
	}
	return tellEarner(ctx, tx, partyID, title, body)
}

// tellEarner notifies everyone who may pay for a professional's party about its account.
// Notifications that are still unread are merged into one.
func tellEarner(ctx context.Context, tx pgx.Tx, partyID uuid.UUID, title, body string) error {
	return notification.TellParty(ctx, tx, partyID, party.Pay, aboutReceiver(partyID, title, body))
}

func aboutReceiver(partyID uuid.UUID, title, body string) notification.News {
	return notification.News{
		Kind: notification.Account, Title: title, Body: body, SubjectKind: notification.AboutFinance, SubjectID: partyID, Group: "receiver",
	}
}

// tellWaiting tells a professional that a payment waits for their account. The notification is kept
// even if the payer's transaction rolls back.
func (d *Desk) tellWaiting(ctx context.Context, partyID uuid.UUID, what string, status psp.ReceiverStatus) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	todo := "Conclua o cadastro na " + d.Institution() + " para receber."
	if status == psp.ReceiverRejected {
		todo = "A " + d.Institution() + " recusou o seu cadastro: veja o que fazer."
	}
	return pgx.BeginFunc(ctx, d.own, func(own pgx.Tx) error {
		return tellEarner(ctx, own, partyID, "Um marco espera o seu cadastro", what+": a empresa quer pagar com garantia. "+todo)
	})
}

// Approval says whether a contract's professional can be paid into their account.
type Approval struct {
	Approved bool `json:"approved"`
}

// ContractReference names the contract that a call is about.
type ContractReference struct {
	ContractID uuid.UUID `json:"contract_id"`
}

// ReceiverApproved tells either side of a contract whether its professional has an approved
// account, and nothing else about it.
func (d *Desk) ReceiverApproved(ctx context.Context, tx pgx.Tx, in ContractReference) (out Approval, err error) {
	var companyID, professionalID uuid.UUID
	err = tx.QueryRow(ctx, `SELECT company_id, professional_id FROM public.contracts WHERE id = $1`, in.ContractID).Scan(&companyID, &professionalID)
	if errors.Is(err, pgx.ErrNoRows) {
		return Approval{}, errContract
	}
	if err != nil {
		return Approval{}, fmt.Errorf("look up contract %s: %w", in.ContractID, err)
	}
	side, err := party.SideOf(ctx, tx, companyID, professionalID, party.Read)
	if err != nil {
		return Approval{}, err
	}
	if side == party.Neither {
		return Approval{}, errContract
	}
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM public.receivers WHERE party_id = $1 AND institution = $2 AND status = 'approved')`,
		professionalID, d.Institution()).Scan(&out.Approved)
	if err != nil {
		return Approval{}, fmt.Errorf("look up the receiver %s: %w", professionalID, err)
	}
	return out, nil
}
