package push

import (
	"crypto/ecdh"
	"encoding/base64"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// The push services of the browsers there are: Chrome, Edge, Samsung Internet
// and Opera; Firefox; Edge on Windows; Safari. A leading dot is any host below.
var known = []string{"fcm.googleapis.com", "updates.push.services.mozilla.com", ".push.services.mozilla.com", ".notify.windows.com", ".push.apple.com"}

// ErrForeign is an address that is no known push service's.
var ErrForeign = errors.New("the address is no known push service's")

// Services are those that may be called.
type Services struct {
	// extra are origins of the settings, which may be on this machine.
	extra []string
}

// NewServices allows the known services and more origins.
func NewServices(origins []string) (Services, error) {
	for _, origin := range origins {
		at, err := url.Parse(origin)
		if err != nil || at.Host == "" || at.Scheme+"://"+at.Host != origin || at.Scheme != "https" && (at.Scheme != "http" || !isLoopback(at.Hostname())) {
			return Services{}, fmt.Errorf("%q is no origin like https://push.example.com", origin)
		}
	}
	return Services{extra: origins}, nil
}

// Check refuses what is no address of a known service: what a browser says is
// fetched by this server.
func (s Services) Check(endpoint string) error {
	at, err := url.Parse(endpoint)
	if err != nil || at.Opaque != "" || at.User != nil || at.Fragment != "" || at.Host == "" {
		return ErrForeign
	}
	if slices.Contains(s.extra, at.Scheme+"://"+at.Host) {
		return nil
	}
	if at.Scheme != "https" || at.Port() != "" && at.Port() != "443" {
		return ErrForeign
	}
	host := strings.ToLower(at.Hostname())
	for _, name := range known {
		if host == name || name[0] == '.' && strings.HasSuffix(host, name) {
			return nil
		}
	}
	return ErrForeign
}

// isExtra tells whether an address (host:port) is one of the settings.
func (s Services) isExtra(address string) bool {
	return slices.ContainsFunc(s.extra, func(origin string) bool {
		return strings.HasSuffix(origin, "://"+address)
	})
}

func isLoopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return err == nil && address.IsLoopback()
}

// CheckKeys refuses keys that nothing can be encrypted with: the browser's
// point on P-256 and its secret of 16 bytes, base64url.
func CheckKeys(p256dh, secret string) error {
	point, err := base64.RawURLEncoding.DecodeString(p256dh)
	if err != nil {
		return errors.New("p256dh is no base64url")
	}
	if _, err := ecdh.P256().NewPublicKey(point); err != nil {
		return errors.New("p256dh is no point of P-256")
	}
	if bytes, err := base64.RawURLEncoding.DecodeString(secret); err != nil || len(bytes) != 16 {
		return errors.New("auth is not 16 bytes of base64url")
	}
	return nil
}
