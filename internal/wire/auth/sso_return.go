package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/auth/provider"
	"automacao/internal/wire/auth/sso"
)

// samlReturn is POST /sso/saml/acs: somebody comes back from his organisation.
// Whatever happens, he is led on to the site with the outcome.
func (s *Server) samlReturn(w http.ResponseWriter, r *http.Request) error {
	if err := r.ParseForm(); err != nil {
		return invalid("Could not read the form")
	}
	target := s.cfg.SiteURL
	asked, redirect, err := s.readRelay(r)
	if redirect != "" {
		target = redirect
	}
	var location string
	if err == nil {
		location, err = s.comeBackFromSSO(r.Context(), asked, target, r.PostForm.Get("SAMLResponse"))
	}
	if err != nil {
		location = s.failedExternal(r.Context(), target, err)
	}
	w.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(w, r, location, http.StatusSeeOther)
	return nil
}

// readRelay finds what was asked for. Artifacts and signatures of forms are ways of the
// standard that this server does not say it takes.
func (s *Server) readRelay(r *http.Request) (relayed, string, error) {
	form := r.PostForm
	for _, name := range []string{"SAMLart", "SigAlg", "Signature"} {
		if form.Has(name) {
			return relayed{}, "", invalid("SAML responses are taken by the HTTP-POST binding alone")
		}
	}
	if form.Get("SAMLResponse") == "" {
		return relayed{}, "", invalid("SAMLResponse is missing")
	}
	relay := form.Get("RelayState")
	if state, err := uuid.Parse(relay); err == nil {
		return s.takeRelay(r, state)
	}
	if at, err := url.ParseRequestURI(relay); relay != "" && (err != nil || at.Host == "") {
		return relayed{}, "", invalid("SAML RelayState is not a valid UUID or URL")
	}
	if !s.saml.IDPInitiated() {
		return relayed{}, "", invalid("SAML sign-in has to be begun here")
	}
	return relayed{}, s.cfg.redirect(relay), nil
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
	said, err := s.saml.Believe(described, response, asked.requestID)
	if err != nil {
		return "", invalid("SAML Assertion is not valid").Because(err)
	}
	who, err := found.person(said)
	if err != nil {
		return "", err
	}
	var location string
	err = s.inTx(ctx, func(tx pgx.Tx) error {
		if err := s.spendAssertion(ctx, tx, found.ID, said); err != nil {
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

// ssoProviderOf is whom somebody was sent to, or who an unasked answer says it is of.
func (s *Server) ssoProviderOf(ctx context.Context, asked relayed, response string) (found *ssoProvider, err error) {
	if asked.requestID != "" {
		found, err = s.findSSO(ctx, "p.id = $1", asked.providerID)
	} else {
		issuer, peekErr := sso.IssuerOf(response)
		if peekErr != nil {
			return nil, invalid("%s", peekErr)
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

// ssoClaims are those of the protocol; what else a mapping names is kept apart.
var ssoClaims = []string{
	"name", "family_name", "given_name", "middle_name", "nickname", "preferred_username", "profile", "picture", "website", "gender",
	"birthdate", "zoneinfo", "locale", "phone", "full_name", "avatar_url", "slug", "user_name",
}

// person is whom an assertion vouches for: he is known to this organisation alone.
func (p *ssoProvider) person(said sso.Assertion) (external, error) {
	subject, mapped := said.Subject(), said.Mapped(p.SAML.Mapping)
	if subject == "" {
		return external{}, errNoSubject
	}
	address, _ := mapped["email"].(string)
	if address == "" {
		address = said.Email()
	}
	who := external{provider: p.identityName(), person: provider.Person{Subject: subject, Email: address, EmailVerified: true}}
	if who.email() == "" {
		return external{}, errNoSSOEmail
	}
	claims, custom := map[string]any{}, map[string]any{}
	for name, value := range mapped {
		if slices.Contains(ssoClaims, name) {
			claims[name] = value
		} else if name != "email" {
			custom[name] = value
		}
	}
	claims["iss"], claims["sub"], claims["email"] = p.SAML.EntityID, subject, who.email()
	claims["email_verified"], claims["phone_verified"], claims["custom_claims"] = true, false, custom
	who.person.Claims = claims
	return who, nil
}

// recogniseSSO returns the user whom an organisation vouches for. Nobody is found by an
// address: an organisation could name anybody's.
func (s *Server) recogniseSSO(ctx context.Context, tx pgx.Tx, who external) (uuid.UUID, error) {
	if err := lockIdentity(ctx, tx, who); err != nil {
		return uuid.Nil, err
	}
	owner, err := ownerOf(ctx, tx, who)
	if err != nil {
		return uuid.Nil, err
	}
	if owner == uuid.Nil {
		return s.makeSSO(ctx, tx, who)
	}
	if err := s.signInKnown(ctx, tx, owner, who); err != nil {
		return uuid.Nil, err
	}
	_, err = tx.Exec(ctx, `UPDATE auth.users SET sso_email = $2 WHERE id = $1 AND is_sso_user`, owner, who.email())
	if err != nil {
		return uuid.Nil, fmt.Errorf("learn an address: %w", err)
	}
	return owner, nil
}

func (s *Server) makeSSO(ctx context.Context, tx pgx.Tx, who external) (uuid.UUID, error) {
	if s.cfg.DisableSignup {
		return uuid.Nil, errSignupDisabled
	}
	return s.insertUser(ctx, tx, NewUser{
		Email: who.email(), Metadata: who.person.Claims, known: &who, isSSO: true,
		AppMetadata: map[string]any{"provider": who.provider, "providers": []string{who.provider}},
	}, "", true)
}

// arriveFromSSO returns the site's address with a code, or with a session in its fragment.
func (s *Server) arriveFromSSO(ctx context.Context, tx pgx.Tx, userID uuid.UUID, challenge, redirect string, said sso.Assertion) (string, error) {
	until := said.SessionUntil()
	if challenge == "" {
		out, err := s.giveSession(ctx, tx, userID, opening{method: methodSAML, aal: aal1, until: until})
		if err != nil {
			return "", err
		}
		return withFragment(redirect, out.values()), nil
	}
	code, err := s.issueSealed(ctx, tx, userID, challenge, methodSAML, underCode{SessionUntil: until})
	if err != nil {
		return "", err
	}
	return withQuery(redirect, url.Values{"code": {code}}), nil
}
