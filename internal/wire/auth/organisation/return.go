package organisation

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/external"
	"automacao/internal/wire/auth/provider"
	"automacao/internal/wire/auth/redirect"
	"automacao/internal/wire/auth/session"
	"automacao/internal/wire/auth/sso"
)

// Return is POST /sso/saml/acs: a user returns from their organisation. Whatever happens, they
// are redirected to the site with the outcome.
func (s *Server) Return(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return core.Invalid("Could not read the form")
	}
	target := s.Config.SiteURL
	asked, redirect, err := s.readRelay(r)
	if redirect != "" {
		target = redirect
	}
	var location string
	if err == nil {
		location, err = s.comeBackFromSSO(r.Context(), asked, target, r.PostForm.Get("SAMLResponse"))
	}
	if err != nil {
		location = s.external.FailedExternal(r.Context(), target, err)
	}
	w.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(w, r, location, http.StatusSeeOther)
	return nil
}

// readRelay finds the stored request. The server's metadata does not offer artifacts and form
// signatures, so they are refused.
func (s *Server) readRelay(r *http.Request) (relayed, string, error) {
	form := r.PostForm
	for _, name := range []string{"SAMLart", "SigAlg", "Signature"} {
		if form.Has(name) {
			return relayed{}, "", core.Invalid("SAML responses are taken by the HTTP-POST binding alone")
		}
	}
	if form.Get("SAMLResponse") == "" {
		return relayed{}, "", core.Invalid("SAMLResponse is missing")
	}
	relay := form.Get("RelayState")
	if state, err := uuid.Parse(relay); err == nil {
		return s.takeRelay(r, state)
	}
	if at, err := url.ParseRequestURI(relay); relay != "" && (err != nil || at.Host == "") {
		return relayed{}, "", core.Invalid("SAML RelayState is not a valid UUID or URL")
	}
	if !s.SAML.IDPInitiated() {
		return relayed{}, "", core.Invalid("SAML sign-in has to be begun here")
	}
	return relayed{}, s.Config.Redirects.Target(relay), nil
}

func (s *Server) comeBackFromSSO(ctx context.Context, asked relayed, redirect, response string) (string, error) {
	found, err := s.ssoProviderOf(ctx, asked, response)
	if err != nil {
		return "", err
	}
	described, err := s.freshMetadata(ctx, found)
	if err != nil {
		return "", err
	}
	said, err := s.SAML.Believe(described, response, asked.requestID)
	if err != nil {
		return "", core.Invalid("SAML Assertion is not valid").Because(err)
	}
	who, err := found.person(said)
	if err != nil {
		return "", err
	}
	var location string
	err = s.InTx(ctx, func(tx pgx.Tx) error {
		if err := s.useAssertion(ctx, tx, found.ID, said); err != nil {
			return err
		}
		id, err := s.recogniseSSO(ctx, tx, who)
		if err != nil {
			return err
		}
		location, err = s.arriveFromSSO(ctx, tx, id, asked.challenge, redirect, said)
		return err
	})
	return location, err
}

// ssoProviderOf is the provider that the user was sent to, or the issuer of an unsolicited
// response.
func (s *Server) ssoProviderOf(ctx context.Context, asked relayed, response string) (found *identityProvider, err error) {
	if asked.requestID != "" {
		found, err = s.findSSO(ctx, "p.id = $1", asked.providerID)
	} else {
		issuer, peekErr := sso.IssuerOf(response)
		if peekErr != nil {
			return nil, core.Invalid("%s", peekErr)
		}
		found, err = s.findSSO(ctx, "s.entity_id = $1", issuer)
	}
	switch {
	case errors.Is(err, errSSOUnknown):
		return nil, errIDPUnknown
	case err != nil:
		return nil, err
	case found.Disabled:
		return nil, errSSODisabled
	}
	return found, nil
}

// ssoClaims are the protocol's claims; other names of a mapping are stored separately.
var ssoClaims = []string{
	"name", "family_name", "given_name", "middle_name", "nickname", "preferred_username", "profile", "picture", "website", "gender",
	"birthdate", "zoneinfo", "locale", "phone", "full_name", "avatar_url", "slug", "user_name",
}

// person is the person of an assertion, whose id is unique only within this organisation.
func (p *identityProvider) person(said sso.Assertion) (core.Vouched, error) {
	subject, mapped := said.Subject(), said.Mapped(p.SAML.Mapping)
	if subject == "" {
		return core.Vouched{}, errNoSubject
	}
	address, _ := mapped["email"].(string)
	if address == "" {
		address = said.Email()
	}
	who := core.Vouched{Provider: p.identityName(), Person: provider.Person{Subject: subject, Email: address, EmailVerified: true}}
	if who.Email() == "" {
		return core.Vouched{}, errNoSSOEmail
	}
	claims, custom := map[string]any{}, map[string]any{}
	for name, value := range mapped {
		if slices.Contains(ssoClaims, name) {
			claims[name] = value
		} else if name != "email" {
			custom[name] = value
		}
	}
	claims["iss"], claims["sub"], claims["email"] = p.SAML.EntityID, subject, who.Email()
	claims["email_verified"], claims["phone_verified"], claims["custom_claims"] = true, false, custom
	who.Person.Claims = claims
	return who, nil
}

// recogniseSSO returns the user that an organisation identifies. It never looks users up by
// address, since an organisation could claim any.
func (s *Server) recogniseSSO(ctx context.Context, tx pgx.Tx, who core.Vouched) (uuid.UUID, error) {
	if err := external.LockIdentity(ctx, tx, who); err != nil {
		return uuid.Nil, err
	}
	owner, err := external.OwnerOf(ctx, tx, who)
	if err != nil {
		return uuid.Nil, err
	}
	if owner == uuid.Nil {
		return s.makeSSO(ctx, tx, who)
	}
	if err := s.external.SignInKnown(ctx, tx, owner, who); err != nil {
		return uuid.Nil, err
	}
	_, err = tx.Exec(ctx, `UPDATE auth.users SET sso_email = $2 WHERE id = $1 AND is_sso_user`, owner, who.Email())
	if err != nil {
		return uuid.Nil, fmt.Errorf("store the address: %w", err)
	}
	return owner, nil
}

func (s *Server) makeSSO(ctx context.Context, tx pgx.Tx, who core.Vouched) (uuid.UUID, error) {
	if s.Config.DisableSignup {
		return uuid.Nil, core.ErrSignupDisabled
	}
	return s.accounts.Insert(ctx, tx, core.NewUser{
		Email: who.Email(), Metadata: who.Person.Claims, Known: &who, IsSSO: true,
		AppMetadata: map[string]any{"provider": who.Provider, "providers": []string{who.Provider}},
	}, "", true)
}

// arriveFromSSO returns the site's URL with a code, or with a session in its fragment.
func (s *Server) arriveFromSSO(ctx context.Context, tx pgx.Tx, userID uuid.UUID, challenge, target string, said sso.Assertion) (string, error) {
	until := said.SessionUntil()
	if challenge == "" {
		out, err := s.sessions.OpenAs(ctx, tx, userID, session.Opening{Method: session.MethodSAML, AAL: session.AAL1, Until: until})
		if err != nil {
			return "", err
		}
		return redirect.WithFragment(target, out.Values()), nil
	}
	code, err := s.external.IssueSealed(ctx, tx, userID, challenge, session.MethodSAML, external.CodeData{SessionUntil: until})
	if err != nil {
		return "", err
	}
	return redirect.WithQuery(target, url.Values{"code": {code}}), nil
}
