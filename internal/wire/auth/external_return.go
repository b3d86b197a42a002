package auth

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/provider"
)

// providerRefusal is a provider's error, passed on in its words.
type providerRefusal struct{ code, description string }

func (p providerRefusal) Error() string { return "the provider refused: " + p.code }

// callback is GET and POST /callback: a user returns from a provider. Whatever happens, they are
// redirected to the site with the outcome.
func (s *Server) callback(w http.ResponseWriter, r *http.Request) error {
	if !s.hasProviders() {
		return errProviderOff
	}
	status := http.StatusFound
	values := r.URL.Query()
	if r.Method == http.MethodPost {
		if err := r.ParseForm(); err != nil {
			return invalid("Could not read the form")
		}
		status, values = http.StatusSeeOther, r.PostForm
	}
	target := s.cfg.SiteURL
	asked, err := s.takeExternal(r, values.Get("state"))
	if asked.redirect != "" {
		target = asked.redirect
	}
	var location string
	if err == nil {
		location, err = s.finishExternal(r.Context(), asked, values)
	}
	if err != nil {
		location = s.failedExternal(r.Context(), target, err)
	}
	w.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(w, r, location, status)
	return nil
}

// finishExternal asks the provider who the user is, outside of any transaction, and signs them in.
func (s *Server) finishExternal(ctx context.Context, asked waiting, values url.Values) (string, error) {
	if refusal := values.Get("error"); refusal != "" {
		return "", providerRefusal{shortText(refusal), shortText(values.Get("error_description"))}
	}
	if values.Get("code") == "" {
		return "", errOAuthCallback
	}
	found, err := s.providerNamed(ctx, asked.provider)
	if err != nil {
		return "", err
	}
	start, err := s.startOf(values.Get("state"))
	if err != nil {
		return "", err
	}
	person, tokens, err := found.Exchange(ctx, values.Get("code"), start)
	if errors.Is(err, provider.ErrAway) {
		return "", errProviderAway.Because(err)
	}
	if err != nil {
		return "", errExternalCode.Because(err)
	}
	person = found.Introduce(person, values.Get("user"))
	who := external{provider: found.Name, person: person, needsEmail: found.NeedsEmail(), redirect: asked.redirect}
	return s.signInExternal(ctx, asked, who, tokens)
}

func (s *Server) signInExternal(ctx context.Context, asked waiting, who external, tokens provider.Tokens) (location string, err error) {
	if err := s.admitUnproved(ctx, who); err != nil {
		return "", err
	}
	err = s.inTx(ctx, func(tx pgx.Tx) error {
		if asked.userID != nil && asked.challenge != "" {
			location, err = s.keepLink(ctx, tx, asked, who, tokens)
			return err
		}
		userID, err := s.findOrTie(ctx, tx, asked, who)
		if err != nil {
			return err
		}
		location, err = s.arriveExternal(ctx, tx, asked, userID, codeData{Tokens: tokens})
		return err
	})
	return location, err
}

// keepLink stores an identity until the client that asked to link it sends the verifier, since
// somebody else may have been at the provider's page.
func (s *Server) keepLink(ctx context.Context, tx pgx.Tx, asked waiting, who external, tokens provider.Tokens) (string, error) {
	if err := checkUnowned(ctx, tx, *asked.userID, who); err != nil {
		return "", err
	}
	pending := &pendingLink{Provider: who.provider, Person: who.person, SessionID: *asked.sessionID}
	return s.arriveExternal(ctx, tx, asked, *asked.userID, codeData{Tokens: tokens, Link: pending})
}

func (s *Server) findOrTie(ctx context.Context, tx pgx.Tx, asked waiting, who external) (uuid.UUID, error) {
	if err := lockIdentity(ctx, tx, who); err != nil {
		return uuid.Nil, err
	}
	switch {
	case asked.userID != nil:
		return *asked.userID, s.finishLink(ctx, tx, *asked.userID, *asked.sessionID, who)
	case asked.invite != nil:
		return s.acceptInvite(ctx, tx, asked.invite, who)
	}
	return s.recognise(ctx, tx, who)
}

