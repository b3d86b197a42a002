//go:build linux

package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"automacao/internal/postgres"
	"automacao/internal/postgres/cluster"
	"automacao/verify/spawn"
)

// drill runs the commands of the documents in a separate folder and on separate ports, and records
// which have run.
type drill struct {
	*testing.T
	folder, root string
	env          []string
	// mine are the rows of docs/evidence/commands.md that name the test.
	mine []row
	ran  map[row]bool
}

func newDrill(t *testing.T) *drill {
	t.Helper()
	folder, err := spawn.Folder()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	d := &drill{T: t, folder: folder, root: filepath.Join(folder, "tree"), ran: map[row]bool{}}
	for _, one := range readRows(t) {
		if one.isRun() && strings.Contains(one.held, "*"+t.Name()+"*") {
			d.mine = append(d.mine, one)
		}
	}
	d.env = append(os.Environ(), asProgram+"=1", "DATABASE_URL=", "AUTOMACAO_LOG_FORMAT=json", "AUTOMACAO_DEMO=1",
		"AUTOMACAO_DATA="+d.at("data"), "PPROF_TMPDIR="+folder, "PATH="+d.at("bin")+":"+os.Getenv("PATH"))
	d.laysOutTree()
	for path, text := range map[string]string{
		"bin/sudo": "#!/bin/sh\n[ \"$1\" = -u ] && shift 2 && exec env \"$@\"\n",
	} {
		d.write(path, text, 0o755)
	}
	d.links(os.Args[0], "bin/automacao")
	return d
}

func (d *drill) at(path string) string { return filepath.Join(d.folder, path) }

func (d *drill) write(path, text string, mode os.FileMode) {
	d.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(d.at(path)), 0o755), os.WriteFile(d.at(path), []byte(text), mode)); err != nil {
		d.Fatal(err)
	}
}

func (d *drill) links(to, path string) {
	d.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(d.at(path)), 0o755), os.Symlink(to, d.at(path))); err != nil {
		d.Fatal(err)
	}
}

// laysOutTree creates a source tree in which make considers this program up to date: its sources
// are older.
func (d *drill) laysOutTree() {
	d.Helper()
	repository, err := filepath.Abs("../..")
	if err != nil {
		d.Fatal(err)
	}
	for _, name := range []string{"Makefile", "scripts", "deploy"} {
		d.links(filepath.Join(repository, name), "tree/"+name)
	}
	for _, name := range []string{"go.mod", "go.sum", "web/package-lock.json", "web/node_modules/.package-lock.json", "web/dist/index.html"} {
		d.write("tree/"+name, "", 0o644)
		if err := os.Chtimes(d.at("tree/"+name), time.Unix(1, 0), time.Unix(1, 0)); err != nil {
			d.Fatal(err)
		}
	}
	d.links(os.Args[0], "tree/bin/automacao")
}

// says returns the lines of a document's blocks under a heading that belong to this drill, and
// records that they run.
func (d *drill) says(document, heading string) []string {
	d.Helper()
	var lines []string
	_, fences := readDocument(d.T, document)
	for _, one := range fences {
		if one.heading != heading {
			continue
		}
		for _, command := range one.commands() {
			if at := slices.IndexFunc(d.mine, func(r row) bool { return r.document == document && r.command == command }); at >= 0 {
				d.ran[d.mine[at]] = true
				lines = append(lines, command)
			}
		}
	}
	if len(lines) == 0 {
		d.Fatalf("%s has nothing to run under %q", document, heading)
	}
	return lines
}

// shell runs the lines under a heading in a folder, replacing places and names by pairs, and
// returns their output.
func (d *drill) shell(document, heading, folder string, places ...string) string {
	d.Helper()
	script := strings.NewReplacer(places...).Replace(strings.Join(d.says(document, heading), "\n"))
	ctx, cancel := context.WithTimeout(d.Context(), patience)
	defer cancel()
	command := exec.CommandContext(ctx, "bash", "-eu", "-c", script)
	command.Dir, command.Env = folder, d.env
	var problems strings.Builder
	command.Stderr = &problems
	said, err := command.Output()
	if err != nil {
		d.Fatalf("%s, %s: %v: %s%s", document, heading, err, said, &problems)
	}
	return string(said) + problems.String()
}

