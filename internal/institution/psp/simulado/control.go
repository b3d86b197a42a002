package simulado

import (
	"crypto/subtle"
	"net"
	"net/http"
	"strings"
	"time"

	"automacao/internal/institution/psp/asaas"
	"automacao/internal/kernel/money"
	"automacao/internal/kernel/network"
)

// control serves /simulado/ to callers on this machine that have the token.
func (s *Simulator) control() http.Handler {
	routes := http.NewServeMux()
	for pattern, answer := range map[string]step{
		"POST /simulado/events":    s.causeEvent,
		"POST /simulado/accounts":  s.decideAccount,
		"POST /simulado/transfers": s.settleTransfer,
		"POST /simulado/faults":    s.setFaults,
		"GET /simulado/faults":     s.readFaults,
		"GET /simulado/charges":    s.listCharges,
	} {
		routes.Handle(pattern, s.answer(answer))
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.RemoteAddr)
		token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		switch {
		case err != nil || !network.IsLoopback(host):
			write(w, s.cfg, nil, errForbidden)
		case subtle.ConstantTimeCompare([]byte(token), []byte(s.cfg.ControlToken)) != 1:
			write(w, s.cfg, nil, errUnauthorized)
		default:
			routes.ServeHTTP(w, r)
		}
	})
}

// cause is what a payer, a bank or time does to a charge.
type cause struct {
	Reference string       `json:"reference"`
	ID        string       `json:"id"`
	Event     string       `json:"event"`
	Value     asaas.Amount `json:"value"`
}

func (s *Simulator) causeEvent(c call) (any, error) {
	in, err := read[cause](c)
	if err != nil {
		return nil, err
	}
	p, err := s.meant(in.ID, in.Reference)
	if err != nil {
		return nil, err
	}
	act, known := map[string]func(payment, time.Time, money.Money) (payment, error){
		"paid": s.pay, "expired": s.expire, "refund": s.refundByReceiver, "contest": s.contest,
		"contest_lost": s.contestLost, "contest_won": s.contestWon,
	}[in.Event]
	if !known {
		return s.block(c, p, in.Event)
	}
	if p, err = act(p, c.now, money.Money(in.Value)); err != nil {
		return nil, err
	}
	return p.Payment, s.change(c.now, p, eventName(in.Event, p))
}

// meant finds a charge by identifier or reference, one that is not deleted first.
func (s *Simulator) meant(id, reference string) (payment, error) {
	found := newestFirst(s.state.payments, func(p payment) bool {
		return id != "" && p.ID == id || id == "" && reference != "" && p.ExternalReference == reference
	})
	for _, p := range found {
		if !p.Deleted {
			return p, nil
		}
	}
	if len(found) > 0 {
		return found[0], nil
	}
	return payment{}, errNotFound
}

func eventName(cause string, p payment) string {
	switch cause {
	case "expired":
		return "PAYMENT_OVERDUE"
	case "contest":
		return "PAYMENT_CHARGEBACK_REQUESTED"
	case "refund", "contest_lost":
		return refundName(p)
	}
	return "PAYMENT_RECEIVED"
}

// pay pays a charge in full, once.
func (s *Simulator) pay(p payment, now time.Time, _ money.Money) (payment, error) {
	if !p.isOpen() {
		return p, refuse("invalid_action", "O código já foi pago ou não vale mais")
	}
	at := asaas.Time{Time: now}
	p.Status, p.PaymentDate, p.ClientPaymentDate = asaas.PaymentReceived, at, at
	p.PixTransaction, p.EndToEnd = movementPrefix+p.ID, s.endToEnd("E", now)
	p.Split = append([]asaas.Split(nil), p.Split...)
	for i := range p.Split {
		p.Split[i].Status = "DONE"
	}
	if config := s.state.accounts[p.Owner].Escrow; config != nil && config.Enabled {
		p.Escrow = &asaas.Escrow{
			ID: s.state.next("esc"), Status: asaas.EscrowActive, ExpirationDate: asaas.Time{Time: now.AddDate(0, 0, config.DaysToExpire)},
		}
	}
	return p, nil
}

func (s *Simulator) expire(p payment, _ time.Time, _ money.Money) (payment, error) {
	if p.Deleted || p.Status != asaas.PaymentPending {
		return p, refuse("invalid_action", "A cobrança não está pendente")
	}
	p.Status = asaas.PaymentOverdue
	return p, nil
}

// refundByReceiver is a refund that the receiver makes on the institution's own screens.
func (s *Simulator) refundByReceiver(p payment, now time.Time, value money.Money) (payment, error) {
	if value == 0 {
		value = money.Money(p.Value) - p.refunded()
	}
	fee := max(0, value-p.net())
	if err := s.checkRefund(p, value, fee); err != nil {
		return p, err
	}
	return s.refunding(p, now, value, fee, "Estorno pelo recebedor"), nil
}

// contest starts a MED: what is left of the payment is kept back until it is decided.
func (s *Simulator) contest(p payment, _ time.Time, _ money.Money) (payment, error) {
	if p.Status != asaas.PaymentReceived {
		return p, refuse("invalid_action", "A cobrança não pode ser contestada")
	}
	p.Status = asaas.PaymentChargebackAsked
	return p, nil
}

func (s *Simulator) contestWon(p payment, _ time.Time, _ money.Money) (payment, error) {
	if p.Status != asaas.PaymentChargebackAsked {
		return p, refuse("invalid_action", "A cobrança não está contestada")
	}
	p.Status = asaas.PaymentReceived
	return p, nil
}

