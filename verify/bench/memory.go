package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"

	"automacao/internal/market/demo"
	"automacao/internal/wire/client"
	"automacao/verify/spawn"
)

type memoryCommand struct {
	Program  string        `help:"The program to start; built when empty." type:"path"`
	Requests int           `help:"Requests of the journey." default:"1000"`
	Sockets  int           `help:"Sockets held open." default:"50"`
	Idle     time.Duration `help:"How long it idles in the end." default:"30s"`
}

// Run starts the program on the demonstration data and prints its memory use.
func (c *memoryCommand) Run(ctx context.Context) (err error) {
	if c.Program == "" {
		folder, err := os.MkdirTemp("", "automacao-bench-")
		if err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(folder) }()
		c.Program = filepath.Join(folder, "automacao")
		if output, err := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", c.Program, "automacao/cmd/automacao").CombinedOutput(); err != nil {
			return fmt.Errorf("build the program: %w\n%s", err, output)
		}
	}
	server, err := spawn.New(c.Program, []string{"--demo"}, []string{"AUTOMACAO_LOG_LEVEL=error"})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Close()) }()
	began := time.Now()
	if err := server.Start(ctx); err != nil {
		return err
	}
	fmt.Printf("ready on an empty data directory in %d ms\n%-34s %10s %10s\n", time.Since(began).Milliseconds(), "MiB", "server", "database")
	return c.journey(ctx, server)
}

func (c *memoryCommand) journey(ctx context.Context, server *spawn.Server) error {
	if err := printMemory("idle after the start", server.PID(), server.Data); err != nil {
		return err
	}
	member, err := server.Member(ctx, demo.ProfessionalEmail, demo.Password)
	if err != nil {
		return err
	}
	for range c.Sockets {
		socket, err := listen(ctx, member)
		if err != nil {
			return err
		}
		defer func() { _ = socket.CloseNow() }()
		go drain(ctx, socket)
	}
	if err := c.travel(ctx, server, member); err != nil {
		return err
	}
	if err := printMemory(fmt.Sprintf("after %d requests, %d sockets", c.Requests, c.Sockets), server.PID(), server.Data); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(c.Idle):
	}
	return printMemory(fmt.Sprintf("after %s idle, sockets open", c.Idle), server.PID(), server.Data)
}

// drain reads everything that arrives, because the server closes a socket that is not read as too
// slow.
func drain(ctx context.Context, socket *websocket.Conn) {
	for {
		if _, _, err := socket.Read(ctx); err != nil {
			return
		}
	}
}

// travel runs nine screens for each message, drawn from a fixed seed.
func (c *memoryCommand) travel(ctx context.Context, server *spawn.Server, member *client.Client) error {
	screens, err := screensOf(ctx, server.URL(), server.Keys.AnonKey)
	if err != nil {
		return err
	}
	company, err := server.Member(ctx, demo.CompanyEmail, demo.Password)
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(1, 1))
	for n := range c.Requests {
		if n%10 == 9 {
			body, err := json.Marshal(outgoing{uuid.Must(uuid.NewV7()), company.UserID, member.UserID, "A portaria já tem os nomes."})
			if err != nil {
				return err
			}
			if _, err := company.Call(ctx, http.MethodPost, "/rest/v1/messages", body); err != nil {
				return err
			}
			continue
		}
		screen := screens[random.IntN(len(screens))]
		if _, err := screen.as.Get(ctx, screen.path); err != nil {
			return err
		}
	}
	return nil
}

// printMemory prints the server's resident memory, and the proportional set size of the database's
// processes, which share most of their memory.
func printMemory(moment string, pid int, data string) error {
	server, err := kibibytes(fmt.Sprintf("/proc/%d/status", pid), "VmRSS:")
	if err != nil {
		return err
	}
	database, err := databaseMemory(data)
	if err != nil {
		return err
	}
	fmt.Printf("%-34s %10.1f %10.1f\n", moment, float64(server)/1024, float64(database)/1024)
	return nil
}

func databaseMemory(data string) (total int, err error) {
	file, err := os.ReadFile(filepath.Join(data, "postgres", "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(file), "\n")
	children, err := os.ReadFile(fmt.Sprintf("/proc/%s/task/%s/children", first, first))
	if err != nil {
		return 0, err
	}
	for _, pid := range append(strings.Fields(string(children)), first) {
		share, err := kibibytes("/proc/"+pid+"/smaps_rollup", "Pss:")
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return 0, err
		}
		total += share
	}
	return total, nil
}

// kibibytes reads one value from a /proc file of a process.
func kibibytes(path, label string) (int, error) {
	file, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(file)) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == label {
			return strconv.Atoi(fields[1])
		}
	}
	return 0, fmt.Errorf("%s has no %s", path, label)
}
