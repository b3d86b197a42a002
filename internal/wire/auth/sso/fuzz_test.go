package sso

import (
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzMetadata checks that accepted metadata names one provider with a key and a sign-in URL to
// which only the request is added.
func FuzzMetadata(f *testing.F) {
	good := described(f)
	for _, seed := range []string{
		good, "", "<a/>", strings.Replace(good, `"https://idp.example/sso"`, `"https://idp.example/sso?x=1&amp;SAMLRequest=y#z"`, 1), strings.Replace(good, `use="signing"`, "", 1),
		strings.Replace(good, "<EntityDescriptor", `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata"><EntityDescriptor`, 1) + "</EntitiesDescriptor>",
		strings.Replace(good, "https://idp.example/sso", "HTTPS://idp.example:99999/sso", 1), strings.Replace(good, `entityID=`, `validUntil="2020-01-01T00:00:00Z" cacheDuration="P1Y" entityID=`, 1),
		`<?xml version="1.0" encoding="UTF-16"?>` + good, strings.Repeat("<EntitiesDescriptor>", 1000), strings.Replace(good, "<IDPSSODescriptor", `<IDPSSODescriptor WantAuthnRequestsSigned="maybe"`, 1),
	} {
		f.Add(seed)
	}
	ours := service(f)
	f.Fuzz(func(t *testing.T, text string) {
		found, err := ReadMetadata([]byte(text))
		if err != nil {
			if found.described != nil || len(err.Error()) > 200 {
				t.Fatalf("%q is refused and kept: %v", text, err)
			}
			return
		}
		if name := found.EntityID(); name == "" || len(name) > entityIDMax || !utf8.ValidString(name) || strings.Contains(name, "\x00") || !found.hasKey() {
			t.Fatalf("%q is of %q", text, name)
		}
		if again, err := ReadMetadata([]byte(text)); err != nil || again.EntityID() != found.EntityID() || again.signInURL() != found.signInURL() {
			t.Fatalf("%q is read twice as %+v, %v", text, again, err)
		}
		question, err := ours.Ask(found, NameIDFormats[0])
		if err != nil {
			t.Fatalf("%q cannot be asked: %v", text, err)
		}
		location, err := question.Location("a relay state")
		if err != nil {
			t.Fatalf("%q cannot be asked: %v", text, err)
		}
		registered, err := url.Parse(found.signInURL())
		if err != nil {
			t.Fatal(err)
		}
		led, err := url.Parse(location)
		if err != nil || led.Host != registered.Host || led.Scheme != registered.Scheme || led.Scheme != "https" && led.Scheme != "http" || question.RequestID == "" {
			t.Fatalf("%q leads to %q, %v", registered, location, err)
		}
		if query := led.Query(); len(query["SAMLRequest"]) != 1 || len(query["RelayState"]) != 1 || len(query["Signature"]) != 1 {
			t.Fatalf("%q leads to %q", registered, location)
		}
	})
}
