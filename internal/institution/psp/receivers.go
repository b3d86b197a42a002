package psp

import (
	"context"
	"fmt"
	"net/url"

	"automacao/internal/institution/psp/asaas"
	"automacao/internal/kernel/money"
)

// webhookEvents are those that an account is asked to tell.
var webhookEvents = []string{
	"PAYMENT_CONFIRMED", "PAYMENT_RECEIVED", "PAYMENT_OVERDUE", "PAYMENT_DELETED", "PAYMENT_REFUNDED",
	"PAYMENT_PARTIALLY_REFUNDED", "PAYMENT_REFUND_IN_PROGRESS", "PAYMENT_CHARGEBACK_REQUESTED",
	"PAYMENT_CHARGEBACK_DISPUTE", "PAYMENT_AWAITING_CHARGEBACK_REVERSAL",
	"TRANSFER_DONE", "TRANSFER_FAILED", "TRANSFER_CANCELLED",
	"ACCOUNT_STATUS_GENERAL_APPROVAL_APPROVED", "ACCOUNT_STATUS_GENERAL_APPROVAL_AWAITING_APPROVAL",
	"ACCOUNT_STATUS_GENERAL_APPROVAL_PENDING", "ACCOUNT_STATUS_GENERAL_APPROVAL_REJECTED",
	"BALANCE_VALUE_BLOCKED", "BALANCE_VALUE_UNBLOCKED",
}

// keyName is what a further key of an account is called at the institution.
const keyName = "automacao"

func (p *provider) OpenReceiver(ctx context.Context, holder Holder) (Receiver, error) {
	done, err := p.running.take(ctx, "holder "+holder.Document)
	if err != nil {
		return Receiver{}, err
	}
	defer done()
	found, err := p.api.Accounts(ctx, p.root, url.Values{"cpfCnpj": {holder.Document}, "limit": {"1"}})
	if err != nil {
		return Receiver{}, told("look for the account", err)
	}
	if len(found.Data) > 0 {
		return p.reopen(ctx, found.Data[0])
	}
	account, err := p.api.OpenAccount(ctx, p.root, p.accountRequest(holder))
	if err != nil {
		return Receiver{}, told("open the account", err)
	}
	return p.held(ctx, account), nil
}

// reopen asks for another key of an account whose first one never arrived.
func (p *provider) reopen(ctx context.Context, account asaas.Account) (Receiver, error) {
	receiver := Receiver{AccountID: account.ID, WalletID: account.WalletID, Status: ReceiverPending}
	issued, err := p.api.IssueKey(ctx, p.root, account.ID, asaas.AccessToken{Name: keyName})
	if told := told("ask for another key", err); told != nil {
		return receiver, fmt.Errorf("%w: %w", ErrKeyLost, told)
	}
	account.APIKey = issued.APIKey
	return p.held(ctx, account), nil
}

// held asks for the hold. That it fails is no reason to lose a key that is
// given once: ReceiverState asks again before it says approved.
func (p *provider) held(ctx context.Context, account asaas.Account) Receiver {
	if _, err := p.api.ConfigureEscrow(ctx, p.root, account.ID, p.escrow()); err != nil {
		p.log.WarnContext(ctx, "the hold of a new account has to be asked for again", "account", account.ID, "cause", err)
	}
	return Receiver{AccountID: account.ID, WalletID: account.WalletID, APIKey: Secret(account.APIKey), Status: ReceiverPending}
}

func (p *provider) escrow() asaas.EscrowConfig {
	return asaas.EscrowConfig{Enabled: true, DaysToExpire: p.holdDays}
}

func (p *provider) accountRequest(holder Holder) asaas.AccountRequest {
	request := asaas.AccountRequest{
		Name: holder.Name, Email: holder.Email, CpfCnpj: holder.Document, BirthDate: holder.BirthOn,
		CompanyType: string(holder.CompanyType), IncomeValue: asaas.Amount(holder.MonthlyIncome), MobilePhone: holder.Phone,
		Address: holder.Address, AddressNumber: holder.AddressNumber, Complement: holder.Complement,
		Province: holder.District, PostalCode: holder.PostalCode,
	}
	if p.webhookURL != "" {
		request.Webhooks = []asaas.Webhook{{
			Name: keyName, URL: p.webhookURL + "?" + url.Values{"receiver": {holder.Reference}}.Encode(), Email: p.contact,
			Enabled: true, APIVersion: 3, AuthToken: p.token.Reveal(), SendType: "SEQUENTIALLY", Events: webhookEvents,
		}}
	}
	return request
}

func (p *provider) ReceiverState(ctx context.Context, account Account) (ReceiverState, error) {
	status, err := p.api.Status(ctx, account.Key)
	if err != nil {
		return ReceiverState{}, told("read the approval", err)
	}
	switch {
	case status.General == asaas.Approved:
		if err := p.ensureHold(ctx, account); err != nil {
			return ReceiverState{}, err
		}
		return ReceiverState{Status: ReceiverApproved}, nil
	case status.General == asaas.Rejected:
		return p.toSend(ctx, account, ReceiverRejected)
	case status.General == asaas.AwaitingApproval || status.Documentation == asaas.AwaitingApproval:
		return ReceiverState{Status: ReceiverReviewing}, nil
	}
	return p.toSend(ctx, account, ReceiverPending)
}

// toSend reads what a holder has to send yet, and why.
func (p *provider) toSend(ctx context.Context, account Account, status ReceiverStatus) (ReceiverState, error) {
	documents, err := p.api.Documents(ctx, account.Key)
	if err != nil {
		return ReceiverState{}, told("read what is to be sent", err)
	}
	state := ReceiverState{Status: status, Reason: documents.RejectReasons}
	for _, document := range documents.Data {
		if state.OnboardingURL == "" && document.Status != asaas.Approved {
			state.OnboardingURL = document.OnboardingURL
		}
	}
	return state, nil
}

// ensureHold asks for the hold where it is not in force: without it, what a
// payer pays could be spent at once.
func (p *provider) ensureHold(ctx context.Context, account Account) error {
	config, err := p.api.EscrowConfiguration(ctx, p.root, account.ID)
	if refused := told("read the hold", err); refused != nil && !isNotFound(refused) {
		return refused
	}
	if config.Enabled {
		return nil
	}
	_, err = p.api.ConfigureEscrow(ctx, p.root, account.ID, p.escrow())
	return told("ask for the hold", err)
}

func (p *provider) Balance(ctx context.Context, account Account) (money.Money, error) {
	balance, err := p.api.Balance(ctx, account.Key)
	return money.Money(balance.Balance), told("read the balance", err)
}
