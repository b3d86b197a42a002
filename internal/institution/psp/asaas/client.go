// Package asaas is a client for version 3 of the API of Asaas, the institution that holds the
// money. It has one method per call, the data types of the documentation, and bounds on time, size
// and number of calls. It decides nothing and retries nothing.
package asaas

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"automacao/internal/kernel/seal"
)

// Bounds of a call. The API allows 50 calls at once and 25,000 in twelve hours.
const (
	timeoutMax  = 5 * time.Second
	answerMax   = 1 << 20
	callsMax    = 16
	connections = 16
)

// Client calls the API. The key of each call determines the account.
type Client struct {
	base    string
	http    *http.Client
	timeout time.Duration
	slots   chan struct{}
}

// New returns a client of the API at base, for example https://api.asaas.com/v3.
func New(base string) *Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxConnsPerHost, transport.MaxIdleConnsPerHost = connections, connections
	return &Client{
		base: base,
		http: &http.Client{
			Transport: transport,
			// Following a redirect would send the key to another host.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		timeout: timeoutMax,
		slots:   make(chan struct{}, callsMax),
	}
}

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Refused is an answer that the same call would get again.
type Refused struct {
	Status        int
	Code, Message string
}

// Error returns the institution's answer.
func (r *Refused) Error() string {
	return "refused with " + strconv.Itoa(r.Status) + " " + r.Code + ": " + r.Message
}

// Unavailable means no answer, or one that does not show the effect of the call: it may have
// happened.
type Unavailable struct{ Cause error }

// Error returns what came instead of an answer.
func (u *Unavailable) Error() string { return "no usable answer: " + u.Cause.Error() }

// Unwrap returns the underlying error.
func (u *Unavailable) Unwrap() error { return u.Cause }

// call sends in, unless it is nil, and reads the answer into out.
func (c *Client) call(ctx context.Context, key seal.Secret, method, path string, in, out any) error {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
	case <-ctx.Done():
		return &Unavailable{ctx.Err()}
	}
	request, err := c.request(ctx, key, method, path, in)
	if err != nil {
		return err
	}
	response, err := c.http.Do(request)
	if err != nil {
		return &Unavailable{err}
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, answerMax+1))
	if err != nil {
		return &Unavailable{err}
	}
	return read(response.StatusCode, body, out)
}

func (c *Client) request(ctx context.Context, key seal.Secret, method, path string, in any) (*http.Request, error) {
	var body io.Reader
	if in != nil {
		text, err := json.Marshal(in)
		if err != nil {
			return nil, fmt.Errorf("encode the call: %w", err)
		}
		body = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.base+path, body)
	if err != nil {
		return nil, fmt.Errorf("create the call: %w", err)
	}
	request.Header.Set("access_token", key.Reveal())
	request.Header.Set("User-Agent", "automacao")
	request.Header.Set("Accept", "application/json")
	if in != nil {
		// The API answers 403 to a GET with a body or a content type.
		request.Header.Set("Content-Type", "application/json")
	}
	return request, nil
}

func read(status int, body []byte, out any) error {
	switch {
	case len(body) > answerMax:
		return &Unavailable{errors.New("the answer is too long")}
	case status == http.StatusOK || status == http.StatusCreated:
		if err := json.Unmarshal(body, out); err != nil {
			return &Unavailable{fmt.Errorf("read the answer: %w", err)}
		}
		return nil
	case status >= 400 && status < 500 && status != http.StatusRequestTimeout && status != http.StatusTooManyRequests:
		return refusal(status, body)
	}
	return &Unavailable{fmt.Errorf("status %d", status)}
}

// refusal reads the first of the errors in the answer.
func refusal(status int, body []byte) error {
	var answer struct {
		Errors []struct {
			Code        string `json:"code"`
			Description string `json:"description"`
		} `json:"errors"`
	}
	refused := &Refused{Status: status, Code: "status_" + strconv.Itoa(status), Message: http.StatusText(status)}
	if json.Unmarshal(body, &answer) == nil && len(answer.Errors) > 0 {
		refused.Code, refused.Message = answer.Errors[0].Code, answer.Errors[0].Description
	}
	return refused
}

// get, post and remove are the methods of the API.
func get[T any](ctx context.Context, c *Client, key seal.Secret, path string, query url.Values) (out T, err error) {
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return out, c.call(ctx, key, http.MethodGet, path, nil, &out)
}

func post[T any](ctx context.Context, c *Client, key seal.Secret, path string, in any) (out T, err error) {
	return out, c.call(ctx, key, http.MethodPost, path, in, &out)
}

func remove[T any](ctx context.Context, c *Client, key seal.Secret, path string) (out T, err error) {
	return out, c.call(ctx, key, http.MethodDelete, path, nil, &out)
}
