package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"automacao/internal/kernel/route"
	"automacao/internal/market/demo"
	"automacao/internal/wire/client"
	"automacao/verify/spawn"
)

// A class is a group of answers that must have the same headers.
type class int

const (
	document class = iota
	protocol
	// shared answers are reads that are the same for every visitor.
	shared
	asset
)

// place is a request to the server and the expected answer.
type place struct {
	method, path, body string
	class              class
	status             int // 0 accepts any status
}

// places returns every public page, one address of each kind of data page and member page, the
// server's own addresses, and answers of every kind from each protocol.
func places() []place {
	const nobody = "00000000-0000-7000-8000-000000000000"
	all := []place{
		{"GET", "/", "", document, 200}, {"GET", "/nao-existe", "", document, 404}, {"GET", "/projetos/" + nobody, "", document, 404}, {"GET", "/perfil-empresa/x", "", document, 404},
		{"GET", "/dashboard/mensagens", "", document, 200}, {"GET", "/auth", "", document, 200}, {"HEAD", "/", "", document, 200}, {"GET", "/newsletter/sair", "", document, 404},
		{"POST", "/", "", asset, 405}, {"DELETE", "/projetos", "", asset, 405}, {"TRACE", "/", "", asset, 405}, {"PROPFIND", "/rest/v1/projects", "", asset, 405}, {"GET", "/assets/none.js", "", asset, 404},
		{"GET", "/config.json", "", asset, 200}, {"GET", "/robots.txt", "", asset, 200}, {"GET", "/sitemap.xml", "", asset, 200}, {"GET", "/imagens/og.jpg", "", asset, 200}, {"GET", "/live", "", asset, 200}, {"GET", "/ready", "", asset, 200},
		{"GET", "/../../etc/passwd", "", asset, 0}, {"GET", "/.git/config", "", asset, 0}, {"POST", "/newsletter/sair", "", asset, 404}, {"POST", "/live", "", asset, 405},
		{"GET", "/rest/v1/projects?limit=1", "", shared, 200}, {"GET", "/rest/v1/none", "", protocol, 404}, {"GET", "/rest/v1/projects?x=y", "", protocol, 400}, {"GET", "/rest/v1/", "", protocol, 0}, {"POST", "/rest/v1/projects", "{", protocol, 0},
		{"POST", "/rest/v1/rpc/none", "{}", protocol, 404}, {"OPTIONS", "/rest/v1/projects", "", protocol, 0}, {"PUT", "/rest/v1/projects", "{}", protocol, 0}, {"DELETE", "/rest/v1/projects", "", protocol, 0}, {"HEAD", "/rest/v1/projects?limit=1", "", shared, 200},
		{"GET", "/auth/v1/user", "", protocol, 0}, {"POST", "/auth/v1/token?grant_type=password", "{}", protocol, 400}, {"GET", "/auth/v1/none", "", protocol, 404}, {"GET", "/auth/v1/health", "", protocol, 200}, {"GET", "/auth/v1/verify?token=x&type=signup", "", protocol, 0}, {"PATCH", "/auth/v1/user", "", protocol, 0},
		{"GET", "/storage/v1/object/public/none/x.png", "", protocol, 400}, {"GET", "/storage/v1/none", "", protocol, 404}, {"POST", "/storage/v1/object/list/none", "{}", protocol, 0}, {"GET", "/storage/v1/object/public/a%2f..%2fb", "", protocol, 400},
		{"GET", "/realtime/v1/api/ping", "", protocol, 200}, {"GET", "/realtime/v1/websocket", "", protocol, 0}, {"POST", "/realtime/v1/api/broadcast", "{", protocol, 0}, {"GET", "/realtime/v1/none", "", protocol, 404}, {"POST", "/functions/v1/none", "{}", protocol, 404},
	}
	for _, page := range route.Public() {
		all = append(all, place{"GET", page, "", document, 200})
	}
	return all
}

// owed returns the headers that an answer must have. An empty value accepts any, for example a
// stricter referrer policy.
func owed(class class, secure bool) map[string]string {
	headers := map[string]string{
		"X-Content-Type-Options": "nosniff", "Referrer-Policy": "", "X-Frame-Options": "DENY", "Cross-Origin-Opener-Policy": "same-origin",
		"Permissions-Policy": "", "Content-Security-Policy": "frame-ancestors 'none'", "X-Request-Id": "",
	}
	if secure {
		headers["Strict-Transport-Security"] = "max-age=31536000; includeSubDomains"
	}
	switch class {
	case protocol:
		headers["Cache-Control"] = "no-store"
	case shared:
		// A client may cache it but must revalidate it each time.
		headers["Cache-Control"] = "no-cache"
	case document, asset:
	}
	return headers
}

