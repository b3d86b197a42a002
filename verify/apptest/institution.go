package apptest

import (
	"net/url"

	"automacao/internal/app"
)

// WebhookPath is where an institution posts its events, and HookToken how it proves who it is.
const (
	WebhookPath = "/webhooks/pix"
	HookToken   = "token-do-webhook-com-32-caracteres"
)

// HookEvent is an event of an institution about a charge that nobody knows.
var HookEvent = map[string]any{"id": "evt_1", "event": "PAYMENT_RECEIVED", "payment": map[string]any{"id": "pay_1", "externalReference": "x", "value": 1}}

// WithInstitution sets an institution that never answers and whose events are believed.
func WithInstitution(cfg *app.Config) {
	cfg.PixURL = "asaas://chave@127.0.0.1:1/v3?wallet=w&webhook_token=" + url.QueryEscape(HookToken)
}
