package core

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
		address, err := ParseEmail(text)
		if err != nil {
			if address != "" {
				t.Fatalf("%q is refused and read as %q", text, address)
			}
			return
		}
		again, err := ParseEmail(strings.ToUpper(address))
		if err != nil || again != address || len(address) > EmailMax || strings.Count(address, "@") != 1 || strings.ContainsAny(address, " \r\n\t,;<>()[]\"\\\x00") {
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
		number, err := ParsePhone(text)
		if err != nil {
			if number != "" {
				t.Fatalf("%q is refused and read as %q", text, number)
			}
			return
		}
		again, err := ParsePhone("+" + number)
		if err != nil || again != number || len(number) < 2 || len(number) > 15 || strings.Trim(number, "0123456789") != "" {
			t.Fatalf("%q is read as %q, and that as %q, %v", text, number, again, err)
		}
	})
}
