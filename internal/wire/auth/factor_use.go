package auth

import (
	"fmt"

	"automacao/internal/kernel/fault"
)

// FactorUse is what a kind of second factor may be used for.
type FactorUse string

// The uses: anybody may enrol one, only who has one may use it, nobody may.
const (
	FactorOn     FactorUse = "on"
	FactorVerify FactorUse = "verify"
	FactorOff    FactorUse = "off"
)

// Factors are the uses of each kind: TOTP and WebAuthn are on unless it is said
// otherwise, Phone, which needs a Texter, is off.
type Factors struct{ TOTP, Phone, WebAuthn FactorUse }

func (f Factors) validate() error {
	for name, use := range map[string]FactorUse{factorTOTP: f.TOTP, factorPhone: f.Phone, factorPasskey: f.WebAuthn} {
		switch use {
		case "", FactorOn, FactorVerify, FactorOff:
		default:
			return fmt.Errorf("the use of %s factors is on, verify or off", name)
		}
	}
	return nil
}

// factorKinds are the refusals of each kind.
var factorKinds = map[string]struct{ enrollOff, verifyOff *fault.Error }{
	factorTOTP:    {errTOTPFactorOff, errTOTPVerifyOff},
	factorPhone:   {errPhoneFactorOff, errPhoneVerifyOff},
	factorPasskey: {errWebauthnFactorOff, errWebauthnVerifyOff},
}

// useOf is what a kind may be used for here. Passkeys need a site that browsers make
// them for.
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
