package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"automacao/internal/market/demo"
	"automacao/internal/wire/client"
	"automacao/verify/spawn"
)

// critical repeats calls that must succeed under any load: health, session refresh, messages,
// payment codes and the institution's payment events.
type critical struct {
	stop   context.CancelFunc
	done   sync.WaitGroup
	counts map[string]*tally
}

func newCritical(ctx context.Context, server *spawn.Server) (*critical, error) {
	running, stop := context.WithCancel(ctx)
	c := &critical{stop: stop, counts: map[string]*tally{}}
	kinds := map[string]func(*tally, int){}
	visitor := server.Visitor()
	kinds["health"] = func(t *tally, _ int) { t.ask(running, visitor, "192.0.2.1", http.MethodGet, "/ready", nil) }
	for name, prepare := range map[string]func(context.Context, *spawn.Server) (func(*tally, int), error){
		"refresh": refreshing, "messages": writing, "payments": paying,
	} {
		ask, err := prepare(running, server)
		if err != nil {
			stop()
			return nil, fmt.Errorf("prepare %s: %w", name, err)
		}
		kinds[name] = ask
	}
	for name, ask := range kinds {
		t := newTally()
		c.counts[name] = t
		c.done.Go(func() {
			for i := 0; running.Err() == nil; i++ {
				ask(t, i)
				select {
				case <-running.Done():
				case <-time.After(criticalPause):
				}
			}
		})
	}
	return c, nil
}

// criticalPause keeps the calls below what members may write per minute.
const criticalPause = 3 * time.Second

func refreshing(ctx context.Context, server *spawn.Server) (func(*tally, int), error) {
	member, err := server.Member(ctx, demo.CompanyEmail, demo.Password)
	return func(t *tally, _ int) {
		body, _ := json.Marshal(map[string]string{"refresh_token": member.RefreshToken})
		began := time.Now()
		answer, failed := member.Call(ctx, http.MethodPost, "/auth/v1/token?grant_type=refresh_token", body, "X-Forwarded-For", "192.0.2.2")
		var session struct {
			RefreshToken string `json:"refresh_token"`
		}
		if failed == nil {
			failed = json.Unmarshal(answer, &session)
		}
		if ctx.Err() != nil {
			return
		}
		if failed != nil {
			t.add(codeOf(failed), 0)
			return
		}
		member.RefreshToken = session.RefreshToken
		t.add(http.StatusOK, time.Since(began))
	}, err
}

func writing(ctx context.Context, server *spawn.Server) (func(*tally, int), error) {
	from, err := server.Member(ctx, demo.ProfessionalEmail, demo.Password)
	to, failed := server.Member(ctx, demo.CompanyEmail, demo.Password)
	err = errors.Join(err, failed)
	return func(t *tally, i int) {
		body, _ := json.Marshal(map[string]any{"from_id": from.UserID, "to_id": to.UserID, "content": fmt.Sprintf("Mensagem %d.", i)})
		t.ask(ctx, from, "192.0.2.3", http.MethodPost, "/rest/v1/messages", body)
	}, err
}

// fundable are the milestones that the demonstration's company may pay, including one that an
// earlier run left with a payment code.
const fundable = "milestones?select=id,contracts!contract_id!inner(status)&status=in.(planned,awaiting_payment)&contracts.status=eq.active&contracts.settlement=eq.guarantee"

// paying requests the payment code of a milestone in each turn. In every third turn it also
// completes the payment, up to the effect of the institution's event.
func paying(ctx context.Context, server *spawn.Server) (func(*tally, int), error) {
	company, err := server.Member(ctx, demo.CompanyEmail, demo.Password)
	var planned []struct {
		ID string `json:"id"`
	}
	if err == nil {
		err = read(ctx, company, fundable, &planned)
	}
	if err == nil && len(planned) == 0 {
		err = errors.New("no milestone can be paid")
	}
	return func(t *tally, i int) {
		milestone := planned[0].ID
		began := time.Now()
		bounded, cancel := context.WithTimeout(ctx, answerMax)
		defer cancel()
		txid, failed := codeFor(bounded, company, milestone)
		if failed == nil && i%3 == 0 && len(planned) > 1 {
			planned = planned[1:]
			failed = paid(bounded, company, txid, milestone)
		}
		switch {
		case ctx.Err() != nil:
		case failed != nil:
			t.add(codeOf(failed), 0)
		default:
			t.add(http.StatusOK, time.Since(began))
		}
	}, err
}

func codeFor(ctx context.Context, company *client.Client, milestone string) (string, error) {
	body, _ := json.Marshal(map[string]string{"milestone_id": milestone})
	answer, err := company.Call(ctx, http.MethodPost, "/rest/v1/rpc/fund_milestone", body, "X-Forwarded-For", payerAddr)
	if err != nil {
		return "", err
	}
	var charge struct {
		TxID string `json:"txid"`
	}
	return charge.TxID, json.Unmarshal(answer, &charge)
}

// paid simulates the payer and waits until the institution's event has taken effect.
func paid(ctx context.Context, company *client.Client, txid, milestone string) error {
	body, _ := json.Marshal(map[string]string{"txid": txid, "event": "paid"})
	if _, err := company.Call(ctx, http.MethodPost, "/rest/v1/rpc/simulate_pix", body, "X-Forwarded-For", payerAddr); err != nil {
		return err
	}
	for {
		// A read that is refused under load says nothing about the event.
		var held []struct{}
		err := read(ctx, company, "milestones?select=id&status=eq.funded&id=eq."+milestone, &held)
		if err == nil && len(held) > 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// payerAddr is the client address of the paying company.
const payerAddr = "192.0.2.4"

func read(ctx context.Context, c *client.Client, path string, into any) error {
	answer, err := c.Get(ctx, path, "X-Forwarded-For", payerAddr)
	if err != nil {
		return err
	}
	return json.Unmarshal(answer, into)
}

func codeOf(err error) int {
	if status, ok := errors.AsType[*client.Status](err); ok {
		return status.Code
	}
	return 0
}

func (c *critical) end() *critical {
	c.stop()
	c.done.Wait()
	return c
}

// part returns the success rate of the least successful kind of call.
func (c *critical) part() float64 {
	worst := 1.0
	for _, t := range c.counts {
		worst = min(worst, float64(t.good())/float64(max(t.all(), 1)))
	}
	return worst
}

func (c *critical) String() string {
	var good, all int
	for _, t := range c.counts {
		good, all = good+t.good(), all+t.all()
	}
	return fmt.Sprintf("%d of %d ok (health p99 %s, refresh %s, messages %s, payments %s)", good, all,
		c.counts["health"].quantile(0.99), c.counts["refresh"].quantile(0.99), c.counts["messages"].quantile(0.99), c.counts["payments"].quantile(0.99))
}
