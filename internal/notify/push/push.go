// Package push sends messages to devices through the push services of their browsers (RFC 8030),
// encrypted for the browser alone (RFC 8291) and signed with the server's own key (VAPID, RFC
// 8292). It calls known services only, and knows nothing about the messages' content.
package push

import (
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	webpush "github.com/SherClockHolmes/webpush-go"

	"automacao/internal/kernel/network"
)

// Bounds of one call.
const (
	timeout        = 10 * time.Second
	answerBytesMax = 4 << 10
	recordBytes    = 3 << 10
	retryMax       = time.Hour
)

// Device is a subscription of a browser.
type Device struct{ Endpoint, P256dh, Secret string }

// Message is a message to a browser. While the device is offline, a service keeps only the newest
// message of a Topic (at most 32 characters of base64url).
type Message struct {
	Body     []byte
	Topic    string
	IsUrgent bool
	TTL      time.Duration
}

// ErrGone means that the device has unsubscribed (404, 410).
var ErrGone = errors.New("the device has unsubscribed")

// ErrRefused means that retrying will not deliver the message.
var ErrRefused = errors.New("the push service refuses the message")

// Later means that the service asks to wait (429, or 503 with Retry-After).
type Later struct{ Wait time.Duration }

// Error implements error.
func (l Later) Error() string { return "the push service asks to wait " + l.Wait.String() }

// Sender sends messages to devices.
type Sender struct {
	key      Key
	contact  string
	services Services
	client   *http.Client
}

// NewSender returns a sender that signs with key and gives the services contact, an e-mail address.
func NewSender(key Key, contact string, services Services) *Sender {
	dialer := &net.Dialer{Timeout: timeout, Control: func(_, address string, _ syscall.RawConn) error {
		return services.mayDial(address)
	}}
	return &Sender{key: key, contact: contact, services: services, client: &http.Client{
		Timeout:       timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		// A proxy from the environment must not be used: mayDial would check the proxy's address
		// instead of the service's.
		Transport: &http.Transport{DialContext: dialer.DialContext, TLSHandshakeTimeout: timeout, MaxResponseHeaderBytes: 16 << 10, MaxConnsPerHost: 8, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true},
	}}
}

// mayDial refuses addresses of private networks, whatever host name resolves to them.
func (s Services) mayDial(address string) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("dial a push service: %w", err)
	}
	if network.IsPublic(at.Addr()) || s.isExtra(address) {
		return nil
	}
	return ErrForeign
}

// Close closes idle connections.
func (s *Sender) Close() { s.client.CloseIdleConnections() }

// Send delivers a message to the service of a device. No error repeats the address, because anybody
// who knows it can send to the device.
func (s *Sender) Send(ctx context.Context, to Device, message Message) error {
	if err := s.services.Check(to.Endpoint); err != nil {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	urgency := webpush.UrgencyNormal
	if message.IsUrgent {
		urgency = webpush.UrgencyHigh
	}
	answer, err := webpush.SendNotificationWithContext(ctx, message.Body,
		&webpush.Subscription{Endpoint: to.Endpoint, Keys: webpush.Keys{P256dh: to.P256dh, Auth: to.Secret}},
		&webpush.Options{
			HTTPClient: s.client, RecordSize: recordBytes, Subscriber: s.contact, Topic: message.Topic, TTL: int(message.TTL.Seconds()), Urgency: urgency,
			VAPIDPublicKey: s.key.Public, VAPIDPrivateKey: s.key.private,
		})
	if err != nil {
		if called := (*url.Error)(nil); errors.As(err, &called) {
			err = called.Err
		}
		return fmt.Errorf("call a push service: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	_, _ = io.CopyN(io.Discard, answer.Body, answerBytesMax)
	return outcome(answer)
}

func outcome(answer *http.Response) error {
	switch status := answer.StatusCode; {
	case status >= 200 && status < 300:
		return nil
	case status == http.StatusNotFound || status == http.StatusGone:
		return ErrGone
	case status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable && answer.Header.Get("Retry-After") != "":
		return Later{Wait: waitOf(answer.Header.Get("Retry-After"))}
	case status >= 500:
		return fmt.Errorf("a push service answers %d", status)
	default:
		return fmt.Errorf("%w: %d", ErrRefused, status)
	}
}

// waitOf parses Retry-After, in seconds or as a date, within bounds.
func waitOf(text string) time.Duration {
	wait := time.Minute
	if seconds, err := strconv.Atoi(text); err == nil {
		wait = time.Duration(min(seconds, int(retryMax.Seconds()))) * time.Second
	} else if at, err := http.ParseTime(text); err == nil {
		wait = time.Until(at)
	}
	return min(max(wait, time.Second), retryMax)
}

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

// Key signs messages. A browser accepts only messages signed with the key it subscribed with.
type Key struct {
	// Public is for browsers: the uncompressed point in base64url.
	Public  string
	private string
}

// NewKey generates a key in the text form used by settings and files.
func NewKey() (string, error) {
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return "", fmt.Errorf("make a push key: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(key.Bytes()), nil
}

// ParseKey parses a key: the 32 bytes of a P-256 scalar in base64url.
func ParseKey(text string) (Key, error) {
	scalar, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return Key{}, fmt.Errorf("the push key is not base64url")
	}
	key, err := ecdh.P256().NewPrivateKey(scalar)
	if err != nil {
		return Key{}, fmt.Errorf("the push key is not a P-256 key of 32 bytes")
	}
	return Key{Public: base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()), private: text}, nil
}
