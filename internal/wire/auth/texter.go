package auth

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// Text is a message of a few words that carries a one-time code to a phone.
type Text struct {
	// User is whom the code is for, as the protocol shows him.
	User *User
	// Phone is in the form of E.164, digits alone.
	Phone string
	Code  string
	// Channel is sms or whatsapp.
	Channel string
}

// Texter has a text sent. It is asked once for each code, outside of any
// transaction: what it refuses was not sent, and nobody asks again for that code.
// It may say by what name the message is known to whoever sends it.
type Texter interface {
	Text(ctx context.Context, text Text) (messageID string, err error)
}

// The channels that a text may go by.
const (
	channelSMS      = "sms"
	channelWhatsApp = "whatsapp"
)

// Bounds of what is said to a webhook and heard from it.
const (
	webhookPatience  = 5 * time.Second
	webhookAnswerMax = 20 << 10
)

// WebhookTexter hands texts to a program of the operator's by HTTPS, signed as
// Standard Webhooks has it (webhook-id, webhook-timestamp, webhook-signature), in
// the shape of the protocol's own send-SMS hook: {user, sms: {otp, …}}.
type WebhookTexter struct {
	address string
	signer  *standardwebhooks.Webhook
	client  *http.Client
	now     func() time.Time
}

// NewWebhookTexter reads the address and the secret, which is written as those
// programs write it: v1,whsec_ and base64 of 24 bytes or more. Plain HTTP is for
// this machine alone.
func NewWebhookTexter(address, secret string) (*WebhookTexter, error) {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" || parsed.User != nil {
		return nil, errors.New("the address of the text webhook is no absolute URL")
	}
	if parsed.Scheme != "https" && (parsed.Scheme != "http" || !isLoopback(parsed.Hostname())) {
		return nil, errors.New("the text webhook must be asked by https")
	}
	encoded, found := strings.CutPrefix(strings.TrimPrefix(secret, "v1,"), "whsec_")
	if !found || len(encoded) < 32 {
		return nil, errors.New("the secret of the text webhook is not v1,whsec_ and base64 of 24 bytes")
	}
	signer, err := standardwebhooks.NewWebhook(encoded)
	if err != nil {
		return nil, errors.New("the secret of the text webhook is not base64")
	}
	return &WebhookTexter{address: address, signer: signer, now: time.Now, client: &http.Client{
		Timeout: webhookPatience,
		// A connection of its own for each: one that had ended meanwhile would be a reason to ask twice.
		Transport: &http.Transport{DisableKeepAlives: true, TLSHandshakeTimeout: webhookPatience, MaxResponseHeaderBytes: 16 << 10, MaxConnsPerHost: 16},
		// What is signed for one address is not carried to another.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

func isLoopback(host string) bool {
	return host == "localhost" || host == "127.0.0.1" || host == "::1"
}

// Text asks once. A code that may have been sent is not sent a second time.
func (t *WebhookTexter) Text(ctx context.Context, text Text) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, webhookPatience)
	defer cancel()
	asked, err := t.sign(ctx, text)
	if err != nil {
		return "", err
	}
	answer, err := t.client.Do(asked)
	if err != nil {
		return "", fmt.Errorf("ask the text webhook: %w", withoutAddress(err))
	}
	defer func() { _ = answer.Body.Close() }()
	raw, err := io.ReadAll(io.LimitReader(answer.Body, webhookAnswerMax+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("read what the text webhook says: %w", err)
	case len(raw) > webhookAnswerMax:
		return "", fmt.Errorf("the text webhook says more than %d bytes", webhookAnswerMax)
	case answer.StatusCode < 200 || answer.StatusCode > 299:
		return "", fmt.Errorf("the text webhook answers %d", answer.StatusCode)
	}
	var said struct {
		MessageID string `json:"message_id"`
	}
	// Whoever says nothing readable has sent it all the same.
	_ = json.Unmarshal(raw, &said)
	return said.MessageID, nil
}

// withoutAddress keeps what an address may hold for the operator alone out of logs.
func withoutAddress(err error) error {
	if refused, ok := errors.AsType[*url.Error](err); ok {
		return refused.Err
	}
	return err
}

func (t *WebhookTexter) sign(ctx context.Context, text Text) (*http.Request, error) {
	body, err := json.Marshal(map[string]any{
		"user": text.User,
		"sms":  map[string]string{"otp": text.Code, "phone": text.Phone, "channel": text.Channel},
	})
	if err != nil {
		return nil, fmt.Errorf("write the text: %w", err)
	}
	asked, err := http.NewRequestWithContext(ctx, http.MethodPost, t.address, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("ask the text webhook: %w", withoutAddress(err))
	}
	id, now := "msg_"+uuid.NewString(), t.now()
	signature, err := t.signer.Sign(id, now, body)
	if err != nil {
		return nil, fmt.Errorf("sign the text: %w", err)
	}
	for name, value := range map[string]string{
		"Content-Type":                          "application/json",
		standardwebhooks.HeaderWebhookID:        id,
		standardwebhooks.HeaderWebhookTimestamp: fmt.Sprint(now.Unix()),
		standardwebhooks.HeaderWebhookSignature: signature,
	} {
		asked.Header.Set(name, value)
	}
	return asked, nil
}
