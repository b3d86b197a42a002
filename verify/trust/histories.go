package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/anishathalye/porcupine"
	"golang.org/x/sync/errgroup"

	"automacao/internal/wire/client"
)

// Bounds of one history: callers, the sequential steps of each caller on a shared object, and
// histories recorded at the same time.
const (
	historyCallers = 4
	historySteps   = 5
	historiesOnce  = 2 // at the same time
	searchMax      = time.Minute
)

// subject is a kind of object of which histories are recorded.
type subject struct {
	name  string
	model porcupine.Model
	// prepare creates an object and returns a random step on it. A step returns its request and its
	// answer.
	prepare func(*witnesses, context.Context) (step, error)
}

type step func(ctx context.Context, draw *rand.Rand) (input, output any, err error)

// subjects are objects for which a write that is acknowledged too early, or a stale read, would do
// harm.
var subjects = []subject{
	{"acceptances", acceptanceModel, (*witnesses).acceptances},
	{"read flags", flagModel, (*witnesses).flags},
	{"balances", balanceModel, (*witnesses).balances},
}

// witnesses are the members who act in histories.
type witnesses struct {
	*town
	company       *client.Client
	professionals []*client.Client
}

// linearize records the requests and answers of concurrent callers, and checks that each history is
// linearizable.
func linearize(ctx context.Context, r *run) (figure string, err error) {
	t, err := r.settle(ctx, nil, nil)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, t.leave()) }()
	w := &witnesses{town: t}
	if w.company, err = t.member(ctx, "company", "Serra Azul"); err != nil {
		return "", err
	}
	for i := range proposalsEach {
		who, err := t.member(ctx, "professional", fmt.Sprint("Pessoa ", i))
		if err != nil {
			return "", err
		}
		w.professionals = append(w.professionals, who)
	}
	var mu sync.Mutex
	steps, whole := 0, map[string]int{}
	var recording errgroup.Group
	recording.SetLimit(historiesOnce)
	for number := range r.count(1000, 30) {
		of, draw := subjects[number%len(subjects)], rand.New(rand.NewPCG(r.Rand.Uint64(), r.Rand.Uint64()))
		recording.Go(func() error {
			history, err := w.record(ctx, of, draw)
			if err != nil {
				return fmt.Errorf("%s: %w", of.name, err)
			}
			if result := porcupine.CheckOperationsTimeout(of.model, history, searchMax); result != porcupine.Ok {
				return fmt.Errorf("history %d of %s is %s: %+v", number, of.name, result, history)
			}
			mu.Lock()
			defer mu.Unlock()
			steps += len(history)
			whole[of.name]++
			return nil
		})
	}
	if err := recording.Wait(); err != nil {
		return "", err
	}
	return fmt.Sprintf("%d + %d + %d histories of acceptances, read flags and balances, %d callers and %d steps in all: all linearizable",
		whole[subjects[0].name], whole[subjects[1].name], whole[subjects[2].name], historyCallers, steps), nil
}

// record lets callers act concurrently and records when each step began and ended.
func (w *witnesses) record(ctx context.Context, of subject, draw *rand.Rand) ([]porcupine.Operation, error) {
	act, err := of.prepare(w, ctx)
	if err != nil {
		return nil, err
	}
	began := time.Now()
	history := make([]porcupine.Operation, historyCallers*historySteps)
	var acting errgroup.Group
	for caller := range historyCallers {
		own := rand.New(rand.NewPCG(draw.Uint64(), draw.Uint64()))
		acting.Go(func() error {
			for i := range historySteps {
				call := time.Since(began)
				input, output, err := act(ctx, own)
				if err != nil {
					return err
				}
				history[caller*historySteps+i] = porcupine.Operation{
					ClientId: caller, Input: input, Call: int64(call), Output: output, Return: int64(time.Since(began)),
				}
			}
			return nil
		})
	}
	return history, acting.Wait()
}

// refused distinguishes a refusal, which is a valid answer, from any other error.
func refused(err error) (bool, error) {
	answer, isAnswer := errors.AsType[*client.Status](err)
	if isAnswer && answer.Code < http.StatusInternalServerError && answer.Code != http.StatusTooManyRequests {
		return true, nil
	}
	return false, err
}

// readOne decodes the only row of an answer.
func readOne[T any](answer []byte, err error) (row T, _ error) {
	if err != nil {
		return row, err
	}
	var rows []T
	if err := json.Unmarshal(answer, &rows); err != nil {
		return row, err
	}
	if len(rows) != 1 {
		return row, fmt.Errorf("%d rows are answered: %s", len(rows), answer)
	}
	return rows[0], nil
}

// isRead decides at random, with equal odds, whether a step reads.
func isRead(draw *rand.Rand) bool { return draw.IntN(2) == 0 }
