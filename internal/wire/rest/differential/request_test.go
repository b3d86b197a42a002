package differential_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// ask is one request. The target is sent unchanged.
type ask struct {
	method, target string
	header         map[string]string
	body           string
	as             string // the subject of a token; empty is anonymous
	stays          bool   // it is committed, and its effects are compared
}

func (a ask) String() string {
	text := a.method + " " + a.target
	for _, name := range slices.Sorted(maps.Keys(a.header)) {
		text += " | " + name + ": " + a.header[name]
	}
	if a.as != "" {
		text += " | as " + a.as
	}
	if a.body != "" {
		text += " | " + a.body
	}
	return text
}

func (a ask) isWrite() bool {
	return !slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodOptions}, a.method)
}

// has reports whether a header contains a word.
func (a ask) has(header, word string) bool { return strings.Contains(a.header[header], word) }

// query is the part of the target after the question mark, unescaped if possible.
func (a ask) query() string {
	_, query, _ := strings.Cut(a.target, "?")
	if plain, err := url.QueryUnescape(query); err == nil {
		return plain
	}
	return query
}

// answer is a response.
type answer struct {
	status int
	header http.Header
	body   []byte
	refusal
	isRefusal bool
}

func (a answer) String() string {
	return fmt.Sprintf("%d %s %s", a.status, a.header.Get("Content-Range"), compact(a.body))
}

// refusal is the body of an error.
type refusal struct {
	Code    string          `json:"code"`
	Message string          `json:"message"`
	Details json.RawMessage `json:"details"`
	Hint    json.RawMessage `json:"hint"`
}

// tokens caches a token for each subject.
type tokens map[string]string

func (k tokens) of(t *testing.T, subject string) string {
	t.Helper()
	if k[subject] == "" {
		role := "authenticated"
		switch subject {
		case "service":
			role = "service_role"
		case "stranger", "nobody there":
			role = subject
		}
		claims := jwt.MapClaims{"role": role, "sub": subject, "exp": time.Now().Add(time.Hour).Unix()}
		signed, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString([]byte(secret))
		if err != nil {
			t.Fatal(err)
		}
		k[subject] = signed
	}
	return k[subject]
}

// send sends a request to a server.
func send(ctx context.Context, client *http.Client, base string, a ask, token string) (answer, error) {
	request, err := http.NewRequestWithContext(ctx, a.method, base, strings.NewReader(a.body))
	if err != nil {
		return answer{}, fmt.Errorf("%s: %w", a, err)
	}
	path, query, _ := strings.Cut(a.target, "?")
	request.URL.Opaque, request.URL.RawQuery = path, query
	request.URL.Opaque = "//" + request.URL.Host + path
	request.Header.Set("User-Agent", "differential")
	if a.body != "" {
		request.Header.Set("Content-Type", "application/json")
	} else {
		request.Body = http.NoBody
	}
	for name, value := range a.header {
		request.Header.Set(name, value)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := client.Do(request)
	if err != nil {
		return answer{}, fmt.Errorf("%s: %w", a, err)
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	got := answer{status: response.StatusCode, header: response.Header, body: body}
	if got.status >= 300 && bytes.HasPrefix(body, []byte("{")) && json.Unmarshal(body, &got.refusal) == nil && got.Code+got.Message != "" {
		got.isRefusal = true
	}
	return got, err
}
