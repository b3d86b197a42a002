package auth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
)

// Hooks are the operator's programs that influence decisions, with the protocol's payloads. Each is
// a database function or a webhook; nil disables it.
type Hooks struct {
	// CustomAccessToken may add claims to a token and change those that the server does not
	// control.
	CustomAccessToken *Hook
	// BeforeUserCreated may refuse a user.
	BeforeUserCreated *Hook
	// AfterUserCreated is told of a user who exists by then; it cannot undo the creation.
	AfterUserCreated *Hook
	// MFAVerificationAttempt and PasswordVerificationAttempt are told of each attempt, right or
	// wrong, and may reject it.
	MFAVerificationAttempt      *Hook
	PasswordVerificationAttempt *Hook
	// SendSMS and SendEmail send texts and mails instead of a Texter and a Mailer.
	SendSMS   *Hook
	SendEmail *Hook
}

// These are the names of the hooks in their payloads.
const (
	hookToken    = "customize-access-token"
	hookUser     = "before-user-created"
	hookCreated  = "after-user-created"
	hookFactor   = "mfa-verification"
	hookPassword = "password-verification"
	hookSMS      = "send-sms"
	hookEmail    = "send-email"
)

// These bound hooks: the timeouts of a webhook and of a function, the attempts of a webhook, and
// the size of a response.
const (
	hookPatience         = 5 * time.Second
	hookFunctionPatience = 2 * time.Second
	hookAttempts         = 3
	hookBackoff          = 2 * time.Second
	hookAnswerMax        = 200 << 10
	hookSecretsMax       = 5
)

var (
	errHookTimeout  = fault.New(http.StatusUnprocessableEntity, "hook_timeout", "Failed to reach hook within maximum time")
	errHookRetries  = fault.New(http.StatusUnprocessableEntity, "hook_timeout_after_retry", "Failed to reach hook after maximum retries")
	errHookTooLarge = fault.New(http.StatusUnprocessableEntity, "hook_payload_over_size_limit", fmt.Sprintf("Payload size exceeded size limit of %d bytes", hookAnswerMax))
	errHookNotJSON  = fault.New(http.StatusBadRequest, "hook_payload_invalid_content_type", "Invalid JSON response from hook: its Content-Type is not application/json")
	errHookOutput   = fault.New(http.StatusInternalServerError, "unexpected_failure", "Error unmarshaling JSON output.")
	errHookFailed   = fault.New(http.StatusInternalServerError, "unexpected_failure", "Error running hook")
	errHookRefusal  = fault.New(http.StatusForbidden, "unknown", "Refused by a hook")
	errHookPassword = fault.New(http.StatusBadRequest, "invalid_credentials", "Further password verification attempts will be rejected.")
	errHookFactor   = fault.New(http.StatusForbidden, "mfa_verification_rejected", "Further MFA verification attempts will be rejected.")
	errHookClaims   = fault.New(http.StatusInternalServerError, "unexpected_failure", "output claims do not conform to the expected schema")
	errHookNoClaims = fault.New(http.StatusInternalServerError, "unexpected_failure", "output claims field is missing")
	errHookAway     = fault.New(http.StatusInternalServerError, "unexpected_failure", "Service currently unavailable due to hook")
	errHookStatus   = fault.New(http.StatusInternalServerError, "unexpected_failure", "Unexpected status code returned from hook")
)

// Hook is a database function or a webhook. It is safe for concurrent use.
type Hook struct {
	// function is schema and name; nil for a webhook.
	function pgx.Identifier
	address  string
	signers  []*standardwebhooks.Webhook
	client   *http.Client
	// patience is the total timeout; backoff is the wait between attempts.
	patience, backoff time.Duration
	now               func() time.Time
}

