package oauth

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/message"
	"automacao/internal/wire/auth/oauthserver"
	"automacao/internal/wire/auth/session"
)

// exchangeBytesMax bounds the body of a token request.
const exchangeBytesMax = 32 << 10

func codeDigest(code string) string { return hex.EncodeToString(core.TokenHash(code)) }

// Exchange is POST /oauth/token.
func (s *Server) Exchange(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, exchangeBytesMax)
	form, err := readForm(r)
	if err != nil {
		return err
	}
	in, err := oauthserver.ReadExchange(r, form)
	if err != nil {
		return err
	}
	client, err := findClient(r.Context(), s.DB, in.Client, "")
	if errors.Is(err, errClientNotFound) {
		return oauthserver.ErrClient
	}
	if err != nil {
		return err
	}
	if err := client.Prove(in.Credentials); err != nil {
		return err
	}
	if !client.May(in.Grant) {
		return oauthserver.Refuse("unauthorized_client", "The client is not registered for this grant")
	}
	given, err := s.exchangeFor(r.Context(), client, in)
	if err != nil {
		return asGrantError(err)
	}
	w.Header().Set("Pragma", "no-cache")
	return core.Answer(w, http.StatusOK, given)
}

// readForm parses a form, or JSON, which some clients send.
func readForm(r *http.Request) (url.Values, error) {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	raw, err := core.ReadBody(r)
	if err != nil {
		return nil, err
	}
	if kind != "application/json" {
		form, err := url.ParseQuery(string(raw))
		if err != nil {
			return nil, oauthserver.Refuse("invalid_request", "The body is no form")
		}
		return form, nil
	}
	var document map[string]string
	if err := json.Unmarshal(raw, &document); err != nil {
		return nil, oauthserver.Refuse("invalid_request", "The body is no JSON of texts")
	}
	form := url.Values{}
	for name, value := range document {
		form.Set(name, value)
	}
	return form, nil
}

// asGrantError hides why a code or token is invalid, except for internal errors.
func asGrantError(err error) error {
	if _, isWorded := errors.AsType[*oauthserver.Error](err); isWorded {
		return err
	}
	known, ok := errors.AsType[*fault.Error](err)
	if ok && known.Status < http.StatusInternalServerError && known.Status != http.StatusTooManyRequests {
		return oauthserver.ErrGrant
	}
	return err
}

func (s *Server) exchangeFor(ctx context.Context, client oauthserver.Client, in oauthserver.Exchange) (given oauthserver.Given, err error) {
	var out *session.Answer
	var nonce string
	err = s.InTx(ctx, func(tx pgx.Tx) error {
		if in.Grant == oauthserver.GrantRefresh {
			out, err = s.sessions.Rotate(ctx, tx, in.RefreshToken, client.ID)
		} else {
			out, nonce, err = s.redeem(ctx, tx, client, in)
		}
		if err == nil && !oauthserver.Covers(out.Scopes, in.Scope) {
			return oauthserver.Refuse("invalid_scope", "More than was agreed to")
		}
		return err
	})
	if err != nil {
		return given, err
	}
	given = oauthserver.Given{AccessToken: out.AccessToken, TokenType: out.TokenType, ExpiresIn: out.ExpiresIn, Scope: out.Scopes}
	if client.May(oauthserver.GrantRefresh) {
		given.RefreshToken = out.RefreshToken
	}
	if in.Grant == oauthserver.GrantCode && oauthserver.Has(out.Scopes, oauthserver.ScopeOpenID) {
		given.IDToken, err = s.signIDToken(out, client.ID, nonce)
	}
	return given, err
}

// codeRow is the row of a code.
type codeRow struct {
	id                 uuid.UUID
	userID             uuid.UUID
	redirect, resource string
	scope, nonce       string
	challenge, aal     string
	expiresAt          time.Time
	session            *uuid.UUID
	isAgreed           bool
	// until is the organisation's limit of the session, if any.
	until *time.Time
}

// redeem exchanges a code for a session, once. A code that is used twice, or without the matching
// verifier, may be stolen: then it is invalidated and its session is ended.
func (s *Server) redeem(ctx context.Context, tx pgx.Tx, client oauthserver.Client, in oauthserver.Exchange) (*session.Answer, string, error) {
	code, err := s.findGiven(ctx, tx, client.ID, in.Code)
	switch {
	case err != nil:
		return nil, "", err
	case code.session != nil:
		if err := s.Record(ctx, tx, core.ActionTokenReused, code.userID, map[string]any{"session_id": code.session, "client_id": client.ID}); err != nil {
			return nil, "", err
		}
		return nil, "", session.EndSettled(ctx, tx, *code.session, oauthserver.ErrGrant)
	case !code.expiresAt.After(s.Config.Now()), !code.isAgreed:
		return nil, "", oauthserver.ErrGrant
	case !message.Verifies(in.Verifier, code.challenge), in.RedirectURI != "" && in.RedirectURI != code.redirect, in.Resource != "" && in.Resource != code.resource:
		if _, err := tx.Exec(ctx, `UPDATE auth.oauth_authorizations SET status = 'expired', authorization_code = NULL WHERE id = $1`, code.id); err != nil {
			return nil, "", fmt.Errorf("invalidate code: %w", err)
		}
		return nil, "", core.Settled(oauthserver.ErrGrant)
	}
	how := session.Opening{Method: session.MethodClient, AAL: code.aal, GivenTo: session.GivenTo{Client: &client.ID, Scopes: code.scope}}
	if code.until != nil {
		how.Until = *code.until
	}
	out, err := s.sessions.OpenAs(ctx, tx, code.userID, how)
	if err != nil {
		return nil, "", err
	}
	if _, err := tx.Exec(ctx, `UPDATE auth.oauth_authorizations SET session_id = $2 WHERE id = $1`, code.id, out.SessionID); err != nil {
		return nil, "", fmt.Errorf("use up code: %w", err)
	}
	return out, code.nonce, nil
}

// findGiven returns a client's code, and locks its user first, as revoking a consent does.
func (s *Server) findGiven(ctx context.Context, tx pgx.Tx, client uuid.UUID, code string) (codeRow, error) {
	var found codeRow
	err := tx.QueryRow(ctx, `SELECT user_id FROM auth.oauth_authorizations WHERE authorization_code = $1 AND client_id = $2`, codeDigest(code), client).Scan(&found.userID)
	if err == nil {
		err = core.LockUser(ctx, tx, found.userID)
	}
	if err == nil {
		// A concurrent deletion of the client also ends the session created here.
		_, err = findClient(ctx, tx, client, "FOR SHARE")
	}
	if err == nil {
		err = tx.QueryRow(ctx, `
			SELECT a.id, a.redirect_uri, coalesce(a.resource, ''), a.scope, coalesce(a.nonce, ''), a.code_challenge, a.aal, a.expires_at, a.session_id, a.session_until,
			       EXISTS (SELECT FROM auth.oauth_consents k WHERE k.user_id = a.user_id AND k.client_id = a.client_id AND k.revoked_at IS NULL)
			  FROM auth.oauth_authorizations a WHERE a.authorization_code = $1 AND a.client_id = $2 FOR UPDATE OF a`, codeDigest(code), client,
		).Scan(&found.id, &found.redirect, &found.resource, &found.scope, &found.nonce, &found.challenge, &found.aal, &found.expiresAt, &found.session, &found.until, &found.isAgreed)
	}
	if core.IsMissing(err) || errors.Is(err, errClientNotFound) {
		return found, oauthserver.ErrGrant
	}
	if err != nil {
		return found, fmt.Errorf("find code: %w", err)
	}
	return found, nil
}
