package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"syscall"
	"time"

	"automacao/internal/blob"
)

// listen opens the server's address. With SharePort another server of the same
// user may listen there meanwhile: the system gives each connection to one of
// them, so that a new one takes over before the old one ends.
func (a *App) listen(ctx context.Context) (err error) {
	var listening net.ListenConfig
	if a.cfg.SharePort {
		listening.Control = sharePort
	}
	if a.listener, err = listening.Listen(ctx, "tcp", a.cfg.Addr); err != nil {
		return fmt.Errorf("listen on AUTOMACAO_ADDR: %w", err)
	}
	return nil
}

// reachPatience is how long a bucket may take to answer at the start.
const reachPatience = 10 * time.Second

// lookAround finds, before anything is made, what would stop the start after
// everything was: an address that is taken, a bucket that cannot be reached.
func (a *App) lookAround(ctx context.Context) (err error) {
	// Of a shared port it would take connections that nobody answers.
	if !a.cfg.SharePort {
		if err := a.listen(ctx); err != nil {
			return err
		}
		err, a.listener = a.listener.Close(), nil
		if err != nil {
			return fmt.Errorf("try AUTOMACAO_ADDR: %w", err)
		}
	}
	if !blob.IsRemote(a.cfg.BlobURL) {
		return nil
	}
	if a.bucket, err = blob.Open(ctx, a.cfg.BlobURL, a.cfg.Data); err != nil {
		return err
	}
	asking, cancel := context.WithTimeout(ctx, reachPatience)
	defer cancel()
	return blob.Reach(asking, a.bucket)
}

func sharePort(_, _ string, conn syscall.RawConn) error {
	var shared error
	err := conn.Control(func(fd uintptr) { shared = reusePort(fd) })
	return errors.Join(err, shared)
}