// functionName matches the function names that the protocol accepts.
var functionName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,62}$`)

// ParseHook parses a hook: pg-functions://postgres/schema/function, or a URL and the secrets that
// sign its requests, each "v1,whsec_" and base64 of at least 24 bytes, separated by |. Plain HTTP
// is allowed only to this machine. Its errors never contain a secret.
func ParseHook(uri, secrets string) (*Hook, error) {
	parsed, err := url.Parse(uri)
	switch {
	case err != nil || parsed.Host == "" || parsed.User != nil || parsed.Fragment != "":
		return nil, errors.New("a hook must be pg-functions://postgres/schema/function or an https address without a password")
	case parsed.Scheme == "pg-functions":
		return parseFunction(parsed, secrets)
	case parsed.Scheme != "https" && (parsed.Scheme != "http" || !isLoopback(parsed.Hostname())):
		return nil, errors.New("a hook on another machine needs https")
	}
	signers, err := parseHookSecrets(secrets)
	if err != nil {
		return nil, err
	}
	return &Hook{address: uri, signers: signers, patience: hookPatience, backoff: hookBackoff, now: time.Now, client: newHookClient()}, nil
}

func parseFunction(parsed *url.URL, secrets string) (*Hook, error) {
	schema, name, isNamed := strings.Cut(strings.TrimPrefix(parsed.Path, "/"), "/")
	if !isNamed || !functionName.MatchString(schema) || !functionName.MatchString(name) || parsed.RawQuery != "" {
		return nil, errors.New("a database hook must be pg-functions://postgres/schema/function with plain names")
	}
	if secrets != "" {
		return nil, errors.New("a database hook takes no secrets, since nothing is signed")
	}
	return &Hook{function: pgx.Identifier{schema, name}, patience: hookFunctionPatience}, nil
}

func parseHookSecrets(secrets string) ([]*standardwebhooks.Webhook, error) {
	each := strings.Split(secrets, "|")
	if len(each) > hookSecretsMax {
		return nil, fmt.Errorf("a hook has at most %d secrets", hookSecretsMax)
	}
	var signers []*standardwebhooks.Webhook
	for _, secret := range each {
		encoded, isWhole := strings.CutPrefix(secret, "v1,whsec_")
		if !isWhole || len(encoded) < 32 {
			return nil, errors.New("a hook's secret must be v1,whsec_ and base64 of 24 bytes or more")
		}
		signer, err := standardwebhooks.NewWebhook(encoded)
		if err != nil {
			return nil, errors.New("a hook's secret is not base64")
		}
		signers = append(signers, signer)
	}
	return signers, nil
}

func isLoopback(host string) bool {
	return host == "localhost" || host == "127.0.0.1" || host == "::1"
}

// ask calls a hook and decodes its response into out. A function runs in tx; if tx is nil, in a
// transaction of its own, which commits whatever the function answers. A hook's refusal is a
// *fault.Error with the hook's message.
func (s *Server) ask(ctx context.Context, tx pgx.Tx, program *Hook, name string, about map[string]any, out any) error {
	about["metadata"] = map[string]any{
		"uuid": uuid.NewString(), "time": s.cfg.Now().UTC(), "name": name, "ip_address": caller.From(ctx).IP,
	}
	body, err := json.Marshal(about)
	if err != nil {
		return fmt.Errorf("encode a hook's payload: %w", err)
	}
	var raw []byte
	if tx == nil && program.isFunction() {
		err = s.inTx(ctx, func(tx pgx.Tx) (err error) {
			raw, err = program.call(ctx, tx, s.holding, body)
			return err
		})
	} else {
		raw, err = program.call(ctx, tx, s.holding, body)
	}
	if err != nil {
		return err
	}
	return readHook(raw, out)
}

// readHook parses a hook's response. An empty response changes nothing.
func readHook(raw []byte, out any) error {
	if len(strings.TrimSpace(string(raw))) == 0 {
		return nil
	}
	var said struct {
		Error *struct {
			Code    int    `json:"http_code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.Unmarshal(raw, &said); err != nil {
		return errHookOutput.Because(err)
	}
	if said.Error != nil {
		return refusedByHook(said.Error.Code, said.Error.Message)
	}
	if err := json.Unmarshal(raw, out); err != nil {
		return errHookOutput.Because(err)
	}
	return nil
}

// refusedByHook passes on a hook's refusal of a request.
func refusedByHook(status int, message string) error {
	if status < http.StatusBadRequest || status > 599 {
		status = http.StatusInternalServerError
	}
	told := *errHookRefusal
	if status == http.StatusInternalServerError {
		told = *errHookFailed
	}
	told.Status = status
	return said(told, message)
}

// said is a refusal with the hook's message, if it has one.
func said(refusal fault.Error, message string) error {
	if message = shortText(message); message != "" {
		refusal.Message = message
	}
	return &refusal
}
