package hook

// These are for the tests.
const HookAttempts = attemptsMax
const HookSecretsMax = secretsMax
