package psp

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"

	"automacao/internal/psp/simulado"
)

// openSimulado speaks to a simulator, which is on this machine always.
func openSimulado(address *url.URL, options Options) (Provider, error) {
	if address.Host == "" {
		return startSimulado(address, options)
	}
	query := address.Query()
	if address.Port() == "" || !isLoopback(address.Hostname()) {
		return nil, errors.New("AUTOMACAO_PIX_URL: simulado:// names a host and a port of this machine, such as simulado://127.0.0.1:8117")
	}
	if query.Get("webhook_token") == "" {
		return nil, errors.New("AUTOMACAO_PIX_URL: simulado:// has webhook_token=…, the --webhook-token of the simulator")
	}
	key := keyOf(address.User)
	if key == "" {
		key = simulado.RootKey
	}
	return newSimulado(address.Host, Secret(key), Secret(query.Get("webhook_token")), options), nil
}

// startSimulado runs the simulator inside this process. Its keys are of this
// start only: nobody else calls it.
func startSimulado(address *url.URL, options Options) (Provider, error) {
	query := address.Query()
	if address.Path != "" || address.Opaque != "" {
		return nil, errors.New("AUTOMACAO_PIX_URL: simulado: has nothing behind it but ?addr=… and &review=1")
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
		Review: query.Get("review") == "1", Now: options.Now, Log: options.Log,
	}, addr)
	if err != nil {
		return nil, fmt.Errorf("start the payment simulator: %w", err)
	}
	made := newSimulado(server.Addr(), key, token, options)
	made.end = server.Close
	return made, nil
}

func newSimulado(host string, key, token Secret, options Options) *provider {
	base := url.URL{Scheme: "http", Host: host, Path: "/v3"}
	made := newProvider(base.String(), key, options)
	made.wallet, made.token, made.institution = simulado.Wallet, token, institutionNone
	return made
}
