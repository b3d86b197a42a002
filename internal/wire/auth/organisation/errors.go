package organisation

import (
	"net/http"

	"automacao/internal/kernel/fault"
)

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
