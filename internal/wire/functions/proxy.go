package functions

import (
	"log/slog"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"time"

	"automacao/internal/edge/admission"
	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
)

// Bounds of what is passed on: as the rented backend's gateway has them, and as many
// calls at once as one small server answers.
const (
	proxyTimeout      = 150 * time.Second
	proxyDialTimeout  = 5 * time.Second
	proxyBodyBytesMax = 20 << 20
	proxyConcurrent   = 200
	proxyPerCaller    = 50
	proxyIdleTimeout  = 90 * time.Second
)

var (
	errUpstream = fault.New(http.StatusBadGateway, "UPSTREAM_UNAVAILABLE", "The functions server cannot be reached")
	errLoop     = fault.New(http.StatusLoopDetected, "UPSTREAM_IS_HERE", "The functions server is this one")
)

// via names this server to the next one, so that it knows itself.
const via = "1.1 automacao-functions"

// PassOn has every name that is not registered answered by a functions server of
// somebody's own, at an http or https address below which it serves them by name. What
// a call brings is passed on whole, its Authorization too, which is that server's to
// verify; redirects are told and not followed. Close ends the connections kept to it.
func (s *Server) PassOn(upstream *url.URL) {
	transport := &http.Transport{
		DialContext:           (&net.Dialer{Timeout: proxyDialTimeout}).DialContext,
		TLSHandshakeTimeout:   proxyDialTimeout,
		ResponseHeaderTimeout: proxyTimeout, IdleConnTimeout: proxyIdleTimeout, MaxConnsPerHost: proxyConcurrent,
		// The answer is passed on as it is, compressed or not.
		DisableCompression: true,
	}
	s.close = transport.CloseIdleConnections
	s.proxied = &registered{name: "passed-on", isPassed: true, Function: Function{
		Methods:      append(slices.Clone(methods), http.MethodOptions),
		BodyBytesMax: proxyBodyBytesMax, Timeout: proxyTimeout, Concurrent: proxyConcurrent, ConcurrentPerCaller: proxyPerCaller,
		Serve: passOn(upstream, transport, s.log),
	}}
	s.proxied.gate = admission.New(admission.Config{Places: proxyConcurrent, PlacesPerCaller: proxyPerCaller, WaitingMax: proxyConcurrent, WaitingPerCallerMax: proxyPerCaller})
}

// Close ends what is kept open; nothing is served any more by then.
func (s *Server) Close() {
	if s.close != nil {
		s.close()
	}
}

func passOn(upstream *url.URL, transport http.RoundTripper, log *slog.Logger) Handler {
	return func(w http.ResponseWriter, r *http.Request) (err error) {
		if slices.Contains(r.Header.Values("Via"), via) {
			return errLoop
		}
		proxy := &httputil.ReverseProxy{
			Transport: transport, FlushInterval: -1, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
			Rewrite: func(out *httputil.ProxyRequest) {
				out.SetURL(upstream)
				out.SetXForwarded()
				// Functions read who called from either; what he says of it himself is none.
				out.Out.Header.Del("X-Real-Ip")
				if ip := caller.From(out.In.Context()).IP; ip != "" {
					out.Out.Header.Set("X-Forwarded-For", ip)
					out.Out.Header.Set("X-Real-Ip", ip)
				}
				// A call is no socket, whatever it asks for.
				out.Out.Header.Del("Upgrade")
				out.Out.Header.Del("Connection")
				out.Out.Header.Add("Via", via)
			},
			ModifyResponse: func(answer *http.Response) error {
				// Which origins may read it, and under which id it is logged, is this
				// server's to say, once.
				answer.Header.Del("X-Request-Id")
				for name := range answer.Header {
					if strings.HasPrefix(name, "Access-Control-") {
						answer.Header.Del(name)
					}
				}
				return nil
			},
			ErrorHandler: func(_ http.ResponseWriter, _ *http.Request, failure error) { err = unreached(failure) },
		}
		proxy.ServeHTTP(w, r)
		return err
	}
}

// unreached is what a call that was not answered is told as.
func unreached(failure error) error {
	if told := known(failure); told == errTooLarge || told == errTimeout {
		return told.Because(failure)
	}
	return errUpstream.Because(failure)
}

// isPlain reports a path that leads nowhere but below its first name.
func isPlain(path string) bool {
	for part := range strings.SplitSeq(path, "/") {
		if part == "." || part == ".." || strings.ContainsAny(part, "\\\x00") {
			return false
		}
	}
	return true
}
