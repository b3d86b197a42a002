package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"automacao/internal/wire/client"
	"automacao/verify/spawn"
)

// answerMax is how long a caller waits for an answer.
const answerMax = 10 * time.Second

// unasked counts callers that gave up before they sent a request.
const unasked = -1

// tally counts answers by status, 0 if there was none, and records the times of the successful
// ones.
type tally struct {
	mu    sync.Mutex
	codes map[int]int
	took  []time.Duration
}

func newTally() *tally { return &tally{codes: map[int]int{}} }

func (t *tally) add(code int, took time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.codes[code]++
	if isGood(code) {
		t.took = append(t.took, took)
	}
}

func isGood(code int) bool { return code >= http.StatusOK && code < http.StatusMultipleChoices }

func (t *tally) good() int { t.mu.Lock(); defer t.mu.Unlock(); return len(t.took) }

func (t *tally) all() (all int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, n := range t.codes {
		all += n
	}
	return all
}

// quantile returns the time within which that part of the successful answers arrived.
func (t *tally) quantile(part float64) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.took) == 0 {
		return 0
	}
	slices.Sort(t.took)
	return t.took[int(part*float64(len(t.took)-1))].Round(time.Millisecond)
}

func (t *tally) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	said := make([]string, 0, len(t.codes))
	for _, code := range slices.Sorted(maps.Keys(t.codes)) {
		if code == unasked {
			said = append(said, fmt.Sprintf("%d never asked", t.codes[code]))
			continue
		}
		said = append(said, fmt.Sprintf("%d × %d", t.codes[code], code))
	}
	return strings.Join(said, ", ")
}

// ask sends one request with a client address and counts its answer.
func (t *tally) ask(ctx context.Context, c *client.Client, from, method, path string, body []byte) {
	bounded, cancel := context.WithTimeout(ctx, answerMax)
	defer cancel()
	began, code := time.Now(), 0
	answer, err := c.Send(bounded, method, path, body, "X-Forwarded-For", from)
	if err == nil {
		_, err = io.Copy(io.Discard, answer.Body)
		_ = answer.Body.Close()
	}
	if err == nil {
		code = answer.StatusCode
	}
	if ctx.Err() == nil {
		t.add(code, time.Since(began))
	}
}

// manyConns returns a client that may open many connections.
func manyConns(server *spawn.Server) *client.Client {
	c := server.Visitor()
	if transport, ok := c.HTTP.Transport.(*http.Transport); ok {
		transport.MaxIdleConnsPerHost, transport.MaxIdleConns = 4096, 4096
	}
	return c
}

// loadAddresses is the number of client addresses that a load uses.
const loadAddresses = 200

func address(i int) string { return "198.51.100." + strconv.Itoa(i%loadAddresses+1) }
