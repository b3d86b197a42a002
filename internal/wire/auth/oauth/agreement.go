package oauth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/oauthserver"
	"automacao/internal/wire/auth/redirect"
	"automacao/internal/wire/auth/session"
)

// agreementTTL is how long a user may take to answer, and then a client to redeem the code (RFC
// 6749, 4.1.2).
const agreementTTL = 10 * time.Minute

// askedMax bounds the query of a request, in bytes.
const askedMax = 16 << 10

var (
	errAgreementNotFound = fault.New(http.StatusNotFound, "oauth_authorization_not_found", "authorization not found")
	errAgreementAnswered = fault.New(http.StatusBadRequest, "validation_failed", "authorization request cannot be processed")
)

// Authorize is GET /oauth/authorize: a client sends a user here, who is redirected to the site's
// consent page. The page finds out who the user is.
func (s *Server) Authorize(w http.ResponseWriter, r *http.Request) error {
	if len(r.URL.RawQuery) > askedMax {
		return oauthserver.Refuse("invalid_request", "The request is too long")
	}
	query := r.URL.Query()
	id, back, err := oauthserver.ClientOf(query)
	if err != nil {
		return err
	}
	client, err := findClient(r.Context(), s.DB, id, "")
	if errors.Is(err, errClientNotFound) || err == nil && !client.Fits(back) {
		return oauthserver.Refuse("invalid_request", "client_id is unknown, or redirect_uri is not one of the client's")
	}
	if err != nil {
		return err
	}
	asked, err := oauthserver.ReadAsked(query, s.Keys.Algorithm() != "")
	if refusal, ok := errors.AsType[*oauthserver.Error](err); ok {
		return redirectTo(w, r, oauthserver.AnswerError(back, s.Issuer, asked.State, refusal))
	}
	number, now := core.RandomToken(), s.Config.Now()
	_, err = s.DB.Exec(r.Context(), `
		INSERT INTO auth.oauth_authorizations (authorization_id, client_id, redirect_uri, scope, state, resource, nonce, code_challenge, created_at, expires_at)
		VALUES ($1, $2, $3, $4, nullif($5, ''), nullif($6, ''), nullif($7, ''), $8, $9, $10)`,
		number, id, back, asked.Scope, asked.State, asked.Resource, asked.Nonce, asked.Challenge, now, now.Add(agreementTTL))
	if err != nil {
		return fmt.Errorf("store the authorization request: %w", err)
	}
	return redirectTo(w, r, redirect.WithQuery(s.Config.OAuthServer.ConsentURL, url.Values{"authorization_id": {number}}))
}

// redirectTo redirects a browser without a referrer.
func redirectTo(w http.ResponseWriter, r *http.Request, location string) error {
	w.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(w, r, location, http.StatusFound)
	return nil
}

// authorizationRequest is a client's request for a user's consent.
type authorizationRequest struct {
	id                     uuid.UUID
	number                 string
	userID                 *uuid.UUID
	redirect, scope, state string
	status                 string
	expiresAt              time.Time
	client                 oauthserver.Client
	// agreed are the scopes that the user has granted to the client before.
	agreed string
	// aal and until are the assurance level and end of the answering session.
	aal   string
	until *time.Time
}

// openAgreement returns a request that waits for the user's answer, locked. It is not found for
// other users than the one it was first shown to.
func (s *Server) openAgreement(ctx context.Context, tx pgx.Tx, number string, me session.SignedIn, isFirst bool) (authorizationRequest, error) {
	a := authorizationRequest{number: number}
	if err := core.LockUser(ctx, tx, me.ID); err != nil {
		return a, err
	}
	// Read under the lock: a concurrent sign-out everywhere has either ended this session already,
	// or will end what results from the answer.
	err := tx.QueryRow(ctx, `SELECT aal, not_after FROM auth.sessions WHERE id = $1 AND user_id = $2`, me.Session.ID, me.ID).Scan(&a.aal, &a.until)
	if core.IsMissing(err) {
		return a, session.ErrSessionGone
	}
	if err != nil {
		return a, fmt.Errorf("read session: %w", err)
	}
	var clientID uuid.UUID
	err = tx.QueryRow(ctx, `
		SELECT a.id, a.user_id, a.redirect_uri, a.scope, coalesce(a.state, ''), a.status, a.expires_at, a.client_id,
		       coalesce((SELECT k.scopes FROM auth.oauth_consents k WHERE k.user_id = $2 AND k.client_id = a.client_id AND k.revoked_at IS NULL), '')
		  FROM auth.oauth_authorizations a WHERE a.authorization_id = $1 FOR UPDATE OF a`, number, me.ID,
	).Scan(&a.id, &a.userID, &a.redirect, &a.scope, &a.state, &a.status, &a.expiresAt, &clientID, &a.agreed)
	switch {
	case core.IsMissing(err):
		return a, errAgreementNotFound
	case err != nil:
		return a, fmt.Errorf("read agreement: %w", err)
	case a.userID == nil && !isFirst, a.userID != nil && *a.userID != me.ID, !a.expiresAt.After(s.Config.Now()):
		return a, errAgreementNotFound
	case a.status != "pending":
		return a, errAgreementAnswered
	}
	a.client, err = findClient(ctx, tx, clientID, "FOR SHARE")
	if errors.Is(err, errClientNotFound) || err == nil && !a.client.Fits(a.redirect) {
		return a, errAgreementNotFound
	}
	return a, err
}

