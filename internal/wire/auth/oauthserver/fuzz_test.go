package oauthserver

import (
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/uuid"

	"automacao/internal/kernel/leaktest"
)

const fuzzedIssuer = "https://site.example/auth/v1"

// isWorded reports whether RFC 6749 (4.1.2.1, 5.2) allows the error's characters.
func isWorded(refusal *Error) bool {
	return refusal.Code != "" && refusal.Status >= 400 && refusal.Status < 500 && !strings.ContainsFunc(refusal.Code+refusal.Description, func(r rune) bool {
		return r < ' ' || r > '~' || r == '"' || r == '\\'
	})
}

// isKept reports whether PostgreSQL can store the texts.
func isKept(texts ...string) bool {
	return !slices.ContainsFunc(texts, func(text string) bool { return !utf8.ValidString(text) || strings.Contains(text, "\x00") })
}

// leads returns the parameters that a response sends to a client's address. It fails if it goes
// anywhere else or repeats a parameter.
func leads(t *testing.T, redirect, state, said string) url.Values {
	t.Helper()
	registered, err := url.Parse(redirect)
	if err != nil {
		t.Fatalf("%q is no address: %v", redirect, err)
	}
	led, err := url.Parse(said)
	if err != nil || led.Scheme != registered.Scheme || led.Host != registered.Host || led.Opaque != registered.Opaque || led.Path != registered.Path || !strings.HasPrefix(said, redirect) {
		t.Fatalf("%q leads to %q: %v", redirect, said, err)
	}
	query := led.Query()
	if len(query["iss"]) != 1 || len(query["state"]) > 1 || query.Get("state") != state {
		t.Fatalf("%q with state %q says %v", redirect, state, query)
	}
	return query
}

