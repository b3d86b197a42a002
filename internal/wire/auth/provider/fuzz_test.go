package provider

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"
)

// FuzzPerson checks that a provider's person is bounded and can be stored, and has a proved address
// only if the provider says so.
func FuzzPerson(f *testing.F) {
	var known []*Provider
	add := func(name string, settings Settings) {
		settings.ClientID = "client"
		known = append(known, New(name, settings, http.DefaultClient, "https://a.example/callback", time.Now))
	}
	for name := range presets {
		add(name, shapes[name].settings)
	}
	add("custom:erp", Settings{AuthURL: "https://a.example/a", TokenURL: "https://a.example/t", UserURL: "https://a.example/u", KeptClaims: []string{"groups", "level"}, Fields: map[string]string{
		"sub": "data.0.id", "email": "data.0.mail", "email_verified": "data.0.proved&data.0.active", "picture": "https://a.example/${data.0.id}/${name}.png"}})
	for _, shape := range shapes {
		f.Add(shape.claims, "[]")
		for address, document := range shape.documents {
			if strings.Contains(address, "emails") {
				f.Add("{}", document)
			} else {
				f.Add(document, `[{"email":"a@b.co","verified":"true","primary":1}]`)
			}
		}
	}
	f.Add(`{"data":[{"id":12345678901234567890,"mail":"a@b.co","proved":true,"active":1}],"groups":["a\u0000"],"level":1e400}`, `{"values":[{"email":"a@b.co","is_confirmed":1}]}`)
	f.Add(`{"sub":"\u0000","email":"\ud800","name":`+`"`+strings.Repeat("a", claimMax+1)+`"}`, `null`)
	f.Fuzz(func(t *testing.T, document, emails string) {
		told, err := decode([]byte(document))
		if err != nil {
			return
		}
		var list any
		hasList := json.Unmarshal([]byte(emails), &list) == nil
		for _, p := range known {
			found := p.read("https://a.example", told)
			if p.preset.emails != nil && hasList {
				found = p.preset.emails.addTo(found, list)
			}
			raw, err := json.Marshal(found.Claims)
			if err != nil || strings.Contains(string(raw), `\u0000`) && !strings.Contains(found.Subject, "\x00") {
				t.Fatalf("%s: %q is kept as %s, %v", p.Name, document, raw, err)
			}
			if len(raw) > 20*claimMax*6 && found.isUsable() {
				t.Fatalf("%s: %q is kept as %d bytes", p.Name, document, len(raw))
			}
			isSaid := strings.Contains(document+emails, "true") || strings.Contains(document+emails, "1") || strings.Contains(document+emails, `\u`)
			if found.EmailVerified && (found.Email == "" || !isSaid && p.settings.Fields["email_verified"] != always) {
				t.Fatalf("%s: %q and %q prove %q", p.Name, document, emails, found.Email)
			}
			if said := p.Introduce(found, document); said.Subject != found.Subject || said.Email != found.Email || said.EmailVerified != found.EmailVerified {
				t.Fatalf("%s: %q introduces somebody else", p.Name, document)
			}
		}
	})
}