// contestLost refunds what is available: the held part, or what the account has left of it, and the
// fee.
func (s *Simulator) contestLost(p payment, now time.Time, _ money.Money) (payment, error) {
	p, err := s.contestWon(p, now, 0)
	if err != nil {
		return p, err
	}
	part := p.net()
	if !p.isHeld() {
		part = max(0, min(part, s.state.balance(p.Owner)+part))
	}
	fee := p.fee() - p.FeeRefunded
	if part+fee == 0 {
		return p, refuse("insufficient_balance", "Não há saldo a devolver")
	}
	return s.refunding(p, now, part+fee, fee, "Devolução especial (MED)"), nil
}

// block keeps a part of the balance back without naming the charge, as the institution does if it
// only knows of an infraction.
func (s *Simulator) block(c call, p payment, name string) (any, error) {
	report := asaas.Notice{Balance: &asaas.BlockedValue{
		Value: asaas.Amount(p.net()), Date: c.now.In(asaas.Zone).Format(asaas.DateFormat), Type: "PIX_INFRACTION",
		Description: "Bloqueio de saldo referente a disputa Pix.",
	}}
	switch {
	case name == "block" && p.Status == asaas.PaymentReceived && !p.IsBlocked:
		p.IsBlocked, report.Event = true, "BALANCE_VALUE_BLOCKED"
	case name == "unblock" && p.IsBlocked:
		p.IsBlocked, report.Event = false, "BALANCE_VALUE_UNBLOCKED"
	default:
		return nil, refuse("invalid_event", "O evento não existe ou não cabe nesta cobrança")
	}
	return p.Payment, s.commit(record{Payments: []payment{p}, Events: s.notices(c.now, p.Owner, report)})
}

type decision struct {
	ID        string `json:"id"`
	Document  string `json:"document"`
	Reference string `json:"reference"`
	Status    string `json:"status"`
	Reason    string `json:"reason"`
}

func (s *Simulator) decideAccount(c call) (any, error) {
	in, err := read[decision](c)
	if err != nil {
		return nil, err
	}
	switch in.Status {
	case asaas.Approved, asaas.Rejected, asaas.AwaitingApproval, asaas.Pending:
	default:
		return nil, refuse("invalid_status", "O estado não existe")
	}
	for _, a := range s.state.accounts {
		if a.ID == in.ID || in.ID == "" && in.Document != "" && a.CpfCnpj == in.Document {
			a.Status, a.Reason = in.Status, in.Reason
			return a.Account, s.commit(record{Accounts: []account{a}, Events: s.notices(c.now, a.ID, statusNotice(a))})
		}
	}
	return nil, errNotFound
}

func (s *Simulator) settleTransfer(c call) (any, error) {
	in, err := read[decision](c)
	if err != nil {
		return nil, err
	}
	switch in.Status {
	case asaas.TransferDone, asaas.TransferFailed, asaas.TransferCancelled:
	default:
		return nil, refuse("invalid_status", "O estado não existe")
	}
	for _, t := range s.state.transfers {
		if t.ID == in.ID || in.ID == "" && in.Reference != "" && t.ExternalReference == in.Reference {
			// A bank may return a transfer that had arrived.
			if t.Status != asaas.Pending && (t.Status != asaas.TransferDone || in.Status != asaas.TransferFailed) {
				return nil, refuse("invalid_action", "A transferência já terminou")
			}
			t = s.settled(t, in.Status, c.now)
			return t.Transfer, s.commit(record{Transfers: []transfer{t}, Events: s.transferNotices(c.now, t)})
		}
	}
	return nil, errNotFound
}

func (s *Simulator) setFaults(c call) (any, error) {
	in, err := read[Faults](c)
	if err == nil {
		err = in.check()
	}
	if err != nil {
		return nil, err
	}
	s.faults, s.chance = in, newChance(in.Seed)
	if !in.QueueStopped && s.state.queue != (queue{}) {
		err = s.commit(record{Queue: &queue{}})
	}
	s.rouse()
	return s.report(), err
}

func (s *Simulator) readFaults(call) (any, error) { return s.report(), nil }

// report returns the current faults and the state of the queue.
func (s *Simulator) report() any {
	return struct {
		Faults
		Queue   queue `json:"queue"`
		Waiting int   `json:"waiting"`
	}{s.faults, s.state.queue, len(s.state.waiting)}
}

// charge is what the simulated payer needs to know about a charge.
type charge struct {
	ID        string       `json:"id"`
	Reference string       `json:"reference"`
	Status    string       `json:"status"`
	Value     asaas.Amount `json:"value"`
	IsHeld    bool         `json:"is_held"`
	BRCode    string       `json:"br_code,omitempty"`
}

func (s *Simulator) listCharges(c call) (any, error) {
	found := newestFirst(s.state.payments, func(payment) bool { return true })
	shown := make([]charge, len(found))
	for i, p := range found {
		shown[i] = charge{ID: p.ID, Reference: p.ExternalReference, Status: p.Status, Value: p.Value, IsHeld: p.isHeld()}
		if p.isOpen() {
			code, err := s.codeOf(p)
			if err != nil {
				return nil, err
			}
			shown[i].BRCode = code
		}
	}
	return page(c.URL.Query(), shown)
}
