package signin

import (
	"strings"
	"testing"
)

// FuzzVerification checks that a proof is looked up in one place, or not at all.
func FuzzVerification(f *testing.F) {
	f.Add("email", "123456", "", "a@b.co", "", "")
	f.Add("sms", "123456", "", "", "+5547999990000", "")
	f.Add("recovery", "", "pkce_x", "", "", "")
	f.Add("email_change", "1", "2", "a@b.co", "1", "https://x")
	f.Add("", "", "", "", "", "")
	f.Fuzz(func(t *testing.T, kind, token, hash, email, phone, redirect string) {
		in := verifyRequest{Type: kind, Token: token, TokenHash: hash, Email: email, Phone: phone, RedirectTo: redirect}
		sentTo, kinds, err := in.check()
		switch {
		case err != nil && (sentTo != "" || kinds != nil):
			t.Fatalf("%+v is refused and looked for at %q", in, sentTo)
		case err == nil && (len(kinds) == 0 || (token == "") == (hash == "") || (hash != "" && sentTo != "") || (email != "" && phone != "")):
			t.Fatalf("%+v is looked for at %q among %v", in, sentTo, kinds)
		}
	})
}

// FuzzLinkPolicy checks that no address adds a rule to the link page's policy.
func FuzzLinkPolicy(f *testing.F) {
	for _, seed := range []string{"https://app.example/x", "app://back", "", "https://a;script-src *", "https://a b/", "javascript:alert(1)", "https://a'b", "HTTP://A", "x:;"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, target string) {
		policy := linkPolicy(target)
		if strings.Count(policy, ";") != 4 || strings.ContainsAny(policy, "\r\n,") || !strings.HasPrefix(policy, "default-src 'none';") {
			t.Fatalf("%q makes %q", target, policy)
		}
	})
}
