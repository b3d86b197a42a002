package postgres

import (
	"cmp"
	"context"
	"os"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Of pg_stat_activity.application_name PostgreSQL keeps 63 bytes, of which a
// machine's name takes hostMax: that leaves room for the longest duty and a port.
const hostMax = 30

// program is what connections are named after unless their URL says otherwise.
const program = "automacao"

// Node names a server by its machine and, if there is one, the port it listens on:
// host:8080.
func Node(port string) string {
	host, _ := os.Hostname()
	host, _, _ = strings.Cut(host, ".")
	host = strings.ReplaceAll(host[:min(len(host), hostMax)], "@", "")
	if port == "" {
		return host
	}
	return host + ":" + port
}

// nameConn says in application_name what a connection is for, and of which node:
// automacao/jobs@host:8080. What the URL says stands in front. An empty duty or
// node stays as it was; nobody's node is the machine.
func nameConn(cfg *pgx.ConnConfig, duty, node string) {
	base, formerNode, _ := strings.Cut(cfg.RuntimeParams["application_name"], "@")
	base, formerDuty, _ := strings.Cut(base, "/")
	base = cmp.Or(base, program)
	if duty = cmp.Or(duty, formerDuty); duty != "" {
		base += "/" + duty
	}
	cfg.RuntimeParams["application_name"] = base + "@" + cmp.Or(node, formerNode, Node(""))
}

// ForDuty names the connections that are made by a configuration after what they
// are for, such as "listen".
func ForDuty(cfg *pgx.ConnConfig, duty string) { nameConn(cfg, duty, "") }

// connect opens one connection for a duty, through a pooler or without one.
func connect(ctx context.Context, url, duty, node string) (*pgx.Conn, error) {
	cfg, err := unprepared(url)
	if err != nil {
		return nil, err
	}
	nameConn(cfg, duty, node)
	return pgx.ConnectConfig(ctx, cfg)
}
