package middleware

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"time"

	filesystem "automacao/internal/files/disk"
	"automacao/internal/kernel/fault"
)

const (
	// ReadyTimeout bounds the health check of the database.
	ReadyTimeout = 1500 * time.Millisecond
	// FreshFor is how long a result is reused, so that many health checks cost nothing.
	FreshFor = 250 * time.Millisecond
)

// Pulse caches the result of a health check for a moment.
type Pulse struct {
	mu     sync.Mutex
	asked  time.Time
	answer error
}

// Feel calls ask, unless its last result is more recent than fresh.
func (p *Pulse) Feel(ctx context.Context, fresh time.Duration, ask func(context.Context) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.asked.IsZero() && time.Since(p.asked) < fresh {
		return p.answer
	}
	// The first client may disconnect while others still wait for the result.
	asking, cancel := context.WithTimeout(context.WithoutCancel(ctx), ReadyTimeout)
	defer cancel()
	p.answer = ask(asking)
	p.asked = time.Now()
	return p.answer
}

// Forget makes the next Feel ask again.
func (p *Pulse) Forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = time.Time{}
}

// AnswerHealth answers a health check and names what is missing.
func AnswerHealth(w http.ResponseWriter, status int, text string, missing ...string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	if status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "1")
	}
	answer := struct {
		Status  string   `json:"status"`
		Missing []string `json:"missing,omitempty"`
	}{text, missing}
	body, _ := json.Marshal(answer)
	w.WriteHeader(status)
	_, _ = w.Write(body)
}

// reportedFor is how long an answer that a disk other than ours is full is believed.
const reportedFor = 5 * time.Second

// Disk knows whether the data's disk has room for writes. The reserve is kept free for requests
// that have begun and for signing in, because a database without any free space stops.
type Disk struct {
	dir     string
	reserve uint64 // in bytes
	refusal *fault.Error
	// free returns the free bytes of a folder's disk.
	free func(dir string) (uint64, error)

	mu       sync.Mutex
	checked  time.Time
	isFull   bool
	reported time.Time
}

// NewDisk returns the disk that a folder is on. It keeps reserveMB (in MiB) free, and refuses
// writes with refusal while less than that is free.
func NewDisk(dir string, reserveMB int, refusal *fault.Error) *Disk {
	return &Disk{dir: dir, reserve: uint64(reserveMB) << 20, refusal: refusal, free: filesystem.FreeBytes} //nolint:gosec // its caller has seen that it is positive
}

// Set replaces the reserve, in bytes, and the function that measures free space.
func (d *Disk) Set(reserve uint64, free func(dir string) (uint64, error)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.reserve, d.free, d.checked = reserve, free, time.Time{}
}

// FreeBytes returns the number of free bytes.
func (d *Disk) FreeBytes() (uint64, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.free(d.dir)
}

// Full reports whether new writes must be refused. A disk that cannot be measured is not full.
func (d *Disk) Full() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := time.Now()
	if d.checked.IsZero() || now.Sub(d.checked) >= FreshFor {
		free, err := d.free(d.dir)
		d.checked, d.isFull = now, err == nil && free < d.reserve
	}
	return d.isFull || !d.reported.IsZero() && now.Sub(d.reported) < reportedFor
}

// Heed inspects an answer for the error that there is no room on a disk: the database and the files
// may be on other disks than ours. 53100 is PostgreSQL's disk_full.
func (d *Disk) Heed(status int, header http.Header) {
	if status != http.StatusInsufficientStorage && !strings.HasSuffix(header.Get("Proxy-Status"), "=53100") {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.reported.IsZero() || time.Since(d.reported) >= reportedFor {
		d.reported = time.Now()
	}
}

// MayWrite returns the refusal while the disk is full.
func (d *Disk) MayWrite() error {
	if d.Full() {
		return d.refusal
	}
	return nil
}

// Guard refuses requests that write while the disk is full.
func (d *Disk) Guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if d.Full() {
			Refuse(w, r, d.refusal)
			return
		}
		next.ServeHTTP(w, r)
	})
}
