package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"automacao/verify/spawn"
)

// prepared is a data directory that one run of the program makes for all tests that need it,
// because initialising and migrating a database takes longer than what most of them do.
type prepared struct {
	arguments []string

	mu     sync.Mutex
	users  int
	folder string
}

// emptyMarket is a market without anybody, and demoMarket one with the demonstration data.
var (
	emptyMarket = &prepared{arguments: []string{"admin", "list", "--new-market"}}
	demoMarket  = &prepared{arguments: []string{"seed", "--new-market"}}
)

// announce says that a test will need a copy. A test calls it before t.Parallel, so that all have
// announced themselves before the first one runs. The last to end removes the directory.
func (p *prepared) announce(t *testing.T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.users++
	t.Cleanup(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.users--; p.users == 0 && p.folder != "" {
			_ = os.RemoveAll(p.folder)
			p.folder = ""
		}
	})
}

// layOut copies the data directory to a path.
func (p *prepared) layOut(t *testing.T, data string) {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	var err error
	if p.folder == "" {
		if p.folder, err = spawn.Folder(); err == nil {
			err = p.runs(os.Args[0], p.arguments...)
		}
	}
	if err == nil {
		err = p.runs("cp", "-a", filepath.Join(p.folder, "data"), data)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (p *prepared) runs(program string, arguments ...string) error {
	command := exec.Command(program, arguments...)
	command.Env = append(os.Environ(), asProgram+"=1", "DATABASE_URL=", "AUTOMACAO_PG_BIN=", "AUTOMACAO_DATA="+filepath.Join(p.folder, "data"))
	if said, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %v: %w: %s", program, arguments, err, said)
	}
	return nil
}
