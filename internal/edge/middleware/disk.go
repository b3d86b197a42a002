package middleware

import (
	"net/http"
	"strings"
	"sync"
	"time"

	filesystem "automacao/internal/files/disk"
	"automacao/internal/kernel/fault"
)

// saidFor is how long the word of a disk that is not ours is believed.
const saidFor = 5 * time.Second

// Disk knows whether there is room to write where the data lies. The reserve is kept
// for what has begun, and for signing in: a database that finds no room at all stops.
type Disk struct {
	dir     string
	reserve uint64 // in bytes
	refusal *fault.Error
	// free returns the bytes that are free at a folder.
	free func(dir string) (uint64, error)

	mu      sync.Mutex
	checked time.Time
	isFull  bool
	said    time.Time
}

// NewDisk returns the disk of a folder, of which reserveMB are kept free; refusal is
// what is said while they are not.
func NewDisk(dir string, reserveMB int, refusal *fault.Error) *Disk {
	return &Disk{dir: dir, reserve: uint64(reserveMB) << 20, refusal: refusal, free: filesystem.FreeBytes} //nolint:gosec // its caller has seen that it is positive
}

// Set has another reserve, in bytes, kept free from here on, and another answer
// believed of how much is.
func (d *Disk) Set(reserve uint64, free func(dir string) (uint64, error)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.reserve, d.free, d.checked = reserve, free, time.Time{}
}

// FreeBytes is how much is free.
func (d *Disk) FreeBytes() (uint64, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.free(d.dir)
}

// Full reports whether what is new must wait for room. A disk that cannot be
// asked is not full.
func (d *Disk) Full() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := time.Now()
	if d.checked.IsZero() || now.Sub(d.checked) >= FreshFor {
		free, err := d.free(d.dir)
		d.checked, d.isFull = now, err == nil && free < d.reserve
	}
	return d.isFull || !d.said.IsZero() && now.Sub(d.said) < saidFor
}

// Heed takes the word of an answer that there is no room: the database and the
// files may lie on other disks than ours.
func (d *Disk) Heed(status int, header http.Header) {
	if status != http.StatusInsufficientStorage && !strings.HasSuffix(header.Get("Proxy-Status"), "=53100") {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.said.IsZero() || time.Since(d.said) >= saidFor {
		d.said = time.Now()
	}
}

// MayWrite refuses while there is no room.
func (d *Disk) MayWrite() error {
	if d.Full() {
		return d.refusal
	}
	return nil
}

// Guard refuses what writes while there is no room.
func (d *Disk) Guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if d.Full() {
			Refuse(w, r, d.refusal)
			return
		}
		next.ServeHTTP(w, r)
	})
}
