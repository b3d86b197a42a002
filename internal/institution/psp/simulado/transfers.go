package simulado

import (
	"time"

	"automacao/internal/institution/pix"
	"automacao/internal/institution/psp/asaas"
	"automacao/internal/kernel/money"
)

func (s *Simulator) addTransfer(c call) (any, error) {
	in, err := read[asaas.TransferRequest](c)
	if err != nil {
		return nil, err
	}
	key, err := pix.ParseKey(pix.KeyKind(in.PixAddressKeyType), in.PixAddressKey)
	switch {
	case err != nil || key.Value != in.PixAddressKey:
		return nil, refuse("invalid_pixAddressKey", "A chave Pix informada é inválida")
	case in.OperationType != "PIX":
		return nil, refuse("invalid_operationType", "A modalidade é inválida")
	case in.Value <= 0:
		return nil, refuse("invalid_value", "O valor deve ser informado")
	case money.Money(in.Value) > s.state.balance(c.account):
		return nil, refuse("insufficient_balance", "Saldo insuficiente para a transferência")
	}
	made := transfer{Owner: c.account, Transfer: asaas.Transfer{
		ID: s.state.next("tra"), DateCreated: asaas.Time{Time: c.now}, Value: in.Value, NetValue: in.Value,
		Status: asaas.Pending, ExternalReference: in.ExternalReference, Description: in.Description,
	}}
	if s.faults.HoldTransfers {
		return made.Transfer, s.commit(record{Transfers: []transfer{made}})
	}
	settled := s.settled(made, asaas.TransferDone, c.now)
	// The answer is older than the settlement, as with the real institution.
	return made.Transfer, s.commit(record{Transfers: []transfer{settled}, Events: s.transferNotices(c.now, settled)})
}

// settled returns a transfer in its final state.
func (s *Simulator) settled(t transfer, status string, now time.Time) transfer {
	t.Status = status
	switch status {
	case asaas.TransferDone:
		t.EffectiveDate, t.EndToEndIdentifier = asaas.Time{Time: now}, s.endToEnd("E", now)
	case asaas.TransferFailed:
		t.FailReason = "A instituição de destino recusou a transferência"
	}
	return t
}

func (s *Simulator) listTransfers(c call) (any, error) {
	created, err := since(c.URL.Query(), "dateCreated")
	if err != nil {
		return nil, err
	}
	found := newestFirst(s.state.transfers, func(t transfer) bool { return t.Owner == c.account && !t.DateCreated.Before(created) })
	shown := make([]asaas.Transfer, len(found))
	for i, t := range found {
		shown[i] = t.Transfer
	}
	return page(c.URL.Query(), shown)
}

func (s *Simulator) readTransfer(c call) (any, error) {
	t, known := s.state.transfers[c.PathValue("id")]
	if !known || t.Owner != c.account {
		return nil, errNotFound
	}
	return t.Transfer, nil
}
