package external

import (
	"testing"
	"time"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/provider"
	"automacao/internal/wire/auth/providertest"
)

// FuzzIDTokens checks that only a token signed by an issuer identifies anybody, and that none
// breaks the server.
func FuzzIDTokens(f *testing.F) {
	issuer := providertest.New(time.Now)
	f.Cleanup(issuer.Close)
	server := newOutside(core.Config{Now: time.Now, Federation: core.Federation{PrivateAddresses: true, Providers: map[string]provider.Settings{
		"keycloak": {Issuer: issuer.URL, ClientID: providertest.ClientID},
	}}}, "https://automacao.example/auth/v1")
	f.Cleanup(server.Client.CloseIdleConnections)
	f.Add("a.b.c", "n")
	f.Add("eyJhbGciOiJub25lIn0.e30.", "")
	f.Fuzz(func(t *testing.T, token, nonce string) {
		if person, err := server.providers["keycloak"].Believe(t.Context(), provider.Presented{IDToken: token, Nonce: nonce}); err == nil {
			t.Errorf("%q is %v", token, person)
		}
	})
}

// These are for the tests.
const AlongTextMax = alongTextMax
const CustomMax = customMax
const MessageTTL = messageTTL
