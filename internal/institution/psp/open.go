package psp

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"automacao/internal/institution/psp/asaas"
	"automacao/internal/institution/psp/simulado"
	"automacao/internal/kernel/network"
)

// Options are what a provider needs to know about the server that uses it.
type Options struct {
	WebhookURL string // where the institution posts events, without a query; if empty, none are requested
	Data       string // folder of the simulator in this process
	Contact    string // e-mail address that the institution writes to when the webhook fails
	Log        *slog.Logger
	Now        func() time.Time // time.Now if nil
}

// Bounds of the settings in the address.
const (
	webhookTokenMin = 32
	holdDaysDefault = 90
	holdDaysMax     = 365
)

// Open parses AUTOMACAO_PIX_URL:
//
//	asaas://KEY@api.asaas.com/v3?webhook_token=…&wallet=…&hold_days=90
//	asaas+http://KEY@127.0.0.1:PORT/v3?…   the same on this machine, for tests
//	simulado:                              the simulator in this process, on any port
//	simulado:?addr=127.0.0.1:8117&review=1 on this port; accounts wait for a decision
//	simulado://HOST:PORT?webhook_token=…   the simulator in a process of its own;
//	                                       with control_token=… it is a Simulator
//
// A simulator in this process posts to Options.WebhookURL, so this machine must be able to reach
// that address.
//
// Its errors never repeat the address, because it contains keys.
func Open(rawURL string, options Options) (Provider, error) {
	address, err := url.Parse(rawURL)
	if err != nil || rawURL == "" {
		return nil, errors.New("AUTOMACAO_PIX_URL is not simulado: or an address such as asaas://KEY@HOST/v3?webhook_token=TOKEN&wallet=ID")
	}
	if options.Now == nil {
		options.Now = time.Now
	}
	if options.Log == nil {
		options.Log = slog.New(slog.DiscardHandler)
	}
	switch address.Scheme {
	case "asaas", "asaas+http":
		return openAsaas(address, options)
	case "simulado":
		return openSimulado(address, options)
	}
	return nil, fmt.Errorf("AUTOMACAO_PIX_URL starts with %q; only asaas:// and simulado: are supported", address.Scheme)
}

func openAsaas(address *url.URL, options Options) (Provider, error) {
	base := url.URL{Scheme: "https", Host: address.Host, Path: strings.TrimRight(address.Path, "/")}
	if address.Scheme == "asaas+http" {
		base.Scheme = "http"
		if !network.IsLoopback(address.Hostname()) {
			return nil, errors.New("AUTOMACAO_PIX_URL: asaas+http:// is for this machine only; elsewhere use asaas://")
		}
	}
	query := address.Query()
	key, wallet := keyOf(address.User), query.Get("wallet")
	switch {
	case address.Host == "" || base.Path == "":
		return nil, errors.New("AUTOMACAO_PIX_URL needs a host and a path, such as api.asaas.com/v3")
	case key == "":
		return nil, errors.New("AUTOMACAO_PIX_URL has no key before the @")
	case wallet == "":
		return nil, errors.New("AUTOMACAO_PIX_URL has no wallet=…, the wallet that fees go to")
	case len(query.Get("webhook_token")) < webhookTokenMin:
		return nil, fmt.Errorf("AUTOMACAO_PIX_URL has no webhook_token=… of %d characters or more", webhookTokenMin)
	}
	days, err := holdDays(query.Get("hold_days"))
	if err != nil {
		return nil, err
	}
	made := newProvider(base.String(), Secret(key), options)
	made.wallet, made.token, made.institution, made.holdDays = wallet, Secret(query.Get("webhook_token")), institutionAsaas, days
	return made, nil
}

func newProvider(base string, key Secret, options Options) *provider {
	return &provider{
		api: asaas.New(base), root: key, webhookURL: options.WebhookURL, contact: options.Contact,
		now: options.Now, log: options.Log, holdDays: holdDaysDefault,
	}
}

// keyOf returns everything before the @, because keys contain colons.
func keyOf(user *url.Userinfo) string {
	if password, has := user.Password(); has {
		return user.Username() + ":" + password
	}
	return user.Username()
}

func holdDays(text string) (int, error) {
	if text == "" {
		return holdDaysDefault, nil
	}
	days, err := strconv.Atoi(text)
	if err != nil || days < 1 || days > holdDaysMax {
		return 0, fmt.Errorf("AUTOMACAO_PIX_URL: hold_days must be from 1 to %d", holdDaysMax)
	}
	return days, nil
}

