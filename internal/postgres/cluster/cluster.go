// Package cluster supervises a private PostgreSQL server: it creates the data directory, starts the
// server as a child process, restarts it when it dies and stops it with the program. It must not
// know anything about the stored data.
package cluster

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"automacao/internal/kernel/background"
)

// Config says where a cluster is stored and how it runs.
type Config struct {
	// Dir is the cluster's data directory. It is created if missing. Dir.lock and Dir.socket are
	// created next to it.
	Dir string
	// BinDir is the folder of the server programs; if empty it is searched for.
	BinDir string
	// Throwaway trades durability for speed. It is for tests only.
	Throwaway bool
	// Settings are additional server settings by name.
	Settings map[string]string
	// Archive, unless nil, archives the WAL elsewhere.
	Archive *Archive
	// Log receives starts, deaths and the server's own complaints.
	Log *slog.Logger
}

// Superuser is the role that owns a private cluster.
const Superuser = "automacao"

// port only names the socket file; the server does not listen on the network.
const port = "5432"

// Cluster is a running private server. It is safe for concurrent use.
type Cluster struct {
	cfg     Config
	bin     string
	socket  string
	account *account
	lock    *os.File

	// ending is cancelled by Stop.
	ending context.Context
	end    context.CancelFunc
	// done is closed when the supervisor has ended and its server has stopped.
	done chan struct{}
	// archiving is cancelled when the server has stopped for good.
	archiving    context.Context
	endArchiving context.CancelFunc
	// archived is closed when archiving of WAL has ended.
	archived chan struct{}
	release  func() error

	mu     sync.Mutex
	server *server
	// answering is closed while a server accepts connections, and replaced when it dies.
	answering chan struct{}
}

// Start creates the data directory if there is none and returns once the server accepts
// connections. The context bounds only the start. An error is a sentence that says what to fix on
// the machine.
func Start(ctx context.Context, cfg Config) (*Cluster, error) {
	dir, err := filepath.Abs(cfg.Dir)
	if err != nil {
		return nil, fmt.Errorf("resolve data directory: %w", err)
	}
	cfg.Dir = dir
	c := &Cluster{cfg: cfg, done: make(chan struct{}), archived: make(chan struct{}), answering: make(chan struct{})}
	c.ending, c.end = context.WithCancel(context.Background())
	c.archiving, c.endArchiving = context.WithCancel(context.Background())
	c.release = sync.OnceValue(c.letGo)
	if err := c.prepare(ctx); err != nil {
		return nil, errors.Join(err, c.release())
	}
	if err := c.openArchive(); err != nil {
		return nil, errors.Join(err, c.release())
	}
	first, err := c.launch(ctx)
	if err != nil {
		return nil, errors.Join(err, c.release())
	}
	c.announce(first)
	go c.supervise(first)
	go func() {
		defer close(c.archived)
		if cfg.Archive != nil {
			_ = background.Keep(c.archiving, cfg.Log, "archive", c.archive)
		}
	}()
	return c, nil
}

// URL returns the URL, through the cluster's socket, of a database for a role.
func (c *Cluster) URL(database, role string) string { return socketURL(c.socket, database, role) }

func socketURL(socket, database, role string) string {
	query := url.Values{"host": {socket}, "port": {port}, "user": {role}, "sslmode": {"disable"}}
	// Encode writes a space as "+", as in web forms; PostgreSQL clients expect %20.
	return "postgres:///" + url.PathEscape(database) + "?" + strings.ReplaceAll(query.Encode(), "+", "%20")
}

// Ending logs the server's lines at debug level from now on, because the shutdown that follows makes
// it report every lost client.
func (c *Cluster) Ending() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.server != nil {
		c.server.log.quiet.Store(true)
	}
}

// Ready waits until the server accepts connections. It accepts them except while it restarts.
func (c *Cluster) Ready(ctx context.Context) error {
	c.mu.Lock()
	answering := c.answering
	c.mu.Unlock()
	select {
	case <-answering:
		return nil
	case <-c.done:
		return errors.New("the database server was stopped")
	case <-ctx.Done():
		return fmt.Errorf("wait for the database server: %w", ctx.Err())
	}
}

// Done is closed when the server has stopped for good. Only Stop causes that: a server that dies is
// restarted, with no limit on the attempts.
func (c *Cluster) Done() <-chan struct{} { return c.done }

// PID returns the process id of the running server, 0 between restarts.
func (c *Cluster) PID() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.server == nil {
		return 0
	}
	return c.server.pid()
}

// Stop shuts the server down cleanly: clients are disconnected and nothing is lost. If ctx ends
// first, the server is stopped at once and runs crash recovery at its next start.
func (c *Cluster) Stop(ctx context.Context) error {
	c.end()
	select {
	case <-c.done:
		<-c.archived
		return c.release()
	case <-ctx.Done():
	}
	c.mu.Lock()
	if c.server != nil {
		c.server.signal(syscall.SIGQUIT)
	}
	c.mu.Unlock()
	<-c.done
	<-c.archived
	return errors.Join(fmt.Errorf("stop the database server: %w", ctx.Err()), c.release())
}

// letGo removes the socket folder and releases the lock for another supervisor.
func (c *Cluster) letGo() error {
	c.end()
	c.endArchiving()
	if c.lock == nil {
		return nil
	}
	var err error
	if c.socket != "" {
		err = os.RemoveAll(c.socket)
	}
	return errors.Join(err, c.lock.Close())
}

// restartDelay is the pause before a dead server is restarted. It doubles up to restartDelayMax
// while starts keep failing, so that the server is back within seconds once, for example, a full
// disk has room again.
const (
	restartDelay    = 50 * time.Millisecond
	restartDelayMax = 5 * time.Second
)

func (c *Cluster) supervise(running *server) {
	defer close(c.done)
	defer c.endArchiving()
	for running != nil {
		select {
		case <-c.ending.Done():
			running.stop(c.cfg.Throwaway)
			return
		case <-running.exited:
			c.announce(nil)
			c.cfg.Log.Error("database server died; starting it again", "cause", running.cause)
			running = c.revive()
			c.announce(running)
		}
	}
}

// revive restarts the server and retries until it succeeds; it returns nil if Stop is called
// meanwhile. There is no time limit, because crash recovery takes as long as there is WAL to
// replay.
func (c *Cluster) revive() *server {
	for delay := restartDelay; ; delay = min(2*delay, restartDelayMax) {
		select {
		case <-c.ending.Done():
			return nil
		case <-time.After(delay):
		}
		next, err := c.launch(c.ending)
		if err == nil {
			c.cfg.Log.Info("database server answers again", "pid", next.pid())
			return next
		}
		c.cfg.Log.Error("database server does not start", "cause", err)
	}
}

// announce tells callers of Ready that a server accepts connections or, with nil, that none does.
func (c *Cluster) announce(running *server) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.server = running
	if running != nil {
		close(c.answering)
		return
	}
	select {
	case <-c.answering:
		c.answering = make(chan struct{})
	default:
	}
}
