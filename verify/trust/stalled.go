package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
)

// Bounds on what one stalled reader may cost the others.
const (
	delayMax     = 200 * time.Millisecond
	growthMaxMiB = 64
	unreadMax    = 4 << 10
)

// delays are the times from sending a message to its arrival at each socket.
type delays struct {
	mu   sync.Mutex
	sent map[uuid.UUID]time.Time
	all  []time.Duration
}

func (d *delays) heard(id uuid.UUID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if at, isOurs := d.sent[id]; isOurs {
		d.all = append(d.all, time.Since(at))
	}
}

func (d *delays) percentile(part int) time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.all) == 0 {
		return 0
	}
	slices.Sort(d.all)
	return d.all[min(len(d.all)*part/100, len(d.all)-1)]
}

// stall makes one of many sockets stop reading while it is sent more than the system and the server
// buffer for it.
func stall(ctx context.Context, r *run) (figure string, err error) {
	a, err := r.assemble(ctx, r.count(40, 5), r.count(25, 4))
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, a.disperse()) }()
	measured := &delays{sent: map[uuid.UUID]time.Time{}}
	for _, l := range a.listeners {
		l.onMessage = measured.heard
	}
	if err := a.enter(ctx); err != nil {
		return "", err
	}
	before, err := memoryMiB(a.PID())
	if err != nil {
		return "", err
	}
	dropped, peak, err := a.stallOne(ctx, measured, r.count(400, 20))
	if err != nil {
		return "", err
	}
	if err := a.compare(ctx); err != nil {
		return "", err
	}
	cutOff := 0
	for _, l := range a.listeners {
		if l.joins.Load() != 1 {
			cutOff++
		}
	}
	p99 := measured.percentile(99)
	figure = fmt.Sprintf("the stalled one dropped: %t; of %d others %d were cut off, every message arrived, p50 %d ms, p99 %d ms; memory grew by %d MiB at most",
		dropped, len(a.listeners), cutOff, measured.percentile(50).Milliseconds(), p99.Milliseconds(), peak-before)
	if !dropped || cutOff > 0 || peak-before > growthMaxMiB || !r.Quick && p99 > delayMax {
		return figure, errors.New("one stalled reader harms the others")
	}
	return figure, nil
}

// stallOne opens a socket that reads nothing, floods it, and meanwhile writes to everyone else.
func (a *audience) stallOne(ctx context.Context, measured *delays, messages int) (dropped bool, peak int, err error) {
	victim, err := a.member(ctx, "professional", "Parado")
	if err != nil {
		return false, 0, err
	}
	stalled := newListener(victim, len(a.listeners))
	socket, err := stalled.connect(ctx, unreadMax)
	if err != nil {
		return false, 0, err
	}
	defer func() { _ = socket.CloseNow() }()
	flooding, stop := context.WithCancel(ctx)
	defer stop()
	go a.flood(flooding, victim.UserID)
	for i := range messages {
		// Record the time before sending, so that a message that arrives at once counts too.
		id := uuid.Must(uuid.NewV7())
		measured.mu.Lock()
		measured.sent[id] = time.Now()
		measured.mu.Unlock()
		to := a.people[i%len(a.people)].UserID
		if err := insert(ctx, a.sender, "messages", map[string]any{"client_id": id, "from_id": a.sender.UserID, "to_id": to, "content": "Mensagem " + id.String()}); err != nil {
			return false, 0, err
		}
		now, err := memoryMiB(a.PID())
		if err != nil {
			return false, 0, err
		}
		peak = max(peak, now)
		time.Sleep(20 * time.Millisecond)
	}
	return a.isDropped(ctx), peak, nil
}

// droppedMax is how long a write to the stalled socket may block, plus a margin.
const droppedMax = 30 * time.Second

func (a *audience) isDropped(ctx context.Context) bool {
	bounded, cancel := context.WithTimeout(ctx, droppedMax)
	defer cancel()
	return awaitWord(bounded, a.Server, "dropped a socket that stopped reading") == nil
}

// flood broadcasts to a topic that only the one member has joined.
func (a *audience) flood(ctx context.Context, who uuid.UUID) {
	body, err := json.Marshal(map[string]any{"messages": []map[string]any{{
		"topic": "user:" + who.String(), "event": "flood", "private": true, "payload": map[string]string{"text": strings.Repeat("x", 200<<10)},
	}}})
	for service := a.Service(); err == nil && ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
		_, _ = service.Call(ctx, http.MethodPost, "/realtime/v1/api/broadcast", body)
	}
}

var resident = regexp.MustCompile(`VmRSS:\s+(\d+) kB`)

// memoryMiB returns a process's resident memory.
func memoryMiB(pid int) (int, error) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return 0, err
	}
	found := resident.FindSubmatch(text)
	if found == nil {
		return 0, errors.New("the system does not say how much memory is used")
	}
	kib, err := strconv.Atoi(string(found[1]))
	return kib >> 10, err
}
