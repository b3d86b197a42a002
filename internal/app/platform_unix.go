//go:build unix && !linux

package app

import (
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// reusePort refuses: other systems give all connections to one of the servers.
func reusePort(uintptr) error { return errors.New("AUTOMACAO_SHARE_PORT works on Linux only") }

// notifyOfStateSignal sends SIGUSR1 to a channel.
func notifyOfStateSignal(asked chan<- os.Signal) { signal.Notify(asked, syscall.SIGUSR1) }
