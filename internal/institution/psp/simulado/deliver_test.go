package simulado

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"automacao/internal/institution/psp/asaas"
)

// hook receives events, and answers with a status that the test sets.
type hook struct {
	*httptest.Server
	mu     sync.Mutex
	answer int
	seen   []string // the charges of each post, in order of arrival
	tokens map[string]bool
	more   chan struct{}
}

func listen(t *testing.T) *hook {
	t.Helper()
	h := &hook{answer: http.StatusOK, more: make(chan struct{}, 10_000), tokens: map[string]bool{}}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		h.mu.Lock()
		defer h.mu.Unlock()
		h.tokens[r.Header.Get(asaas.TokenHeader)] = true
		h.seen = append(h.seen, numbers(t, body))
		w.WriteHeader(h.answer)
		h.more <- struct{}{}
	}))
	t.Cleanup(h.Close)
	return h
}

// numbers returns the references of the charges that a post is about.
func numbers(t *testing.T, body []byte) string {
	t.Helper()
	if !bytes.HasPrefix(body, []byte("[")) {
		body = slices.Concat([]byte("["), body, []byte("]"))
	}
	var notices []asaas.Notice
	if err := json.Unmarshal(body, &notices); err != nil {
		t.Error(err)
	}
	var text []string
	for _, notice := range notices {
		if notice.Payment != nil {
			text = append(text, strings.TrimLeft(notice.Payment.ExternalReference, "AUTO0"))
		}
	}
	return strings.Join(text, "+")
}

func (h *hook) answers(status int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.answer = status
}

// wait waits for this many more posts.
func (h *hook) wait(t *testing.T, posts int) {
	t.Helper()
	for range posts {
		select {
		case <-h.more:
		case <-time.After(patience):
			t.Fatal("no event came")
		}
	}
}

// posted returns the posts about charges.
func (h *hook) posted() (posted []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, text := range h.seen {
		if text != "" {
			posted = append(posted, text)
		}
	}
	return posted
}

// paidInARow pays five charges while nothing is posted, and then starts the delivery with faults.
func paidInARow(t *testing.T, h *hook, faults string, posts int) (*bundle, []string) {
	t.Helper()
	b := setup(t, Config{WebhookURL: h.URL, WebhookToken: "combinado", RetryPause: time.Microsecond})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.sim.Deliver(ctx) }()
	t.Cleanup(func() { cancel(); <-ended })
	customer := b.market()
	h.wait(t, 1) // the account's approval
	b.did("POST", "/simulado/faults", "", `{"queue_stopped":true}`, nil)
	for i := range 5 {
		b.cause(b.charge(customer, i+1).ID, "paid")
	}
	b.did("POST", "/simulado/faults", "", faults, nil)
	h.wait(t, posts)
	return b, h.posted()
}

func TestDeliveryInOrderWithTheToken(t *testing.T) {
	t.Parallel()
	h := listen(t)
	_, posted := paidInARow(t, h, `{}`, 5)
	if strings.Join(posted, " ") != "1 2 3 4 5" || !h.tokens["combinado"] || len(h.tokens) != 1 {
		t.Errorf("posted %v with %v", posted, h.tokens)
	}
}

func TestDeliveryRepeatsAndGroups(t *testing.T) {
	t.Parallel()
	if _, posted := paidInARow(t, listen(t), `{"repeat":1}`, 10); strings.Join(posted, " ") != "1 1 2 2 3 3 4 4 5 5" {
		t.Errorf("repeated: %v", posted)
	}
	if _, posted := paidInARow(t, listen(t), `{"group":3}`, 2); strings.Join(posted, " ") != "1+2+3 4+5" {
		t.Errorf("grouped: %v", posted)
	}
}

