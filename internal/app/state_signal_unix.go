//go:build unix

package app

import (
	"os"
	"os/signal"
	"syscall"
)

func notifyOfAsking(asked chan<- os.Signal) { signal.Notify(asked, syscall.SIGUSR1) }
