// Package cluster supervises a private PostgreSQL server: it makes the data
// directory, starts the server as a child, starts it again when it dies and
// stops it with the program. It knows nothing of what is stored.
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

// Config says where a cluster lives and how it runs.
type Config struct {
	// Dir is the cluster's data directory. It is made when missing; beside it
	// lie Dir.lock and Dir.socket.
	Dir string
	// BinDir is the folder of the server programs; found when empty.
	BinDir string
	// Throwaway trades durability for speed, for tests only.
	Throwaway bool
	// Settings are further server settings, by name.
	Settings map[string]string
	// Archive, unless nil, keeps the WAL elsewhere.
	Archive *Archive
	// Log hears of starts, deaths and the server's own complaints.
	Log *slog.Logger
}

// Superuser is the role that owns a private cluster.
const Superuser = "automacao"

// port only names the socket file; nothing listens on the network.
const port = "5432"

// Cluster is a running private server. It is safe for concurrent use.
type Cluster struct {
	cfg     Config
	bin     string
	socket  string
	account *account
	lock    *os.File

	// ending is over once Stop was called.
	ending context.Context
	end    context.CancelFunc
	// done is closed when the supervisor has ended, with its server.
	done chan struct{}
	// archiving is over once the server has ended for good.
	archiving    context.Context
	endArchiving context.CancelFunc
	// archived is closed when no more WAL is taken away.
	archived chan struct{}
	release  func() error

	mu     sync.Mutex
	server *server
	// answering is closed while a server answers, and replaced when it dies.
	answering chan struct{}
}

// Start makes the data directory where there is none and returns once the
// server answers. The context bounds the start only. An error is a sentence
// that says how to mend the machine.
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

// URL is how a role reaches a database of the cluster through its socket.
func (c *Cluster) URL(database, role string) string { return socketURL(c.socket, database, role) }

func socketURL(socket, database, role string) string {
	query := url.Values{"host": {socket}, "port": {port}, "user": {role}, "sslmode": {"disable"}}
	// Encode writes a space as a web form does, which no PostgreSQL client reads.
	return "postgres:///" + url.PathEscape(database) + "?" + strings.ReplaceAll(query.Encode(), "+", "%20")
}

// Ending has the log say nothing more of clients that leave: they are about to.
func (c *Cluster) Ending() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.server != nil {
		c.server.log.quiet.Store(true)
	}
}

// Ready waits until the server answers, which it does except while it is
// being started again.
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

// Done is closed when the server is gone for good, which only Stop brings
// about: a server that dies is started again for as long as it takes.
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
// When ctx ends first the server ends at once and recovers at its next start.
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

// letGo removes the socket folder and lets another supervisor in.
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

// restartDelay is how long a dead server is left alone before it is started
// again; it doubles up to the maximum while starts keep failing, so that a
// full disk is noticed as mended within seconds.
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

// revive starts the server again for as long as it takes; nil when asked to
// stop meanwhile. There is no time limit: recovery after a crash takes as
// long as there is log to replay.
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

// announce tells whoever waits in Ready that a server answers or, with nil,
// that none does.
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
