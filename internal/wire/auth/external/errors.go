package external

import (
	"net/http"

	"automacao/internal/kernel/fault"
)

var (
	errFlowExpired        = fault.New(http.StatusUnprocessableEntity, "flow_state_expired", "invalid flow state, flow state has expired")
	errCodeVerifier       = fault.New(http.StatusBadRequest, "bad_code_verifier", "code challenge does not match previously saved code verifier")
	errProviderOff        = fault.New(http.StatusBadRequest, "validation_failed", "Unsupported provider: provider is not enabled")
	errProviderDisabled   = fault.New(http.StatusBadRequest, "provider_disabled", "Provider is not enabled")
	errOAuthState         = fault.New(http.StatusBadRequest, "bad_oauth_state", "OAuth callback with invalid state")
	errOAuthCallback      = fault.New(http.StatusBadRequest, "bad_oauth_callback", "OAuth callback without state or code")
	errExternalCode       = fault.New(http.StatusInternalServerError, "unexpected_failure", "Unable to exchange external code")
	errProviderAway       = fault.New(http.StatusInternalServerError, "unexpected_failure", "The provider does not answer")
	errEmailNotProvided   = fault.New(http.StatusUnprocessableEntity, "email_address_not_provided", "Error getting user email from external provider")
	errEmailUnproved      = fault.New(http.StatusUnprocessableEntity, "provider_email_needs_verification", "Unverified email with the provider. A confirmation email has been sent to its address")
	errInviteNotFound     = fault.New(http.StatusNotFound, "invite_not_found", "User not found for this invitation")
	errInviteOther        = fault.New(http.StatusBadRequest, "validation_failed", "Invited email does not match emails from external provider")
	errIdentityExists     = fault.New(http.StatusUnprocessableEntity, "identity_already_exists", "Identity is already linked")
	errIdentityOthers     = fault.New(http.StatusUnprocessableEntity, "identity_already_exists", "Identity is already linked to another user")
	errIdentityNotFound   = fault.New(http.StatusNotFound, "identity_not_found", "Identity doesn't exist")
	errIdentityLast       = fault.New(http.StatusUnprocessableEntity, "single_identity_not_deletable", "User must have at least 1 identity after unlinking")
	errIdentityEmailTaken = fault.New(http.StatusUnprocessableEntity, "email_conflict_identity_not_deletable", "Unable to unlink identity due to email conflict")
	errWeb3Off            = fault.New(http.StatusUnprocessableEntity, "web3_provider_disabled", "Web3 provider is disabled")
	errEthereumOff        = fault.New(http.StatusUnprocessableEntity, "web3_provider_disabled", "Ethereum Web3 provider is disabled")
	errSolanaOff          = fault.New(http.StatusUnprocessableEntity, "web3_provider_disabled", "Solana Web3 provider is disabled")
	errWeb3Chain          = fault.New(http.StatusBadRequest, "web3_unsupported_chain", "Unsupported chain")
)
