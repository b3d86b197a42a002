package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/coder/websocket"

	"automacao/internal/postgres/cluster"
	"automacao/internal/wire/client"
	"automacao/verify/spawn"
)

// The number of requests in flight when the server is told to shut down.
const (
	lockedFlights = 4 // wait for a lock in the database: the most that one caller may have there
	slowFlights   = 4 // still send their body
	openSockets   = 20
	flightLasts   = 3 * time.Second
	exitMax       = 10 * time.Second
)

// endGently sends SIGTERM with requests of three seconds in flight.
func endGently(ctx context.Context, r *run) (figure string, err error) {
	t, err := r.settle(ctx, nil, nil)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, t.leave()) }()
	who, err := t.member(ctx, "professional", "Marina Alves")
	if err != nil {
		return "", err
	}
	told := make(chan websocket.StatusCode, openSockets)
	for range openSockets {
		if err := t.watchClose(ctx, told); err != nil {
			return "", err
		}
	}
	asking, patient, failures := t.keepAsking(ctx)
	flights := t.takeOff(ctx, who)
	if err := <-flights.up; err != nil {
		return "", err
	}
	began := time.Now()
	if err := syscall.Kill(t.PID(), syscall.SIGTERM); err != nil {
		return "", err
	}
	refused := t.refusesWithin(time.Second)
	landed, flightErr := flights.landed(ctx)
	stopped := t.Stop()
	took := time.Since(began)
	err = errors.Join(flightErr, stopped, t.Start(ctx))
	time.Sleep(flightLasts / 3)
	asking()
	closed := 0
	for range openSockets {
		if code := <-told; code == websocket.StatusServiceRestart {
			closed++
		}
	}
	figure = fmt.Sprintf("%d of %d requests of 3 s finished, new connections refused: %t, %d of %d sockets told 1012, gone after %.1f s, %d of %d calls behind retry failed",
		landed, lockedFlights+slowFlights, refused, closed, openSockets, took.Seconds(), failures.Load(), patient.Load())
	if err == nil && (landed != lockedFlights+slowFlights || !refused || closed != openSockets || took > exitMax || failures.Load() > 0) {
		err = errors.New("the end was not gentle")
	}
	return figure, err
}

// watchClose opens a socket and reports the code with which the server closes it.
func (t *town) watchClose(ctx context.Context, told chan<- websocket.StatusCode) error {
	socket, _, err := websocket.Dial(ctx, "ws://"+t.Addr+"/realtime/v1/websocket?vsn=1.0.0&apikey="+t.Keys.AnonKey, nil)
	if err != nil {
		return err
	}
	go func() {
		_, _, err := socket.Read(ctx)
		told <- websocket.CloseStatus(err)
	}()
	return nil
}

// keepAsking runs a client that sends requests continuously and retries refused ones, as the front
// end does.
func (t *town) keepAsking(ctx context.Context) (stop func(), calls, failures *atomic.Int64) {
	asking, cancel := context.WithCancel(ctx)
	calls, failures = new(atomic.Int64), new(atomic.Int64)
	done := make(chan struct{})
	visitor := t.Visitor()
	go func() {
		defer close(done)
		for asking.Err() == nil {
			calls.Add(1)
			if !tryAgain(asking, visitor) && asking.Err() == nil {
				failures.Add(1)
			}
			time.Sleep(20 * time.Millisecond)
		}
	}()
	return func() { cancel(); <-done }, calls, failures
}

// tryAgain sends a request and retries it up to 100 times with a pause.
func tryAgain(ctx context.Context, visitor *client.Client) bool {
	for range 100 {
		_, err := visitor.Get(ctx, "skills?select=slug&limit=1")
		if err == nil {
			return true
		}
		answer, isAnswer := errors.AsType[*client.Status](err)
		if isAnswer && answer.Code < http.StatusInternalServerError {
			return false
		}
		select {
		case <-ctx.Done():
			return false
		case <-time.After(200 * time.Millisecond):
		}
	}
	return false
}

// flights are requests that end three seconds after all of them are in flight.
type flights struct {
	up   chan error
	ends chan error
}

func (f *flights) landed(ctx context.Context) (finished int, err error) {
	for range lockedFlights + slowFlights {
		select {
		case one := <-f.ends:
			if err = errors.Join(err, one); one == nil {
				finished++
			}
		case <-ctx.Done():
			return finished, ctx.Err()
		}
	}
	return finished, err
}

