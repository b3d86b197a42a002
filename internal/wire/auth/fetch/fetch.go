// Package fetch makes the requests that signing in sends to others: providers of
// identities, their keys, hooks, documents of identity providers. It owns what
// bounds them (time, size, redirects, which addresses may be reached); it must
// not know what is asked.
package fetch

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"syscall"
	"time"

	"automacao/internal/kernel/network"
)

// Bounds of one request: all of it, the body of its answer, the redirects
// that it follows.
const (
	Timeout      = 10 * time.Second
	BodyMax      = 1 << 20
	redirectsMax = 3
)

// ErrPrivate is an address inside a private network, which no name may lead to.
var ErrPrivate = errors.New("the address is in a private network")

// ErrTooLarge is an answer beyond BodyMax.
var ErrTooLarge = errors.New("the answer is too large")

// ErrPlain is an address without TLS.
var ErrPlain = errors.New("the address is not https")

// NewClient returns a client that reaches public addresses over TLS, or any
// address where the operator allows private ones. The caller closes its idle
// connections.
func NewClient(allowPrivate bool) *http.Client {
	guard := guard{allowPrivate: allowPrivate}
	dialer := &net.Dialer{Timeout: Timeout, Control: func(_, address string, _ syscall.RawConn) error { return guard.mayDial(address) }}
	return &http.Client{
		Timeout: Timeout,
		CheckRedirect: func(r *http.Request, before []*http.Request) error {
			if len(before) >= redirectsMax || r.Method != http.MethodGet {
				return http.ErrUseLastResponse
			}
			return guard.mayAsk(r)
		},
		// No proxy of the environment: it would be dialled in the place of the address.
		Transport: bounded{guard, &http.Transport{
			DialContext: dialer.DialContext, TLSHandshakeTimeout: Timeout, MaxResponseHeaderBytes: 64 << 10,
			MaxConnsPerHost: 16, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true,
		}},
	}
}

type guard struct{ allowPrivate bool }

// mayAsk refuses what anybody on the way could read or change.
func (g guard) mayAsk(r *http.Request) error {
	if r.URL.Scheme != "https" && !g.allowPrivate {
		return ErrPlain
	}
	return nil
}

// mayDial looks at the address itself, whatever name leads there.
func (g guard) mayDial(address string) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("dial: %w", err)
	}
	if g.allowPrivate || network.IsPublic(at.Addr()) {
		return nil
	}
	return ErrPrivate
}

// bounded ends an answer that is larger than anybody needs.
type bounded struct {
	guard guard
	next  *http.Transport
}

// RoundTrip makes one request.
func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := b.guard.mayAsk(r); err != nil {
		return nil, err
	}
	answer, err := b.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	answer.Body = &body{answer.Body, BodyMax}
	return answer, nil
}

// CloseIdleConnections ends what waits to be used again.
func (b bounded) CloseIdleConnections() { b.next.CloseIdleConnections() }

type body struct {
	io.ReadCloser
	left int
}

// Read reads no more than what is left and fails beyond it: an answer that was
// cut short would be believed.
func (b *body) Read(into []byte) (int, error) {
	if len(into) > b.left+1 {
		into = into[:b.left+1]
	}
	n, err := b.ReadCloser.Read(into)
	if n > b.left {
		return b.left, ErrTooLarge
	}
	b.left -= n
	return n, err
}
