//go:build !linux

package postgres

import (
	"syscall"
	"time"
)

// giveUpAfter leaves it to the system, which alone can tell.
func giveUpAfter(time.Duration) func(network, address string, conn syscall.RawConn) error { return nil }
