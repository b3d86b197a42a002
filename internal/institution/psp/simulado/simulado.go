// Package simulado is an institution that holds no money: a program with the HTTP API of Asaas that
// validates calls as Asaas does, stores its state in a journal, and posts events. It is for
// demonstrations and tests, and knows nothing about the product.
//
// What a bank, a payer or bad luck would do is requested at /simulado/, from this machine only,
// with "Authorization: Bearer TOKEN". Address and token are in control.json in the data directory.
// Bodies and answers are JSON.
//
//	POST /simulado/events     {"reference" or "id", "event", "value"?}
//	     paid, expired, refund (value, or all of it), contest, contest_lost,
//	     contest_won, block, unblock
//	POST /simulado/accounts   {"document" or "id", "status", "reason"}
//	     APPROVED, REJECTED, AWAITING_APPROVAL, PENDING
//	POST /simulado/transfers  {"reference" or "id", "status"}
//	     DONE, FAILED, CANCELLED: for a transfer that waits
//	GET  /simulado/charges    all charges, with their codes
//	GET  /simulado/faults     the current faults, and the state of the queue
//	POST /simulado/faults     replaces all faults:
//	     delay_ms       wait before each post of events
//	     repeat         post each event this many more times
//	     shuffle        post in random order
//	     group          up to this many events in one post, as a list
//	     drop_rate      the share of events that are never posted
//	     fail_rate      the share of calls answered 500, without effect
//	     fail_next      this many next calls are answered 500
//	     lose_rate      the share of calls that take effect and get no answer
//	     lose_next      this many next calls with an effect get no answer
//	     queue_stopped  no event is posted; false restarts a stopped queue
//	     hold_transfers transfers wait for a decision
//	     hold_accounts  new accounts wait for a decision
//	     keys_once      an account gets no further key
//	     seed           the same seed, calls and faults give the same results
//
// As with the real institution, only an answer of 200 counts as delivered, and after 15 consecutive
// failures the queue stops until it is restarted.
package simulado

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"automacao/internal/kernel/background"
	"automacao/internal/kernel/network"
)

// Config configures a simulator. The zero value of a field means its default.
type Config struct {
	Data         string           // folder of the journal; required
	RootKey      string           // key of the platform's own account; "simulado"
	Wallet       string           // wallet that fees go to; "carteira-da-plataforma"
	WebhookURL   string           // where events go, instead of the address that an account was opened with
	WebhookToken string           // posted with the events
	ControlToken string           // of /simulado/; generated on first start if empty
	Review       bool             // new accounts wait for a decision
	IsLenient    bool             // accounts open without telephone, address, income and date of birth
	RetryPause   time.Duration    // after a failed post, doubling up to a minute; one second
	Now          func() time.Time // time.Now
	Log          *slog.Logger     // none
}

// Defaults that the product's client knows, too.
const (
	RootKey = "simulado"
	Wallet  = "carteira-da-plataforma"
)

// Simulator is the institution. It serves HTTP; Deliver posts the events.
type Simulator struct {
	cfg     Config
	routes  http.Handler
	journal *journal

	mu     sync.Mutex
	state  state
	faults Faults
	chance *mathrand.Rand
	swept  time.Time

	wake chan struct{} // signals that there may be something to deliver
	post *http.Client
}

// New replays the journal and continues from there.
func New(cfg Config) (*Simulator, error) {
	if cfg.Data == "" {
		return nil, errors.New("the simulator needs a data directory")
	}
	if err := os.MkdirAll(cfg.Data, 0o700); err != nil {
		return nil, fmt.Errorf("create the simulator's data directory: %w", err)
	}
	cfg.setDefaults()
	var err error
	if cfg.ControlToken == "" {
		if cfg.ControlToken, err = keptToken(filepath.Join(cfg.Data, "control_token")); err != nil {
			return nil, err
		}
	}
	s := &Simulator{
		cfg: cfg, state: newState(), wake: make(chan struct{}, 1),
		chance: newChance(0), post: &http.Client{Timeout: postTimeout},
	}
	if s.journal, err = openJournal(filepath.Join(cfg.Data, "journal.jsonl"), &s.state); err != nil {
		return nil, err
	}
	s.routes = s.handler()
	return s, nil
}

func (c *Config) setDefaults() {
	if c.RootKey == "" {
		c.RootKey = RootKey
	}
	if c.Wallet == "" {
		c.Wallet = Wallet
	}
	if c.RetryPause == 0 {
		c.RetryPause = time.Second
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
}

// keptToken returns the token at path, and generates it if there is none.
func keptToken(path string) (string, error) {
	kept, err := os.ReadFile(path)
	if err == nil && len(kept) > 0 {
		return strings.TrimSpace(string(kept)), nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("read the control token: %w", err)
	}
	token := randomText()
	if err := os.WriteFile(path, []byte(token+"\n"), 0o600); err != nil {
		return "", fmt.Errorf("write the control token: %w", err)
	}
	return token, nil
}

func randomText() string {
	random := make([]byte, 32)
	_, _ = rand.Read(random)
	return base64.RawURLEncoding.EncodeToString(random)
}

// ServeHTTP serves the API and /simulado/.
func (s *Simulator) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.routes.ServeHTTP(w, r) }

// Close closes the journal.
func (s *Simulator) Close() error { return s.journal.close() }

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
	if err != nil || !network.IsLoopback(host) {
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
