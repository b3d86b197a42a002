package core

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

	"automacao/internal/kernel/caller"
	"automacao/internal/wire/auth/hook"
)

// Captcha asks a service whether the token of a request proves a human. Address is the service's
// verification URL, such as hCaptcha's https://api.hcaptcha.com/siteverify or Turnstile's
// https://challenges.cloudflare.com/turnstile/v0/siteverify.
type Captcha struct{ Address, Secret string }

// These bound the service's response.
const (
	captchaPatience  = 10 * time.Second
	captchaAnswerMax = 16 << 10
)

// captchaClient keeps no idle connections, since requests are rare.
var captchaClient = &http.Client{
	Timeout:       captchaPatience,
	Transport:     &http.Transport{DisableKeepAlives: true, TLSHandshakeTimeout: captchaPatience, MaxResponseHeaderBytes: 16 << 10, MaxConnsPerHost: 32},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// RequireCaptcha admits only requests with a valid CAPTCHA token, if a Captcha is configured. The
// service key needs none.
func (s *Server) RequireCaptcha(next Handler) Handler {
	if s.Config.Captcha == nil {
		return next
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		if s.isService(r) {
			return next(w, r)
		}
		raw, err := ReadBody(r)
		if err != nil {
			return err
		}
		r.Body = io.NopCloser(bytes.NewReader(raw))
		var in struct {
			Security struct {
				CaptchaToken string `json:"captcha_token"`
			} `json:"gotrue_meta_security"`
		}
		if len(bytes.TrimSpace(raw)) > 0 {
			if err := json.Unmarshal(raw, &in); err != nil {
				return errBadJSON.Because(err)
			}
		}
		if err := s.Config.Captcha.check(r.Context(), strings.TrimSpace(in.Security.CaptchaToken)); err != nil {
			return err
		}
		return next(w, r)
	}
}

func (s *Server) isService(r *http.Request) bool {
	claims, _, err := s.Bearer(r)
	return err == nil && IsAdminRole(claims.Role)
}

// check refuses a token that the service rejects, and every token while the service is unreachable.
func (c *Captcha) check(ctx context.Context, shown string) error {
	if shown == "" {
		return refusedCaptcha("no captcha_token found")
	}
	said, err := c.ask(ctx, shown)
	if err != nil {
		return errCaptchaAway.Because(err)
	}
	if said.Success {
		return nil
	}
	return refusedCaptcha(strings.Join(said.ErrorCodes, ", "))
}

func refusedCaptcha(why string) error {
	told := *errCaptcha
	told.Message = fmt.Sprintf("captcha protection: request disallowed (%s)", why)
	return &told
}

type captchaAnswer struct {
	Success    bool     `json:"success"`
	ErrorCodes []string `json:"error-codes"`
}

func (c *Captcha) ask(ctx context.Context, shown string) (captchaAnswer, error) {
	form := url.Values{"secret": {c.Secret}, "response": {shown}}
	if ip := caller.From(ctx).IP; Address(ip) != nil {
		form.Set("remoteip", ip)
	}
	asked, err := http.NewRequestWithContext(ctx, http.MethodPost, c.Address, strings.NewReader(form.Encode()))
	if err != nil {
		return captchaAnswer{}, errors.New("the address of the captcha service is not a URL")
	}
	asked.Header.Set("Content-Type", FormType)
	answer, err := captchaClient.Do(asked)
	if err != nil {
		return captchaAnswer{}, fmt.Errorf("ask the captcha service: %w", hook.WithoutAddress(err))
	}
	defer func() { _ = answer.Body.Close() }()
	var said captchaAnswer
	if err := json.NewDecoder(io.LimitReader(answer.Body, captchaAnswerMax)).Decode(&said); err != nil {
		return captchaAnswer{}, fmt.Errorf("read the captcha service's response: %w", err)
	}
	return said, nil
}
