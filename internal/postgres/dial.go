package postgres

import (
	"context"
	"net"
	"time"
)

// goneMax is how long a peer may leave data unacknowledged before the connection counts as lost.
// The operating system alone would wait about 15 minutes, and background work on the connection
// would wait with it.
const goneMax = 20 * time.Second

// dial opens a connection that detects a dead peer within goneMax.
func dial(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: goneMax / 2, Interval: goneMax / 4, Count: 2},
		Control:         giveUpAfter(goneMax),
	}
	return dialer.DialContext(ctx, network, address)
}
