package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/google/uuid"

	"automacao/internal/market/demo"
)

// client calls a server as the official one does: the same paths and headers.
type client struct {
	url, anonKey, token string
	userID              uuid.UUID
	http                *http.Client
}

func newClient(url, anonKey string) *client {
	return &client{url: url, anonKey: anonKey, token: anonKey, http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}}
}

// signIn opens a session for a member of the demonstration.
func (c *client) signIn(ctx context.Context, email string) error {
	body, _ := json.Marshal(map[string]string{"email": email, "password": demo.Password})
	answer, err := c.call(ctx, http.MethodPost, "/auth/v1/token?grant_type=password", body)
	if err != nil {
		return err
	}
	var session struct {
		AccessToken string `json:"access_token"`
		User        struct {
			ID uuid.UUID `json:"id"`
		} `json:"user"`
	}
	if err := json.Unmarshal(answer, &session); err != nil {
		return fmt.Errorf("read the session of %s: %w", email, err)
	}
	c.token, c.userID = session.AccessToken, session.User.ID
	return nil
}

// call sends a request and returns the body of a good answer.
func (c *client) call(ctx context.Context, method, path string, body []byte, headers ...string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, c.url+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("apikey", c.anonKey)
	request.Header.Set("Authorization", "Bearer "+c.token)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	answer, err := io.ReadAll(response.Body)
	if closing := response.Body.Close(); err == nil {
		err = closing
	}
	if err == nil && response.StatusCode >= http.StatusMultipleChoices {
		err = fmt.Errorf("%s %s: %d %s", method, path, response.StatusCode, answer)
	}
	return answer, err
}

// get reads a path of the REST protocol; braces and quotes are escaped as a
// browser does.
func (c *client) get(ctx context.Context, path string, headers ...string) ([]byte, error) {
	return c.call(ctx, http.MethodGet, "/rest/v1/"+escape.Replace(path), nil, headers...)
}

var escape = strings.NewReplacer(" ", "%20", "'", "%27", "{", "%7B", "}", "%7D", "\"", "%22")
