// Package cluster supervises a private PostgreSQL server: it makes the data
// directory, starts the server as a child, restarts it when it dies and stops
// it with the program. It knows nothing of what is stored.
package cluster

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Config says where a cluster lives and how it runs.
type Config struct {
	// Dir is the cluster's data directory. It is made when missing.
	Dir string
	// BinDir is the folder of the server programs; found when empty.
	BinDir string
	// Throwaway trades durability for speed, for tests only.
	Throwaway bool
	// Settings are further server settings, by name.
	Settings map[string]string
	Log      *slog.Logger
}

// Superuser is the role that owns a private cluster.
const Superuser = "automacao"

// port only names the socket file; nothing listens on the network.
const port = "5432"

// Cluster is a running private server. It is safe for concurrent use.
type Cluster struct {
	cfg    Config
	bin    string
	socket string
	user   *runAs
	lock   *os.File

	mu      sync.Mutex
	server  *server
	stopped bool
	done    chan struct{}
}

// Start makes the data directory where there is none and returns once the
// server answers. The context bounds the start only.
func Start(ctx context.Context, cfg Config) (*Cluster, error) {
	dir, err := filepath.Abs(cfg.Dir)
	if err != nil {
		return nil, fmt.Errorf("resolve data directory: %w", err)
	}
	cfg.Dir = dir
	bin, err := findPrograms(cfg.BinDir)
	if err != nil {
		return nil, err
	}
	user, err := unprivileged()
	if err != nil {
		return nil, err
	}
	c := &Cluster{cfg: cfg, bin: bin, user: user, done: make(chan struct{})}
	if err := c.prepare(ctx); err != nil {
		return nil, errors.Join(err, c.release())
	}
	if c.server, err = c.launch(ctx); err != nil {
		return nil, errors.Join(err, c.release())
	}
	go c.watch()
	return c, nil
}

// URL is how a role reaches a database of the cluster through its socket.
func (c *Cluster) URL(database, role string) string {
	query := url.Values{"host": {c.socket}, "port": {port}, "user": {role}, "sslmode": {"disable"}}
	return "postgres:///" + url.PathEscape(database) + "?" + query.Encode()
}

// Done is closed when the server is gone for good.
func (c *Cluster) Done() <-chan struct{} { return c.done }

// PID is the process number of the running server, 0 between restarts.
func (c *Cluster) PID() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.server == nil {
		return 0
	}
	return c.server.pid()
}

// Stop ends the server cleanly; clients are disconnected, nothing is lost.
func (c *Cluster) Stop(ctx context.Context) error {
	c.mu.Lock()
	c.stopped = true
	running := c.server
	c.mu.Unlock()
	if running != nil {
		if err := running.stop(ctx); err != nil {
			return err
		}
	}
	<-c.done
	return c.release()
}

// release removes the socket folder and lets another supervisor in.
func (c *Cluster) release() error {
	if c.lock == nil {
		return nil
	}
	return errors.Join(os.RemoveAll(c.socket), c.lock.Close())
}

// restartDelay is how long a dead server is left alone before it is started
// again; it doubles up to the maximum while starts keep failing.
const (
	restartDelay    = 100 * time.Millisecond
	restartDelayMax = 5 * time.Second
	startTimeout    = 60 * time.Second
)

// watch starts the server again whenever it dies without being asked to.
func (c *Cluster) watch() {
	defer close(c.done)
	for {
		c.mu.Lock()
		running := c.server
		c.mu.Unlock()
		<-running.exited
		if c.isStopped() {
			return
		}
		c.cfg.Log.Error("database server died; starting it again", "cause", running.cause)
		if !c.restart() {
			return
		}
	}
}

func (c *Cluster) restart() bool {
	for delay := restartDelay; !c.isStopped(); delay = min(2*delay, restartDelayMax) {
		time.Sleep(delay)
		ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
		next, err := c.launch(ctx)
		cancel()
		if err != nil {
			c.cfg.Log.Error("database server does not start", "cause", err)
			continue
		}
		c.mu.Lock()
		c.server = next
		late := c.stopped
		c.mu.Unlock()
		if late {
			_ = next.stop(context.Background())
		}
		return true
	}
	return false
}

func (c *Cluster) isStopped() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.stopped
}
