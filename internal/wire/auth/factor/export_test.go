package factor

// These are for the tests.
const CeremonyCreate = ceremonyCreate
const ChallengeAttemptsMax = challengeAttemptsMax
const ChallengeTTL = challengeTTL
const FactorsMax = factorsMax
const RecoveryCodes = recoveryCodes

var NewRelyingParty = newRelyingParty
