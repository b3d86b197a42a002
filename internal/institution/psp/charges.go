package psp

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"automacao/internal/institution/psp/asaas"
	"automacao/internal/kernel/money"
)

func isNotFound(err error) bool { return errors.Is(err, ErrNotFound) }

func (p *provider) Charge(ctx context.Context, request ChargeRequest) (Charge, error) {
	if err := p.checkCharge(request); err != nil {
		return Charge{}, err
	}
	done, err := p.running.take(ctx, request.Reference)
	if err != nil {
		return Charge{}, err
	}
	defer done()
	payment, err := p.find(ctx, request.Receiver, request.Reference)
	switch {
	case isNotFound(err):
		payment, err = p.addPayment(ctx, request)
	case err == nil && money.Money(payment.Value) != request.Value:
		return Charge{}, &Refusal{Code: CodeReferenceReused, Message: "A referência já tem outro valor."}
	}
	if err != nil {
		return Charge{}, err
	}
	return p.complete(ctx, request.Receiver, payment)
}

func (p *provider) checkCharge(request ChargeRequest) error {
	switch {
	case !IsReference(request.Reference):
		return invalid("the reference must have " + referenceForm)
	case request.Value <= 0:
		return invalid("the value must be above zero")
	case request.Fee < 0 || request.Fee >= request.Value:
		return invalid("the fee must be less than the value")
	case !request.ExpiresAt.After(p.now()):
		return invalid("the charge must expire in the future")
	}
	return nil
}

func (p *provider) addPayment(ctx context.Context, request ChargeRequest) (asaas.Payment, error) {
	customer, err := p.customer(ctx, request.Receiver, request.Payer)
	if err != nil {
		return asaas.Payment{}, err
	}
	in := asaas.PaymentRequest{
		Customer: customer, BillingType: "PIX", Value: asaas.Amount(request.Value),
		DueDate:     request.ExpiresAt.In(asaas.Zone).Format(asaas.DateFormat),
		Description: request.Description, ExternalReference: request.Reference,
	}
	if request.Fee > 0 {
		in.Split = []asaas.Split{{WalletID: p.wallet, FixedValue: asaas.Amount(request.Fee)}}
	}
	payment, err := p.api.AddPayment(ctx, request.Receiver.Key, in)
	return payment, translated("create the charge", err)
}

// customer finds or adds the payer. A duplicate with the same document would do no harm.
func (p *provider) customer(ctx context.Context, account Account, payer Payer) (string, error) {
	found, err := p.api.Customers(ctx, account.Key, url.Values{"cpfCnpj": {payer.Document}, "limit": {"10"}})
	if err != nil {
		return "", translated("find the payer", err)
	}
	for _, customer := range found.Data {
		if !customer.Deleted {
			return customer.ID, nil
		}
	}
	added, err := p.api.AddCustomer(ctx, account.Key, asaas.Customer{
		Name: payer.Name, CpfCnpj: payer.Document, Email: payer.Email, NotificationDisabled: true,
	})
	return added.ID, translated("add the payer", err)
}

// find reads the payment with our reference. If the institution should ever have two, a paid one is
// preferred, then one that can still be paid, then a deleted one.
func (p *provider) find(ctx context.Context, account Account, reference string) (asaas.Payment, error) {
	if !IsReference(reference) {
		return asaas.Payment{}, invalid("the reference must have " + referenceForm)
	}
	list, err := p.api.Payments(ctx, account.Key, url.Values{"externalReference": {reference}, "limit": {"10"}})
	if err != nil {
		return asaas.Payment{}, translated("find the charge", err)
	}
	var best *asaas.Payment
	for i, payment := range list.Data {
		if payment.ExternalReference == reference && (best == nil || weight(payment) > weight(*best)) {
			best = &list.Data[i]
		}
	}
	if best == nil {
		return asaas.Payment{}, ErrNotFound
	}
	return *best, nil
}

func weight(payment asaas.Payment) int {
	switch {
	case payment.Deleted:
		return 0
	case payment.Status == asaas.PaymentPending || payment.Status == asaas.PaymentOverdue:
		return 1
	}
	return 2
}

func (p *provider) payment(ctx context.Context, account Account, charge ChargeKey) (asaas.Payment, error) {
	if charge.ID == "" {
		return p.find(ctx, account, charge.Reference)
	}
	payment, err := p.api.Payment(ctx, account.Key, charge.ID)
	return payment, translated("read the charge", err)
}

func (p *provider) Fetch(ctx context.Context, account Account, charge ChargeKey) (Charge, error) {
	payment, err := p.payment(ctx, account, charge)
	if err != nil {
		return Charge{}, err
	}
	return p.complete(ctx, account, payment)
}

// complete adds what the institution stores separately: the code of a charge that can be paid, or
// the identifier of a payment that was made.
func (p *provider) complete(ctx context.Context, account Account, payment asaas.Payment) (Charge, error) {
	charge := chargeOf(payment)
	switch {
	case charge.Status == ChargePending || charge.Status == ChargeExpired:
		code, err := p.api.QRCode(ctx, account.Key, payment.ID)
		if err != nil {
			return Charge{}, translated("read the code", err)
		}
		charge.BRCode, charge.ExpiresAt = code.Payload, code.ExpirationDate.Time
	case payment.PixTransaction != "":
		movement, err := p.api.PixTransaction(ctx, account.Key, payment.PixTransaction)
		if err != nil {
			return Charge{}, translated("read the payment", err)
		}
		charge.EndToEndID = movement.EndToEndIdentifier
		if !movement.EffectiveDate.IsZero() {
			charge.PaidAt = movement.EffectiveDate.Time
		}
	}
	return charge, nil
}

