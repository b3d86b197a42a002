package core

import (
	"strings"
	"testing"
)

func TestFederationIsReadStrictly(t *testing.T) {
	t.Parallel()
	const google = `"google":{"client_id":"x"}`
	for document, usable := range map[string]bool{
		`{"providers":{` + google + `},"manual_linking":true}`: true,
		`{}`: true, ``: false, `{} {}`: false, `{"provider":{}}`: false,
		`{"providers":{"google":{}}}`:                                                                                false,
		`{"providers":{"acme":{"client_id":"x"}}}`:                                                                   false,
		`{"providers":{"ACME":{"client_id":"x","issuer":"https://a.example"}}}`:                                      false,
		`{"providers":{"acme":{"client_id":"x","issuer":"https://u:p@a.example"}}}`:                                  false,
		`{"providers":{"acme":{"client_id":"x","issuer":"file:///etc/passwd"}}}`:                                     false,
		`{"providers":{"google":{"client_id":"x","authorization_params":{"state":"y"}}}}`:                            false,
		`{"providers":{"google":{"client_id":"x","attribute_mapping":{"role":"y"}}}}`:                                false,
		`{"providers":{"acme":{"client_id":"x","issuer":"https://a.example","scopes":["a"],"email_optional":true}}}`: true,
		strings.Repeat(" ", federationMax+1):                                                                         false,
	} {
		if _, err := ReadFederation([]byte(document)); (err == nil) != usable {
			t.Errorf("%.120s: %v", document, err)
		}
	}
}
