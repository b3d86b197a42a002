// Package hook calls the operator's programs that influence decisions: functions of the database, and
// signed webhooks. It does not know what a hook is asked or what its answer changes; core.Server.Ask
// and its callers do. Begin at Hook, and call.go for one call.
package hook

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"automacao/internal/kernel/fault"
)

// Set are the operator's programs that influence decisions, with the protocol's payloads. Each is
// a database function or a webhook; nil disables it.
type Set struct {
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
	CustomizeAccessToken = "customize-access-token"
	BeforeUserCreated    = "before-user-created"
	AfterUserCreated     = "after-user-created"
	MFAVerification      = "mfa-verification"
	PasswordVerification = "password-verification"
	SendSMS              = "send-sms"
	SendEmail            = "send-email"
)

// These bound hooks: the timeouts of a webhook and of a function, the attempts of a webhook, and
// the size of a response.
const (
	webhookPatience  = 5 * time.Second
	functionPatience = 2 * time.Second
	attemptsMax      = 3
	webhookBackoff   = 2 * time.Second
	AnswerMax        = 200 << 10
	secretsMax       = 5
)

var (
	errTimeout  = fault.New(http.StatusUnprocessableEntity, "hook_timeout", "Failed to reach hook within maximum time")
	errRetries  = fault.New(http.StatusUnprocessableEntity, "hook_timeout_after_retry", "Failed to reach hook after maximum retries")
	ErrTooLarge = fault.New(http.StatusUnprocessableEntity, "hook_payload_over_size_limit", fmt.Sprintf("Payload size exceeded size limit of %d bytes", AnswerMax))
	errNotJSON  = fault.New(http.StatusBadRequest, "hook_payload_invalid_content_type", "Invalid JSON response from hook: its Content-Type is not application/json")
	ErrOutput   = fault.New(http.StatusInternalServerError, "unexpected_failure", "Error unmarshaling JSON output.")
	errFailed   = fault.New(http.StatusInternalServerError, "unexpected_failure", "Error running hook")
	errRefusal  = fault.New(http.StatusForbidden, "unknown", "Refused by a hook")
	ErrPassword = fault.New(http.StatusBadRequest, "invalid_credentials", "Further password verification attempts will be rejected.")
	ErrFactor   = fault.New(http.StatusForbidden, "mfa_verification_rejected", "Further MFA verification attempts will be rejected.")
	ErrClaims   = fault.New(http.StatusInternalServerError, "unexpected_failure", "output claims do not conform to the expected schema")
	ErrNoClaims = fault.New(http.StatusInternalServerError, "unexpected_failure", "output claims field is missing")
	errAway     = fault.New(http.StatusInternalServerError, "unexpected_failure", "Service currently unavailable due to hook")
	errStatus   = fault.New(http.StatusInternalServerError, "unexpected_failure", "Unexpected status code returned from hook")
)

// Hook is a database function or a webhook. It is safe for concurrent use.
type Hook struct {
	// function is schema and name; nil for a webhook.
	function pgx.Identifier
	address  string
	signers  []*standardwebhooks.Webhook
	client   *http.Client
	// Patience is the total timeout; backoff is the wait between attempts.
	Patience, Backoff time.Duration
	now               func() time.Time
}

// functionName matches the function names that the protocol accepts.
var functionName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,62}$`)

// Parse parses a hook: pg-functions://postgres/schema/function, or a URL and the secrets that
// sign its requests, each "v1,whsec_" and base64 of at least 24 bytes, separated by |. Plain HTTP
// is allowed only to this machine. Its errors never contain a secret.
func Parse(uri, secrets string) (*Hook, error) {
	parsed, err := url.Parse(uri)
	switch {
	case err != nil || parsed.Host == "" || parsed.User != nil || parsed.Fragment != "":
		return nil, errors.New("a hook must be pg-functions://postgres/schema/function or an https address without a password")
	case parsed.Scheme == "pg-functions":
		return parseFunction(parsed, secrets)
	case parsed.Scheme != "https" && (parsed.Scheme != "http" || !IsLoopback(parsed.Hostname())):
		return nil, errors.New("a hook on another machine needs https")
	}
	signers, err := parseSecrets(secrets)
	if err != nil {
		return nil, err
	}
	return &Hook{address: uri, signers: signers, Patience: webhookPatience, Backoff: webhookBackoff, now: time.Now, client: newClient()}, nil
}

func parseFunction(parsed *url.URL, secrets string) (*Hook, error) {
	schema, name, isNamed := strings.Cut(strings.TrimPrefix(parsed.Path, "/"), "/")
	if !isNamed || !functionName.MatchString(schema) || !functionName.MatchString(name) || parsed.RawQuery != "" {
		return nil, errors.New("a database hook must be pg-functions://postgres/schema/function with plain names")
	}
	if secrets != "" {
		return nil, errors.New("a database hook takes no secrets, since nothing is signed")
	}
	return &Hook{function: pgx.Identifier{schema, name}, Patience: functionPatience}, nil
}

func parseSecrets(secrets string) ([]*standardwebhooks.Webhook, error) {
	each := strings.Split(secrets, "|")
	if len(each) > secretsMax {
		return nil, fmt.Errorf("a hook has at most %d secrets", secretsMax)
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

// IsLoopback reports whether a host is this machine.
func IsLoopback(host string) bool {
	return host == "localhost" || host == "127.0.0.1" || host == "::1"
}

// Decode parses a hook's response. An empty response changes nothing.
func Decode(raw []byte, out any) error {
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
		return ErrOutput.Because(err)
	}
	if said.Error != nil {
		return refused(said.Error.Code, said.Error.Message)
	}
	if err := json.Unmarshal(raw, out); err != nil {
		return ErrOutput.Because(err)
	}
	return nil
}

// refused passes on a hook's refusal of a request.
func refused(status int, message string) error {
	if status < http.StatusBadRequest || status > 599 {
		status = http.StatusInternalServerError
	}
	told := *errRefusal
	if status == http.StatusInternalServerError {
		told = *errFailed
	}
	told.Status = status
	return Refusal(told, message)
}

// Refusal is a refusal with the hook's message, if it has one.
func Refusal(refusal fault.Error, message string) error {
	if message = ShortText(message); message != "" {
		refusal.Message = message
	}
	return &refusal
}