func (p *provider) Cancel(ctx context.Context, account Account, key ChargeKey) (Charge, error) {
	payment, err := p.payment(ctx, account, key)
	if err != nil {
		return Charge{}, err
	}
	charge := chargeOf(payment)
	if charge.Status != ChargePending && charge.Status != ChargeExpired {
		return charge, nil
	}
	_, err = p.api.RemovePayment(ctx, account.Key, payment.ID)
	if refused := translated("withdraw the charge", err); refused != nil {
		return p.withdrawn(ctx, account, payment, refused)
	}
	charge.Status = ChargeCancelled
	return charge, nil
}

// withdrawn distinguishes a refusal from a charge that was paid, or withdrawn by another call,
// after it was read.
func (p *provider) withdrawn(ctx context.Context, account Account, before asaas.Payment, refused error) (Charge, error) {
	if !errors.Is(refused, ErrRefused) {
		return Charge{}, refused
	}
	after, err := p.payment(ctx, account, ChargeKey{ID: before.ID})
	if err != nil {
		return Charge{}, err
	}
	if after.Status == before.Status && !after.Deleted {
		return Charge{}, refused
	}
	return chargeOf(after), nil
}

func (p *provider) Release(ctx context.Context, account Account, key ChargeKey) (Charge, error) {
	payment, err := p.payment(ctx, account, key)
	if err != nil {
		return Charge{}, err
	}
	charge := chargeOf(payment)
	switch {
	case !charge.IsPaid():
		return charge, &Refusal{Code: CodeNotPaid, Message: "A cobrança não foi paga."}
	case charge.EscrowID == "":
		return charge, &Refusal{Code: CodeNotHeld, Message: "O pagamento não está sob garantia."}
	case !charge.IsHeld:
		return charge, nil
	}
	released, err := p.api.FinishEscrow(ctx, p.root, charge.EscrowID)
	if refused := translated("release the charge", err); refused != nil {
		return p.released(ctx, account, charge.ID, refused)
	}
	return chargeOf(released), nil
}

// released distinguishes a refusal from a hold that another call ended after it was read.
func (p *provider) released(ctx context.Context, account Account, id string, refused error) (Charge, error) {
	if !errors.Is(refused, ErrRefused) {
		return Charge{}, refused
	}
	payment, err := p.payment(ctx, account, ChargeKey{ID: id})
	if err != nil {
		return Charge{}, err
	}
	if charge := chargeOf(payment); !charge.IsHeld {
		return charge, nil
	}
	return Charge{}, refused
}

// phases are the lists that together contain everything that may have changed, because the API has
// no list of changes. The lists by status are short.
var phases = []url.Values{
	{"dateCreated[ge]": {""}}, {"paymentDate[ge]": {""}},
	{"status": {asaas.PaymentRefunded}}, {"status": {asaas.PaymentRefundInProgress}},
	{"status": {asaas.PaymentChargebackAsked}}, {"status": {asaas.PaymentChargebackDispute}},
	{"status": {asaas.PaymentChargebackReversal}},
}

func (p *provider) Charges(ctx context.Context, account Account, since time.Time, cursor string) ([]Charge, string, error) {
	at, err := parseCursor(cursor)
	if err != nil {
		return nil, "", err
	}
	query := url.Values{}
	for name, values := range phases[at.phase] {
		query.Set(name, values[0])
		if strings.HasSuffix(name, "[ge]") {
			query.Set(name, since.In(asaas.Zone).Format(asaas.DateFormat))
		}
	}
	at.set(query)
	list, err := p.api.Payments(ctx, account.Key, query)
	if err != nil {
		return nil, "", translated("list the charges", err)
	}
	charges := make([]Charge, len(list.Data))
	for i, payment := range list.Data {
		charges[i] = chargeOf(payment)
	}
	return charges, at.next(len(list.Data), list.HasMore), nil
}

// pageSize is the institution's maximum page size.
const pageSize = 100

// cursor is the position in a listing.
type cursor struct{ phase, offset int }

func parseCursor(text string) (at cursor, err error) {
	if text == "" {
		return cursor{}, nil
	}
	if n, err := fmt.Sscanf(text, "%d.%d", &at.phase, &at.offset); n != 2 || err != nil || at.phase < 0 || at.phase >= len(phases) || at.offset < 0 {
		return cursor{}, invalid("the cursor belongs to another listing")
	}
	return at, nil
}

func (c cursor) set(query url.Values) {
	query.Set("limit", strconv.Itoa(pageSize))
	query.Set("offset", strconv.Itoa(c.offset))
}

// next returns the cursor after a page of count entries, empty at the end.
func (c cursor) next(count int, hasMore bool) string {
	c.offset += count
	if !hasMore || count == 0 {
		c = cursor{phase: c.phase + 1}
	}
	if c.phase == len(phases) {
		return ""
	}
	return fmt.Sprintf("%d.%d", c.phase, c.offset)
}
