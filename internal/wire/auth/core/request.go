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
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"automacao/internal/kernel/caller"
	"automacao/internal/wire/auth/hook"
	"automacao/internal/wire/token"
)

// Decode decodes the request's JSON body. An empty body leaves the zero value, since clients send
// none if every field is optional.
func Decode(r *http.Request, into any) error {
	raw, err := ReadBody(r)
	if err != nil {
		return err
	}
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return errBadJSON.Because(err)
	}
	return nil
}

// ReadBody reads the whole body, whose size ServeHTTP has bounded.
func ReadBody(r *http.Request) ([]byte, error) {
	raw, err := io.ReadAll(r.Body)
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, errTooLarge
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return nil, errSlowBody.Because(err)
	}
	if err != nil {
		return nil, errBadJSON.Because(err)
	}
	return raw, nil
}

// PathID returns the id in a path; one that is malformed is the error validation_failed with
// status 404.
func PathID(r *http.Request, name string) (uuid.UUID, error) {
	id, err := uuid.Parse(r.PathValue(name))
	if err != nil {
		refusal := *Invalid("%s_id must be an UUID", name)
		refusal.Status = http.StatusNotFound
		return uuid.Nil, &refusal
	}
	return id, nil
}

// These bound the pages of the list of users.
const (
	perPageDefault = 50
	perPageMax     = 1000
	pageMax        = 1_000_000
)

// AskedPage reads the requested page number and page length.
func AskedPage(r *http.Request) (page, perPage int, err error) {
	if page, err = queryNumber(r, "page", 1, pageMax); err != nil {
		return 0, 0, err
	}
	perPage, err = queryNumber(r, "per_page", perPageDefault, perPageMax)
	return page, perPage, err
}

func queryNumber(r *http.Request, name string, otherwise, most int) (int, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return otherwise, nil
	}
	number, err := strconv.Atoi(text)
	if err != nil || number < 1 || number > most {
		return 0, Invalid("Bad Pagination Parameters: %s must be between 1 and %d", name, most)
	}
	return number, nil
}

// FormType is the media type of a form.
const FormType = "application/x-www-form-urlencoded"

// Bearer verifies the request's token and puts its caller into the context.
func (s *Server) Bearer(r *http.Request) (token.Claims, *http.Request, error) {
	scheme, compact, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "bearer") || compact == "" {
		return token.Claims{}, nil, errNoAuthorization
	}
	claims, err := s.Keys.VerifyAt(compact, s.Config.Now())
	if err != nil {
		refusal := *ErrBadJWT.Because(err)
		refusal.Message = "invalid JWT: unable to parse or verify signature"
		if errors.Is(err, token.ErrExpired) {
			refusal.Message += ", token has invalid claims: token is expired"
		}
		return token.Claims{}, nil, &refusal
	}
	verified, from := claims.Caller(), caller.From(r.Context())
	verified.IP, verified.UserAgent = from.IP, from.UserAgent
	return claims, r.WithContext(caller.NewContext(r.Context(), verified)), nil
}

// AsAdmin admits only the service key.
func (s *Server) AsAdmin(next Handler) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		claims, r, err := s.Bearer(r)
		if err != nil {
			return err
		}
		if !IsAdminRole(claims.Role) {
			return errNotAdmin
		}
		return next(w, r)
	}
}

// IsAdminRole reports the roles that the protocol accepts as an administrator's.
func IsAdminRole(role string) bool { return role == caller.ServiceRole || role == "supabase_admin" }

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
