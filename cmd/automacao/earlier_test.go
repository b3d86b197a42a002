//go:build linux

package main

import (
	"archive/tar"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/klauspost/compress/zstd"

	"automacao/internal/postgres"
	"automacao/internal/postgres/cluster"
	"automacao/internal/wire/client"
	"automacao/verify/spawn"
)

// versionsFolder holds, for each released version, a demonstration market as that version left it
// at shutdown, and the commit that it was built from; scripts/keep-version.sh creates them. Only
// these tests use the keys in it.
const versionsFolder = "testdata/versions"

// TestEveryEarlierVersion starts each version's market with this program, and runs that version's
// program on the same database at the same time.
func TestEveryEarlierVersion(t *testing.T) {
	t.Parallel()
	kept, err := filepath.Glob(filepath.Join(versionsFolder, "*.tar.zst"))
	if err != nil || len(kept) == 0 {
		t.Fatalf("%d versions are kept: %v", len(kept), err)
	}
	for _, archive := range kept {
		version := strings.TrimSuffix(filepath.Base(archive), ".tar.zst")
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			newer := startKept(t, archive)
			t.Run("ItsMarketStarts", func(t *testing.T) { findsWhatWasThere(t, newer) })
			t.Run("BothProgramsAtOnce", func(t *testing.T) { dealsAcross(t, startEarlier(t, version, newer), newer) })
		})
	}
}

// startKept starts this program on a version's data directory.
func startKept(t *testing.T, archive string) *spawn.Server {
	t.Helper()
	server, err := spawn.New(os.Args[0], nil, []string{asProgram + "=1", "AUTOMACAO_DEMO=1", "AUTOMACAO_PG_BIN="})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Errorf("the server ends with %v", err)
		}
	})
	unpack(t, archive, server.Data)
	major, err := os.ReadFile(filepath.Join(postgres.ClusterDir(server.Data), "PG_VERSION"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat("/usr/lib/postgresql/" + strings.TrimSpace(string(major)) + "/bin/postgres"); err != nil {
		t.Skipf("the version's PostgreSQL is not here: %v", err)
	}
	if err := server.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	return server
}

// unpack unpacks a data directory and gives its database the owner that the program expects.
func unpack(t *testing.T, archive, into string) {
	t.Helper()
	packed, err := os.Open(archive)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = packed.Close() }()
	plain, err := zstd.NewReader(packed, zstd.WithDecoderMaxWindow(1<<27), zstd.WithDecoderConcurrency(1))
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	for entries := tar.NewReader(plain); ; {
		entry, err := entries.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		lay(t, filepath.Join(into, filepath.Clean("/"+entry.Name)), entry, entries)
	}
	if os.Getuid() != 0 {
		return
	}
	who := databaseUser(t)
	if said, err := exec.Command("chown", "-R", who, postgres.ClusterDir(into)).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
}

func lay(t *testing.T, path string, entry *tar.Header, content io.Reader) {
	t.Helper()
	var err error
	if entry.Typeflag == tar.TypeDir {
		err = os.MkdirAll(path, entry.FileInfo().Mode().Perm())
	} else {
		var file *os.File
		if file, err = os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, entry.FileInfo().Mode().Perm()); err == nil {
			_, err = io.Copy(file, content)
			err = errors.Join(err, file.Close())
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// databaseUser returns the user that PostgreSQL runs as if the program runs as root.
func databaseUser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"postgres", "nobody"} {
		if _, err := user.Lookup(name); err == nil {
			return name
		}
	}
	t.Fatal("there is no user that PostgreSQL could run as")
	return ""
}

// findsWhatWasThere checks, as its members, that the version's market is complete.
func findsWhatWasThere(t *testing.T, server *spawn.Server) {
	company := member(t, server, "empresa@automacao.demo")
	for path, least := range map[string]int{
		"projects?select=id&company_id=eq." + company.UserID.String(): 3, "contracts?select=id,milestones(id)": 2,
		"conversations?select=partner_id": 2, "notifications?select=id": 1, "site_images?select=key": 5,
	} {
		if got := len(rows(t, company, path)); got < least {
			t.Errorf("%s has %d", path, got)
		}
	}
}

