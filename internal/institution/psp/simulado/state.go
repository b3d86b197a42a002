package simulado

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"automacao/internal/institution/psp/asaas"
	"automacao/internal/kernel/money"
)

// account is an account.
type account struct {
	asaas.Account
	Status  string              `json:"status"` // of the approval as a whole
	Reason  string              `json:"reason"` // why it is not approved
	Escrow  *asaas.EscrowConfig `json:"escrow"`
	Webhook asaas.Webhook       `json:"webhook"`
	Keys    []string            `json:"keys"` // Account.APIKey is sent once; the keys are kept here
}

type customer struct {
	asaas.Customer
	Owner string `json:"owner"` // the account
}

type payment struct {
	asaas.Payment
	Owner       string      `json:"owner"`
	EndToEnd    string      `json:"endToEnd"`
	FeeRefunded money.Money `json:"feeRefunded"`
	IsBlocked   bool        `json:"isBlocked"`
}

type transfer struct {
	asaas.Transfer
	Owner string `json:"owner"`
}

// event is a notice that waits for delivery.
type event struct {
	ID    string          `json:"id"`
	Owner string          `json:"owner"`
	At    time.Time       `json:"at"`
	Body  json.RawMessage `json:"body"`
}

// queue is the state of the delivery.
type queue struct {
	FailuresInRow int  `json:"failures_in_row"`
	IsStopped     bool `json:"is_stopped"`
}

// record is one line of the journal: everything that one step changed.
type record struct {
	Serial    int64      `json:"serial,omitempty"`
	Accounts  []account  `json:"accounts,omitempty"`
	Customers []customer `json:"customers,omitempty"`
	Payments  []payment  `json:"payments,omitempty"`
	Transfers []transfer `json:"transfers,omitempty"`
	Events    []event    `json:"events,omitempty"`
	Gone      []string   `json:"gone,omitempty"` // events that need no delivery any more
	Queue     *queue     `json:"queue,omitempty"`
}

// state is the whole state, by identifier. Identifiers of one kind sort in the order of creation.
type state struct {
	serial    int64
	accounts  map[string]account
	customers map[string]customer
	payments  map[string]payment
	transfers map[string]transfer
	waiting   []event // in the order in which they happened
	queue     queue
}

// waitingMax bounds the waiting events; the oldest are dropped.
const waitingMax = 10_000

func newState() state {
	return state{accounts: map[string]account{}, customers: map[string]customer{}, payments: map[string]payment{}, transfers: map[string]transfer{}}
}

func (s *state) apply(change record) {
	s.serial = max(s.serial, change.Serial)
	for _, a := range change.Accounts {
		s.accounts[a.ID] = a
	}
	for _, c := range change.Customers {
		s.customers[c.ID] = c
	}
	for _, p := range change.Payments {
		s.payments[p.ID] = p
	}
	for _, t := range change.Transfers {
		s.transfers[t.ID] = t
	}
	s.waiting = append(s.waiting, change.Events...)
	if len(change.Gone) > 0 {
		s.waiting = slices.DeleteFunc(s.waiting, func(e event) bool { return slices.Contains(change.Gone, e.ID) })
	}
	if extra := len(s.waiting) - waitingMax; extra > 0 {
		s.waiting = slices.Delete(s.waiting, 0, extra)
	}
	if change.Queue != nil {
		s.queue = *change.Queue
	}
}

// whole returns the state as one record.
func (s *state) whole() record {
	return record{
		Serial:   s.serial,
		Accounts: slices.Collect(maps.Values(s.accounts)), Customers: slices.Collect(maps.Values(s.customers)),
		Payments: slices.Collect(maps.Values(s.payments)), Transfers: slices.Collect(maps.Values(s.transfers)),
		Events: s.waiting, Queue: &s.queue,
	}
}

// next returns a new identifier.
func (s *state) next(prefix string) string {
	s.serial++
	return fmt.Sprintf("%s_%012d", prefix, s.serial)
}

// newestFirst returns the values that keep accepts, newest first.
func newestFirst[T any](all map[string]T, keep func(T) bool) []T {
	var kept []T
	for _, id := range slices.Backward(slices.Sorted(maps.Keys(all))) {
		if keep(all[id]) {
			kept = append(kept, all[id])
		}
	}
	return kept
}

func (p payment) fee() (sum money.Money) {
	for _, split := range p.Split {
		sum += money.Money(split.FixedValue)
	}
	return sum
}

func (p payment) refunded() (sum money.Money) {
	for _, refund := range p.Refunds {
		sum += money.Money(refund.Value)
	}
	return sum
}

func (p payment) isPaid() bool { return p.EndToEnd != "" }

func (p payment) isHeld() bool { return p.Escrow != nil && p.Escrow.Status == asaas.EscrowActive }

func (p payment) isContested() bool { return p.Status == asaas.PaymentChargebackAsked || p.IsBlocked }

// net is the receiver's part, minus what was refunded of it.
func (p payment) net() money.Money {
	return money.Money(p.Value) - p.fee() - (p.refunded() - p.FeeRefunded)
}

// balance is what an account can dispose of.
func (s *state) balance(owner string) (sum money.Money) {
	for _, p := range s.payments {
		if p.Owner == owner && p.isPaid() && !p.isHeld() && !p.isContested() {
			sum += p.net()
		}
	}
	for _, t := range s.transfers {
		if t.Owner == owner && t.Status != asaas.TransferFailed && t.Status != asaas.TransferCancelled {
			sum -= money.Money(t.Value)
		}
	}
	return sum
}

// fees is what the platform's own wallet has received.
func (s *state) fees() (sum money.Money) {
	for _, p := range s.payments {
		if p.isPaid() {
			sum += p.fee() - p.FeeRefunded
		}
	}
	return sum
}
