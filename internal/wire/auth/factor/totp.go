package factor

import (
	"crypto/subtle"
	"fmt"
	"strings"
	"time"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"
	"github.com/pquerna/otp/totp"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/account"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/session"
)

// StepSeconds is how long one code is valid (RFC 6238).
const StepSeconds = 30

// totpSecret is a new secret in the three forms that an authenticator accepts.
type totpSecret struct {
	QRCode string `json:"qr_code"`
	Secret string `json:"secret"`
	URI    string `json:"uri"`
}

func newSecret(issuer, account string) (totpSecret, error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: issuer, AccountName: account})
	if err != nil {
		return totpSecret{}, fmt.Errorf("generate secret: %w", err)
	}
	code, err := qr.Encode(key.String(), qr.M, qr.Auto)
	if err != nil {
		return totpSecret{}, fmt.Errorf("draw the QR code: %w", err)
	}
	return totpSecret{QRCode: drawSVG(code), Secret: key.Secret(), URI: key.String()}, nil
}

// quietModules is the empty border that QR readers need.
const quietModules = 4

// drawSVG draws each dark module as a unit square of one path.
func drawSVG(code barcode.Barcode) string {
	var path strings.Builder
	bounds := code.Bounds()
	for y := range bounds.Dy() {
		for x := range bounds.Dx() {
			if red, _, _, _ := code.At(x, y).RGBA(); red == 0 {
				fmt.Fprintf(&path, "M%d %dh1v1h-1z", x+quietModules, y+quietModules)
			}
		}
	}
	side := bounds.Dx() + 2*quietModules
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]d %[1]d" width="256" height="256" shape-rendering="crispEdges">`+
		`<path fill="white" d="M0 0h%[1]dv%[1]dH0z"/><path d="%[2]s"/></svg>`, side, path.String())
}

// matchCode returns the time step of a code: the current step or a neighbour, for clocks that
// differ, and only one later than the last used.
func matchCode(secret, code string, now time.Time, lastStep int64) (int64, bool) {
	current := now.Unix() / StepSeconds
	for step := current - 1; step <= current+1; step++ {
		expected, err := totp.GenerateCode(secret, time.Unix(step*StepSeconds, 0))
		if err != nil || step <= lastStep {
			continue
		}
		if subtle.ConstantTimeCompare([]byte(expected), []byte(code)) == 1 {
			return step, true
		}
	}
	return 0, false
}

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

// mayEnrol is checked before any kind of factor is enrolled.
func (s *Server) mayEnrol(me session.SignedIn) error {
	switch {
	case me.IsAnonymous:
		return errAnonymousBarred
	case me.LacksSecondFactor():
		return errFactorAAL
	case !s.sessions.IsFresh(me.Session.AMR):
		return account.ErrStale
	case len(me.Factors) >= factorsMax:
		return errFactorsMax
	}
	return nil
}

func (s *Server) mayUnenrol(me session.SignedIn) error {
	if me.LacksSecondFactor() {
		return errUnenrollAAL
	}
	if !s.sessions.IsFresh(me.Session.AMR) {
		return account.ErrStale
	}
	return nil
}