// answerHeaders checks the headers of every kind of answer.
func answerHeaders(ctx context.Context, r *run) (string, error) {
	server, err := r.server(ctx)
	if err != nil {
		return "", err
	}
	seen, err := checkHeaders(ctx, server.Visitor(), false)
	if err != nil || r.Quick {
		return fmt.Sprintf("%d kinds of answer", seen), err
	}
	secure, err := r.own([]string{"--public-url", "https://automacao.example"}, nil)
	if err != nil {
		return "", err
	}
	if err := secure.Start(ctx); err != nil {
		return "", errors.Join(err, secure.Close())
	}
	_, err = checkHeaders(ctx, secure.Visitor(), true)
	return fmt.Sprintf("%d kinds of answer, with and without https: all carry them", seen), errors.Join(err, secure.Close())
}

func checkHeaders(ctx context.Context, visitor *client.Client, secure bool) (seen int, err error) {
	visitor.HTTP.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	for _, p := range places() {
		answer, err := visitor.Send(ctx, p.method, p.path, []byte(p.body))
		if err != nil {
			return seen, err
		}
		body, _ := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		seen++
		if p.status != 0 && answer.StatusCode != p.status {
			return seen, fmt.Errorf("%s %s is answered %d, not %d: %.200s", p.method, p.path, answer.StatusCode, p.status, body)
		}
		if answer.StatusCode >= http.StatusInternalServerError {
			return seen, fmt.Errorf("%s %s is answered %d", p.method, p.path, answer.StatusCode)
		}
		for name, want := range owed(p.class, secure) {
			got := answer.Header.Get(name)
			isYetToKeep := p.class == shared && got == "no-store"
			isStorage := strings.HasPrefix(p.path, "/storage/") && got == "default-src 'none'; sandbox"
			if got == "" || !strings.Contains(got, want) && !isStorage && !isYetToKeep {
				return seen, fmt.Errorf("%s %s (%d) says %s: %q", p.method, p.path, answer.StatusCode, name, got)
			}
		}
		kind := answer.Header.Get("Content-Type")
		// JSON is UTF-8 whatever the charset parameter says (RFC 8259).
		if len(body) > 0 && (kind == "" || strings.HasPrefix(kind, "text/") && !strings.Contains(strings.ToLower(kind), "charset=utf-8")) {
			return seen, fmt.Errorf("%s %s is of type %q", p.method, p.path, kind)
		}
		policy := answer.Header.Get("Content-Security-Policy")
		if strings.HasPrefix(kind, "text/html") && p.class == document && (strings.Contains(scripts(policy), "unsafe") || !strings.Contains(policy, "default-src 'none'") && (!strings.Contains(policy, "object-src 'none'") || !strings.Contains(policy, "base-uri 'none'"))) {
			return seen, fmt.Errorf("%s %s has the policy %q", p.method, p.path, policy)
		}
	}
	return seen, nil
}

// scripts returns the script-src directive of a policy.
func scripts(policy string) string {
	_, rest, _ := strings.Cut(policy, "script-src ")
	said, _, _ := strings.Cut(rest, ";")
	return said
}

// unknownOrigins sends every kind of request as pages of other origins would.
func unknownOrigins(ctx context.Context, r *run) (string, error) {
	server, err := r.server(ctx)
	if err != nil {
		return "", err
	}
	visitor, asked := server.Visitor(), 0
	visitor.HTTP.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	own := "http://" + server.Addr
	for _, origin := range []string{"https://evil.example", "null", own + ".evil.example", "http://evil.example#" + server.Addr, strings.Replace(own, "http://", "https://", 1), "http://127.0.0.1", "file://", "chrome-extension://abc"} {
		for _, p := range places() {
			for _, preflight := range []bool{false, true} {
				method, headers := p.method, []string{"Origin", origin}
				if preflight {
					method, headers = http.MethodOptions, append(headers, "Access-Control-Request-Method", p.method, "Access-Control-Request-Headers", "authorization,x-evil")
				}
				answer, err := visitor.Send(ctx, method, p.path, []byte(p.body), headers...)
				if err != nil {
					return "", err
				}
				_ = answer.Body.Close()
				asked++
				for name := range answer.Header {
					if strings.HasPrefix(name, "Access-Control-Allow") {
						return "", fmt.Errorf("%s %s answers %s with %s: %s", method, p.path, origin, name, answer.Header.Get(name))
					}
				}
				if answer.Header.Get("Set-Cookie") != "" {
					return "", fmt.Errorf("%s %s sets a cookie", method, p.path)
				}
			}
		}
	}
	refused, err := writesByReading(ctx, server)
	return fmt.Sprintf("%d answers allow none of 8 origins, no cookie is set; %d calls that write are not made by GET", asked, refused), err
}

