package psp

import (
	"context"
	"fmt"
	"net/url"

	"automacao/internal/institution/psp/asaas"
	"automacao/internal/kernel/money"
)

// webhookEvents are the events that an account subscribes to.
var webhookEvents = []string{
	"PAYMENT_CONFIRMED", "PAYMENT_RECEIVED", "PAYMENT_OVERDUE", "PAYMENT_DELETED", "PAYMENT_REFUNDED",
	"PAYMENT_PARTIALLY_REFUNDED", "PAYMENT_REFUND_IN_PROGRESS", "PAYMENT_CHARGEBACK_REQUESTED",
	"PAYMENT_CHARGEBACK_DISPUTE", "PAYMENT_AWAITING_CHARGEBACK_REVERSAL",
	"TRANSFER_DONE", "TRANSFER_FAILED", "TRANSFER_CANCELLED",
	"ACCOUNT_STATUS_GENERAL_APPROVAL_APPROVED", "ACCOUNT_STATUS_GENERAL_APPROVAL_AWAITING_APPROVAL",
	"ACCOUNT_STATUS_GENERAL_APPROVAL_PENDING", "ACCOUNT_STATUS_GENERAL_APPROVAL_REJECTED",
	"BALANCE_VALUE_BLOCKED", "BALANCE_VALUE_UNBLOCKED",
}

// keyName is the name of an account's further keys at the institution.
const keyName = "automacao"

func (p *provider) OpenReceiver(ctx context.Context, holder Holder) (Receiver, error) {
	done, err := p.running.take(ctx, "holder "+holder.Document)
	if err != nil {
		return Receiver{}, err
	}
	defer done()
	found, err := p.api.Accounts(ctx, p.root, url.Values{"cpfCnpj": {holder.Document}, "limit": {"1"}})
	if err != nil {
		return Receiver{}, translated("find the account", err)
	}
	if len(found.Data) > 0 {
		return p.reopen(ctx, found.Data[0])
	}
	account, err := p.api.OpenAccount(ctx, p.root, p.accountRequest(holder))
	if err != nil {
		return Receiver{}, translated("open the account", err)
	}
	return p.withHold(ctx, account), nil
}

// reopen requests another key for an account whose first key never arrived.
func (p *provider) reopen(ctx context.Context, account asaas.Account) (Receiver, error) {
	receiver := Receiver{AccountID: account.ID, WalletID: account.WalletID, Status: ReceiverPending}
	issued, err := p.api.IssueKey(ctx, p.root, account.ID, asaas.AccessToken{Name: keyName})
	if translated := translated("request another key", err); translated != nil {
		return receiver, fmt.Errorf("%w: %w", ErrKeyLost, translated)
	}
	account.APIKey = issued.APIKey
	return p.withHold(ctx, account), nil
}

// withHold requests the hold. If that fails, the key, which is given only once, must not be lost:
// ReceiverState requests the hold again before it reports an approval.
func (p *provider) withHold(ctx context.Context, account asaas.Account) Receiver {
	if _, err := p.api.ConfigureEscrow(ctx, p.root, account.ID, p.escrow()); err != nil {
		p.log.WarnContext(ctx, "requesting the hold of a new account failed, it will be requested again", "account", account.ID, "cause", err)
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
		return ReceiverState{}, translated("read the approval", err)
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

// toSend reads what a holder still has to send, and why.
func (p *provider) toSend(ctx context.Context, account Account, status ReceiverStatus) (ReceiverState, error) {
	documents, err := p.api.Documents(ctx, account.Key)
	if err != nil {
		return ReceiverState{}, translated("read the missing documents", err)
	}
	state := ReceiverState{Status: status, Reason: documents.RejectReasons}
	for _, document := range documents.Data {
		if state.OnboardingURL == "" && document.Status != asaas.Approved {
			state.OnboardingURL = document.OnboardingURL
		}
	}
	return state, nil
}

// ensureHold requests the hold if it is not in force: without it, a payment could be spent at once.
func (p *provider) ensureHold(ctx context.Context, account Account) error {
	config, err := p.api.EscrowConfiguration(ctx, p.root, account.ID)
	if refused := translated("read the hold", err); refused != nil && !isNotFound(refused) {
		return refused
	}
	if config.Enabled {
		return nil
	}
	_, err = p.api.ConfigureEscrow(ctx, p.root, account.ID, p.escrow())
	return translated("request the hold", err)
}

func (p *provider) Balance(ctx context.Context, account Account) (money.Money, error) {
	balance, err := p.api.Balance(ctx, account.Key)
	return money.Money(balance.Balance), translated("read the balance", err)
}