// takeOff sends writes that wait for a row lock, and others whose body is incomplete.
func (t *town) takeOff(ctx context.Context, who *client.Client) *flights {
	f := &flights{up: make(chan error, 1), ends: make(chan error, lockedFlights+slowFlights)}
	path := "/rest/v1/profiles?id=eq." + who.UserID.String()
	tx, err := t.db.Begin(ctx)
	if err == nil {
		_, err = tx.Exec(ctx, `SELECT FROM public.profiles WHERE id = $1 FOR UPDATE`, who.UserID)
	}
	if err != nil {
		f.up <- err
		return f
	}
	for i := range lockedFlights {
		go func() {
			body, _ := json.Marshal(map[string]any{"about": "Versão " + strconv.Itoa(i)})
			_, err := who.Call(ctx, http.MethodPatch, path, body)
			f.ends <- err
		}()
	}
	slow := make([]*io.PipeWriter, slowFlights)
	for i := range slow {
		body, rest := io.Pipe()
		slow[i] = rest
		go func() { f.ends <- sendSlowly(ctx, who, path, body) }()
	}
	go func() {
		for _, body := range slow {
			_, _ = io.WriteString(body, `{"about":`)
		}
		f.up <- t.awaitLocks(ctx, lockedFlights)
		time.Sleep(flightLasts)
		for _, body := range slow {
			_, _ = io.WriteString(body, `"Devagar"}`)
			_ = body.Close()
		}
		_ = tx.Rollback(ctx)
	}()
	return f
}

func sendSlowly(ctx context.Context, who *client.Client, path string, body io.Reader) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPatch, who.URL+path, body)
	if err != nil {
		return err
	}
	request.Header.Set("apikey", who.AnonKey)
	request.Header.Set("Authorization", "Bearer "+who.Token)
	request.Header.Set("Content-Type", "application/json")
	response, err := who.HTTP.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("a slow request is answered %d", response.StatusCode)
	}
	return nil
}

// awaitLocks waits until the given number of statements wait for a lock.
func (t *town) awaitLocks(ctx context.Context, count int) error {
	for range 1000 {
		waiting, err := t.number(ctx, `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)
		if err != nil || waiting >= count {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
	return errors.New("the requests do not reach the database")
}

// refusesWithin reports whether the server stops listening within the given time.
func (t *town) refusesWithin(patience time.Duration) bool {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		conn, err := net.Dial("tcp", t.Addr)
		if err != nil {
			return true
		}
		_ = conn.Close()
	}
	return false
}

// handOver replaces servers on one database and one port one after the other, while a client sends
// requests without retrying.
func handOver(ctx context.Context, r *run) (figure string, err error) {
	handovers := r.count(10, 1)
	folder, err := spawn.Folder()
	if err != nil {
		return "", err
	}
	db, err := cluster.Start(ctx, cluster.Config{Dir: folder + "/d", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, db.Stop(context.WithoutCancel(ctx))) }()
	env := []string{"DATABASE_URL=" + db.URL("postgres", cluster.Superuser), "AUTOMACAO_SHARE_PORT=1", "AUTOMACAO_JWT_SECRET=" + strings.Repeat("s", 32)}
	serving, err := r.own(nil, env)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, serving.Close()) }()
	if err := serving.Start(ctx); err != nil {
		return "", err
	}
	poll := pollPort(ctx, serving.URL())
	for range handovers {
		next, err := r.own(nil, env)
		if err != nil {
			return "", err
		}
		next.Addr = serving.Addr
		if err := errors.Join(next.Start(ctx), awaitWord(ctx, next, `"msg":"ready"`)); err != nil {
			return "", errors.Join(err, next.Close())
		}
		err = serving.Close()
		serving = next
		if err != nil {
			return "", err
		}
	}
	calls, failed := poll()
	figure = fmt.Sprintf("%d handovers, %d of %d calls failed, 5 a second on a kept connection and the others each on a new one", handovers, len(failed), calls)
	if len(failed) > 0 {
		return figure, fmt.Errorf("the first failure: %w", failed[0])
	}
	return figure, nil
}

// awaitWord waits for a process's log line, because on a shared port the other process may answer a
// readiness probe.
func awaitWord(ctx context.Context, server *spawn.Server, word string) error {
	bounded, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for !strings.Contains(server.Log(), word) {
		select {
		case <-bounded.Done():
			return fmt.Errorf("it does not say %s: %s", word, server.Log())
		case <-time.After(10 * time.Millisecond):
		}
	}
	return nil
}

// pollPort sends requests every 200 ms on a kept connection and every 10 ms on new ones until it is
// stopped, and counts the failures.
func pollPort(ctx context.Context, url string) (stop func() (calls int64, failed []error)) {
	asking, cancel := context.WithCancel(ctx)
	var done sync.WaitGroup
	var mu sync.Mutex
	var calls int64
	var failed []error
	for pause, transport := range map[time.Duration]*http.Transport{200 * time.Millisecond: {}, 10 * time.Millisecond: {DisableKeepAlives: true}} {
		done.Go(func() {
			defer transport.CloseIdleConnections()
			for tick := time.Tick(pause); asking.Err() == nil; <-tick {
				err := askOnce(&http.Client{Transport: transport, Timeout: 30 * time.Second}, url+"/ready")
				mu.Lock()
				if calls++; err != nil {
					failed = append(failed, err)
				}
				mu.Unlock()
			}
		})
	}
	return func() (int64, []error) {
		cancel()
		done.Wait()
		return calls, failed
	}
}

func askOnce(through *http.Client, url string) error {
	response, err := through.Get(url)
	if err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, response.Body)
	_ = response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("answered %d", response.StatusCode)
	}
	return nil
}
