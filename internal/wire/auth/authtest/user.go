package authtest

// UUIDExample is an id that nothing has.
const UUIDExample = "018f0000-0000-7000-8000-000000000001"