// openSimulado connects to a simulator, which is always on this machine.
func openSimulado(address *url.URL, options Options) (Provider, error) {
	if address.Host == "" {
		return startSimulado(address, options)
	}
	query := address.Query()
	if address.Port() == "" || !network.IsLoopback(address.Hostname()) {
		return nil, errors.New("AUTOMACAO_PIX_URL: simulado:// needs a host and a port of this machine, such as simulado://127.0.0.1:8117")
	}
	if query.Get("webhook_token") == "" {
		return nil, errors.New("AUTOMACAO_PIX_URL: simulado:// needs webhook_token=…, the --webhook-token of the simulator")
	}
	key := keyOf(address.User)
	if key == "" {
		key = simulado.RootKey
	}
	made := newSimulado(address.Host, Secret(key), Secret(query.Get("webhook_token")), options)
	control := query.Get("control_token")
	if control == "" {
		return made, nil
	}
	return &simulation{made, simulado.Control{URL: "http://" + address.Host, Token: control}}, nil
}

// startSimulado runs the simulator inside this process. Its keys are valid for this run only,
// because nobody else calls it.
func startSimulado(address *url.URL, options Options) (Provider, error) {
	query := address.Query()
	if address.Path != "" || address.Opaque != "" {
		return nil, errors.New("AUTOMACAO_PIX_URL: simulado: takes only ?addr=… and &review=1")
	}
	if options.Data == "" {
		return nil, errors.New("the simulator in this process needs a data directory")
	}
	addr := query.Get("addr")
	if addr == "" {
		addr = "127.0.0.1:0"
	}
	key, token := Secret(rand.Text()), Secret(rand.Text())
	server, err := simulado.Start(simulado.Config{
		Data: options.Data, RootKey: key.Reveal(), WebhookURL: options.WebhookURL, WebhookToken: token.Reveal(),
		Review: query.Get("review") == "1", IsLenient: true, Now: options.Now, Log: options.Log,
	}, addr)
	if err != nil {
		return nil, fmt.Errorf("start the payment simulator: %w", err)
	}
	made := newSimulado(server.Addr(), key, token, options)
	made.end = server.Close
	return &simulation{made, simulado.Control{URL: "http://" + server.Addr(), Token: server.ControlToken()}}, nil
}

// Simulator is an institution whose payers and banks can be controlled.
type Simulator interface {
	// Cause makes an event happen to a charge that the product cannot cause: paid, expired, refund,
	// contest, contest_lost or contest_won. It returns a Refusal if the event does not fit the
	// charge's state.
	Cause(ctx context.Context, reference, event string) error
	// Pause makes the simulator hold back what is set, and stop holding back the rest. Accounts and
	// transfers already held back stay so; events held back are then posted.
	Pause(ctx context.Context, what Pauses) error
}

// Pauses are what a simulator holds back: the approval of new accounts, requested transfers, and
// events.
type Pauses struct {
	Accounts  bool `json:"hold_accounts"`
	Transfers bool `json:"hold_transfers"`
	Events    bool `json:"queue_stopped"`
}

// simulation is a simulator that we can control.
type simulation struct {
	*provider
	control simulado.Control
}

// causeTimeout is more than a program on the same machine needs.
const causeTimeout = 5 * time.Second

func (s *simulation) Cause(ctx context.Context, reference, event string) error {
	return s.tell(ctx, "events", map[string]string{"reference": reference, "event": event})
}

func (s *simulation) Pause(ctx context.Context, what Pauses) error {
	return s.tell(ctx, "faults", what)
}

// tell posts a command to a path of the simulator's control API.
func (s *simulation) tell(ctx context.Context, place string, what any) error {
	ctx, cancel := context.WithTimeout(ctx, causeTimeout)
	defer cancel()
	body, err := json.Marshal(what)
	if err != nil {
		return fmt.Errorf("encode the command: %w", err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.control.URL+"/simulado/"+place, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("call the simulator: %w", err)
	}
	request.Header.Set("Authorization", "Bearer "+s.control.Token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return fmt.Errorf("call the simulator: %w: %w", ErrUnavailable, err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode == http.StatusOK {
		return nil
	}
	var refused struct {
		Errors []struct{ Code, Description string }
	}
	if err := json.NewDecoder(response.Body).Decode(&refused); err != nil || len(refused.Errors) == 0 {
		return fmt.Errorf("call the simulator: %w: it answers %d", ErrUnavailable, response.StatusCode)
	}
	return &Refusal{Code: refused.Errors[0].Code, Message: refused.Errors[0].Description}
}

func newSimulado(host string, key, token Secret, options Options) *provider {
	base := url.URL{Scheme: "http", Host: host, Path: "/v3"}
	made := newProvider(base.String(), key, options)
	made.wallet, made.token, made.institution = simulado.Wallet, token, institutionNone
	return made
}
