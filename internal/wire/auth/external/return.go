package external

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/hook"
	"automacao/internal/wire/auth/provider"
	"automacao/internal/wire/auth/redirect"
	"automacao/internal/wire/auth/session"
)

// providerRefusal is a provider's error, passed on in its words.
type providerRefusal struct{ code, description string }

func (p providerRefusal) Error() string { return "the provider refused: " + p.code }

// Callback is GET and POST /callback: a user returns from a provider. Whatever happens, they are
// redirected to the site with the outcome.
func (s *Server) Callback(w http.ResponseWriter, r *http.Request) error {
	if !s.hasProviders() {
		return errProviderOff
	}
	status := http.StatusFound
	values := r.URL.Query()
	if r.Method == http.MethodPost {
		if err := r.ParseForm(); err != nil {
			return core.Invalid("Could not read the form")
		}
		status, values = http.StatusSeeOther, r.PostForm
	}
	target := s.Config.SiteURL
	asked, err := s.takeExternal(r, values.Get("state"))
	if asked.redirect != "" {
		target = asked.redirect
	}
	var location string
	if err == nil {
		location, err = s.finishExternal(r.Context(), asked, values)
	}
	if err != nil {
		location = s.FailedExternal(r.Context(), target, err)
	}
	w.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(w, r, location, status)
	return nil
}

// finishExternal asks the provider who the user is, outside of any transaction, and signs them in.
func (s *Server) finishExternal(ctx context.Context, asked waiting, values url.Values) (string, error) {
	if refusal := values.Get("error"); refusal != "" {
		return "", providerRefusal{hook.ShortText(refusal), hook.ShortText(values.Get("error_description"))}
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
	who := core.Vouched{Provider: found.Name, Person: person, NeedsEmail: found.NeedsEmail(), Redirect: asked.redirect}
	return s.signInExternal(ctx, asked, who, tokens)
}

func (s *Server) signInExternal(ctx context.Context, asked waiting, who core.Vouched, tokens provider.Tokens) (location string, err error) {
	if err := s.admitUnproved(ctx, who); err != nil {
		return "", err
	}
	err = s.InTx(ctx, func(tx pgx.Tx) error {
		if asked.userID != nil && asked.challenge != "" {
			location, err = s.keepLink(ctx, tx, asked, who, tokens)
			return err
		}
		userID, err := s.findOrTie(ctx, tx, asked, who)
		if err != nil {
			return err
		}
		location, err = s.arriveExternal(ctx, tx, asked, userID, CodeData{Tokens: tokens})
		return err
	})
	return location, err
}

// keepLink stores an identity until the client that asked to link it sends the verifier, since
// somebody else may have been at the provider's page.
func (s *Server) keepLink(ctx context.Context, tx pgx.Tx, asked waiting, who core.Vouched, tokens provider.Tokens) (string, error) {
	if err := checkUnowned(ctx, tx, *asked.userID, who); err != nil {
		return "", err
	}
	pending := &pendingLink{Provider: who.Provider, Person: who.Person, SessionID: *asked.sessionID}
	return s.arriveExternal(ctx, tx, asked, *asked.userID, CodeData{Tokens: tokens, Link: pending})
}

func (s *Server) findOrTie(ctx context.Context, tx pgx.Tx, asked waiting, who core.Vouched) (uuid.UUID, error) {
	if err := LockIdentity(ctx, tx, who); err != nil {
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
func (s *Server) arriveExternal(ctx context.Context, tx pgx.Tx, asked waiting, userID uuid.UUID, kept CodeData) (string, error) {
	if asked.challenge == "" {
		out, err := s.sessions.Open(ctx, tx, userID, session.MethodOAuth)
		if err != nil {
			return "", err
		}
		values := out.Values()
		values.Set("provider_token", kept.Access)
		if kept.Refresh != "" {
			values.Set("provider_refresh_token", kept.Refresh)
		}
		return redirect.WithFragment(asked.redirect, values), nil
	}
	code, err := s.IssueSealed(ctx, tx, userID, asked.challenge, session.MethodOAuth, kept)
	if err != nil {
		return "", err
	}
	return redirect.WithQuery(asked.redirect, url.Values{"code": {code}}), nil
}

// IssueSealed issues a code for the holder of the verifier, with encrypted data stored beside it.
func (s *Server) IssueSealed(ctx context.Context, tx pgx.Tx, userID uuid.UUID, challenge, method string, kept CodeData) (string, error) {
	code := core.RandomToken()
	sealed, err := sealCodeData(code, kept)
	if err != nil {
		return "", err
	}
	now := s.Config.Now()
	_, err = tx.Exec(ctx, `
		INSERT INTO auth.flow_states (user_id, code_challenge, method, code_hash, provider_tokens, expires_at, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`, userID, challenge, method, core.TokenHash(code), sealed, now.Add(s.Config.FlowTTL), now)
	if err != nil {
		return "", fmt.Errorf("issue code: %w", err)
	}
	return code, nil
}

// FailedExternal returns the target with the error in both query and fragment, since clients read
// either.
func (s *Server) FailedExternal(ctx context.Context, target string, err error) string {
	if refused, ok := errors.AsType[providerRefusal](err); ok {
		return withBoth(target, url.Values{"error": {refused.code}, "error_description": {refused.description}})
	}
	told := core.AsFault(err)
	level := slog.LevelDebug
	if told.Status >= http.StatusInternalServerError && ctx.Err() == nil {
		level = slog.LevelError
	}
	s.Log.Log(ctx, level, "sign-in with a provider failed", "code", told.Code, "error", err)
	return withBoth(target, core.ErrorValues(told))
}

func withBoth(target string, values url.Values) string {
	target = redirect.WithQuery(target, values)
	values.Set("sb", "")
	return redirect.WithFragment(target, values)
}
