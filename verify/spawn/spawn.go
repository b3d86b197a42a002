// Package spawn runs the built program as a separate process that benchmarks call and attacks may
// kill. The product must not use it.
package spawn

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"automacao/internal/wire/client"
)

// Keys is the output of `automacao keys --json`.
type Keys struct {
	URL            string `json:"url"`
	AnonKey        string `json:"anon_key"`
	ServiceRoleKey string `json:"service_role_key"`
	JWTSecret      string `json:"jwt_secret"`
}

// Server is `automacao serve` with its own data folder and port.
type Server struct {
	Folder, Addr, Data string
	Keys               Keys

	program string
	flags   []string
	env     []string
	command *exec.Cmd
	said    *output
}

// Bounds on waiting for a process.
const (
	startMax = 2 * time.Minute
	stopMax  = time.Minute
	pollStep = 20 * time.Millisecond
)

// New prepares a server that runs the program at the path, with flags and environment in addition
// to its folder and address. It does not start the program.
func New(program string, flags, env []string) (*Server, error) {
	folder, err := Folder()
	if err != nil {
		return nil, err
	}
	addr, err := FreeAddr()
	if err != nil {
		return nil, err
	}
	return &Server{Folder: folder, Addr: addr, Data: filepath.Join(folder, "data"), program: program, flags: flags, env: env, said: &output{}}, nil
}

// Folder creates a temporary folder that the PostgreSQL user can enter.
func Folder() (string, error) {
	folder, err := os.MkdirTemp("", "automacao-spawn-")
	if err != nil {
		return "", err
	}
	return folder, os.Chmod(folder, 0o755)
}

// FreeAddr returns a loopback address that is not in use.
func FreeAddr() (string, error) {
	probe, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return probe.Addr().String(), probe.Close()
}

// Start starts the process and waits until it is ready. After Kill or Stop it may be called again
// and uses the same folder and address.
func (s *Server) Start(ctx context.Context) error {
	s.command = exec.Command(s.program, append([]string{"serve", "--data", s.Data, "--addr", s.Addr}, s.flags...)...)
	s.command.Env = append(append(os.Environ(), "DATABASE_URL=", "AUTOMACAO_LOG_FORMAT=json"), s.env...)
	s.command.Stdout, s.command.Stderr = s.said, s.said
	if err := s.command.Start(); err != nil {
		return err
	}
	if err := AwaitReady(ctx, s.URL()); err != nil {
		return errors.Join(fmt.Errorf("%w; it said:\n%s", err, s.Log()), s.Kill())
	}
	return s.readKeys(ctx)
}

func (s *Server) readKeys(ctx context.Context) error {
	command := exec.CommandContext(ctx, s.program, "keys", "--json", "--data", s.Data, "--addr", s.Addr)
	command.Env = append(os.Environ(), s.env...)
	printed, err := command.Output()
	if err != nil {
		return fmt.Errorf("read the keys: %w", err)
	}
	return json.Unmarshal(printed, &s.Keys)
}

// URL returns the server's base URL.
func (s *Server) URL() string { return "http://" + s.Addr }

// PID returns the id of the running process.
func (s *Server) PID() int { return s.command.Process.Pid }

// Log returns the process's output so far.
func (s *Server) Log() string { return s.said.String() }

// Visitor returns a client without a session.
func (s *Server) Visitor() *client.Client { return client.New(s.URL(), s.Keys.AnonKey) }

// Service returns a client with the service-role key, which may do everything.
func (s *Server) Service() *client.Client { return client.New(s.URL(), s.Keys.ServiceRoleKey) }

// Member returns a client that is signed in.
func (s *Server) Member(ctx context.Context, email, password string) (*client.Client, error) {
	member := s.Visitor()
	return member, member.SignIn(ctx, email, password)
}

// Kill ends the process with SIGKILL, as a failure of the machine would, and waits for it.
func (s *Server) Kill() error {
	if err := s.command.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	_ = s.command.Wait()
	return nil
}

// Stop asks the process to shut down and returns its exit status as an error.
func (s *Server) Stop() error {
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- s.command.Wait() }()
	select {
	case err := <-ended:
		return err
	case <-time.After(stopMax):
		return errors.Join(errors.New("the server did not stop"), s.command.Process.Kill(), <-ended)
	}
}

// Close stops the running process and removes the folder.
func (s *Server) Close() error {
	var err error
	if s.command != nil && s.command.Process != nil && s.command.ProcessState == nil {
		err = s.Stop()
	}
	return errors.Join(err, os.RemoveAll(s.Folder))
}

// AwaitReady waits until a server reports that it is ready.
func AwaitReady(ctx context.Context, url string) error {
	bounded, cancel := context.WithTimeout(ctx, startMax)
	defer cancel()
	for tick := time.Tick(pollStep); ; {
		select {
		case <-bounded.Done():
			return fmt.Errorf("%s was not ready: %w", url, bounded.Err())
		case <-tick:
			if response, err := http.Get(url + "/ready"); err == nil {
				_ = response.Body.Close()
				if response.StatusCode == http.StatusOK {
					return nil
				}
			}
		}
	}
}

// output collects a process's output from several writers at once.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(text []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(text)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}
