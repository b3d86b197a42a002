package simulado

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"automacao/internal/kernel/background"
)

// Server is a running simulator that serves HTTP and delivers events.
type Server struct {
	simulator *Simulator
	listener  net.Listener
	http      *http.Server
	cancel    context.CancelFunc
	delivered chan struct{}
	served    chan error
	control   string
}

// Control is the content of control.json, for whoever simulates payer and bank.
type Control struct {
	URL   string `json:"url"`
	Token string `json:"token"`
}

// Start runs a simulator at an address of this machine, host:port; port 0 is any port. It writes
// control.json, readable by its owner only. The caller must call Close.
func Start(cfg Config, addr string) (*Server, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil || !isLoopback(host) {
		return nil, fmt.Errorf("the simulator listens on this machine only, such as 127.0.0.1:8117, not on %q", addr)
	}
	simulator, err := New(cfg)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("listen: %w", err), simulator.Close())
	}
	s := &Server{
		simulator: simulator, listener: listener, delivered: make(chan struct{}), served: make(chan error, 1),
		http:    &http.Server{Handler: simulator, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: time.Minute},
		control: filepath.Join(simulator.cfg.Data, "control.json"),
	}
	if err := s.writeControl(); err != nil {
		return nil, errors.Join(err, listener.Close(), simulator.Close())
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.cancel = cancel
	go func() { s.served <- s.http.Serve(listener) }()
	go func() {
		defer close(s.delivered)
		if err := background.Keep(ctx, simulator.cfg.Log, "simulado", simulator.Deliver); err != nil && ctx.Err() == nil {
			simulator.cfg.Log.Error("the simulator posts no more events", "cause", err)
		}
	}()
	return s, nil
}

func (s *Server) writeControl() error {
	text, _ := json.MarshalIndent(Control{"http://" + s.Addr(), s.simulator.cfg.ControlToken}, "", "  ")
	if err := os.WriteFile(s.control, append(text, '\n'), 0o600); err != nil {
		return fmt.Errorf("write control.json: %w", err)
	}
	return nil
}

// Addr returns the address it listens on.
func (s *Server) Addr() string { return s.listener.Addr().String() }

// ControlToken returns the token of /simulado/.
func (s *Server) ControlToken() string { return s.simulator.cfg.ControlToken }

// Close stops serving and delivering. Undelivered events are kept.
func (s *Server) Close() error {
	s.cancel()
	<-s.delivered
	err := s.http.Close()
	if served := <-s.served; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return errors.Join(err, s.simulator.Close(), os.Remove(s.control))
}
