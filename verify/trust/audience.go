package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"

	"automacao/internal/wire/client"
)

// audience is a group of listeners of some members, and one sender.
type audience struct {
	*town
	sender    *client.Client
	people    []*client.Client
	listeners []*listener
	running   sync.WaitGroup
	hangUp    context.CancelFunc
}

// assemble starts a separate server for the check and prepares the listeners.
func (r *run) assemble(ctx context.Context, people, each int) (*audience, error) {
	t, err := r.settle(ctx, nil, nil)
	if err != nil {
		return nil, err
	}
	a, err := t.invite(ctx, people, each)
	if err != nil {
		return nil, errors.Join(err, t.leave())
	}
	return a, nil
}

// disperse disconnects all listeners and stops the server.
func (a *audience) disperse() error {
	a.quit()
	return a.leave()
}

// quit disconnects everyone who has entered.
func (a *audience) quit() {
	if a.hangUp != nil {
		a.hangUp()
	}
	a.running.Wait()
}

func (t *town) invite(ctx context.Context, people, each int) (*audience, error) {
	a := &audience{town: t}
	var err error
	if a.sender, err = t.member(ctx, "company", "Serra Azul"); err != nil {
		return nil, err
	}
	for i := range people {
		who, err := t.member(ctx, "professional", "Pessoa "+strconv.Itoa(i))
		if err != nil {
			return nil, err
		}
		a.people = append(a.people, who)
		for range each {
			a.listeners = append(a.listeners, newListener(who, len(a.listeners)))
		}
	}
	return a, nil
}

// enter connects all listeners and waits until all have joined.
func (a *audience) enter(ctx context.Context) error {
	listening, hangUp := context.WithCancel(ctx)
	a.hangUp = hangUp
	for _, l := range a.listeners {
		a.running.Go(func() { l.run(listening) })
	}
	_, err := a.awaitJoined(ctx)
	return err
}

// joinedMax bounds the wait for all listeners to join.
const joinedMax = 5 * time.Minute

// awaitJoined waits until each has joined once more, and returns when the last one did.
func (a *audience) awaitJoined(ctx context.Context) (last time.Time, err error) {
	bounded, cancel := context.WithTimeout(ctx, joinedMax)
	defer cancel()
	for i, l := range a.listeners {
		select {
		case at := <-l.joined:
			if at.After(last) {
				last = at
			}
		case <-bounded.Done():
			return last, fmt.Errorf("%d of %d sockets joined: %w", i, len(a.listeners), bounded.Err())
		}
	}
	return last, nil
}

// say sends a message and retries until it is acknowledged.
func (a *audience) say(ctx context.Context, to uuid.UUID) (uuid.UUID, error) {
	id := uuid.Must(uuid.NewV7())
	row := map[string]any{"client_id": id, "from_id": a.sender.UserID, "to_id": to, "content": "Mensagem " + id.String()}
	for {
		err := insert(ctx, a.sender, "messages", row)
		answer, isAnswer := errors.AsType[*client.Status](err)
		if err == nil || isAnswer && answer.Code == http.StatusConflict {
			return id, nil
		}
		if ctx.Err() != nil || isAnswer && answer.Code < http.StatusInternalServerError && answer.Code != http.StatusTooManyRequests {
			return id, err
		}
		time.Sleep(retryPause)
	}
}

func (a *audience) sayToAll(ctx context.Context, times int) error {
	for range times {
		for _, who := range a.people {
			if _, err := a.say(ctx, who.UserID); err != nil {
				return err
			}
		}
	}
	return nil
}

// compare waits until every listener shows its messages as the database has them, in the same order
// and each exactly once.
func (a *audience) compare(ctx context.Context) error {
	bounded, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for _, l := range a.listeners {
		var want []uuid.UUID
		if err := a.db.QueryRow(ctx, `SELECT array_agg(id ORDER BY timestamp, id) FROM public.messages WHERE to_id = $1`, l.who.UserID).Scan(&want); err != nil {
			return err
		}
		for got := l.list(); !slices.Equal(got, want); got = l.list() {
			select {
			case <-bounded.Done():
				return fmt.Errorf("a socket shows %d messages %v, want %v", len(got), got, want)
			case <-time.After(retryPause):
			}
		}
	}
	return nil
}
