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
	retryLongest   = time.Hour
)

// Device is where a browser is written to.
type Device struct{ Endpoint, P256dh, Secret string }

// Message is what a browser is told. Of messages with one topic (32 characters
// of base64url at most) a service keeps the newest while the device is away.
type Message struct {
	Body     []byte
	Topic    string
	IsUrgent bool
	TTL      time.Duration
}

// ErrGone is a device that no longer wants to be written to (404, 410).
var ErrGone = errors.New("the device has left")

// ErrRefused is a message that no repetition will deliver.
var ErrRefused = errors.New("the push service refuses the message")

// Later is a service that asks to wait (429, 503).
type Later struct{ Wait time.Duration }

// Error says for how long.
func (l Later) Error() string { return "the push service asks to wait " + l.Wait.String() }

// Sender writes to devices.
type Sender struct {
	key      Key
	contact  string
	services Services
	client   *http.Client
}

// NewSender signs with a key and names a contact, an e-mail address, to the services.
func NewSender(key Key, contact string, services Services) *Sender {
	dialer := &net.Dialer{Timeout: timeout, Control: func(_, address string, _ syscall.RawConn) error {
		return services.mayDial(address)
	}}
	return &Sender{key: key, contact: contact, services: services, client: &http.Client{
		Timeout:       timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		// No proxy of the environment: it would be dialled in the place of the service.
		Transport: &http.Transport{DialContext: dialer.DialContext, TLSHandshakeTimeout: timeout, MaxResponseHeaderBytes: 16 << 10, MaxConnsPerHost: 8, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true},
	}}
}

// mayDial refuses addresses of private networks, whatever name leads there.
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

// Close ends idle connections.
func (s *Sender) Close() { s.client.CloseIdleConnections() }

// Send delivers a message to the service of a device. No error repeats the
// address: whoever knows it can write to the device.
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

// waitOf reads Retry-After, seconds or a date, within bounds.
func waitOf(text string) time.Duration {
	wait := time.Minute
	if seconds, err := strconv.Atoi(text); err == nil {
		wait = time.Duration(min(seconds, int(retryLongest.Seconds()))) * time.Second
	} else if at, err := http.ParseTime(text); err == nil {
		wait = time.Until(at)
	}
	return min(max(wait, time.Second), retryLongest)
}
