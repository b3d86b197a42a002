package app

import (
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// reusePort allows another server of the same user to listen on the address of a socket.
func reusePort(fd uintptr) error {
	return unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_REUSEPORT, 1)
}

// notifyOfStateSignal sends SIGUSR1 to a channel.
func notifyOfStateSignal(asked chan<- os.Signal) { signal.Notify(asked, syscall.SIGUSR1) }
