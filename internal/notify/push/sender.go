package push

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
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