// serves starts the one serving command under a heading and waits until it is ready. It returns a
// function that stops it as Ctrl-C does and returns its output.
func (d *drill) serves(document, heading, addr string, places ...string) (end func() string) {
	d.Helper()
	script := strings.NewReplacer(places...).Replace(strings.Join(d.says(document, heading), "\n"))
	log := &heard{}
	server := exec.Command("bash", "-eu", "-c", script)
	server.Dir, server.Env, server.Stdout, server.Stderr = d.root, append(d.env, "AUTOMACAO_ADDR="+addr), log, log
	server.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := server.Start(); err != nil {
		d.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(d.Context(), patience)
	ended := make(chan struct{})
	go func() {
		_ = server.Wait()
		cancel()
		close(ended)
	}()
	end = sync.OnceValue(func() string {
		_ = syscall.Kill(-server.Process.Pid, syscall.SIGTERM)
		<-ended
		return log.String()
	})
	d.Cleanup(func() { end() })
	if err := spawn.AwaitReady(ctx, "http://"+addr); err != nil {
		d.Fatalf("%s: %v\n%s", script, err, log)
	}
	return end
}

// TestTheCommandsOfTheDocuments runs the commands that docs/evidence/commands.md assigns to it,
// most of them next to the one server that `make run` starts.
func TestTheCommandsOfTheDocuments(t *testing.T) {
	demoMarket.announce(t)
	t.Parallel()
	d := newDrill(t)
	addr, metrics := d.free(), d.free()
	d.env = append(d.env, "AUTOMACAO_METRICS_ADDR="+metrics)
	demoMarket.layOut(t, d.at("data"))
	demoMarket.layOut(t, d.at("full"))
	end := d.serves("README.md", "## Two commands", addr)
	d.env = append(d.env, "AUTOMACAO_ADDR="+addr)

	if said := d.shell("docs/operate/observe.md", "## Metrics and profiles", d.folder, "127.0.0.1:9090", metrics, "seconds=30", "seconds=1"); !strings.Contains(said, "Type: cpu") || !strings.Contains(said, "Type: inuse_space") {
		t.Errorf("the profiles are %s", said)
	}
	d.askDatabase()
	d.installs()
	if said := d.shell("docs/operate/upgrade.md", "# Upgrading", d.folder, "/backups", d.at("backups")); !strings.Contains(said, d.at("backups")+"/automacao-") || !strings.Contains(said, "automacao "+version) || !strings.Contains(said, "row-level security is on and forced") {
		t.Errorf("before an upgrade it says %s", said)
	}
	if said := d.shell("docs/operate/operate.md", "## Commands", d.root, "000", "0", "500", "5", "automacao seed", "AUTOMACAO_DATA="+d.at("full")+" automacao seed"); !strings.Contains(said, `"service_role_key":"ey`) || !strings.Contains(said, "the volume is loaded: 100 projects") {
		t.Errorf("the commands of the program say %s", said)
	}
	d.servesRowsAlone()
	if _, stopped, isStopped := strings.Cut(end(), `"msg":"stopping"`); !isStopped || strings.Contains(stopped, `"level":"ERROR"`) {
		t.Errorf("at the end it says %s", stopped)
	}
	d.traces(addr)
	if said := d.shell("docs/operate/operate.md", "## Demonstration mode", d.folder); !strings.Contains(said, "the demonstration is taken out: ") || !strings.Contains(said, "; 0 people stay") {
		t.Errorf("taking the demonstration out says %s", said)
	}
	for _, one := range d.mine {
		if !d.ran[one] {
			t.Errorf("docs/evidence/commands.md names this test for %s of %s, which it does not run", one.command, one.document)
		}
	}
}

func (d *drill) free() string {
	d.Helper()
	addr, err := spawn.FreeAddr()
	if err != nil {
		d.Fatal(err)
	}
	return addr
}

// askDatabase creates the roles of the documents as an owner of the running private database.
func (d *drill) askDatabase() {
	d.Helper()
	running, err := cluster.Attach(d.Context(), postgres.ClusterDir(d.at("data")))
	if err != nil || running == nil {
		d.Fatal(running, err)
	}
	owner := reached(d.T, running.URL("automacao", cluster.Superuser))
	for _, line := range append(d.says("docs/operate/deploy.md", "## Database roles"), d.says("docs/operate/operate.md", "## PgBouncer")...) {
		if _, err := owner.Exec(d.Context(), line); err != nil {
			d.Errorf("%s: %v", line, err)
		}
	}
	const wanted = "idle_in_transaction_session_timeout=60s statement_timeout=30s"
	if set := asked(d.T, owner, `SELECT (SELECT string_agg(s, ' ' ORDER BY s) FROM unnest(rolconfig) s) FROM pg_roles WHERE rolname = 'market_server'`); set != wanted {
		d.Errorf("the server's role has %s", set)
	}
}

// installs installs an archive, the service's files, the completion and the manual into another
// root folder.
func (d *drill) installs() {
	d.Helper()
	d.write("archive/automacao", "#!/bin/sh\nexec '"+os.Args[0]+"' \"$@\"\n", 0o755)
	for _, line := range []string{
		"tar czf automacao_VERSION_linux_amd64.tar.gz -C archive .", "sha256sum automacao_VERSION_linux_amd64.tar.gz >SHA256SUMS",
	} {
		making := exec.Command("sh", "-c", line)
		making.Dir = d.folder
		if said, err := making.CombinedOutput(); err != nil {
			d.Fatalf("%s: %v: %s", line, err, said)
		}
	}
	if said := d.shell("docs/operate/install.md", "## An archive", d.folder); !strings.Contains(said, "automacao_VERSION_linux_amd64.tar.gz: OK") || !strings.Contains(said, "automacao "+version) {
		d.Errorf("the archive says %s", said)
	}
	for _, folder := range []string{"usr/bin", "etc/systemd/system", "usr/local/share/zsh/site-functions", ".config/fish/completions"} {
		if err := os.MkdirAll(d.at(folder), 0o755); err != nil {
			d.Fatal(err)
		}
	}
	said := d.shell("docs/operate/install.md", "## A service", d.root, " /usr/", " "+d.at("usr")+"/", " /etc/", " "+d.at("etc")+"/", "=/etc/", "="+d.at("etc")+"/",
		"/var/lib/automacao", d.at("data"), "-g automacao", "-g "+strconv.Itoa(os.Getgid()))
	if !strings.Contains(said, "row-level security is on and forced for every table") {
		d.Errorf("the doctor says %s", said)
	}
	d.has("usr/bin/automacao", "", 0o755)
	d.has("etc/automacao/automacao.env", "Settings of the service", 0o640)
	d.has("etc/systemd/system/automacao.service", "ExecStart=/usr/bin/automacao serve", 0o644)

	d.shell("docs/operate/install.md", "## Completion and manual", d.root, " /usr/local", " "+d.at("usr/local"), "~", d.folder)
	d.has("usr/local/share/zsh/site-functions/_automacao", "#compdef automacao", 0)
	d.has(".config/fish/completions/automacao.fish", "complete -c automacao", 0)
	d.has("usr/local/share/man/man1/automacao-serve.1", ".TH", 0)
	// The example is copied to a folder that contains nobody's own settings.
	if err := os.CopyFS(d.at("elsewhere/deploy/compose"), os.DirFS("../../deploy/compose")); err != nil {
		d.Fatal(err)
	}
	d.shell("docs/operate/install.md", "## Compose", d.at("elsewhere"))
	d.has("elsewhere/deploy/compose/.env", "DOMAIN=", 0)
}

// has checks that a file contains a text and, unless mode is 0, has that mode.
func (d *drill) has(path, text string, mode os.FileMode) {
	d.Helper()
	content, err := os.ReadFile(d.at(path))
	if err != nil || !strings.Contains(string(content), text) {
		d.Errorf("%s is %.200q, %v", path, content, err)
		return
	}
	if about, err := os.Stat(d.at(path)); err != nil || mode != 0 && about.Mode().Perm() != mode {
		d.Errorf("%s has mode %v, %v", path, about.Mode(), err)
	}
}
