package psp

import (
	"context"
	"net/url"
	"strconv"
	"time"

	"automacao/internal/institution/psp/asaas"
	"automacao/internal/kernel/money"
)

// transfersMax is how many transfers of a receiver are searched for one reference, because the API
// has no filter for it.
const transfersMax = 2000

func (p *provider) Refund(ctx context.Context, request RefundRequest) (Refund, error) {
	if !IsReference(request.Reference) || request.Value <= 0 || request.Fee < 0 || request.Fee > request.Value {
		return Refund{}, invalid("a refund needs a reference of " + referenceForm + ", a value above zero, and a fee of at most the value")
	}
	done, err := p.running.take(ctx, request.Reference)
	if err != nil {
		return Refund{}, err
	}
	defer done()
	payment, err := p.payment(ctx, request.Account, request.Charge)
	if err != nil {
		return Refund{}, err
	}
	charge := chargeOf(payment)
	if made, ok := refundIn(charge, request.Reference); ok {
		return made, checkSame(made.Value, request.Value)
	}
	switch {
	case !charge.IsPaid():
		return Refund{}, &Refusal{Code: CodeNotPaid, Message: "A cobrança não foi paga."}
	case charge.Refunded()+request.Value > charge.Value:
		return Refund{}, &Refusal{Code: CodeAboveValue, Message: "A devolução passa do valor pago."}
	}
	return p.refund(ctx, request, payment)
}

func (p *provider) refund(ctx context.Context, request RefundRequest, payment asaas.Payment) (Refund, error) {
	in := asaas.RefundRequest{Value: asaas.Amount(request.Value), Description: refundDescription(request.Reference, request.Reason)}
	if request.Fee > 0 {
		if len(payment.Split) != 1 {
			return Refund{}, invalid("the charge has no fee that could be refunded")
		}
		in.SplitRefunds = []asaas.SplitRefund{{ID: payment.Split[0].ID, Value: asaas.Amount(request.Fee)}}
	}
	after, err := p.api.Refund(ctx, request.Account.Key, payment.ID, in)
	if err != nil {
		return Refund{}, translated("refund", err)
	}
	if made, ok := refundIn(chargeOf(after), request.Reference); ok {
		return made, nil
	}
	// The answer may have been made before the refund was added.
	return Refund{Reference: request.Reference, Status: RefundPending, Value: request.Value, CreatedAt: p.now()}, nil
}

// refundIn finds the refund with a reference. A failed refund is ignored, so that it is made again.
func refundIn(charge Charge, reference string) (Refund, bool) {
	for _, refund := range charge.Refunds {
		if refund.Reference == reference && refund.Status != RefundFailed {
			return refund, true
		}
	}
	return Refund{}, false
}

func checkSame(made, asked money.Money) error {
	if made != asked {
		return &Refusal{Code: CodeReferenceReused, Message: "A referência já tem outro valor."}
	}
	return nil
}

func (p *provider) Transfer(ctx context.Context, request TransferRequest) (Transfer, error) {
	if !IsReference(request.Reference) || request.Value <= 0 || request.Key.Value == "" || request.AskedAt.IsZero() {
		return Transfer{}, invalid("a transfer needs a reference of " + referenceForm + ", a value above zero, a key, and the time of the request")
	}
	done, err := p.running.take(ctx, request.Reference)
	if err != nil {
		return Transfer{}, err
	}
	defer done()
	made, err := p.findTransfer(ctx, request.Account, request.Reference, request.AskedAt)
	if err == nil {
		return made, checkSame(made.Value, request.Value)
	}
	if !isNotFound(err) {
		return Transfer{}, err
	}
	transfer, err := p.api.AddTransfer(ctx, request.Account.Key, asaas.TransferRequest{
		Value: asaas.Amount(request.Value), OperationType: "PIX", PixAddressKey: request.Key.Value,
		PixAddressKeyType: string(request.Key.Kind), Description: request.Description, ExternalReference: request.Reference,
	})
	if err != nil {
		return Transfer{}, translated("transfer", err)
	}
	return transferOf(transfer), nil
}

func (p *provider) FetchTransfer(ctx context.Context, account Account, key TransferKey) (Transfer, error) {
	if key.ID == "" {
		return p.findTransfer(ctx, account, key.Reference, key.AskedAt)
	}
	transfer, err := p.api.Transfer(ctx, account.Key, key.ID)
	if err != nil {
		return Transfer{}, translated("read the transfer", err)
	}
	return transferOf(transfer), nil
}

// findTransfer searches the transfers since the day before askedAt. If there are too many to be
// certain, it refuses, so that nothing is sent twice.
func (p *provider) findTransfer(ctx context.Context, account Account, reference string, askedAt time.Time) (Transfer, error) {
	if !IsReference(reference) || askedAt.IsZero() {
		return Transfer{}, invalid("a transfer is found by its reference and the time of the request")
	}
	query := url.Values{
		"dateCreated[ge]": {askedAt.AddDate(0, 0, -1).In(asaas.Zone).Format(asaas.DateFormat)},
		"limit":           {strconv.Itoa(pageSize)},
	}
	for offset := 0; offset < transfersMax; {
		query.Set("offset", strconv.Itoa(offset))
		list, err := p.api.Transfers(ctx, account.Key, query)
		if err != nil {
			return Transfer{}, translated("find the transfer", err)
		}
		for _, transfer := range list.Data {
			if transfer.ExternalReference == reference {
				return transferOf(transfer), nil
			}
		}
		if !list.HasMore || len(list.Data) == 0 {
			return Transfer{}, ErrNotFound
		}
		offset += len(list.Data)
	}
	return Transfer{}, &Refusal{Code: CodeTooManyToSearch, Message: "Há transferências demais no período para confirmar que esta não existe."}
}
