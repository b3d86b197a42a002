package simulado

import (
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	"automacao/internal/institution/pix"
	"automacao/internal/institution/psp/asaas"
	"automacao/internal/kernel/money"
)

func (s *Simulator) addPayment(c call) (any, error) {
	in, err := read[asaas.PaymentRequest](c)
	if err == nil {
		err = s.checkPayment(c, in)
	}
	if err != nil {
		return nil, err
	}
	made := payment{Owner: c.account, Payment: asaas.Payment{
		Object: "payment", ID: s.state.next("pay"), DateCreated: asaas.Time{Time: c.now}, Customer: in.Customer,
		Value: in.Value, NetValue: in.Value, Description: in.Description, BillingType: in.BillingType,
		Status: asaas.PaymentPending, DueDate: in.DueDate, ExternalReference: in.ExternalReference,
	}}
	for _, split := range in.Split {
		split.ID, split.Status = s.state.next("split"), asaas.Pending
		made.Split = append(made.Split, split)
	}
	return made.Payment, s.commit(record{Payments: []payment{made}})
}

func (s *Simulator) checkPayment(c call, in asaas.PaymentRequest) error {
	due, err := time.ParseInLocation(asaas.DateFormat, in.DueDate, asaas.Zone)
	payer, known := s.state.customers[in.Customer]
	var parts money.Money
	for _, split := range in.Split {
		parts += money.Money(split.FixedValue)
		if split.WalletID != s.cfg.Wallet || split.FixedValue <= 0 {
			return refuse("invalid_split", "A carteira ou o valor do split é inválido")
		}
	}
	switch {
	case s.state.accounts[c.account].Status != asaas.Approved:
		return refuse("invalid_action", "A conta ainda não foi aprovada")
	case !known || payer.Owner != c.account:
		return refuse("invalid_customer", "O cliente não existe")
	case in.BillingType != "PIX":
		return refuse("invalid_billingType", "A forma de pagamento é inválida")
	case in.Value <= 0:
		return refuse("invalid_value", "O valor deve ser informado")
	case err != nil || in.DueDate < c.now.In(asaas.Zone).Format(asaas.DateFormat) || due.After(c.now.AddDate(5, 0, 0)):
		return refuse("invalid_dueDate", "A data de vencimento não pode ser anterior a hoje")
	case parts >= money.Money(in.Value):
		return refuse("invalid_split", "O split deve ser menor que o valor da cobrança")
	case len(in.Description) > 500:
		return refuse("invalid_description", "A descrição passa de 500 caracteres")
	}
	return nil
}

// own returns a payment of the account that makes the call.
func (s *Simulator) own(c call) (payment, error) {
	p, known := s.state.payments[c.PathValue("id")]
	if !known || p.Owner != c.account {
		return payment{}, errNotFound
	}
	return p, nil
}

func (s *Simulator) readPayment(c call) (any, error) {
	p, err := s.own(c)
	return p.Payment, err
}

func (s *Simulator) listPayments(c call) (any, error) {
	query := c.URL.Query()
	created, err := since(query, "dateCreated")
	if err != nil {
		return nil, err
	}
	paid, err := since(query, "paymentDate")
	if err != nil {
		return nil, err
	}
	found := newestFirst(s.state.payments, func(p payment) bool {
		return p.Owner == c.account && !p.DateCreated.Before(created) &&
			(paid.IsZero() || !p.PaymentDate.IsZero() && !p.PaymentDate.Before(paid)) &&
			(query.Get("status") == "" || p.Status == query.Get("status")) &&
			(query.Get("externalReference") == "" || p.ExternalReference == query.Get("externalReference"))
	})
	shown := make([]asaas.Payment, len(found))
	for i, p := range found {
		shown[i] = p.Payment
	}
	return page(query, shown)
}

func (p payment) isOpen() bool {
	return !p.Deleted && (p.Status == asaas.PaymentPending || p.Status == asaas.PaymentOverdue)
}

func (s *Simulator) removePayment(c call) (any, error) {
	p, err := s.own(c)
	if err != nil {
		return nil, err
	}
	if !p.isOpen() {
		return nil, refuse("invalid_action", "A cobrança não pode ser removida")
	}
	p.Deleted = true
	return asaas.Removed{Deleted: true, ID: p.ID}, s.change(c.now, p, "PAYMENT_DELETED")
}

func (s *Simulator) readQRCode(c call) (any, error) {
	p, err := s.own(c)
	if err != nil {
		return nil, err
	}
	if !p.isOpen() {
		return nil, refuse("invalid_action", "A cobrança não pode mais ser paga")
	}
	code, err := s.codeOf(p)
	if err != nil {
		return nil, err
	}
	picture, err := pix.Picture(code)
	if err != nil {
		return nil, err
	}
	due, err := time.ParseInLocation(asaas.DateFormat, p.DueDate, asaas.Zone)
	if err != nil {
		return nil, fmt.Errorf("read the due date: %w", err)
	}
	return asaas.QRCode{EncodedImage: base64.StdEncoding.EncodeToString(picture), Payload: code, ExpirationDate: asaas.Time{Time: due.AddDate(1, 0, 1).Add(-time.Second)}}, nil
}

