package simulado

import (
	"encoding/json"
	"time"

	"automacao/internal/institution/psp/asaas"
)

// change commits a payment together with the event about it.
func (s *Simulator) change(now time.Time, p payment, name string) error {
	current := p.Payment
	return s.commit(record{Payments: []payment{p}, Events: s.notices(now, p.Owner, asaas.Notice{Event: name, Payment: &current})})
}

func (s *Simulator) transferNotices(now time.Time, t transfer) []event {
	current := t.Transfer
	return s.notices(now, t.Owner, asaas.Notice{Event: "TRANSFER_" + t.Status, Transfer: &current})
}

// statusNotice reports the state of an account's approval.
func statusNotice(a account) asaas.Notice {
	return asaas.Notice{
		Event: "ACCOUNT_STATUS_GENERAL_APPROVAL_" + a.Status,
		AccountStatus: &asaas.AccountStatus{
			ID: a.ID, CommercialInfo: asaas.Approved, BankAccountInfo: asaas.Approved, Documentation: a.Status, General: a.Status,
		},
	}
}

// notices returns the event for an account's queue, or none if there is no address to post to.
func (s *Simulator) notices(now time.Time, owner string, notice asaas.Notice) []event {
	if s.cfg.WebhookURL == "" && s.state.accounts[owner].Webhook.URL == "" {
		return nil
	}
	notice.ID, notice.DateCreated = s.state.next("evt"), asaas.Time{Time: now}
	body, err := json.Marshal(notice)
	if err != nil {
		s.cfg.Log.Error("an event could not be written", "event", notice.Event, "cause", err)
		return nil
	}
	return []event{{ID: notice.ID, Owner: owner, At: now, Body: body}}
}

// sweepEvery is the minimum interval between two sweeps.
const sweepEvery = time.Minute

// sweep lets charges expire and holds end when their day has passed.
func (s *Simulator) sweep(now time.Time) error {
	if now.Sub(s.swept) < sweepEvery && !now.Before(s.swept) {
		return nil
	}
	s.swept = now
	today := now.In(asaas.Zone).Format(asaas.DateFormat)
	for _, p := range s.state.payments {
		var err error
		switch {
		case !p.Deleted && p.Status == asaas.PaymentPending && p.DueDate < today:
			p.Status = asaas.PaymentOverdue
			err = s.change(now, p, "PAYMENT_OVERDUE")
		case p.isHeld() && !p.isContested() && p.Escrow.ExpirationDate.Before(now):
			err = s.commit(record{Payments: []payment{finished(p, now, "EXPIRED")}})
		}
		if err != nil {
			return err
		}
	}
	return nil
}
