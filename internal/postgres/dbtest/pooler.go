package dbtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/postgres/cluster"
)

// throughPooler is the environment variable that routes the pools of all tests through a PgBouncer
// in transaction mode.
const throughPooler = "AUTOMACAO_TEST_POOLER"

func isPooled() bool { return os.Getenv(throughPooler) != "" }

// poolerPort only names the socket file; the pooler does not listen on TCP.
const poolerPort = "6432"

// poolerSettings are a distribution's defaults, except that each transaction gets a different
// session than the last. This exposes code that leaves state in a session.
const poolerSettings = `[databases]
* = host=%s port=%s
[pgbouncer]
%s
listen_port = ` + poolerPort + `
unix_socket_dir = %s
auth_type = trust
auth_file = %s
auth_user = ` + cluster.Superuser + `
auth_query = SELECT rolname, '' FROM pg_roles WHERE rolname = $1
pool_mode = transaction
server_round_robin = 1
default_pool_size = 20
max_client_conn = 1000
`

// Pooled starts a PgBouncer in transaction mode in front of the server of a Unix-socket URL, until
// the test ends, and returns the URL that goes through it.
func Pooled(t testing.TB, serverURL string) string {
	t.Helper()
	behind, stop, err := startPooler(serverURL)
	if err != nil {
		t.Fatalf("put a pooler in between: %v", err)
	}
	t.Cleanup(func() { _ = stop.Close() })
	return behind
}

// shared is the pooler in front of the cluster of all tests.
var shared = sync.OnceValues(func() (string, error) {
	running, err := start()
	if err != nil {
		return "", err
	}
	behind, stop, err := startPooler(running.URL("postgres", cluster.Superuser))
	pipes = append(pipes, stop)
	return behind, err
})

// throughShared returns a URL of the cluster of all tests, rewritten to go through its pooler.
func throughShared(t testing.TB, of string) string {
	t.Helper()
	behind, err := shared()
	if err == nil {
		of, err = redirect(of, behind)
	}
	if err != nil {
		t.Fatalf("put a pooler in between: %v", err)
	}
	return of
}

// redirect returns a URL with the host and port of another.
func redirect(of, to string) (string, error) {
	from, err := url.Parse(of)
	if err != nil {
		return "", err
	}
	leading, err := url.Parse(to)
	if err != nil {
		return "", err
	}
	query, target := from.Query(), leading.Query()
	query.Set("host", target.Get("host"))
	query.Set("port", target.Get("port"))
	from.RawQuery = strings.ReplaceAll(query.Encode(), "+", "%20")
	return from.String(), nil
}

// poolerJanitor ends the pooler and removes its folder when its standard input ends, however the
// test program ended.
const poolerJanitor = `"$1" "$2/pgbouncer.ini" & pooler=$!; cat; kill -KILL $pooler; rm -rf "$2"`

func startPooler(serverURL string) (behind string, stop io.Closer, err error) {
	program, err := findPooler()
	if err != nil {
		return "", nil, err
	}
	folder, err := furnish(serverURL)
	if err != nil {
		return "", nil, err
	}
	command := exec.Command("sh", "-c", poolerJanitor, "sh", program, folder)
	command.Dir = "/"
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if stop, err = command.StdinPipe(); err != nil {
		return "", nil, err
	}
	if err := command.Start(); err != nil {
		return "", nil, err
	}
	behind, err = redirect(serverURL, "postgres:///?host="+url.QueryEscape(folder)+"&port="+poolerPort)
	if err == nil {
		err = awaitPooler(behind)
	}
	return behind, stop, err
}

func findPooler() (string, error) {
	if path, err := exec.LookPath("pgbouncer"); err == nil {
		return path, nil
	}
	if path, err := exec.LookPath("/usr/sbin/pgbouncer"); err == nil {
		return path, nil
	}
	return "", errors.New("there is no pgbouncer: run make pgbouncer, or install the package of that name")
}

// furnish creates the folder of a pooler, which runs as another user if we are root.
func furnish(serverURL string) (string, error) {
	server, err := url.Parse(serverURL)
	if err != nil {
		return "", err
	}
	folder, err := os.MkdirTemp("", "automacao-pooler-")
	if err != nil {
		return "", err
	}
	worksAs, list := "", filepath.Join(folder, "users")
	if os.Geteuid() == 0 {
		found, err := user.Lookup("postgres")
		if err != nil {
			found, err = user.Lookup("nobody")
		}
		if err != nil {
			return "", err
		}
		uid, err := strconv.Atoi(found.Uid)
		if err != nil {
			return "", err
		}
		if err := os.Chown(folder, uid, -1); err != nil {
			return "", err
		}
		worksAs = "user = " + found.Username
	}
	query := server.Query()
	settings := fmt.Sprintf(poolerSettings, query.Get("host"), query.Get("port"), worksAs, folder, list)
	// For all other roles the pooler asks the server.
	known := fmt.Sprintf("%q \"\"\n", cluster.Superuser)
	return folder, errors.Join(os.Chmod(folder, 0o755), os.WriteFile(list, []byte(known), 0o644), os.WriteFile(filepath.Join(folder, "pgbouncer.ini"), []byte(settings), 0o644))
}

// awaitPooler returns once the pooler answers for the server.
func awaitPooler(behind string) error {
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	ticker := time.NewTicker(10 * time.Millisecond)
	defer ticker.Stop()
	for {
		conn, err := pgx.Connect(ctx, behind)
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the pooler does not answer: %w", err)
		case <-ticker.C:
		}
	}
}
