package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"automacao/internal/kernel/leaktest"
	"automacao/verify/spawn"
)

// asProgram makes a copy of this test program run as the program itself.
const asProgram = "AUTOMACAO_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
	}
	leaktest.Main(m)
}

// patience bounds every wait. A passing test takes far less.
const patience = 5 * time.Minute

// hidden simulates a machine whose file system has no PostgreSQL in the system's folders, and whose
// user is an ordinary one.
type hidden struct {
	t      *testing.T
	script string
	env    []string
}

// newHidden copies the machine's own PostgreSQL programs into a cache, as scripts/fetch-postgres.sh
// does with the ones it downloads, and hides the originals.
func newHidden(t *testing.T, folder string) *hidden {
	t.Helper()
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		t.Skip("there are no programs of Debian's packages to put into the cache")
	}
	bin := filepath.Dir(found[len(found)-1])
	cache := filepath.Join(folder, "memória", "automacao", "postgresql", "0.1", "native", "bin")
	if err := os.MkdirAll(cache, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{"postgres", "initdb"} {
		content, err := os.ReadFile(filepath.Join(bin, program))
		if err == nil {
			err = os.WriteFile(filepath.Join(cache, program), content, 0o755)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	// The programs load libraries relative to their own location, so that folder stays visible.
	if err := os.Symlink(filepath.Join(filepath.Dir(bin), "lib"), filepath.Join(filepath.Dir(cache), "lib")); err != nil {
		t.Fatal(err)
	}
	var hide strings.Builder
	for _, one := range found {
		hide.WriteString("mount -t tmpfs none '" + filepath.Dir(one) + "' && ")
	}
	user := strconv.Itoa(max(os.Getuid(), 1000))
	h := &hidden{t: t, script: hide.String() + `exec unshare --user --map-user=` + user + ` --map-group=` + user + ` -- "$0" "$@"`}
	h.env = append(os.Environ(), asProgram+"=1", "PATH=/usr/bin:/bin", "XDG_CACHE_HOME="+filepath.Join(folder, "memória"),
		"AUTOMACAO_PG_BIN=", "DATABASE_URL=", "AUTOMACAO_LOG_FORMAT=json", "AUTOMACAO_DATA="+filepath.Join(folder, "dados"))
	if said, err := h.command("/usr/bin/id", "-u").CombinedOutput(); err != nil || strings.TrimSpace(string(said)) != user {
		t.Skipf("this machine gives no namespaces: %v: %s", err, said)
	}
	return h
}

func (h *hidden) command(program string, arguments ...string) *exec.Cmd {
	command := exec.Command("unshare", append([]string{"--map-root-user", "--mount", "sh", "-c", h.script, program}, arguments...)...)
	command.Env = h.env
	return command
}

// says runs a command of the program and returns its output and exit code.
func (h *hidden) says(arguments ...string) (said string, code int) {
	h.t.Helper()
	command := h.command(os.Args[0], arguments...)
	text, err := command.CombinedOutput()
	if command.ProcessState == nil {
		h.t.Fatal(err)
	}
	return string(text), command.ProcessState.ExitCode()
}

type heard struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (h *heard) Write(line []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.Write(line)
}

func (h *heard) String() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.text.String()
}

// TestTheFirstMinuteOfAnOperator acts as an ordinary user who has no PostgreSQL installed but a
// copy in the cache, and whose folder's name has spaces.
func TestTheFirstMinuteOfAnOperator(t *testing.T) {
	t.Parallel()
	parent, err := spawn.Folder()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(parent) })
	folder := filepath.Join(parent, "pasta com espaços")
	machine := newHidden(t, folder)
	addr, err := spawn.FreeAddr()
	if err != nil {
		t.Fatal(err)
	}
	log := &heard{}
	server := machine.command(os.Args[0], "serve", "--addr", addr)
	server.Stdout, server.Stderr = log, log
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Process.Kill() })
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		ended <- server.Wait()
		cancel()
	}()
	if err := spawn.AwaitReady(ctx, "http://"+addr); err != nil {
		t.Fatalf("%v\n%s", err, log)
	}
	response, err := http.Get("http://" + addr + "/ready")
	if err != nil {
		t.Fatal(err)
	}
	if body, err := io.ReadAll(response.Body); err != nil || string(body) != `{"status":"ok"}` {
		t.Errorf("it is ready with %s, %v", body, err)
	}
	_ = response.Body.Close()
	http.DefaultClient.CloseIdleConnections()

	for _, one := range []struct {
		arguments, says string
		code            int
	}{
		{"admin list", "there is no administrator", 0},
		{"admin create ana@exemplo.test --password comprida-e-boa-77", "ana@exemplo.test is an administrator", 0},
		{"admin block ana@exemplo.test", "the only administrator", 1},
		{"admin create bia@exemplo.test --password comprida-e-boa-77", "bia@exemplo.test is an administrator", 0},
		{"admin reset-password bia@exemplo.test", "password  ", 0},
		{"admin block bia@exemplo.test", "bia@exemplo.test is blocked", 0},
		{"admin block bia@exemplo.test", "stands so already", 1},
		{"admin promote bia@exemplo.test", "an administrator already", 1},
		{"admin promote caio@exemplo.test", "nobody has this address", 1},
		{"admin list", "bia@exemplo.test  blocked", 0},
		{"admin unblock bia@exemplo.test", "may sign in again", 0},
		{"table list", "public.messages", 0},
		{"table watch skills", "changes of skills are told", 0},
		{"table watch public.skills", "changes of public.skills are told", 0},
		{"table list", "public.skills", 0},
		{"table unwatch skills", "changes of skills are told to nobody", 0},
		{"table watch nothing", "there is no table nothing", 1},
		{"table watch professionals", "no plain table with a primary key", 1},
		{"migrate", "the schema is up to date", 0},
		{"doctor", "row-level security is on and forced for every table", 0},
		{"keys", "service_role_key", 0},
	} {
		if said, code := machine.says(strings.Fields(one.arguments)...); code != one.code || !strings.Contains(said, one.says) {
			t.Errorf("%s ends with %d and says %q", one.arguments, code, said)
		}
	}

	// unshare executes the program in place, so its process is the program's.
	if err := server.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Errorf("it ends with %v", err)
	}
	_, end, stopped := strings.Cut(log.String(), `"msg":"stopping"`)
	if !stopped || strings.Contains(end, `"level":"WARN"`) || strings.Contains(end, `"level":"ERROR"`) {
		t.Errorf("at the end it says %s", end)
	}
	if _, code := machine.says("admin", "list"); code != 0 {
		t.Errorf("without a server the list ends with %d", code)
	}
}
