//go:build !linux

package postgres

import (
	"syscall"
	"time"
)

// giveUpAfter does nothing: TCP_USER_TIMEOUT exists only on Linux.
func giveUpAfter(time.Duration) func(network, address string, conn syscall.RawConn) error { return nil }