func TestOneSeedIsOneCourse(t *testing.T) {
	t.Parallel()
	_, first := paidInARow(t, listen(t), `{"shuffle":true,"seed":5}`, 5)
	_, again := paidInARow(t, listen(t), `{"shuffle":true,"seed":5}`, 5)
	_, other := paidInARow(t, listen(t), `{"shuffle":true,"seed":6}`, 5)
	if !slices.Equal(first, again) || slices.Equal(first, other) || slices.IsSorted(first) {
		t.Errorf("seed 5: %v and %v; seed 6: %v", first, again, other)
	}
	slices.Sort(first)
	if strings.Join(first, " ") != "1 2 3 4 5" {
		t.Errorf("lost: %v", first)
	}
}

func TestDroppedEventsAreGone(t *testing.T) {
	t.Parallel()
	h := listen(t)
	b, _ := paidInARow(t, h, `{"drop_rate":1}`, 0)
	b.waitFor(func(q queue, waiting int) bool { return waiting == 0 })
	if posted := h.posted(); len(posted) != 0 {
		t.Errorf("told %v", posted)
	}
}

// waitFor polls until the queue is in a state.
func (b *bundle) waitFor(is func(q queue, waiting int) bool) {
	b.t.Helper()
	given := time.After(patience)
	for {
		var posted struct {
			Queue   queue
			Waiting int
		}
		b.did("GET", "/simulado/faults", "", "", &posted)
		if is(posted.Queue, posted.Waiting) {
			return
		}
		select {
		case <-given:
			b.t.Fatalf("the queue is %+v", posted)
		default:
		}
	}
}

func TestTheQueueStopsAfterFifteenFailures(t *testing.T) {
	t.Parallel()
	h := listen(t)
	h.answers(http.StatusCreated) // only 200 counts
	b := setup(t, Config{WebhookURL: h.URL, RetryPause: time.Microsecond})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.sim.Deliver(ctx) }()
	customer := b.market()
	h.wait(t, failuresMax)
	b.waitFor(func(q queue, _ int) bool { return q.IsStopped && q.FailuresInRow == failuresMax })
	b.cause(b.charge(customer, 1).ID, "paid")

	// It stays stopped after a restart.
	cancel()
	<-ended
	cfg := b.sim.cfg
	b.must(b.sim.Close())
	b.open(cfg)
	ctx, cancel = context.WithCancel(t.Context())
	go func() { ended <- b.sim.Deliver(ctx) }()
	t.Cleanup(func() { cancel(); <-ended })
	b.waitFor(func(q queue, waiting int) bool { return q.IsStopped && waiting == 2 })
	if posts := len(h.more); posts != 0 {
		t.Errorf("%d posts while the queue was stopped", posts)
	}
	h.answers(http.StatusOK)
	b.did("POST", "/simulado/faults", "", `{}`, nil)
	h.wait(t, 2)
	b.waitFor(func(q queue, waiting int) bool { return q == queue{} && waiting == 0 })
	if posted := h.posted(); strings.Join(posted, " ") != "1" {
		t.Errorf("told %v", posted)
	}
}

func TestHeldTransfersWait(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	charge := b.charge(b.market(), 1)
	b.cause(charge.ID, "paid")
	b.did("GET", "/v3/payments/"+charge.ID, b.key, "", &charge)
	b.did("POST", "/v3/escrow/"+charge.Escrow.ID+"/finish", RootKey, `{}`, nil)
	b.did("POST", "/simulado/faults", "", `{"hold_transfers":true}`, nil)
	const out = `{"value":920.00,"operationType":"PIX","pixAddressKey":"52998224725","pixAddressKeyType":"CPF","externalReference":"saque"}`
	b.did("POST", "/v3/transfers", b.key, out, nil)
	if status := b.ask("POST", "/v3/transfers", b.key, out, nil); status != http.StatusBadRequest {
		t.Errorf("the same money was sent twice: %d", status)
	}
	var transfer asaas.Transfer
	b.did("POST", "/simulado/transfers", "", `{"reference":"saque","status":"FAILED"}`, &transfer)
	var left asaas.Balance
	b.did("GET", "/v3/finance/balance", b.key, "", &left)
	if transfer.Status != asaas.TransferFailed || transfer.FailReason == "" || left.Balance != 92000 {
		t.Errorf("%+v, balance %d", transfer, left.Balance)
	}
}
