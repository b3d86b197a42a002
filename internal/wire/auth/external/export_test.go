package external

// These are for the tests.
const AlongTextMax = alongTextMax
const CustomMax = customMax
const MessageTTL = messageTTL
