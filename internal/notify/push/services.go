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

// The push services of today's browsers: Chrome, Edge, Samsung Internet and Opera; Firefox; Edge on
// Windows; Safari. A leading dot matches any subdomain.
var known = []string{"fcm.googleapis.com", "updates.push.services.mozilla.com", ".push.services.mozilla.com", ".notify.windows.com", ".push.apple.com"}

// ErrForeign refuses an address that does not belong to a known push service.
var ErrForeign = errors.New("the address does not belong to a known push service")

// Services are the push services that may be called.
type Services struct {
	// extra are origins from the settings, which may be on this machine.
	extra []string
}

// NewServices allows the known services and further origins.
func NewServices(origins []string) (Services, error) {
	for _, origin := range origins {
		at, err := url.Parse(origin)
		if err != nil || at.Host == "" || at.Scheme+"://"+at.Host != origin || at.Scheme != "https" && (at.Scheme != "http" || !isLoopback(at.Hostname())) {
			return Services{}, fmt.Errorf("%q is not an origin like https://push.example.com", origin)
		}
	}
	return Services{extra: origins}, nil
}

// Check refuses an address that does not belong to a known service, because the server connects to
// the address that a browser sends.
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

// isExtra reports whether an address (host:port) comes from the settings.
func (s Services) isExtra(address string) bool {
	return slices.ContainsFunc(s.extra, func(origin string) bool {
		return strings.HasSuffix(origin, "://"+address)
	})
}

func isLoopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return err == nil && address.IsLoopback()
}

// CheckKeys refuses keys that cannot be used for encryption. They are the browser's P-256 public
// key and its secret of 16 bytes, in base64url.
func CheckKeys(p256dh, secret string) error {
	point, err := base64.RawURLEncoding.DecodeString(p256dh)
	if err != nil {
		return errors.New("p256dh is not base64url")
	}
	if _, err := ecdh.P256().NewPublicKey(point); err != nil {
		return errors.New("p256dh is not a P-256 public key")
	}
	if bytes, err := base64.RawURLEncoding.DecodeString(secret); err != nil || len(bytes) != 16 {
		return errors.New("auth is not 16 bytes of base64url")
	}
	return nil
}
