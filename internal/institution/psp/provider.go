package psp

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"automacao/internal/institution/psp/asaas"
)

// provider is an institution with the API of Asaas.
type provider struct {
	api         *asaas.Client
	root        Secret // key of our own account
	wallet      string // our own, which fees go to
	token       Secret // shared secret of the webhook
	institution string
	webhookURL  string
	contact     string
	holdDays    int
	now         func() time.Time
	log         *slog.Logger
	running     turns
	end         func() error // stops what Open started besides the client
}

// Institution returns the name to show to people.
func (p *provider) Institution() string { return p.institution }

// Close stops what Open started.
func (p *provider) Close() error {
	p.api.Close()
	if p.end == nil {
		return nil
	}
	return p.end()
}

// translated turns an error of the client into one of this package.
func translated(step string, err error) error {
	if err == nil {
		return nil
	}
	if refused, ok := errors.AsType[*asaas.Refused](err); ok {
		refusal := &Refusal{Code: refused.Code, Message: refused.Message}
		if refused.Status == http.StatusNotFound {
			return fmt.Errorf("%s: %w: %w", step, ErrNotFound, refusal)
		}
		return fmt.Errorf("%s: %w", step, refusal)
	}
	if errors.Is(err, ErrUnavailable) || errors.Is(err, ErrRefused) {
		return fmt.Errorf("%s: %w", step, err)
	}
	return fmt.Errorf("%s: %w: %w", step, ErrUnavailable, err)
}

// invalid returns the refusal of a call that is wrong in itself.
func invalid(what string) error { return &Refusal{Code: CodeInvalid, Message: what} }