// writesByReading calls writing endpoints with GET, as a link or an image would.
func writesByReading(ctx context.Context, server *spawn.Server) (refused int, err error) {
	member, err := server.Member(ctx, demo.CompanyEmail, demo.Password)
	if err != nil {
		return 0, err
	}
	document, err := member.Call(ctx, http.MethodGet, "/rest/v1/", nil)
	if err != nil {
		return 0, err
	}
	for _, name := range calls(document) {
		answer, err := member.Send(ctx, http.MethodGet, "/rest/v1/rpc/"+name, nil)
		if err != nil {
			return refused, err
		}
		_ = answer.Body.Close()
		if answer.StatusCode >= http.StatusInternalServerError {
			return refused, fmt.Errorf("GET rpc/%s is answered %d", name, answer.StatusCode)
		}
		if answer.StatusCode >= http.StatusBadRequest {
			refused++
		}
	}
	return refused, nil
}

// framingPatience is longer than the server waits for the rest of a header.
const framingPatience = 30 * time.Second

// oddFraming sends requests that two servers could parse differently, and checks that the server
// still answers afterwards.
func oddFraming(ctx context.Context, r *run) (string, error) {
	server, err := r.server(ctx)
	if err != nil {
		return "", err
	}
	smuggled := "GET /live HTTP/1.1\r\nHost: x\r\n\r\n"
	attacks := map[string]string{
		"TE and CL":                   "POST /rest/v1/projects HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		"two lengths":                 "POST /rest/v1/projects HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd",
		"a signed length":             "POST /rest/v1/projects HTTP/1.1\r\nHost: x\r\nContent-Length: +4\r\n\r\nabcd",
		"two hosts":                   "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
		"no host":                     "GET / HTTP/1.1\r\n\r\n",
		"an odd encoding":             "POST /rest/v1/projects HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
		"chunked twice":               "POST /rest/v1/projects HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
		"a chunk of a lying size":     "POST /rest/v1/projects HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\nabc\r\n",
		"a space before the colon":    "POST /rest/v1/projects HTTP/1.1\r\nHost: x\r\nContent-Length : 4\r\n\r\nabcd",
		"a folded header":             "GET / HTTP/1.1\r\nHost: x\r\nX-A: b\r\n c\r\nX\x00: y\r\n\r\n",
		"a bare line feed in a value": "GET / HTTP/1.1\r\nHost: x\r\nX-A: b\rEvil: c\r\n\r\n",
		"100 KB of a header":          "GET / HTTP/1.1\r\nHost: x\r\nX-A: " + strings.Repeat("a", 100<<10) + "\r\n\r\n",
		"10,000 headers":              "GET / HTTP/1.1\r\nHost: x\r\n" + strings.Repeat("X-A: b\r\n", 10_000) + "\r\n",
		"an address of 100 KB":        "GET /" + strings.Repeat("a", 100<<10) + " HTTP/1.1\r\nHost: x\r\n\r\n",
		"HTTP/2 without asking":       "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
		"no HTTP":                     "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
		"HTTP/9.9":                    "GET / HTTP/9.9\r\nHost: x\r\n\r\n",
		"a method of letters":         "GE\x7fT / HTTP/1.1\r\nHost: x\r\n\r\n",
		"TRACE":                       "TRACE / HTTP/1.1\r\nHost: x\r\nCookie: a=b\r\n\r\n",
		"CONNECT":                     "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
		"an address elsewhere":        "OPTIONS * HTTP/1.1\r\nHost: x\r\nAccess-Control-Request-Method: GET\r\nFoo bar\r\n\r\n",
	}
	for name, attack := range attacks {
		if err := smuggle(ctx, server.Addr, attack+smuggled); err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
	}
	if _, err := server.Visitor().Call(ctx, http.MethodGet, "/ready", nil); err != nil {
		return "", fmt.Errorf("afterwards: %w", err)
	}
	return fmt.Sprintf("%d odd requests are refused or their connection closed, none is read as two", len(attacks)), nil
}

// smuggle sends an odd request followed by a second one. The answer must be a client error, 501 or
// 505, or the connection must be closed, and no header of the request may be echoed.
func smuggle(ctx context.Context, addr, text string) error {
	connection, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	defer func() { _ = connection.Close() }()
	if err := connection.SetDeadline(time.Now().Add(framingPatience)); err != nil {
		return err
	}
	// The server may answer and close before it has read everything.
	_, _ = io.WriteString(connection, text)
	answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		return nil // The connection was closed without an answer.
	}
	defer func() { _ = answer.Body.Close() }()
	body, _ := io.ReadAll(answer.Body)
	if answer.StatusCode < http.StatusBadRequest || answer.StatusCode >= http.StatusInternalServerError && answer.StatusCode != http.StatusNotImplemented && answer.StatusCode != http.StatusHTTPVersionNotSupported {
		return fmt.Errorf("answered %d", answer.StatusCode)
	}
	if strings.Contains(string(body), "Cookie: a=b") {
		return errors.New("says what was sent")
	}
	return nil
}

