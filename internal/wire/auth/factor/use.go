package factor

import (
	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/core"
)

// factorKinds are the errors of each kind.
var factorKinds = map[string]struct{ enrollOff, verifyOff *fault.Error }{
	core.FactorTOTP:    {errTOTPFactorOff, errTOTPVerifyOff},
	core.FactorPhone:   {errPhoneFactorOff, errPhoneVerifyOff},
	core.FactorPasskey: {errWebauthnFactorOff, errWebauthnVerifyOff},
}

// useOf is what a kind may be used for on this server. Passkeys need a relying party.
func (s *Server) useOf(kind string) core.FactorUse {
	switch kind {
	case core.FactorTOTP:
		return s.Config.Factors.TOTP
	case core.FactorPhone:
		return s.Config.Factors.Phone
	case core.FactorPasskey:
		if s.Party != nil {
			return s.Config.Factors.WebAuthn
		}
	}
	return core.FactorOff
}
