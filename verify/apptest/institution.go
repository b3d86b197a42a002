package apptest

import (
	"net/url"

	"automacao/internal/app"
)

// WebhookPath is the path of an institution's events, and HookToken the secret that it sends with
// them.
const (
	WebhookPath = "/webhooks/pix"
	HookToken   = "token-do-webhook-com-32-caracteres"
)

// HookEvent is an event about an unknown charge.
var HookEvent = map[string]any{"id": "evt_1", "event": "PAYMENT_RECEIVED", "payment": map[string]any{"id": "pay_1", "externalReference": "x", "value": 1}}

// WithInstitution configures an institution that never answers, and whose events are accepted.
func WithInstitution(cfg *app.Config) {
	cfg.PixURL = "asaas://chave@127.0.0.1:1/v3?wallet=w&webhook_token=" + url.QueryEscape(HookToken)
}