// oddJSON sends documents that JSON parsers disagree on to every kind of endpoint.
func oddJSON(ctx context.Context, r *run) (string, error) {
	server, err := r.server(ctx)
	if err != nil {
		return "", err
	}
	member, err := server.Member(ctx, demo.CompanyEmail, demo.Password)
	if err != nil {
		return "", err
	}
	service := server.Service()
	doors := []struct {
		caller       *client.Client
		method, path string
	}{
		{member, "POST", "/rest/v1/projects"}, {member, "POST", "/rest/v1/messages"}, {member, "POST", "/rest/v1/proposals"}, {member, "PATCH", "/rest/v1/profiles?id=eq." + member.UserID.String()},
		{member, "PATCH", "/rest/v1/preferences?profile_id=eq." + member.UserID.String()}, {member, "POST", "/rest/v1/rpc/accept_proposal"}, {member, "POST", "/rest/v1/rpc/report_content"},
		{server.Visitor(), "POST", "/auth/v1/token?grant_type=refresh_token"}, {server.Visitor(), "POST", "/auth/v1/verify"}, {service, "POST", "/auth/v1/admin/users"}, {member, "PUT", "/auth/v1/user"},
		{member, "POST", "/storage/v1/object/list/public-uploads"}, {member, "POST", "/storage/v1/object/move"}, {service, "POST", "/storage/v1/bucket"}, {member, "POST", "/storage/v1/object/sign/deals"},
		{member, "POST", "/realtime/v1/api/broadcast"}, {member, "POST", "/functions/v1/none"}, {server.Visitor(), "POST", "/webhooks/pix"},
	}
	texts := []string{
		strings.Repeat("[", 10_000), strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000), strings.Repeat(`{"a":`, 10_000) + "1" + strings.Repeat("}", 10_000), "[" + strings.Repeat("1,", 100_000) + "1]", "[" + strings.Repeat("{},", 100_000) + "{}]",
		`{"title":"a","title":"b","email":1,"email":{}}`, `{"value":1e999,"expiresIn":1e999,"limit":-1e999}`, `{"value":123456789012345678901234567890}`, `{"content":"\ud800","name":"\udfff\ud800","email":"\ud800@b.co"}`,
		`{"content":"\u0000","name":"\u0000","email":"\u0000@b.co","prefix":"\u0000","sourceKey":"\u0000","refresh_token":"\u0000","proposal_id":"\u0000","messages":[{"topic":"\u0000","event":"\u0000","payload":"\u0000"}]}`,
		`{"content":[],"name":{},"email":[],"prefix":1,"limit":"x","refresh_token":{},"proposal_id":[],"messages":{},"paths":1,"bucketId":[],"skills":"x","title":null}`, `null`, `true`, `1`, `""`, `"x"`, `[]`, `[null]`, `[[]]`, `{}`, ``, ` `, "\ufeff{}", "\xff\xfe", `{"a":NaN}`, `{'a':1}`, `{"a":1}}`, `{"a":1} {"b":2}`, `{"__proto__":{"a":1},"constructor":1}`, "{\"\x00\":1}", `{"":""}`, `{"id":"` + strings.Repeat("x", 1<<16) + `"}`, `{"created_at":"99999999-99-99","deadline_on":"infinity"}`,
	}
	asked := 0
	for _, d := range doors {
		for _, text := range texts {
			answer, err := d.caller.Send(ctx, d.method, d.path, []byte(text))
			if err != nil {
				return "", fmt.Errorf("%s with %.40q: %w", d.path, text, err)
			}
			body, _ := io.ReadAll(io.LimitReader(answer.Body, 400))
			_ = answer.Body.Close()
			asked++
			if answer.StatusCode >= http.StatusInternalServerError {
				return "", fmt.Errorf("%s %s with %.60q is answered %d: %s", d.method, d.path, text, answer.StatusCode, body)
			}
		}
	}
	return fmt.Sprintf("%d documents at %d endpoints: %d answers, none of them 5xx", len(texts), len(doors), asked), nil
}

// calls returns the functions that a description of the REST protocol names.
func calls(document []byte) (names []string) {
	for _, piece := range strings.Split(string(document), `"/rpc/`)[1:] {
		name, _, _ := strings.Cut(piece, `"`)
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
