package app

import (
	"net/http"
	"strings"
	"sync"
	"time"

	filesystem "automacao/internal/disk"
	"automacao/internal/fault"
	"automacao/internal/wire"
)

// errDiskFull refuses what writes while there is no room. The reserve is kept for
// what has begun, and for signing in: a database that finds no room at all stops.
var errDiskFull = fault.New(http.StatusServiceUnavailable, "disk_full", "Não há espaço para gravar no momento. Tente novamente mais tarde.")

// saidFor is how long the word of a disk that is not ours is believed.
const saidFor = 5 * time.Second

// disk knows whether there is room to write where the data lies.
type disk struct {
	dir     string
	reserve uint64 // in bytes
	// free returns the bytes that are free at a folder.
	free func(dir string) (uint64, error)

	mu      sync.Mutex
	checked time.Time
	isFull  bool
	said    time.Time
}

func newDisk(dir string, reserveMB int) *disk {
	return &disk{dir: dir, reserve: uint64(reserveMB) << 20, free: filesystem.FreeBytes} //nolint:gosec // Check has seen that it is positive
}

// full reports whether what is new must wait for room. A disk that cannot be
// asked is not full.
func (d *disk) full() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := time.Now()
	if d.checked.IsZero() || now.Sub(d.checked) >= freshFor {
		free, err := d.free(d.dir)
		d.checked, d.isFull = now, err == nil && free < d.reserve
	}
	return d.isFull || !d.said.IsZero() && now.Sub(d.said) < saidFor
}

// heed takes the word of an answer that there is no room: the database and the
// files may lie on other disks than ours.
func (d *disk) heed(status int, header http.Header) {
	if status != http.StatusInsufficientStorage && !strings.HasSuffix(header.Get("Proxy-Status"), "=53100") {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.said.IsZero() || time.Since(d.said) >= saidFor {
		d.said = time.Now()
	}
}

// mayWrite refuses while there is no room.
func (d *disk) mayWrite() error {
	if d.full() {
		return errDiskFull
	}
	return nil
}

// withRoom refuses what writes while there is no room.
func (a *App) withRoom(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.disk.full() {
			wire.Refuse(w, r, errDiskFull)
			return
		}
		next.ServeHTTP(w, r)
	})
}
