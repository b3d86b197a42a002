package postgres

import (
	"context"
	"net"
	"time"
)

// goneMax is after how long a peer is taken for gone that no longer says that
// it heard us: the system itself would wait for a quarter of an hour, and with
// it whatever asks beside requests.
const goneMax = 20 * time.Second

// dial opens a connection that notices when its other end is no more.
func dial(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: goneMax / 2, Interval: goneMax / 4, Count: 2},
		Control:         giveUpAfter(goneMax),
	}
	return dialer.DialContext(ctx, network, address)
}
