package auth

import (
	"fmt"

	"automacao/internal/kernel/fault"
)

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

func (f Factors) validate() error {
	for name, use := range map[string]FactorUse{factorTOTP: f.TOTP, factorPhone: f.Phone, factorPasskey: f.WebAuthn} {
		switch use {
		case "", FactorOn, FactorVerify, FactorOff:
		default:
			return fmt.Errorf("the use of %s factors must be on, verify or off", name)
		}
	}
	return nil
}

// factorKinds are the errors of each kind.
var factorKinds = map[string]struct{ enrollOff, verifyOff *fault.Error }{
	factorTOTP:    {errTOTPFactorOff, errTOTPVerifyOff},
	factorPhone:   {errPhoneFactorOff, errPhoneVerifyOff},
	factorPasskey: {errWebauthnFactorOff, errWebauthnVerifyOff},
}

// useOf is what a kind may be used for on this server. Passkeys need a relying party.
func (s *Server) useOf(kind string) FactorUse {
	switch kind {
	case factorTOTP:
		return s.cfg.Factors.TOTP
	case factorPhone:
		return s.cfg.Factors.Phone
	case factorPasskey:
		if s.party != nil {
			return s.cfg.Factors.WebAuthn
		}
	}
	return FactorOff
}
