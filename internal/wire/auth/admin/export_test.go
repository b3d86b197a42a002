package admin

// These are for the tests.
const FilterBytesMax = filterBytesMax
