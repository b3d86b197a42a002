// Package simulado is an institution that holds no money: a program that
// speaks the API of Asaas over HTTP, checks calls as it does, keeps what it was
// told in a journal, and posts events. It is for demonstrations and tests, and
// knows nothing of the product.
//
// What a bank, a payer or bad luck would do is asked for at /simulado/, from
// this machine only, with "Authorization: Bearer TOKEN"; address and token are
// in control.json of the data directory. Bodies and answers are JSON.
//
//	POST /simulado/events     {"reference" or "id", "event", "value"?}
//	     paid, expired, refund (value, or all of it), contest, contest_lost,
//	     contest_won, block, unblock
//	POST /simulado/accounts   {"document" or "id", "status", "reason"}
//	     APPROVED, REJECTED, AWAITING_APPROVAL, PENDING
//	POST /simulado/transfers  {"reference" or "id", "status"}
//	     DONE, FAILED, CANCELLED: of a transfer that waits
//	GET  /simulado/charges    every charge, with its code
//	GET  /simulado/faults     the faults in force, and how the queue is
//	POST /simulado/faults     replaces all of them:
//	     delay_ms       wait before each post of events
//	     repeat         post each event so many times more
//	     shuffle        in any order
//	     group          up to so many events in one post, as a list
//	     drop_rate      the part of events that is never posted
//	     fail_rate      the part of calls answered by 500, without effect
//	     fail_next      the next calls are answered so
//	     lose_rate      the part of calls that take effect and get no answer
//	     lose_next      the next calls that have an effect get no answer
//	     queue_stopped  no event is posted; false starts a stopped queue again
//	     hold_transfers transfers wait until told
//	     hold_accounts  accounts that are opened are looked at until told
//	     keys_once      an account gets no further key
//	     seed           the same seed, calls and faults come out the same
//
// As at the real one, an event counts as delivered by 200 and nothing else,
// and after 15 failures in a row the queue stops until it is told to go on.
package simulado

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	mathrand "math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// Config is how a simulator runs. The zero value of a field means its default.
type Config struct {
	Data         string           // folder of the journal; needed
	RootKey      string           // key of the platform's own account; "simulado"
	Wallet       string           // wallet that fees go to; "carteira-da-plataforma"
	WebhookURL   string           // where events go, in place of what accounts were opened with
	WebhookToken string           // posted along with them
	ControlToken string           // of /simulado/; made on first start when empty
	Review       bool             // accounts wait until told
	IsLenient    bool             // accounts open without telephone, address, income and birth
	RetryPause   time.Duration    // after a failed post, doubling up to a minute; a second
	Now          func() time.Time // time.Now
	Log          *slog.Logger     // none
}

// Defaults that the product's client knows as well.
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

	wake chan struct{} // says that there may be something to deliver
	post *http.Client
}

// New reads the journal and continues where it ends.
func New(cfg Config) (*Simulator, error) {
	if cfg.Data == "" {
		return nil, errors.New("the simulator needs a data directory")
	}
	if err := os.MkdirAll(cfg.Data, 0o700); err != nil {
		return nil, fmt.Errorf("make the simulator's data directory: %w", err)
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

// keptToken is the token at path, made when there is none.
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

// ServeHTTP answers the API and /simulado/.
func (s *Simulator) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.routes.ServeHTTP(w, r) }

// Close lets go of the journal.
func (s *Simulator) Close() error { return s.journal.close() }