// clientShown is a client as users see it.
type clientShown struct {
	ID      uuid.UUID `json:"id"`
	Name    string    `json:"name"`
	URI     string    `json:"uri"`
	LogoURI string    `json:"logo_uri"`
}

func shownClient(c oauthserver.Client) clientShown {
	return clientShown{c.ID, c.Name, c.URI, c.LogoURI}
}

// ReadAgreement is GET /oauth/authorizations/{authorization}. From then on only this user may
// answer. Scopes that the user granted before are approved at once.
func (s *Server) ReadAgreement(w http.ResponseWriter, r *http.Request, me session.SignedIn) error {
	ctx := r.Context()
	var a authorizationRequest
	var location string
	err := s.InTx(ctx, func(tx pgx.Tx) (err error) {
		if a, err = s.openAgreement(ctx, tx, r.PathValue("authorization"), me, true); err != nil {
			return err
		}
		if a.agreed != "" && oauthserver.Covers(a.agreed, a.scope) && a.client.IsKnownAt(a.redirect) {
			location, err = s.approve(ctx, tx, a, me)
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE auth.oauth_authorizations SET user_id = $2 WHERE id = $1`, a.id, me.ID); err != nil {
			return fmt.Errorf("assign the request to the user: %w", err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if location != "" {
		return core.Answer(w, http.StatusOK, map[string]string{"redirect_url": location})
	}
	return core.Answer(w, http.StatusOK, map[string]any{
		"authorization_id": a.number, "redirect_uri": a.redirect, "client": shownClient(a.client), "scope": a.scope,
		"user": map[string]any{"id": me.ID, "email": me.Email},
	})
}

// AnswerAgreement is POST /oauth/authorizations/{authorization}/consent.
func (s *Server) AnswerAgreement(w http.ResponseWriter, r *http.Request, me session.SignedIn) error {
	var in struct {
		Action string `json:"action"`
	}
	if err := core.Decode(r, &in); err != nil {
		return err
	}
	if in.Action != "approve" && in.Action != "deny" {
		return core.Invalid("action must be 'approve' or 'deny'")
	}
	ctx := r.Context()
	var location string
	err := s.InTx(ctx, func(tx pgx.Tx) error {
		a, err := s.openAgreement(ctx, tx, r.PathValue("authorization"), me, false)
		if err != nil {
			return err
		}
		if in.Action == "deny" {
			location, err = s.deny(ctx, tx, a)
			return err
		}
		if err := s.agree(ctx, tx, a, me.ID); err != nil {
			return err
		}
		location, err = s.approve(ctx, tx, a, me)
		return err
	})
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, map[string]string{"redirect_url": location})
}

func (s *Server) deny(ctx context.Context, tx pgx.Tx, a authorizationRequest) (string, error) {
	if _, err := tx.Exec(ctx, `UPDATE auth.oauth_authorizations SET status = 'denied' WHERE id = $1`, a.id); err != nil {
		return "", fmt.Errorf("deny: %w", err)
	}
	return oauthserver.AnswerError(a.redirect, s.Issuer, a.state, oauthserver.Refuse("access_denied", "User denied the request")), nil
}

// agree stores the granted scopes, in addition to those granted before.
func (s *Server) agree(ctx context.Context, tx pgx.Tx, a authorizationRequest, userID uuid.UUID) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO auth.oauth_consents AS k (user_id, client_id, scopes, granted_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (user_id, client_id) DO UPDATE SET scopes = $3, granted_at = $4, revoked_at = NULL`,
		userID, a.client.ID, oauthserver.Together(a.agreed, a.scope), s.Config.Now())
	if err != nil {
		return fmt.Errorf("store consent: %w", err)
	}
	return s.Record(ctx, tx, core.ActionGrantGiven, userID, map[string]any{"client_id": a.client.ID, "scope": a.scope})
}

// approve issues a code for the client.
func (s *Server) approve(ctx context.Context, tx pgx.Tx, a authorizationRequest, me session.SignedIn) (string, error) {
	code, now := core.RandomToken(), s.Config.Now()
	// An organisation's limit on session lifetimes also applies to apps.
	if !me.IsSSO {
		a.until = nil
	}
	_, err := tx.Exec(ctx, `
		UPDATE auth.oauth_authorizations SET user_id = $2, status = 'approved', authorization_code = $3, aal = $4, approved_at = $5, expires_at = $6, session_until = $7 WHERE id = $1`,
		a.id, me.ID, codeDigest(code), a.aal, now, now.Add(agreementTTL), a.until)
	if err != nil {
		return "", fmt.Errorf("approve: %w", err)
	}
	return oauthserver.Answer(a.redirect, s.Issuer, a.state, url.Values{"code": {code}}), nil
}
