package authtest

// AppHost is the host of PublicURL.
const AppHost = "automacao.example"
