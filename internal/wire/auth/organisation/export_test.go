package organisation

// These are for the tests.
const MetadataFresh = metadataFresh
const SSODomainsMax = ssoDomainsMax
