package oauth

// These are for the tests.
const AgreementTTL = agreementTTL
const AskedMax = askedMax
