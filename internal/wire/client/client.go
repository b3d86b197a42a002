// Package client calls a running server as the official client does: with the same paths and
// headers. Benchmarks and attack tests use it; the product does not.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/google/uuid"
)

// Client is one anonymous or signed-in client. Copies share their connections.
type Client struct {
	URL, AnonKey string
	// Token is the anonymous key until SignIn succeeds.
	Token, RefreshToken string
	UserID              uuid.UUID
	HTTP                *http.Client
}

// connsIdleMax is how many idle connections one client keeps.
const connsIdleMax = 64

// New returns an anonymous client.
func New(url, anonKey string) *Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.Proxy, transport.MaxIdleConnsPerHost = nil, connsIdleMax
	return &Client{URL: url, AnonKey: anonKey, Token: anonKey, HTTP: &http.Client{Transport: transport}}
}

// SignIn signs in with a password.
func (c *Client) SignIn(ctx context.Context, email, password string) error {
	body, err := json.Marshal(map[string]string{"email": email, "password": password})
	if err != nil {
		return err
	}
	answer, err := c.Call(ctx, http.MethodPost, "/auth/v1/token?grant_type=password", body)
	if err != nil {
		return err
	}
	var session struct {
		AccessToken  string `json:"access_token"`
		RefreshToken string `json:"refresh_token"`
		User         struct {
			ID uuid.UUID `json:"id"`
		} `json:"user"`
	}
	if err := json.Unmarshal(answer, &session); err != nil {
		return fmt.Errorf("read the session of %s: %w", email, err)
	}
	c.Token, c.RefreshToken, c.UserID = session.AccessToken, session.RefreshToken, session.User.ID
	return nil
}

// Status is a response with an error status.
type Status struct {
	Method, Path string
	Code         int
	Header       http.Header
	Body         []byte
}

func (s *Status) Error() string {
	return fmt.Sprintf("%s %s: %d %s", s.Method, s.Path, s.Code, s.Body)
}

// Call sends a request and returns the body of a successful response; any other response is a
// *Status error. Headers are names and values in turn.
func (c *Client) Call(ctx context.Context, method, path string, body []byte, headers ...string) ([]byte, error) {
	response, err := c.Send(ctx, method, path, body, headers...)
	if err != nil {
		return nil, err
	}
	answer, err := io.ReadAll(response.Body)
	if closing := response.Body.Close(); err == nil {
		err = closing
	}
	if err == nil && response.StatusCode >= http.StatusMultipleChoices {
		err = &Status{Method: method, Path: path, Code: response.StatusCode, Header: response.Header, Body: answer}
	}
	return answer, err
}

// Send sends a request and returns its response, whose body the caller closes.
func (c *Client) Send(ctx context.Context, method, path string, body []byte, headers ...string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, method, c.URL+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("apikey", c.AnonKey)
	request.Header.Set("Authorization", "Bearer "+c.Token)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	return c.HTTP.Do(request)
}

// Get reads a path of the REST protocol; it escapes braces and quotes as a browser does.
func (c *Client) Get(ctx context.Context, path string, headers ...string) ([]byte, error) {
	return c.Call(ctx, http.MethodGet, "/rest/v1/"+escape.Replace(path), nil, headers...)
}

var escape = strings.NewReplacer(" ", "%20", "'", "%27", "{", "%7B", "}", "%7D", "\"", "%22")
