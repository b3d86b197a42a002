package external

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"

	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/provider"
	"automacao/internal/wire/auth/session"
)

// idTokenRequest is the request of an app that obtained an ID token from a provider itself.
type idTokenRequest struct {
	Provider    string `json:"provider"`
	IDToken     string `json:"id_token"`
	AccessToken string `json:"access_token"`
	Nonce       string `json:"nonce"`
	ClientID    string `json:"client_id"`
	Issuer      string `json:"issuer"`
	Link        bool   `json:"link_identity"`
}

// BelieveIDToken is the grant id_token: it opens a session, or links an identity to the caller's
// account, for a provider's signed ID token.
func (s *Server) BelieveIDToken(w http.ResponseWriter, r *http.Request) error {
	if !s.hasProviders() {
		return errProviderDisabled
	}
	var in idTokenRequest
	if err := core.Decode(r, &in); err != nil {
		return err
	}
	if !in.Link {
		return s.enterByIDToken(w, r, in, waiting{})
	}
	if !s.Config.Federation.ManualLinking {
		return ErrLinkingOff
	}
	return s.sessions.AsUser(func(w http.ResponseWriter, r *http.Request, me session.SignedIn) error {
		if err := s.mayLink(me); err != nil {
			return err
		}
		return s.enterByIDToken(w, r, in, waiting{userID: &me.ID, sessionID: &me.Session.ID})
	})(w, r)
}

func (s *Server) enterByIDToken(w http.ResponseWriter, r *http.Request, in idTokenRequest, asked waiting) error {
	ctx := r.Context()
	found, err := s.providerOf(ctx, in)
	if err != nil {
		return err
	}
	person, err := found.Believe(ctx, provider.Presented{IDToken: in.IDToken, AccessToken: in.AccessToken, Nonce: in.Nonce})
	if err != nil {
		return idTokenError(err)
	}
	who := core.Vouched{Provider: found.Name, Person: person, NeedsEmail: found.NeedsEmail(), Redirect: s.Config.Redirects.Target("")}
	if err := s.admitUnproved(ctx, who); err != nil {
		return err
	}
	var out *session.Answer
	err = s.InTx(ctx, func(tx pgx.Tx) error {
		id, err := s.findOrTie(ctx, tx, asked, who)
		if err != nil {
			return err
		}
		out, err = s.sessions.Open(ctx, tx, id, session.MethodOAuth)
		return err
	})
	if err != nil {
		return err
	}
	return core.Answer(w, http.StatusOK, out)
}

// providerOf finds the provider of the token: by name, or by issuer and client. Only configured
// providers are ever contacted.
func (s *Server) providerOf(ctx context.Context, in idTokenRequest) (*provider.Provider, error) {
	switch {
	case in.IDToken == "":
		return nil, core.Invalid("id_token required")
	case in.Provider != "":
		found, err := s.providerNamed(ctx, in.Provider)
		if err != nil {
			return nil, errProviderDisabled
		}
		return found, nil
	case in.ClientID == "" || in.Issuer == "":
		return nil, core.Invalid("provider or client_id and issuer required")
	}
	isTheirs := func(p *provider.Provider) bool { return p.IsIssuedBy(in.Issuer) && p.IsFor(in.ClientID) }
	for _, name := range slices.Sorted(maps.Keys(s.Outside.providers)) {
		if found := s.Outside.providers[name]; isTheirs(found) {
			return found, nil
		}
	}
	custom, err := s.customIssuedBy(ctx, in.Issuer)
	if err != nil {
		return nil, err
	}
	if at := slices.IndexFunc(custom, isTheirs); at >= 0 {
		return custom[at], nil
	}
	return nil, errProviderDisabled
}

// idTokenError says why a token is refused, and reveals nothing of the token.
func idTokenError(err error) error {
	switch {
	case errors.Is(err, provider.ErrAway):
		return errProviderAway.Because(err)
	case errors.Is(err, provider.ErrAudience):
		return core.Invalid("Unacceptable audience in id_token")
	case errors.Is(err, provider.ErrNonceMissing):
		return core.Invalid("Passed nonce and nonce in id_token should either both exist or not.")
	case errors.Is(err, provider.ErrNonceMismatch):
		return core.Invalid("Nonces mismatch")
	default:
		return core.Invalid("Bad ID token")
	}
}
