package psp

import (
	"errors"
	"net/url"
	"strings"
)

// What the simulator takes where the address says nothing else.
const (
	simuladoKey    = "simulado"
	simuladoWallet = "carteira-da-plataforma"
)

// openSimulado speaks to the simulator, which is on this machine always.
func openSimulado(address *url.URL, options Options) (Provider, error) {
	query := address.Query()
	if address.Port() == "" || !isLoopback(address.Hostname()) {
		return nil, errors.New("AUTOMACAO_PIX_URL: simulado:// names a host and a port of this machine, such as simulado://127.0.0.1:8117")
	}
	if query.Get("webhook_token") == "" {
		return nil, errors.New("AUTOMACAO_PIX_URL: simulado:// has webhook_token=…, the --webhook-token of the simulator")
	}
	key := keyOf(address.User)
	if key == "" {
		key = simuladoKey
	}
	base := url.URL{Scheme: "http", Host: address.Host, Path: "/v3"}
	made := newProvider(strings.TrimRight(base.String(), "/"), Secret(key), options)
	made.wallet, made.token, made.institution = simuladoWallet, Secret(query.Get("webhook_token")), institutionNone
	return made, nil
}
