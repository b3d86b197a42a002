package hook

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/postgres/become"
)

// newClient opens a new connection for each request: a stale one would be a reason to send a
// request twice.
func newClient() *http.Client {
	return &http.Client{
		Timeout:   webhookPatience,
		Transport: &http.Transport{DisableKeepAlives: true, TLSHandshakeTimeout: webhookPatience, MaxResponseHeaderBytes: 16 << 10, MaxConnsPerHost: 32},
		// A request signed for one URL must not be redirected to another.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// IsFunction reports whether the hook is a database function, which needs a transaction.
func (h *Hook) IsFunction() bool { return h.function != nil }

// Call returns the hook's response: of a function run in tx, or of a webhook, whose request takes a
// place in holding while tx is open.
func (h *Hook) Call(ctx context.Context, tx pgx.Tx, holding chan struct{}, body []byte) ([]byte, error) {
	switch {
	case h.function != nil:
		return h.run(ctx, tx, body)
	case tx == nil:
		return h.post(ctx, body)
	default:
		return h.postHolding(ctx, holding, body)
	}
}

// postHolding calls a webhook while a transaction is open. At most half of the connections may wait
// for webhooks, so that a slow webhook does not block requests that need none.
func (h *Hook) postHolding(ctx context.Context, holding chan struct{}, body []byte) ([]byte, error) {
	waiting, cancel := context.WithTimeout(ctx, h.Patience)
	defer cancel()
	select {
	case holding <- struct{}{}:
	case <-waiting.Done():
		return nil, h.timedOut(ctx)
	}
	defer func() { <-holding }()
	return h.post(ctx, body)
}

// timedOut is the timeout error, unless the caller itself is gone.
func (h *Hook) timedOut(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	told := *errTimeout
	told.Message = fmt.Sprintf("%s of %f seconds", errTimeout.Message, h.Patience.Seconds())
	return &told
}

// ErrAgain is an error after which a webhook may be called again: it was not reached, or asked for
// a retry.
type ErrAgain struct{ ClaimsFor *fault.Error }

func (e ErrAgain) Error() string { return e.ClaimsFor.Error() }

// post calls a webhook, and retries only if it cannot have received the request. All attempts have
// the same message id, by which the webhook can recognise them.
func (h *Hook) post(ctx context.Context, body []byte) ([]byte, error) {
	bounded, cancel := context.WithTimeout(ctx, h.Patience)
	defer cancel()
	id := "msg_" + uuid.NewString()
	for attempt := 1; ; attempt++ {
		raw, err := h.postOnce(bounded, id, body)
		again, isAgain := errors.AsType[ErrAgain](err)
		switch {
		case bounded.Err() != nil && err != nil:
			return nil, h.timedOut(ctx)
		case !isAgain:
			return raw, err
		case attempt == attemptsMax:
			return nil, again.ClaimsFor
		}
		select {
		case <-bounded.Done():
			return nil, h.timedOut(ctx)
		case <-time.After(h.Backoff):
		}
	}
}

func (h *Hook) postOnce(ctx context.Context, id string, body []byte) ([]byte, error) {
	asked, err := h.sign(ctx, id, body)
	if err != nil {
		return nil, err
	}
	answer, err := h.client.Do(asked)
	if err != nil {
		told := errRetries.Because(WithoutAddress(err))
		if refused, ok := errors.AsType[net.Error](err); ok && refused.Timeout() {
			return nil, h.timedOut(context.Background())
		}
		if dialled, ok := errors.AsType[*net.OpError](err); ok && dialled.Op == "dial" {
			return nil, ErrAgain{told}
		}
		return nil, told
	}
	defer func() { _ = answer.Body.Close() }()
	return ReadAnswer(answer)
}

// ReadAnswer reads a webhook's response according to its status.
func ReadAnswer(answer *http.Response) ([]byte, error) {
	switch answer.StatusCode {
	case http.StatusOK, http.StatusAccepted, http.StatusNoContent:
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		if answer.Header.Get("Retry-After") != "" {
			return nil, ErrAgain{errAway}
		}
		return nil, errAway
	default:
		told := *errStatus
		told.Message += ": " + strconv.Itoa(answer.StatusCode)
		return nil, &told
	}
	kind := answer.Header.Get("Content-Type")
	if kind == "" && answer.StatusCode == http.StatusNoContent {
		return nil, nil
	}
	if kind, _, err := mime.ParseMediaType(kind); err != nil || kind != "application/json" {
		return nil, errNotJSON
	}
	raw, err := io.ReadAll(io.LimitReader(answer.Body, AnswerMax+1))
	if err != nil {
		return nil, errRetries.Because(err)
	}
	if len(raw) > AnswerMax {
		return nil, ErrTooLarge
	}
	return raw, nil
}

// WithoutAddress keeps a URL, which may contain secrets, out of logs.
func WithoutAddress(err error) error {
	if refused, ok := errors.AsType[*url.Error](err); ok {
		return refused.Err
	}
	return err
}

// sign signs a request as Standard Webhooks defines, with each of the secrets, since a receiver may
// know only an older one.
func (h *Hook) sign(ctx context.Context, id string, body []byte) (*http.Request, error) {
	asked, err := http.NewRequestWithContext(ctx, http.MethodPost, h.address, bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("call a hook: %w", WithoutAddress(err))
	}
	now := h.now()
	var signatures []string
	for _, signer := range h.signers {
		signature, err := signer.Sign(id, now, body)
		if err != nil {
			return nil, fmt.Errorf("sign for a hook: %w", err)
		}
		signatures = append(signatures, signature)
	}
	for name, value := range map[string]string{
		"Content-Type":                          "application/json",
		"Accept-Encoding":                       "identity",
		standardwebhooks.HeaderWebhookID:        id,
		standardwebhooks.HeaderWebhookTimestamp: strconv.FormatInt(now.Unix(), 10),
		standardwebhooks.HeaderWebhookSignature: strings.Join(signatures, " "),
	} {
		asked.Header.Set(name, value)
	}
	return asked, nil
}

// sqlCancelled is the SQLSTATE of a cancelled statement.
const sqlCancelled = "57014"

// run calls a function as the role it is granted to, within the timeout. If it fails, its effects
// are rolled back and the transaction stays usable.
func (h *Hook) run(ctx context.Context, tx pgx.Tx, body []byte) ([]byte, error) {
	var said *string
	err := become.As(ctx, tx, caller.ServiceRole, h.Patience, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, `SELECT `+h.function.Sanitize()+`($1::jsonb)::text`, string(body)).Scan(&said)
	})
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		if refused.Code == sqlCancelled {
			return nil, h.timedOut(ctx)
		}
		return nil, errFailed.Because(err)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("call a hook: %w", err)
	case said == nil:
		return nil, nil
	case len(*said) > AnswerMax:
		return nil, ErrTooLarge
	}
	return []byte(*said), nil
}

// ShortText makes a foreign text safe to pass on.
func ShortText(text string) string {
	const most = 300
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '\uFFFD' {
			return -1
		}
		return r
	}, text)
	return strings.ToValidUTF8(text[:min(len(text), most)], "")
}
