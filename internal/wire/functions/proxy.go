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

// These limit proxied calls. Size and time are those of the hosted service's gateway; the
// concurrency is what one small server can answer.
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

// via identifies this server in the Via header, so that it detects a loop.
const via = "1.1 automacao-functions"

// PassOn proxies every name that is not registered to an external functions server, which serves
// functions by name below an http or https address. Requests are passed on unchanged, including
// Authorization, which that server verifies. Redirects are passed back and not followed. Close
// closes the idle connections to it.
func (s *Server) PassOn(upstream *url.URL) {
	transport := &http.Transport{
		DialContext:           (&net.Dialer{Timeout: proxyDialTimeout}).DialContext,
		TLSHandshakeTimeout:   proxyDialTimeout,
		ResponseHeaderTimeout: proxyTimeout, IdleConnTimeout: proxyIdleTimeout, MaxConnsPerHost: proxyConcurrent,
		// The response is passed on as it is, compressed or not.
		DisableCompression: true,
	}
	s.close = transport.CloseIdleConnections
	s.proxied = &registered{name: "passed-on", isProxied: true, Function: Function{
		Methods:      append(slices.Clone(methods), http.MethodOptions),
		BodyBytesMax: proxyBodyBytesMax, Timeout: proxyTimeout, Concurrent: proxyConcurrent, ConcurrentPerCaller: proxyPerCaller,
		Serve: passOn(upstream, transport, s.log),
	}}
	s.proxied.gate = admission.New(admission.Config{Places: proxyConcurrent, PlacesPerCaller: proxyPerCaller, WaitingMax: proxyConcurrent, WaitingPerCallerMax: proxyPerCaller})
}

// Close closes idle connections, once the server no longer serves.
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
				// Functions read the client's address from either header; values that the client
				// sent are dropped.
				out.Out.Header.Del("X-Real-Ip")
				if ip := caller.From(out.In.Context()).IP; ip != "" {
					out.Out.Header.Set("X-Forwarded-For", ip)
					out.Out.Header.Set("X-Real-Ip", ip)
				}
				// A function call is never upgraded to a websocket.
				out.Out.Header.Del("Upgrade")
				out.Out.Header.Del("Connection")
				out.Out.Header.Add("Via", via)
			},
			ModifyResponse: func(answer *http.Response) error {
				// This server itself sets the CORS headers and the request id, each once.
				answer.Header.Del("X-Request-Id")
				for name := range answer.Header {
					if strings.HasPrefix(name, "Access-Control-") {
						answer.Header.Del(name)
					}
				}
				return nil
			},
			ErrorHandler: func(_ http.ResponseWriter, _ *http.Request, failure error) { err = proxyError(failure) },
		}
		proxy.ServeHTTP(w, r)
		return err
	}
}

// proxyError maps a proxy failure to the error that the client is sent.
func proxyError(failure error) error {
	if told := known(failure); told == errTooLarge || told == errTimeout {
		return told.Because(failure)
	}
	return errUpstream.Because(failure)
}

// isPlain reports whether a path stays below its first segment.
func isPlain(path string) bool {
	for part := range strings.SplitSeq(path, "/") {
		if part == "." || part == ".." || strings.ContainsAny(part, "\\\x00") {
			return false
		}
	}
	return true
}
