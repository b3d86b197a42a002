package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"syscall"
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

func sharePort(_, _ string, conn syscall.RawConn) error {
	var shared error
	err := conn.Control(func(fd uintptr) { shared = reusePort(fd) })
	return errors.Join(err, shared)
}
