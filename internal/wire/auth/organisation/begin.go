package organisation

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/external"
	"automacao/internal/wire/auth/message"
	"automacao/internal/wire/auth/sso"
)

// IfOn answers with the protocol's error if SAML is off.
func (s *Server) IfOn(next core.Handler) core.Handler {
	if s.SAML == nil {
		return core.Refusing(errSAMLOff)
	}
	return next
}

// ssoRequest is a request to sign in at an organisation's identity provider.
type ssoRequest struct {
	message.Challenge
	ProviderID string `json:"provider_id"`
	Domain     string `json:"domain"`
	RedirectTo string `json:"redirect_to"`
	IsQuiet    bool   `json:"skip_http_redirect"`
}

// Begin is POST /sso.
func (s *Server) Begin(w http.ResponseWriter, r *http.Request) error {
	var in ssoRequest
	if err := core.Decode(r, &in); err != nil {
		return err
	}
	var err error
	if in.Challenge, err = s.messages.ReadChallenge(in.Challenge); err != nil {
		return err
	}
	ctx := r.Context()
	found, err := s.ssoProviderFor(ctx, in)
	if err != nil {
		return err
	}
	location, err := s.leaveForSSO(ctx, w, in, found)
	if err != nil {
		return err
	}
	if in.IsQuiet {
		return core.Answer(w, http.StatusOK, map[string]string{"url": location})
	}
	w.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(w, r, location, http.StatusSeeOther)
	return nil
}

func (s *Server) ssoProviderFor(ctx context.Context, in ssoRequest) (*identityProvider, error) {
	var found *identityProvider
	var err error
	switch {
	case in.ProviderID != "" && in.Domain != "":
		return nil, core.Invalid("Only one of provider_id or domain supported")
	case in.ProviderID != "":
		id, parseErr := uuid.Parse(in.ProviderID)
		if parseErr != nil {
			return nil, core.Invalid("provider_id must be an UUID")
		}
		found, err = s.findSSO(ctx, "p.id = $1", id)
	case in.Domain != "":
		found, err = s.findSSO(ctx, "p.id = (SELECT d.sso_provider_id FROM auth.sso_domains d WHERE d.domain = $1)", foldDomain(in.Domain))
	default:
		return nil, core.Invalid("A provider_id or domain needs to be provided")
	}
	switch {
	case err != nil:
		return nil, err
	case found.Disabled:
		return nil, errSSODisabled
	}
	return found, nil
}

// leaveForSSO stores the request and returns the URL of the provider's page.
func (s *Server) leaveForSSO(ctx context.Context, w http.ResponseWriter, in ssoRequest, found *identityProvider) (string, error) {
	described, err := s.freshMetadata(ctx, found)
	if err != nil {
		return "", err
	}
	question, err := s.SAML.Ask(described, found.SAML.NameIDFormat)
	if err != nil {
		return "", err
	}
	redirect := s.Config.Redirects.Target(in.RedirectTo)
	if len(redirect) > external.RedirectMax {
		return "", core.Invalid("redirect_to is longer than %d bytes", external.RedirectMax)
	}
	state := uuid.New()
	var browser []byte
	// As with other providers, without a verifier the browser that returns must be the one that
	// left, if it could be given a cookie.
	if in.CodeChallenge == "" && !in.IsQuiet {
		mark := core.RandomToken()
		browser = core.TokenHash(mark)
		http.SetCookie(w, s.external.CookieFor(sso.ACSPath, state.String(), mark, true))
	}
	now := s.Config.Now()
	_, err = s.DB.Exec(ctx, `
		INSERT INTO auth.saml_relay_states (id, sso_provider_id, request_id, redirect_to, code_challenge, browser_hash, expires_at, created_at)
		VALUES ($1, $2, $3, $4, nullif($5, ''), $6, $7, $8)`,
		state, found.ID, question.RequestID, redirect, in.CodeChallenge, browser, now.Add(external.ExternalTTL), now)
	if err != nil {
		return "", fmt.Errorf("store relay state: %w", err)
	}
	return question.Location(state.String())
}

// Metadata is GET /sso/saml/metadata: the service provider metadata for identity providers.
func (s *Server) Metadata(w http.ResponseWriter, r *http.Request) error {
	isDownload := r.URL.Query().Get("download") == "true"
	raw, err := s.SAML.Metadata(isDownload)
	if err != nil {
		return fmt.Errorf("encode the SAML metadata: %w", err)
	}
	w.Header().Set("Content-Type", "application/xml")
	w.Header().Set("Cache-Control", "public, max-age=600")
	if isDownload {
		w.Header().Set("Content-Disposition", `attachment; filename="metadata.xml"`)
	}
	_, _ = w.Write(raw)
	return nil
}

// relayed is the stored request of a user who returns from an identity provider.
type relayed struct {
	providerID           uuid.UUID
	requestID, challenge string
}

// takeRelay deletes a relay state, whatever happens afterwards.
func (s *Server) takeRelay(r *http.Request, state uuid.UUID) (found relayed, redirect string, err error) {
	var browser []byte
	var expiresAt time.Time
	err = s.DB.QueryRow(r.Context(), `
		DELETE FROM auth.saml_relay_states WHERE id = $1
		RETURNING sso_provider_id, request_id, redirect_to, coalesce(code_challenge, ''), browser_hash, expires_at`, state,
	).Scan(&found.providerID, &found.requestID, &redirect, &found.challenge, &browser, &expiresAt)
	switch {
	case core.IsMissing(err):
		return found, "", errRelayUnknown
	case err != nil:
		return found, "", fmt.Errorf("take relay state: %w", err)
	case !expiresAt.After(s.Config.Now()):
		return found, redirect, errRelayExpired
	case browser != nil && !external.IsMarked(r, state.String(), browser):
		return found, redirect, errRelayUnknown
	}
	return found, redirect, nil
}

// useAssertion lets an assertion be used only once.
func (s *Server) useAssertion(ctx context.Context, tx pgx.Tx, provider uuid.UUID, said sso.Assertion) error {
	tag, err := tx.Exec(ctx, `INSERT INTO auth.saml_assertions (digest, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
		core.TokenHash(provider.String()+" "+said.ID), said.UsableUntil.Add(assertionKept))
	if err != nil {
		return fmt.Errorf("spend assertion: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return core.Invalid("SAML Assertion is not valid")
	}
	return nil
}

// assertionKept is how much longer than its validity an assertion is remembered, since server
// clocks differ.
const assertionKept = 10 * time.Minute