// startEarlier builds the version's program and starts it on another server's database.
func startEarlier(t *testing.T, version string, beside *spawn.Server) *spawn.Server {
	t.Helper()
	program := buildEarlier(t, version, beside.Folder)
	address, err := postgres.Running(t.Context(), beside.Data)
	if err != nil || address == "" {
		t.Fatalf("the database beside: %q, %v", address, err)
	}
	server, err := spawn.New(program, nil, []string{"DATABASE_URL=" + asOwner(t, address), "BLOB_URL=file://" + filepath.Join(beside.Data, "objects")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Errorf("the earlier program ends with %v:\n%s", err, server.Log())
		}
	})
	// All nodes of a market have the same keys.
	for _, key := range []string{"secrets.json", "barred.key", "push.key", "seal.json"} {
		content, err := os.ReadFile(filepath.Join(beside.Data, key))
		if err == nil {
			err = errors.Join(os.MkdirAll(server.Data, 0o755), os.WriteFile(filepath.Join(server.Data, key), content, 0o600))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := server.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	return server
}

// asOwner returns the same address for the role that owns the schema.
func asOwner(t *testing.T, address string) string {
	t.Helper()
	parsed, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	query := parsed.Query()
	query.Set("user", cluster.Superuser)
	parsed.RawQuery = query.Encode()
	return parsed.String()
}

func buildEarlier(t *testing.T, version, folder string) string {
	t.Helper()
	commit, err := os.ReadFile(filepath.Join(versionsFolder, version+".commit"))
	if err != nil {
		t.Fatal(err)
	}
	tree, program := filepath.Join(folder, "tree"), filepath.Join(folder, "automacao-"+version)
	if err := os.Mkdir(tree, 0o755); err != nil {
		t.Fatal(err)
	}
	// The web application is not tested: git keeps an empty folder for it.
	script := `git -C ../.. cat-file -e "$1^{commit}" || exit 77; git -C ../.. archive "$1" | tar x -C "$2" && cd "$2" && go build -trimpath -o "$3" ./cmd/automacao`
	said, err := exec.Command("bash", "-o", "pipefail", "-c", script, "build", strings.TrimSpace(string(commit)), tree, program).CombinedOutput()
	if failed, ok := errors.AsType[*exec.ExitError](err); ok && failed.ExitCode() == 77 {
		t.Skipf("this copy of the repository does not go back to version %s", version)
	}
	if err != nil {
		t.Fatalf("build version %s: %v\n%s", version, err, said)
	}
	return program
}

// dealsAcross concludes a contract between a company on one program and a professional on the
// other.
func dealsAcross(t *testing.T, earlier, newer *spawn.Server) {
	company, engineer := member(t, earlier, "empresa@automacao.demo"), member(t, newer, "profissional@automacao.demo")
	project, proposal := uuid.NewString(), uuid.NewString()
	must(t, company, "/rest/v1/projects", map[string]any{
		"id": project, "company_id": company.UserID, "title": "Troca de CLP entre versões", "description": strings.Repeat("Um CLP antigo por um novo. ", 5),
		"budget": "A combinar", "deadline": "30 dias", "skills": []string{"retrofit"},
	})
	if len(rows(t, engineer, "projects?select=id&id=eq."+project)) != 1 {
		t.Error("the newer program does not read a project of the earlier one")
	}
	must(t, engineer, "/rest/v1/proposals", map[string]any{
		"id": proposal, "project_id": project, "professional_id": engineer.UserID, "value": "4850.00",
		"cover_letter": strings.Repeat("Faço a troca em duas semanas. ", 5),
	})
	if len(rows(t, company, "proposals?select=id&id=eq."+proposal)) != 1 {
		t.Error("the earlier program does not read a proposal of the newer one")
	}
	must(t, company, "/rest/v1/rpc/accept_proposal", map[string]any{"proposal_id": proposal})
	if len(rows(t, engineer, "contracts?select=id&project_id=eq."+project)) != 1 {
		t.Error("the newer program does not read a contract of the earlier one")
	}
	must(t, engineer, "/rest/v1/messages", map[string]any{"from_id": engineer.UserID, "to_id": company.UserID, "content": "Começo na segunda."})
	if len(rows(t, company, "messages?select=id&content=eq.Come%C3%A7o%20na%20segunda.")) != 1 {
		t.Error("the earlier program does not read rows of the newer one")
	}
}

func member(t *testing.T, server *spawn.Server, email string) *client.Client {
	t.Helper()
	signed, err := server.Member(t.Context(), email, "demo1234")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(signed.HTTP.CloseIdleConnections)
	return signed
}

func rows(t *testing.T, who *client.Client, path string) (found []json.RawMessage) {
	t.Helper()
	answer, err := who.Get(context.WithoutCancel(t.Context()), path)
	if err == nil {
		err = json.Unmarshal(answer, &found)
	}
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return found
}

func must(t *testing.T, who *client.Client, path string, body map[string]any) {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := who.Call(t.Context(), "POST", path, text); err != nil {
		t.Fatal(err)
	}
}