// arriveExternal returns the site's URL with a code, or with a session in its fragment.
func (s *Server) arriveExternal(ctx context.Context, tx pgx.Tx, asked waiting, userID uuid.UUID, kept codeData) (string, error) {
	if asked.challenge == "" {
		out, err := s.openSession(ctx, tx, userID, methodOAuth)
		if err != nil {
			return "", err
		}
		values := out.values()
		values.Set("provider_token", kept.Access)
		if kept.Refresh != "" {
			values.Set("provider_refresh_token", kept.Refresh)
		}
		return withFragment(asked.redirect, values), nil
	}
	code, err := s.issueSealed(ctx, tx, userID, asked.challenge, methodOAuth, kept)
	if err != nil {
		return "", err
	}
	return withQuery(asked.redirect, url.Values{"code": {code}}), nil
}

// issueSealed issues a code for the holder of the verifier, with encrypted data stored beside it.
func (s *Server) issueSealed(ctx context.Context, tx pgx.Tx, userID uuid.UUID, challenge, method string, kept codeData) (string, error) {
	code := randomToken()
	sealed, err := sealCodeData(code, kept)
	if err != nil {
		return "", err
	}
	now := s.cfg.Now()
	_, err = tx.Exec(ctx, `
		INSERT INTO auth.flow_states (user_id, code_challenge, method, code_hash, provider_tokens, expires_at, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`, userID, challenge, method, tokenHash(code), sealed, now.Add(s.cfg.FlowTTL), now)
	if err != nil {
		return "", fmt.Errorf("issue code: %w", err)
	}
	return code, nil
}

// values are a session as a URL's fragment carries it.
func (a *answered) values() url.Values {
	return url.Values{
		"access_token":  {a.AccessToken},
		"expires_at":    {strconv.FormatInt(a.ExpiresAt, 10)},
		"expires_in":    {strconv.Itoa(a.ExpiresIn)},
		"refresh_token": {a.RefreshToken},
		"sb":            {""},
		"token_type":    {a.TokenType},
	}
}

// oauthErrors are the protocol's error codes for a status (RFC 6749, 4.1.2.1).
var oauthErrors = map[int]string{
	http.StatusUnauthorized: "unauthorized_client", http.StatusForbidden: "access_denied", http.StatusUnprocessableEntity: "access_denied",
	http.StatusInternalServerError: "server_error", http.StatusServiceUnavailable: "temporarily_unavailable",
}

// failedExternal returns the target with the error in both query and fragment, since clients read
// either.
func (s *Server) failedExternal(ctx context.Context, target string, err error) string {
	if refused, ok := errors.AsType[providerRefusal](err); ok {
		return withBoth(target, url.Values{"error": {refused.code}, "error_description": {refused.description}})
	}
	told := asFault(err)
	level := slog.LevelDebug
	if told.Status >= http.StatusInternalServerError && ctx.Err() == nil {
		level = slog.LevelError
	}
	s.log.Log(ctx, level, "sign-in with a provider failed", "code", told.Code, "error", err)
	return withBoth(target, errorValues(told))
}

func errorValues(told *fault.Error) url.Values {
	word, known := oauthErrors[told.Status]
	if !known {
		word = "invalid_request"
	}
	return url.Values{"error": {word}, "error_code": {told.Code}, "error_description": {told.Message}}
}

func withBoth(target string, values url.Values) string {
	target = withQuery(target, values)
	values.Set("sb", "")
	return withFragment(target, values)
}

// shortText makes a foreign text safe to pass on.
func shortText(text string) string {
	const most = 300
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '\uFFFD' {
			return -1
		}
		return r
	}, text)
	return strings.ToValidUTF8(text[:min(len(text), most)], "")
}
