package postgres

import (
	"errors"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// giveUpAfter bounds how long sent data may stay unacknowledged (TCP_USER_TIMEOUT, RFC 5482).
func giveUpAfter(limit time.Duration) func(network, address string, conn syscall.RawConn) error {
	return func(network, _ string, conn syscall.RawConn) error {
		if !strings.HasPrefix(network, "tcp") {
			return nil
		}
		var failure error
		err := conn.Control(func(fd uintptr) {
			failure = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(limit.Milliseconds()))
		})
		return errors.Join(err, failure)
	}
}
