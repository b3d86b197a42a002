package auth

import (
	"strings"
	"testing"
)

// FuzzEmail checks that an address has one form, which no header or address list could parse as
// more than one.
func FuzzEmail(f *testing.F) {
	for _, seed := range []string{
		"marina@exemplo.com.br", " Marina@Exemplo.COM ", "a@b", "a@b.co\r\nBcc: c@d.co", "a,b@c.co", "<a@b.co>", `"a b"@c.co`, "a@[127.0.0.1]", "a@b..co", "a@-b.co", "é@b.co", "a@b.co\x00", "Kelvin@b.co", strings.Repeat("a", 250) + "@b.co",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		address, err := parseEmail(text)
		if err != nil {
			if address != "" {
				t.Fatalf("%q is refused and read as %q", text, address)
			}
			return
		}
		again, err := parseEmail(strings.ToUpper(address))
		if err != nil || again != address || len(address) > emailMax || strings.Count(address, "@") != 1 || strings.ContainsAny(address, " \r\n\t,;<>()[]\"\\\x00") {
			t.Fatalf("%q is read as %q, and that as %q, %v", text, address, again, err)
		}
	})
}

// FuzzPhone checks that a number has one form, of digits only.
func FuzzPhone(f *testing.F) {
	for _, seed := range []string{"5547999990000", "+55 47 99999 0000", "++1", "0123", "", " + 1 2", "1234567890123456", "५५", "1\x002", "12\n", "(47) 9", "+1-202", "12 "} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		number, err := parsePhone(text)
		if err != nil {
			if number != "" {
				t.Fatalf("%q is refused and read as %q", text, number)
			}
			return
		}
		again, err := parsePhone("+" + number)
		if err != nil || again != number || len(number) < 2 || len(number) > 15 || strings.Trim(number, "0123456789") != "" {
			t.Fatalf("%q is read as %q, and that as %q, %v", text, number, again, err)
		}
	})
}

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
