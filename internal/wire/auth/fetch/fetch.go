// Package fetch sends the requests to external servers that signing in needs: identity providers,
// their keys, hooks and metadata documents. It owns their limits (time, size, redirects, reachable
// addresses); it must not know what is requested.
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

// These bound one request: its total time, the response's body, and the redirects that are
// followed.
const (
	Timeout      = 10 * time.Second
	BodyMax      = 1 << 20
	redirectsMax = 3
)

// ErrPrivate is the error for an address in a private network, whatever name resolved to it.
var ErrPrivate = errors.New("the address is in a private network")

// ErrTooLarge is the error for a response beyond BodyMax.
var ErrTooLarge = errors.New("the answer is too large")

// ErrPlain is the error for a URL without TLS.
var ErrPlain = errors.New("the address is not https")

// NewClient returns a client that reaches only public addresses over TLS, or any address if the
// operator allows private ones. The caller closes its idle connections.
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
		// No proxy from the environment: the guard would check the proxy's address instead of the
		// target's.
		Transport: bounded{guard, &http.Transport{
			DialContext: dialer.DialContext, TLSHandshakeTimeout: Timeout, MaxResponseHeaderBytes: 64 << 10,
			MaxConnsPerHost: 16, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true,
		}},
	}
}

type guard struct{ allowPrivate bool }

// mayAsk refuses requests that others on the network could read or change.
func (g guard) mayAsk(r *http.Request) error {
	if r.URL.Scheme != "https" && !g.allowPrivate {
		return ErrPlain
	}
	return nil
}

// mayDial checks the resolved address, whatever name resolved to it.
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

// bounded limits the size of responses.
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

// CloseIdleConnections closes idle connections.
func (b bounded) CloseIdleConnections() { b.next.CloseIdleConnections() }

type body struct {
	io.ReadCloser
	left int
}

// Read reads up to the limit and fails beyond it: a truncated response might be taken for a
// complete one.
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
