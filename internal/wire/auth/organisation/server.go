// Package organisation serves sign-in at an organisation's SAML 2.0 identity provider (/sso), and the
// administration of those providers (/admin/sso). The protocol itself is in sso, which decides
// whether an assertion is believed. Begin at begin.go and return.go, the two halves of the flow.
package organisation

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/auth/account"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/external"
	"automacao/internal/wire/auth/message"
	"automacao/internal/wire/auth/session"
	"automacao/internal/wire/auth/sso"
)

// Server signs the users of organisations in.
type Server struct {
	*core.Server
	sessions *session.Server
	messages *message.Server
	accounts *account.Server
	external *external.Server
	// SAML is this server as a SAML service provider; nil if SAML is off.
	SAML *sso.Service
}

// New returns the sign-in of organisations of a server. It panics on unusable SAML settings, which
// Config.Validate refuses.
func New(sessions *session.Server, messages *message.Server, accounts *account.Server, others *external.Server) *Server {
	s := &Server{Server: sessions.Server, sessions: sessions, messages: messages, accounts: accounts, external: others}
	if s.Config.Federation.SAML.IsOn() {
		var err error
		if s.SAML, err = sso.New(s.Config.Federation.SAML, s.Issuer, s.Config.Now); err != nil {
			panic("auth: " + err.Error())
		}
	}
	return s
}

var (
	errSAMLOff        = fault.New(http.StatusNotFound, "saml_provider_disabled", "SAML 2.0 is disabled")
	errSSOUnknown     = fault.New(http.StatusNotFound, "sso_provider_not_found", "No such SSO provider")
	errSSODisabled    = fault.New(http.StatusNotFound, "sso_provider_disabled", "SSO Provider assigned for this domain is currently disabled")
	errRelayUnknown   = fault.New(http.StatusNotFound, "saml_relay_state_not_found", "SAML RelayState does not exist, try logging in again?")
	errRelayExpired   = fault.New(http.StatusUnprocessableEntity, "saml_relay_state_expired", "SAML RelayState has expired. Try logging in again?")
	errIDPUnknown     = fault.New(http.StatusNotFound, "saml_idp_not_found", "A SAML connection has not been established with this Identity Provider")
	errIDPExists      = fault.New(http.StatusUnprocessableEntity, "saml_idp_already_exists", "SAML Identity Provider with this EntityID already exists")
	errEntityOther    = fault.New(http.StatusBadRequest, "saml_entity_id_mismatch", "SAML Metadata can be updated only if the EntityID matches for the provider")
	errMetadataAway   = fault.New(http.StatusBadRequest, "saml_metadata_fetch_failed", "SAML Metadata cannot be fetched from metadata_url")
	errDomainExists   = fault.New(http.StatusBadRequest, "sso_domain_already_exists", "SSO Domain is already assigned to an SSO identity provider")
	errResourceExists = fault.New(http.StatusBadRequest, "validation_failed", "resource_id is already that of an SSO provider")
	errNoSubject      = fault.New(http.StatusBadRequest, "saml_assertion_no_user_id", "SAML Assertion did not contain a persistent Subject Identifier attribute or Subject NameID uniquely identifying this user")
	errNoSSOEmail     = fault.New(http.StatusBadRequest, "saml_assertion_no_email", "SAML Assertion does not contain an email address")
)
