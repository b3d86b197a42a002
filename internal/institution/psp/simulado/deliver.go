package simulado

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"automacao/internal/institution/psp/asaas"
	"automacao/internal/kernel/network"
)

// Bounds of the delivery.
const (
	postTimeout   = 10 * time.Second
	failuresMax   = 15 // consecutive failures after which the queue stops
	pauseMax      = time.Minute
	keepEventsFor = 14 * 24 * time.Hour
)

// batch is what one post contains.
type batch struct {
	events    []event
	url       string
	token     string
	delay     time.Duration
	repeat    int
	isDropped bool
}

// Deliver posts the events until ctx ends.
func (s *Simulator) Deliver(ctx context.Context) error {
	for {
		next, ok, err := s.nextBatch()
		if err != nil {
			return err
		}
		roused, paused := s.wake, (<-chan time.Time)(nil)
		if ok {
			pause := s.attempt(ctx, next)
			if pause == 0 {
				continue
			}
			roused, paused = nil, time.After(pause)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-roused:
		case <-paused:
		}
	}
}

// nextBatch chooses what to post. It returns false if there is nothing to do until rouse is called.
func (s *Simulator) nextBatch() (batch, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.forgetOld(); err != nil {
		return batch{}, false, err
	}
	if len(s.state.waiting) == 0 || s.state.queue.IsStopped || s.faults.QueueStopped {
		return batch{}, false, nil
	}
	first := 0
	if s.faults.Shuffle {
		first = s.chance.IntN(len(s.state.waiting))
	}
	chosen := s.state.waiting[first]
	next := batch{
		events: []event{chosen}, delay: time.Duration(s.faults.DelayMS) * time.Millisecond,
		repeat: s.faults.Repeat, isDropped: s.happens(s.faults.DropRate),
	}
	next.url, next.token = s.target(chosen.Owner)
	for i := first + 1; i < len(s.state.waiting) && len(next.events) < s.faults.Group; i++ {
		if other := s.state.waiting[i]; other.Owner == chosen.Owner {
			next.events = append(next.events, other)
		}
	}
	return next, true, nil
}

// forgetOld drops events that the real institution would not keep either.
func (s *Simulator) forgetOld() error {
	var old []string
	for _, e := range s.state.waiting {
		if s.cfg.Now().Sub(e.At) > keepEventsFor {
			old = append(old, e.ID)
		}
	}
	if len(old) == 0 {
		return nil
	}
	return s.commit(record{Gone: old})
}

// target returns where an account's events go. The address of an account must be on this machine.
func (s *Simulator) target(owner string) (address, token string) {
	hook := s.state.accounts[owner].Webhook
	own, err := url.Parse(hook.URL)
	if s.cfg.WebhookURL == "" {
		if err != nil || !network.IsLoopback(own.Hostname()) {
			return "", ""
		}
		return hook.URL, hook.AuthToken
	}
	given, err2 := url.Parse(s.cfg.WebhookURL)
	if err == nil && err2 == nil && given.RawQuery == "" {
		given.RawQuery = own.RawQuery
		return given.String(), s.cfg.WebhookToken
	}
	return s.cfg.WebhookURL, s.cfg.WebhookToken
}

// attempt posts a batch and returns how long to wait before the next.
func (s *Simulator) attempt(ctx context.Context, next batch) time.Duration {
	if next.delay > 0 {
		select {
		case <-ctx.Done():
			return next.delay
		case <-time.After(next.delay):
		}
	}
	delivered := next.isDropped || next.url == ""
	for range 1 + next.repeat {
		if next.isDropped || next.url == "" {
			break
		}
		delivered = s.send(ctx, next) || delivered
	}
	if ctx.Err() != nil && !delivered {
		return s.cfg.RetryPause
	}
	return s.settle(next, delivered)
}

func (s *Simulator) send(ctx context.Context, next batch) bool {
	body := []byte(next.events[0].Body)
	if len(next.events) > 1 {
		list := make([]json.RawMessage, len(next.events))
		for i, e := range next.events {
			list[i] = e.Body
		}
		body, _ = json.Marshal(list)
	}
	err := s.postOnce(ctx, next, body)
	if err != nil {
		s.cfg.Log.Debug("an event was not accepted", "event", next.events[0].ID, "cause", err)
	}
	return err == nil
}

func (s *Simulator) postOnce(ctx context.Context, next batch, body []byte) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, next.url, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("create the post: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set(asaas.TokenHeader, next.token)
	response, err := s.post.Do(request)
	if err != nil {
		return fmt.Errorf("post: %w", err)
	}
	if err := drain(response.Body); err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d, but only 200 counts as delivered", response.StatusCode)
	}
	return nil
}

// settle records the result of a post, and returns the pause after it.
func (s *Simulator) settle(next batch, delivered bool) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	after := s.state.queue
	change := record{Queue: &after}
	if delivered {
		after.FailuresInRow = 0
		for _, e := range next.events {
			change.Gone = append(change.Gone, e.ID)
		}
	} else {
		after.FailuresInRow++
		after.IsStopped = after.FailuresInRow >= failuresMax
	}
	if err := s.commit(change); err != nil {
		s.cfg.Log.Error("the result of a delivery could not be recorded", "cause", err)
		return pauseMax
	}
	if delivered {
		return 0
	}
	return min(s.cfg.RetryPause<<min(after.FailuresInRow-1, failuresMax), pauseMax)
}

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
