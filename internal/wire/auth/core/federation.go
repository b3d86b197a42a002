package core

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"automacao/internal/wire/auth/provider"
	"automacao/internal/wire/auth/sso"
)

// Federation configures external identity providers. The zero value offers none of them, and each
// part then answers as the protocol defines.
type Federation struct {
	// Providers are OpenID issuers and OAuth services by name.
	Providers map[string]provider.Settings `json:"providers"`
	// Web3 lets the owners of wallets sign in.
	Web3 Web3 `json:"web3"`
	// SAML lets organisations' users sign in.
	SAML sso.Settings `json:"saml"`
	// ManualLinking lets a signed-in user link further identities to their account.
	ManualLinking bool `json:"manual_linking"`
	// CustomProviders lets administrators add providers while the server runs.
	CustomProviders bool `json:"custom_providers"`
	// PrivateAddresses allows providers in private networks, and without TLS.
	PrivateAddresses bool `json:"private_addresses"`
}

// These bound a federation document.
const (
	federationMax = 1 << 20
	providersMax  = 200
)

// ReadFederation parses and validates an operator's federation document, in JSON. It rejects
// unknown fields, because a misspelt setting would silently have no effect.
func ReadFederation(document []byte) (Federation, error) {
	var read Federation
	if len(document) > federationMax {
		return read, fmt.Errorf("federation: more than %d bytes", federationMax)
	}
	from := json.NewDecoder(bytes.NewReader(document))
	from.DisallowUnknownFields()
	if err := from.Decode(&read); err != nil {
		return read, fmt.Errorf("federation: %w", err)
	}
	if _, err := from.Token(); !errors.Is(err, io.EOF) {
		return read, errors.New("federation: unexpected data after the document")
	}
	return read, read.validate()
}

// OpenFederation reads the document in a file; without a file there are no providers.
func OpenFederation(path string) (Federation, error) {
	if path == "" {
		return Federation{}, nil
	}
	document, err := os.ReadFile(path)
	if err != nil {
		return Federation{}, fmt.Errorf("AUTOMACAO_FEDERATION_FILE names a file that cannot be read: %w", err)
	}
	read, err := ReadFederation(document)
	if err != nil {
		return Federation{}, fmt.Errorf("AUTOMACAO_FEDERATION_FILE: %w", err)
	}
	return read, nil
}

func (f Federation) validate() error {
	if len(f.Providers) > providersMax {
		return fmt.Errorf("federation: more than %d providers", providersMax)
	}
	if err := f.SAML.Validate(); err != nil {
		return err
	}
	for name, settings := range f.Providers {
		if err := settings.Validate(name); err != nil {
			return err
		}
	}
	return nil
}

// Web3 says for which chains wallets can sign in. The zero value is none.
type Web3 struct {
	Ethereum bool `json:"ethereum"`
	Solana   bool `json:"solana"`
}
