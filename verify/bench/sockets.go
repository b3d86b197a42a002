package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/coder/websocket"

	"automacao/verify/spawn"
)

type socketsCommand struct {
	Program   string        `help:"The program to start; built when empty." type:"path"`
	Sockets   int           `help:"Sockets held open for the memory." default:"5000"`
	Listeners int           `help:"Who hears of each change." default:"1000"`
	Changes   int           `help:"Changes that each crowd hears of." default:"30"`
	Idle      time.Duration `help:"How long everything idles before memory is read." default:"30s"`
}

// Run prints the memory that idle sockets cost the server's process, and how long one change takes
// to reach all listeners.
func (c *socketsCommand) Run(ctx context.Context) error {
	if err := mayOpen(c.Sockets + 500); err != nil {
		return err
	}
	if c.Program == "" {
		folder, err := spawn.Folder()
		if err != nil {
			return err
		}
		defer func() { _ = os.RemoveAll(folder) }()
		c.Program = filepath.Join(folder, "automacao")
		if err := build(ctx, ".", c.Program, "automacao/cmd/automacao"); err != nil {
			return err
		}
	}
	fmt.Printf("%d sockets with one channel and one subscription to changes, after %s of idling\n", c.Sockets, c.Idle)
	fmt.Printf("%-32s %12s %12s %14s\n", "resident memory of the server", "before, MiB", "with, MiB", "a socket, kB")
	if err := c.plainMemory(ctx); err != nil {
		return err
	}
	if err := c.ours(ctx); err != nil {
		return err
	}
	load, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return err
	}
	fmt.Printf("\n%d cores, load at the end %s\n", runtime.NumCPU(), strings.TrimSpace(string(load)))
	return nil
}

// mayOpen returns an error if a process may not open that many files. The Go runtime has already
// raised the soft limit to the hard one.
func mayOpen(files int) error {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return err
	}
	if limit.Cur < uint64(files) {
		return fmt.Errorf("%d files may be open at once (ulimit -n), %d are needed", limit.Cur, files)
	}
	return nil
}

func (c *socketsCommand) ours(ctx context.Context) (err error) {
	server, err := spawn.New(c.Program, []string{"--demo"}, []string{"AUTOMACAO_LIMITS=requests=none,quotas=none", "AUTOMACAO_LOG_LEVEL=error"})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Close()) }()
	if err := server.Start(ctx); err != nil {
		return err
	}
	hall, err := openHall(ctx, server)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, hall.close()) }()
	if err := c.ourMemory(ctx, hall); err != nil {
		return err
	}
	fmt.Printf("\n%d changes of a project, from before the COMMIT until a listener has it, in ms\n", c.Changes)
	fmt.Printf("%-52s %8s %8s %8s\n", "", "p50", "p99", "max")
	for _, each := range []struct {
		name              string
		sessions, perUser int
		channels          int
	}{
		{"%d sessions of as many claims, a socket each", c.Listeners, 50, 1},
		{"one session, %d channels on 50 sockets", 1, 50, c.Listeners / 50},
		{"%d visitors with one key, a socket each", 0, 0, 1},
	} {
		of, err := hall.crowdOf(ctx, each.sessions, c.Listeners/each.channels, each.channels, hall.onProjects)
		if err != nil {
			return err
		}
		heard, bare, err := of.hear(ctx, c.Changes)
		of.leave()
		if err != nil {
			return err
		}
		printHeard(fmt.Sprintf(each.name, c.Listeners), heard)
		printHeard("  meanwhile LISTEN by the driver", bare)
	}
	return nil
}

func printHeard(who string, d durations) {
	fmt.Printf("%-52s %8s %8s %8s\n", who, milliseconds(d.at(0.5)), milliseconds(d.at(0.99)), milliseconds(d.at(1)))
}

// plainMemory measures a server that only keeps the sockets open.
func (c *socketsCommand) plainMemory(ctx context.Context) (err error) {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	addr, err := spawn.FreeAddr()
	if err != nil {
		return err
	}
	plain := exec.Command(program, "plain-sockets", "--addr", addr)
	plain.Stderr = os.Stderr
	if err := plain.Start(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ended(plain)()) }()
	if err := await(ctx, addr, "/ready"); err != nil {
		return err
	}
	return c.memory(ctx, "the library alone", plain.Process.Pid, func() (*crowd, error) {
		return gatherCrowd(ctx, "http://"+addr, slices.Repeat([]ticket{{channels: 1, binding: onMessages}}, c.Sockets))
	})
}

// plainSocketsCommand serves the websocket library alone in its own process, to be measured.
type plainSocketsCommand struct {
	Addr string `required:""`
}

// Run serves until the process is killed.
func (c *plainSocketsCommand) Run() error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /ready", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("GET /realtime/v1/websocket", func(w http.ResponseWriter, r *http.Request) {
		socket, err := websocket.Accept(w, r, nil)
		for err == nil {
			if _, _, err = socket.Read(context.Background()); err == nil {
				err = socket.Write(context.Background(), websocket.MessageText, []byte(`"Subscribed to PostgreSQL"`))
			}
		}
	})
	return http.ListenAndServe(c.Addr, mux)
}

// ourMemory measures members that wait for their messages, as the web application does.
func (c *socketsCommand) ourMemory(ctx context.Context, hall *hall) error {
	return c.memory(ctx, "our server", hall.server.PID(), func() (*crowd, error) {
		return hall.crowdOf(ctx, c.Sockets, c.Sockets, 1, onMessages)
	})
}

// memory prints how much a process's memory grows when a crowd connects.
func (c *socketsCommand) memory(ctx context.Context, name string, pid int, gather func() (*crowd, error)) error {
	status := fmt.Sprintf("/proc/%d/status", pid)
	if err := pause(ctx, c.Idle); err != nil {
		return err
	}
	before, err := kibibytes(status, "VmRSS:")
	if err != nil {
		return err
	}
	of, err := gather()
	if err != nil {
		return err
	}
	defer of.leave()
	if err := pause(ctx, c.Idle); err != nil {
		return err
	}
	if gone := of.gone.Load(); gone > 0 {
		return fmt.Errorf("%d sockets of %s were cut off", gone, name)
	}
	with, err := kibibytes(status, "VmRSS:")
	if err != nil {
		return err
	}
	fmt.Printf("%-32s %12.1f %12.1f %14.1f\n", name, float64(before)/1024, float64(with)/1024, float64(with-before)*1.024/float64(c.Sockets))
	return nil
}

func pause(ctx context.Context, length time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(length):
		return nil
	}
}
