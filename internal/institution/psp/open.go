package psp

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"automacao/internal/institution/psp/asaas"
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
		if !isLoopback(address.Hostname()) {
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

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
