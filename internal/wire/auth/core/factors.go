package core

import (
	"fmt"
)

// FactorVerified is the status of a factor that has been used successfully once.
const FactorVerified = "verified"

// FactorTOTP is the kind of an authenticator app.
const FactorTOTP = "totp"

// FactorUse is what a kind of second factor may be used for.
type FactorUse string

// FactorOn allows a kind for everybody, FactorVerify only for users who have enrolled one, and
// FactorOff for nobody.
const (
	FactorOn     FactorUse = "on"
	FactorVerify FactorUse = "verify"
	FactorOff    FactorUse = "off"
)

// Factors are the uses of each kind. TOTP and WebAuthn are on by default. Phone, which needs a
// Texter, is off by default.
type Factors struct{ TOTP, Phone, WebAuthn FactorUse }

// Validate returns an error for a use that does not exist.
func (f Factors) Validate() error {
	for name, use := range map[string]FactorUse{FactorTOTP: f.TOTP, FactorPhone: f.Phone, FactorPasskey: f.WebAuthn} {
		switch use {
		case "", FactorOn, FactorVerify, FactorOff:
		default:
			return fmt.Errorf("the use of %s factors must be on, verify or off", name)
		}
	}
	return nil
}

// FactorPasskey is the protocol's name for passkeys among the factors. The client's two ways, as a
// factor and as a passkey, use the same rows: each passkey is a second factor, and each can sign in
// by itself.
const FactorPasskey = "webauthn"

// FactorPhone is a phone as a second factor: the code of a text proves it.
const FactorPhone = "phone"