// FuzzRegistration checks that a registered client has addresses that can receive codes and that a
// browser cannot run, has its own secret, and is unchanged after being stored.
func FuzzRegistration(f *testing.F) {
	// Inputs that earlier runs found.
	for _, seed := range []string{
		"{\"redireCt_uris\":[\"A00000.000:000000\",\"C.0000:000000000000000000000000\"],\"grAnt_tYpes\":[]}",
	} {
		f.Add(seed)
	}
	for _, seed := range []string{
		`{"redirect_uris":["https://app.example/volta?loja=1"],"client_name":"App"}`, `{"redirect_uris":["http://127.0.0.1:7777/"],"token_endpoint_auth_method":"none"}`,
		`{"redirect_uris":["com.example.app:/volta","cursor://anysphere.cursor-mcp/x"],"client_type":"public","grant_types":["refresh_token","authorization_code","authorization_code"]}`,
		`{"redirect_uris":["https://a.example/?x;code=1","https://a.example/?%63ode=1"]}`, `{"redirect_uris":["javascript:alert(1)"]}`, `{"redirect_uris":["https://a,b"]}`, `{"redirect_uris":["https:\\evil"]}`,
		`{"redirect_uris":["https://a.example"],"client_uri":"https://a.example","logo_uri":"http://a.example/l.png","response_types":["code"]}`, `{"redirect_uris":["https://a.example"],"client_name":"\u202eppA"}`,
		`{"redirect_uris":["https://a.example"],"logo_uri":"javascript:1"}`, `{"redirect_uris":[""]}`, `{"redirect_uris":null}`, `{"grant_types":[]}`, `{"redirect_uris":["https://user@a.example"]}`, `{"redirect_uris":["https://a.example/#x"]}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var in Registration
		if json.Unmarshal([]byte(text), &in) != nil {
			return
		}
		made, err := NewClient(in, Dynamic)
		if err != nil {
			if refusal, ok := errors.AsType[*Error](err); !ok || !isWorded(refusal) || made.Secret != "" {
				t.Fatalf("%s is refused by %v with the secret %q", text, err, made.Secret)
			}
			return
		}
		if kept := strings.Split(strings.Join(made.RedirectURIs, ","), ","); !slices.Equal(kept, made.RedirectURIs) || len(kept) > redirectsMax || !isKept(made.Name, made.URI, made.LogoURI) {
			t.Fatalf("%s is kept as %q", text, kept)
		}
		for _, redirect := range made.RedirectURIs {
			if query := leads(t, redirect, "a b&c", Answer(redirect, fuzzedIssuer, "a b&c", url.Values{"code": {"x"}})); len(query["code"]) != 1 || query.Get("code") != "x" || !made.Fits(redirect) {
				t.Fatalf("%q says %v", redirect, query)
			}
			scheme, _, _ := strings.Cut(strings.ToLower(redirect), ":")
			if slices.Contains([]string{"javascript", "data", "vbscript", "file", "blob", "about", "ws", "ftp"}, scheme) {
				t.Fatalf("%q is where codes go", redirect)
			}
		}
		brought := Credentials{method: made.AuthMethod, secret: made.Secret}
		if made.IsConfidential() != (made.Secret != "") || made.Prove(brought) != nil || made.IsConfidential() && made.Prove(Credentials{method: made.AuthMethod}) == nil {
			t.Fatalf("%s is %+v", text, made)
		}
		again := made
		if len(in.GrantTypes) == 0 {
			in.GrantTypes = nil // for a new client, none means the default grants
		}
		if err := again.Update(in); err != nil || !slices.Equal(again.RedirectURIs, made.RedirectURIs) || again.Type != made.Type || again.Name != made.Name {
			t.Fatalf("%s said again is %+v, %v", text, again, err)
		}
	})
}

// FuzzAsked checks that an authorization request can be stored and has each parameter once, and
// that its response goes only to the client's address.
func FuzzAsked(f *testing.F) {
	const good = "client_id=6f5d2a54-3f0e-4a53-9c13-9e7f6b9f3f10&redirect_uri=https%3A%2F%2Fapp.example%2Fvolta%3Floja%3D1&response_type=code&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"
	for _, seed := range []string{
		good, good + "&state=a+b&nonce=n&scope=phone+openid+openid&resource=https%3A%2F%2Fa", good + "&state=%ff", good + "&nonce=%00", good + "&scope=email&scope=phone", good + "&redirect_uri=https://evil.example",
		good + "&prompt=none&state=x%0d%0aSet-Cookie:a", good + "&request_uri=https://x", good + "&response_mode=fragment", good + "&scope=%E2%80%83openid", good + "&scope=admin", "client_id={6f5d2a54-3f0e-4a53-9c13-9e7f6b9f3f10}&redirect_uri=a", "a;b=%", "",
	} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, raw string, openID bool) {
		query := (&url.URL{RawQuery: raw}).Query()
		client, redirect, err := ClientOf(query)
		if err != nil {
			if refusal, ok := errors.AsType[*Error](err); !ok || !isWorded(refusal) || client != uuid.Nil || redirect != "" {
				t.Fatalf("%q is refused by %v", raw, err)
			}
		} else if len(query["client_id"]) != 1 || len(query["redirect_uri"]) != 1 || redirect == "" {
			t.Fatalf("%q asks for %s at %q", raw, client, redirect)
		}
		asked, err := ReadAsked(query, openID)
		if !isKept(asked.State) || len(asked.State) > stateMax || asked.State != "" && !slices.Equal(query["state"], []string{asked.State}) {
			t.Fatalf("%q has the state %q", raw, asked.State)
		}
		if refusal, ok := errors.AsType[*Error](err); ok {
			said := leads(t, "https://app.example/volta?loja=1", asked.State, AnswerError("https://app.example/volta?loja=1", fuzzedIssuer, asked.State, refusal))
			if !isWorded(refusal) || said.Get("error") != refusal.Code || said.Has("code") {
				t.Fatalf("%q is refused by %v", raw, err)
			}
			return
		}
		if err != nil || !isKept(asked.Nonce, asked.Resource, asked.Scope) || !challengeShape.MatchString(asked.Challenge) || len(asked.Nonce) > nonceMax || len(asked.Resource) > resourceMax {
			t.Fatalf("%q is read as %+v, %v", raw, asked, err)
		}
		if each := strings.Fields(asked.Scope); len(each) == 0 || Together(asked.Scope, "") != asked.Scope || !openID && Has(asked.Scope, ScopeOpenID) {
			t.Fatalf("%q asks for %q", raw, asked.Scope)
		}
		for _, name := range read {
			if len(query[name]) > 1 {
				t.Fatalf("%q says %s twice and is taken", raw, name)
			}
		}
	})
}

func TestMain(m *testing.M) { leaktest.Main(m) }
