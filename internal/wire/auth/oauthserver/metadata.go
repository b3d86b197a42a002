package oauthserver

// Metadata is the server's metadata for both RFC 8414 and OpenID Connect Discovery 1.0.
type Metadata struct {
	Issuer                string   `json:"issuer"`
	AuthorizationEndpoint string   `json:"authorization_endpoint"`
	TokenEndpoint         string   `json:"token_endpoint"`
	UserinfoEndpoint      string   `json:"userinfo_endpoint"`
	KeysURI               string   `json:"jwks_uri"`
	RegistrationEndpoint  string   `json:"registration_endpoint,omitempty"`
	Scopes                []string `json:"scopes_supported"`
	ResponseTypes         []string `json:"response_types_supported"`
	ResponseModes         []string `json:"response_modes_supported"`
	GrantTypes            []string `json:"grant_types_supported"`
	AuthMethods           []string `json:"token_endpoint_auth_methods_supported"`
	ChallengeMethods      []string `json:"code_challenge_methods_supported"`
	SubjectTypes          []string `json:"subject_types_supported"`
	SigningAlgorithms     []string `json:"id_token_signing_alg_values_supported,omitempty"`
	Claims                []string `json:"claims_supported"`
	// NamesItself says that responses contain the issuer (RFC 9207).
	NamesItself bool `json:"authorization_response_iss_parameter_supported"`
}

// Describe returns an issuer's metadata. algorithm signs ID tokens; "" if others cannot verify the
// server's key.
func Describe(issuer string, settings Settings, algorithm string) Metadata {
	about := Metadata{
		Issuer: issuer, AuthorizationEndpoint: issuer + "/oauth/authorize", TokenEndpoint: issuer + "/oauth/token",
		UserinfoEndpoint: issuer + "/oauth/userinfo", KeysURI: issuer + "/.well-known/jwks.json",
		Scopes: Scopes, ResponseTypes: []string{"code"}, ResponseModes: []string{"query"}, GrantTypes: grantTypes,
		AuthMethods: authMethods, ChallengeMethods: []string{"S256"}, SubjectTypes: []string{"public"}, NamesItself: true,
		Claims: []string{"sub", "name", "picture", "preferred_username", "updated_at", "email", "email_verified", "phone_number", "phone_number_verified"},
	}
	if algorithm == "" {
		about.Scopes = Scopes[1:]
	} else {
		about.SigningAlgorithms = []string{algorithm}
	}
	if settings.DynamicRegistration {
		about.RegistrationEndpoint = issuer + "/oauth/clients/register"
	}
	return about
}
