package authtest

// Carlos is the address of a second person.
const Carlos = "carlos@b.co"
