package postgres

import (
	"cmp"
	"context"
	"os"
	"strings"

	"github.com/jackc/pgx/v5"
)

// PostgreSQL truncates application_name to 63 bytes. Limiting the host name to hostMax bytes leaves
// room for the longest duty and a port.
const hostMax = 30

// program is the connections' application name unless their URL sets one.
const program = "automacao"

// Node names a server by its host and, if it has one, the port it listens on, such as host:8080.
func Node(port string) string {
	host, _ := os.Hostname()
	host, _, _ = strings.Cut(host, ".")
	host = strings.ReplaceAll(host[:min(len(host), hostMax)], "@", "")
	if port == "" {
		return host
	}
	return host + ":" + port
}

// nameConn sets application_name to the connection's duty and node, such as
// automacao/jobs@host:8080. A name from the URL becomes the first part. An empty duty or node keeps
// the former one; without any node the name of the host is used.
func nameConn(cfg *pgx.ConnConfig, duty, node string) {
	base, formerNode, _ := strings.Cut(cfg.RuntimeParams["application_name"], "@")
	base, formerDuty, _ := strings.Cut(base, "/")
	base = cmp.Or(base, program)
	if duty = cmp.Or(duty, formerDuty); duty != "" {
		base += "/" + duty
	}
	cfg.RuntimeParams["application_name"] = base + "@" + cmp.Or(node, formerNode, Node(""))
}

// ForDuty sets the duty, such as "listen", in the application name of a configuration's
// connections.
func ForDuty(cfg *pgx.ConnConfig, duty string) { nameConn(cfg, duty, "") }

// connect opens a single connection for a duty. It works with and without a pooler.
func connect(ctx context.Context, url, duty, node string) (*pgx.Conn, error) {
	cfg, err := unprepared(url)
	if err != nil {
		return nil, err
	}
	nameConn(cfg, duty, node)
	return pgx.ConnectConfig(ctx, cfg)
}