// codeOf returns a code that a bank can parse and nobody can pay: its address is in a domain that
// cannot exist (RFC 6761).
func (s *Simulator) codeOf(p payment) (string, error) {
	code := pix.Code{
		URL: "pix.simulado.invalid/v2/" + p.ID, Value: money.Money(p.Value), Name: s.state.accounts[p.Owner].Name,
		City: "BRASIL", IsOnce: true,
	}
	if len(p.ExternalReference) <= 35 && strings.Trim(p.ExternalReference, alphanumeric) == "" {
		code.Reference = p.ExternalReference
	}
	text, err := code.Encode()
	if err != nil {
		return "", fmt.Errorf("write the code of %s: %w", p.ID, err)
	}
	return text, nil
}

const alphanumeric = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

func (s *Simulator) readMovement(c call) (any, error) {
	p, known := s.state.payments[strings.TrimPrefix(c.PathValue("id"), movementPrefix)]
	if !known || p.Owner != c.account || !p.isPaid() {
		return nil, errNotFound
	}
	return asaas.PixTransaction{ID: p.PixTransaction, EndToEndIdentifier: p.EndToEnd, EffectiveDate: p.PaymentDate}, nil
}

const movementPrefix = "pix_"

func (s *Simulator) refundPayment(c call) (any, error) {
	in, err := read[asaas.RefundRequest](c)
	if err != nil {
		return nil, err
	}
	p, err := s.own(c)
	if err != nil {
		return nil, err
	}
	fee := money.Money(0)
	for _, part := range in.SplitRefunds {
		if len(p.Split) != 1 || part.ID != p.Split[0].ID || part.Value <= 0 {
			return nil, refuse("invalid_splitRefunds", "O split não existe")
		}
		fee += money.Money(part.Value)
	}
	value := money.Money(in.Value)
	if in.Value == 0 {
		value = money.Money(p.Value) - p.refunded()
	}
	if err := s.checkRefund(p, value, fee); err != nil {
		return nil, err
	}
	p = s.refunding(p, c.now, value, fee, in.Description)
	return p.Payment, s.change(c.now, p, refundName(p))
}

func (s *Simulator) checkRefund(p payment, value, fee money.Money) error {
	left := s.state.balance(p.Owner)
	if p.isHeld() {
		left = p.net()
	}
	switch {
	case p.Status != asaas.PaymentReceived && p.Status != asaas.PaymentConfirmed || p.IsBlocked:
		return refuse("invalid_action", "A cobrança não pode ser estornada")
	case value <= 0 || p.refunded()+value > money.Money(p.Value):
		return refuse("invalid_value", "O valor do estorno passa do valor recebido")
	case fee > value || p.FeeRefunded+fee > p.fee():
		return refuse("invalid_splitRefunds", "O valor do split a estornar passa do split")
	case value-fee > left:
		return refuse("insufficient_balance", "Saldo insuficiente para o estorno")
	}
	return nil
}

// refunding adds a refund. A full refund ends the hold.
func (s *Simulator) refunding(p payment, now time.Time, value, fee money.Money, about string) payment {
	at := asaas.Time{Time: now}
	p.Refunds = append(p.Refunds[:len(p.Refunds):len(p.Refunds)], asaas.RefundEntry{
		DateCreated: at, Status: asaas.RefundDone, Value: asaas.Amount(value), Description: about, EffectiveDate: at,
		EndToEndIdentifier: s.endToEnd("D", now),
	})
	p.FeeRefunded += fee
	if p.refunded() == money.Money(p.Value) {
		p.Status = asaas.PaymentRefunded
		p = finished(p, now, "PAYMENT_REFUNDED")
	}
	return p
}

func refundName(p payment) string {
	if p.Status == asaas.PaymentRefunded {
		return "PAYMENT_REFUNDED"
	}
	return "PAYMENT_PARTIALLY_REFUNDED"
}

// finished ends the hold on a payment, if there is one.
func finished(p payment, now time.Time, reason string) payment {
	if p.isHeld() {
		hold := *p.Escrow
		hold.Status, hold.FinishDate, hold.FinishReason = asaas.EscrowDone, asaas.Time{Time: now}, reason
		p.Escrow = &hold
	}
	return p
}

func (s *Simulator) finishEscrow(c call) (any, error) {
	for _, p := range s.state.payments {
		if p.Escrow == nil || p.Escrow.ID != c.PathValue("id") {
			continue
		}
		if !p.isHeld() || p.isContested() {
			return nil, refuse("invalid_action", "A garantia não pode ser encerrada")
		}
		p = finished(p, c.now, "REQUESTED_BY_CUSTOMER")
		return p.Payment, s.commit(record{Payments: []payment{p}})
	}
	return nil, errNotFound
}

// endToEnd returns an identifier in Banco Central's form: 32 characters, with the number of an
// institution that does not exist.
func (s *Simulator) endToEnd(kind string, now time.Time) string {
	s.state.serial++
	return fmt.Sprintf("%s99999999%s%011d", kind, now.UTC().Format("200601021504"), s.state.serial)
}
