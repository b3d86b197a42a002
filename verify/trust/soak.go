package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/google/uuid"

	"automacao/internal/wire/client"
)

// The share of its capacity that a server is loaded with for hours, and the number of callers.
const (
	soakShare   = 0.6
	soakCallers = 8
	soakSockets = 50
)

// Bounds on growth during a soak: the share by which memory may grow per hour, plus the allocator's
// usual variation over ten minutes. The counts may only vary a little.
const (
	memorySwayMiB = 24
	hourGrowth    = 0.01
	countSway     = 0.05
	countSpare    = 12
)

// state is the server's resource use.
type state struct {
	memoryMiB, goroutines, files, connections int
}

// stateOf reads the state from the server by a signal, the system and the database.
func (t *town) stateOf(ctx context.Context) (s state, err error) {
	before := strings.Count(t.Log(), `"msg":"state"`)
	if err := syscall.Kill(t.PID(), syscall.SIGUSR1); err != nil {
		return s, err
	}
	bounded, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for strings.Count(t.Log(), `"msg":"state"`) == before {
		select {
		case <-bounded.Done():
			return s, errors.New("the server does not say its state")
		case <-time.After(5 * time.Millisecond):
		}
	}
	log := t.Log()
	line, _, _ := strings.Cut(log[strings.LastIndex(log, `"msg":"state"`)-1:], "\n")
	var said struct{ Goroutines int }
	if err := json.Unmarshal([]byte("{"+strings.TrimPrefix(line, ",")), &said); err != nil {
		return s, fmt.Errorf("read %s: %w", line, err)
	}
	s.goroutines = said.Goroutines
	files, err := os.ReadDir("/proc/" + strconv.Itoa(t.PID()) + "/fd")
	if err != nil {
		return s, err
	}
	s.files = len(files)
	if s.memoryMiB, err = memoryMiB(t.PID()); err != nil {
		return s, err
	}
	s.connections, err = t.number(ctx, `SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'automacao%'`)
	return s, err
}

func (s state) String() string {
	return fmt.Sprintf("%d MiB, %d goroutines, %d files, %d connections", s.memoryMiB, s.goroutines, s.files, s.connections)
}

// soak loads a server with 0.6 of its capacity for a long time, and checks that nothing grows.
func soak(ctx context.Context, r *run) (figure string, err error) {
	lasts := r.Soak
	if r.Quick {
		lasts = 20 * time.Second
	}
	a, err := r.assemble(ctx, soakCallers, soakSockets/soakCallers)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, a.disperse()) }()
	if err := a.enter(ctx); err != nil {
		return "", err
	}
	capacity, _, err := a.work(ctx, min(lasts/6, 30*time.Second), 0)
	if err != nil {
		return "", err
	}
	rest := func() (state, error) {
		a.http.CloseIdleConnections()
		time.Sleep(3 * time.Second)
		return a.stateOf(ctx)
	}
	// Caches and pools fill up only after a while.
	if _, _, err := a.work(ctx, lasts/4, soakShare*capacity); err != nil {
		return "", err
	}
	before, err := rest()
	if err != nil {
		return "", err
	}
	rate, failed, err := a.work(ctx, lasts*3/4, soakShare*capacity)
	if err != nil {
		return "", err
	}
	after, err := rest()
	if err != nil {
		return "", err
	}
	figure = fmt.Sprintf("%s at %.0f calls a second of %.0f, %d failed; before: %v; after: %v", lasts, rate, capacity, failed, before, after)
	return figure, after.grownFrom(before, lasts)
}

// grownFrom returns an error for each value that grew by more than its usual variation.
func (s state) grownFrom(before state, over time.Duration) error {
	var grown []error
	for name, counts := range map[string][2]int{
		"goroutines": {before.goroutines, s.goroutines}, "files": {before.files, s.files}, "connections": {before.connections, s.connections},
	} {
		if counts[1] > counts[0]+int(float64(counts[0])*countSway)+countSpare {
			grown = append(grown, fmt.Errorf("%s grew from %d to %d", name, counts[0], counts[1]))
		}
	}
	if limit := float64(before.memoryMiB)*(1+hourGrowth*over.Hours()) + memorySwayMiB; float64(s.memoryMiB) > limit {
		grown = append(grown, fmt.Errorf("memory grew from %d to %d MiB", before.memoryMiB, s.memoryMiB))
	}
	return errors.Join(grown...)
}

// work runs all callers for a while, at a rate or, with rate 0, in a closed loop. It returns the
// calls per second and the number of failures.
func (a *audience) work(ctx context.Context, lasts time.Duration, rate float64) (reached float64, failed int64, err error) {
	bounded, cancel := context.WithTimeout(ctx, lasts)
	defer cancel()
	var calls, failures atomic.Int64
	var working sync.WaitGroup
	began := time.Now()
	for i, who := range a.people {
		working.Go(func() {
			for call := 0; bounded.Err() == nil; call++ {
				if rate > 0 {
					due := began.Add(time.Duration(float64(call*len(a.people)+i) / rate * float64(time.Second)))
					select {
					case <-bounded.Done():
						return
					case <-time.After(time.Until(due)):
					}
				}
				err := a.callOnce(bounded, who, a.people[(i+1)%len(a.people)].UserID, call)
				if bounded.Err() != nil {
					return
				}
				if calls.Add(1); err != nil {
					failures.Add(1)
				}
			}
		})
	}
	working.Wait()
	took := time.Since(began).Seconds()
	if calls.Load() == 0 || failures.Load()*100 > calls.Load() {
		err = fmt.Errorf("%d of %d calls failed", failures.Load(), calls.Load())
	}
	return float64(calls.Load()) / took, failures.Load(), errors.Join(err, ctx.Err())
}

// callOnce makes one call of a member's typical day: five reads for each message.
func (a *audience) callOnce(ctx context.Context, who *client.Client, to uuid.UUID, call int) error {
	var err error
	switch call % 6 {
	case 0:
		err = insert(ctx, who, "messages", map[string]any{"client_id": uuid.Must(uuid.NewV7()), "from_id": who.UserID, "to_id": to, "content": "Segue a lista."})
	case 1:
		_, err = who.Get(ctx, "projects?select=id,title&status=eq.open&order=created_at.desc&limit=20")
	case 2:
		_, err = who.Get(ctx, "conversations?select=partner_id,unread_count&owner_id=eq."+who.UserID.String())
	case 3:
		_, err = who.Get(ctx, "messages?select=id,content&to_id=eq."+who.UserID.String()+"&order=timestamp.desc&limit=50")
	case 4:
		_, err = who.Call(ctx, http.MethodGet, "/auth/v1/user", nil)
	default:
		_, err = who.Get(ctx, "profiles?select=id,name&limit=20&order=id")
	}
	return err
}
