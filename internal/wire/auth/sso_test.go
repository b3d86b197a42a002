package auth

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/beevik/etree"
	"github.com/crewjam/saml"

	"automacao/internal/wire/auth/sso"
)

func withSSO(c *Config) { c.Federation.SAML.PrivateKey = pemOf(ourKey()) }

// setupSSO is a server that knows one organisation.
func setupSSO(t *testing.T, adjust ...func(*Config)) (*bundle, idp, string) {
	t.Helper()
	b := setup(t, append([]func(*Config){withSSO}, adjust...)...)
	i := b.newIDP(idpKey())
	got := b.admin("POST", "/admin/sso/providers", map[string]any{
		"type": "saml", "metadata_xml": i.described(), "domains": []string{"SerrAzul.com.br"},
		"attribute_mapping": map[string]any{"keys": map[string]any{
			"user_name": map[string]any{"names": []string{"nobody", "uid"}}, "groups": map[string]any{"name": "groups", "array": true}, "plan": map[string]any{"name": "plan", "default": "firm"}, "sub": map[string]any{"name": "groups"},
		}},
	})
	id, _ := got.body["id"].(string)
	if got.status != http.StatusCreated || id == "" {
		t.Fatalf("got %d %s", got.status, got.raw)
	}
	return b, i, id
}

func TestAnOrganisationSignsItsPeopleIn(t *testing.T) {
	b, i, id := setupSSO(t, func(c *Config) { c.Federation.ManualLinking = true })
	owner := b.signUp(marina)
	page := b.asksSSO(map[string]any{"domain": "serrazul.com.br", "redirect_to": publicURL + "/inicio"})
	form, _ := i.vouches(page, person("marina", strings.ToUpper(marina)), nil)
	location := b.comesBack(form)
	d := b.entersBySSO(location)
	if !strings.HasPrefix(location.String(), publicURL+"/inicio#") {
		t.Errorf("led to %s", location)
	}
	t.Run("TheyAreApartFromOthersOfTheSameAddress", func(t *testing.T) {
		b := b.in(t)
		me := b.me(d)
		identity := me.body["identities"].([]any)[0].(map[string]any)
		metadata := me.body["user_metadata"].(map[string]any)
		custom := metadata["custom_claims"].(map[string]any)
		if d.User.ID == owner.User.ID || me.body["email"] != marina || identity["provider"] != "sso:"+id || identity["id"] != "marina" ||
			metadata["user_name"] != "marina" || metadata["sub"] != "marina" || metadata["iss"] != i.MetadataURL.String() || custom["plan"] != "firm" || len(custom["groups"].([]any)) != 2 {
			t.Errorf("the user is %s", me.raw)
		}
		claims, err := b.keys.VerifyAt(d.AccessToken, b.clock.Now())
		if err != nil || !strings.Contains(string(claims.Raw), `"amr":[{"method":"sso/saml"`) || !strings.Contains(string(claims.Raw), marina) {
			t.Errorf("claims are %s", claims.Raw)
		}
		if again := b.signInAs(marina); again.User.ID != owner.User.ID {
			t.Error("the password is another user's")
		}
		b.post("/otp", map[string]any{"email": marina})
		if sent := scalar[int](b, `SELECT count(*) FROM auth.one_time_tokens WHERE user_id = $1`, d.User.ID); sent != 0 {
			t.Error("a code signs in past the organisation")
		}
	})
	t.Run("WhoComesAgainIsTheSame", func(t *testing.T) {
		b := b.in(t)
		form, _ := i.vouches(b.asksSSO(map[string]any{"provider_id": id}), person("marina", "m.alves@serrazul.com.br"), nil)
		again := b.entersBySSO(b.comesBack(form))
		if me := b.me(again); again.User.ID != d.User.ID || me.body["email"] != "m.alves@serrazul.com.br" {
			t.Errorf("the user is %s", me.raw)
		}
	})
	t.Run("WhatTheOrganisationManagesIsLeftToIt", func(t *testing.T) {
		b := b.in(t)
		for _, change := range []map[string]any{{"email": "other@b.co"}, {"password": "another password 9"}} {
			b.want(b.put(d, change), 422, "user_sso_managed")
			b.want(b.admin("PUT", "/admin/users/"+d.User.ID.String(), change), 422, "user_sso_managed")
		}
		if got := b.put(d, map[string]any{"data": map[string]any{"theme": "dark"}}); got.status != 200 {
			t.Errorf("got %s", got.raw)
		}
	})
	t.Run("AndSoIsEveryWayIn", func(t *testing.T) {
		b := b.in(t)
		b.want(b.enterWith(b.withPasskey(d)), 422, "user_sso_managed")
		b.want(b.do(request{method: "GET", path: "/user/identities/authorize?provider=google", bearer: d.AccessToken}), 422, "user_sso_managed")
		b.want(b.do(request{method: "DELETE", path: "/user/identities/" + uuidExample, bearer: d.AccessToken}), 422, "single_identity_not_deletable")
	})
	t.Run("WithACodeForItsVerifier", func(t *testing.T) {
		b := b.in(t)
		page := b.asksSSO(map[string]any{"domain": "SERRAZUL.com.br", "code_challenge": s256(pkceVerifier), "code_challenge_method": "s256"})
		until := b.clock.Now().Add(time.Hour)
		form, _ := i.vouches(page, person("marina", marina), func(a *saml.Assertion) { a.AuthnStatements[0].SessionNotOnOrAfter = &until })
		location := b.comesBack(form)
		got := b.post("/token?grant_type=pkce", map[string]any{"auth_code": location.Query().Get("code"), "code_verifier": pkceVerifier})
		if entered := b.device(got); entered.User.ID != d.User.ID || location.Fragment != "" {
			t.Errorf("led to %s", location)
		}
		if ends := scalar[time.Time](b, `SELECT min(not_after) FROM auth.sessions WHERE user_id = $1`, d.User.ID); !ends.Equal(until) {
			t.Errorf("the session ends at %s, the organisation says %s", ends, until)
		}
	})
	t.Run("ByTheBrowserThatBegan", func(t *testing.T) {
		b := b.in(t)
		left := b.post("/sso", map[string]any{"provider_id": id})
		cookie, _, _ := strings.Cut(left.header.Get("Set-Cookie"), ";")
		if left.status != http.StatusSeeOther || cookie == "" {
			t.Fatalf("got %d %v", left.status, left.header)
		}
		form, _ := i.vouches(left.header.Get("Location"), person("marina", marina), nil)
		b.entersBySSO(b.comesBack(form, cookie))
		left = b.post("/sso", map[string]any{"provider_id": id})
		form, _ = i.vouches(left.header.Get("Location"), person("marina", marina), nil)
		if got := b.comesBack(form).Query().Get("error_code"); got != "saml_relay_state_not_found" {
			t.Errorf("got %s", got)
		}
	})
}

// refusesSSO brings an answer that is not to be believed.
func (b *bundle) refusesSSO(form url.Values, code string) {
	b.t.Helper()
	location := b.comesBack(form)
	if got := location.Query().Get("error_code"); got != code || strings.Contains(location.String(), "access_token") {
		b.t.Errorf("led to %s, want %s", location, code)
	}
}

func TestAnswersOfOrganisationsThatAreNotBelieved(t *testing.T) {
	b, i, id := setupSSO(t)
	ask := func(b *bundle) string { return b.asksSSO(map[string]any{"provider_id": id}) }
	now := b.clock.Now()
	for fact, change := range map[string]func(*saml.Assertion){
		"ForAnotherAudience": func(a *saml.Assertion) { a.Conditions.AudienceRestrictions[0].Audience.Value = "https://evil.example" },
		"ForNoAudience":      func(a *saml.Assertion) { a.Conditions.AudienceRestrictions = nil },
		"ForAnotherRecipient": func(a *saml.Assertion) {
			a.Subject.SubjectConfirmations[0].SubjectConfirmationData.Recipient = "https://evil.example/acs"
		},
		"OfAnotherQuestion": func(a *saml.Assertion) {
			a.Subject.SubjectConfirmations[0].SubjectConfirmationData.InResponseTo = "id-another"
		},
		"Expired":     func(a *saml.Assertion) { a.Conditions.NotOnOrAfter = now.Add(-time.Hour) },
		"NotYetValid": func(a *saml.Assertion) { a.Conditions.NotBefore = now.Add(time.Hour) },
		"OfLongAgo":   func(a *saml.Assertion) { a.IssueInstant = now.Add(-time.Hour) },
		"ConfirmedTooLate": func(a *saml.Assertion) {
			a.Subject.SubjectConfirmations[0].SubjectConfirmationData.NotOnOrAfter = now.Add(-time.Hour)
		},
		"OfAnotherIssuer": func(a *saml.Assertion) { a.Issuer.Value = "https://evil.example" },
	} {
		t.Run(fact, func(t *testing.T) {
			b := b.in(t)
			form, _ := i.vouches(ask(b), person("marina", marina), change)
			b.refusesSSO(form, "validation_failed")
		})
	}
	t.Run("OfNobodyForGood", func(t *testing.T) {
		b := b.in(t)
		passing := person("marina", marina)
		passing.NameIDFormat = string(saml.TransientNameIDFormat)
		form, _ := i.vouches(ask(b), passing, nil)
		b.refusesSSO(form, "saml_assertion_no_user_id")
		form, _ = i.vouches(ask(b), person("marina", ""), nil)
		b.refusesSSO(form, "saml_assertion_no_email")
	})
	t.Run("SignedByAnotherKey", func(t *testing.T) {
		b := b.in(t)
		form, _ := b.newIDP(strangerKey()).vouches(ask(b), person("marina", marina), nil)
		b.refusesSSO(form, "validation_failed")
	})
	t.Run("OfAnotherRelayState", func(t *testing.T) {
		b := b.in(t)
		form, _ := i.vouches(ask(b), person("marina", marina), nil)
		other, _ := i.vouches(ask(b), person("marina", marina), nil)
		b.refusesSSO(url.Values{"RelayState": other["RelayState"], "SAMLResponse": form["SAMLResponse"]}, "validation_failed")
	})
	t.Run("NotAsked", func(t *testing.T) {
		b := b.in(t)
		b.refusesSSO(i.unasked(person("marina", marina), ""), "validation_failed")
		form, _ := i.vouches(ask(b), person("marina", marina), nil)
		form.Del("RelayState")
		b.refusesSSO(form, "validation_failed")
	})
	t.Run("ByAnotherBinding", func(t *testing.T) {
		b := b.in(t)
		b.refusesSSO(url.Values{"SAMLart": {"AAQAAA"}}, "validation_failed")
		b.refusesSSO(url.Values{}, "validation_failed")
		b.refusesSSO(url.Values{"SAMLResponse": {"%"}, "RelayState": {"nonsense"}}, "validation_failed")
		b.refusesSSO(url.Values{"SAMLResponse": {"x"}, "RelayState": {uuidExample}}, "saml_relay_state_not_found")
	})
	t.Run("Late", func(t *testing.T) {
		b := b.in(t)
		form, _ := i.vouches(ask(b), person("marina", marina), nil)
		b.clock.advance(externalTTL)
		b.refusesSSO(form, "saml_relay_state_expired")
		b.refusesSSO(form, "saml_relay_state_not_found")
	})
	if users := scalar[int](b, `SELECT count(*) FROM auth.users`) + scalar[int](b, `SELECT count(*) FROM auth.saml_assertions`); users != 0 {
		t.Errorf("%d rows were made by what was refused", users)
	}
}

// TestSignaturesCoverWhatIsRead tries to have something read that nobody signed (XML
// signature wrapping): what was signed is there, and beside or around it what was not.
func TestSignaturesCoverWhatIsRead(t *testing.T) {
	b, i, id := setupSSO(t)
	evil := func(signed *etree.Element) *etree.Element {
		forged := signed.Copy()
		forged.CreateAttr("ID", "id-forged")
		forged.RemoveChild(forged.FindElement("./Signature"))
		forged.FindElement("./Subject/NameID").SetText("administrator")
		return forged
	}
	within := func(parent *etree.Element, names ...string) *etree.Element {
		for _, name := range names {
			parent = parent.CreateElement(name)
		}
		return parent
	}
	for fact, forge := range map[string]func(response, signed *etree.Element){
		"NothingSigned":  func(_, signed *etree.Element) { signed.RemoveChild(signed.FindElement("./Signature")) },
		"AnotherName":    func(_, signed *etree.Element) { signed.FindElement("./Subject/NameID").SetText("administrator") },
		"ForgedBeforeIt": func(response, signed *etree.Element) { response.InsertChildAt(signed.Index(), evil(signed)) },
		"ForgedBehindIt": func(response, signed *etree.Element) { response.AddChild(evil(signed)) },
		"ItInsideForged": func(response, signed *etree.Element) {
			response.AddChild(evil(signed))
			response.ChildElements()[len(response.ChildElements())-1].AddChild(signed)
		},
		"ItInASignature": func(response, signed *etree.Element) {
			forged := evil(signed)
			signature := signed.FindElement("./Signature")
			signed.RemoveChild(signature)
			within(signature, "ds:Object").AddChild(signed)
			forged.AddChild(signature)
			response.AddChild(forged)
		},
		"ItInAnExtension": func(response, signed *etree.Element) {
			forged := evil(signed)
			forged.AddChild(signed.FindElement("./Signature").Copy())
			within(response, "samlp:Extensions").AddChild(signed)
			response.AddChild(forged)
		},
		"ForgedOfTheSameID": func(response, signed *etree.Element) {
			forged := evil(signed)
			forged.CreateAttr("ID", signed.SelectAttrValue("ID", ""))
			response.InsertChildAt(signed.Index(), forged)
		},
		"ForgedInsideIt": func(_, signed *etree.Element) { signed.AddChild(evil(signed)) },
		"AnEmptyReference": func(response, signed *etree.Element) {
			signed.FindElement("./Signature/SignedInfo/Reference").CreateAttr("URI", "")
			signed.FindElement("./Subject/NameID").SetText("administrator")
		},
	} {
		for signs, isWhole := range map[string]bool{"": false, "InASignedResponse": true} {
			t.Run(fact+signs, func(t *testing.T) {
				b := b.in(t)
				form, document := i.vouches(b.asksSSO(map[string]any{"provider_id": id}), person("marina", marina), nil)
				response := document.Root()
				if signature := response.FindElement("./Signature"); !isWhole {
					response.RemoveChild(signature)
				}
				forge(response, response.FindElement("./Assertion"))
				form.Set("SAMLResponse", encoded(t, document))
				b.refusesSSO(form, "validation_failed")
			})
		}
	}
	t.Run("WhatIsSignedAloneIsBelieved", func(t *testing.T) {
		b := b.in(t)
		form, document := i.vouches(b.asksSSO(map[string]any{"provider_id": id}), person("marina", marina), nil)
		document.Root().RemoveChild(document.Root().FindElement("./Signature"))
		form.Set("SAMLResponse", encoded(t, document))
		b.entersBySSO(b.comesBack(form))
	})
	t.Run("ACommentCutsNoName", func(t *testing.T) {
		b := b.in(t)
		form, document := i.vouches(b.asksSSO(map[string]any{"provider_id": id}), person("marina.evil", marina), nil)
		raw, err := document.WriteToString()
		if err != nil || !strings.Contains(raw, "marina.evil<") {
			t.Fatalf("%v: %s", err, raw)
		}
		cut := etree.NewDocument()
		if err := cut.ReadFromString(strings.ReplaceAll(raw, "marina.evil<", "marina<!-- -->.evil<")); err != nil {
			t.Fatal(err)
		}
		form.Set("SAMLResponse", encoded(t, cut))
		b.comesBack(form)
		if named := scalar[int](b, `SELECT count(*) FROM auth.identities WHERE provider_id NOT IN ('marina', 'marina.evil')`); named != 0 {
			t.Error("a part of a name is somebody")
		}
		if taken := scalar[int](b, `SELECT count(*) FROM auth.identities WHERE provider_id = 'marina' AND identity_data ->> 'user_name' = 'marina.evil'`); taken != 0 {
			t.Error("a comment made somebody of another's name")
		}
	})
}

func TestAnAssertionWorksOnce(t *testing.T) {
	b, i, _ := setupSSO(t, func(c *Config) { c.Federation.SAML.IDPInitiated = true })
	form := i.unasked(person("marina", marina), publicURL+"/painel")
	var all sync.WaitGroup
	locations := make([]*url.URL, 4)
	for n := range locations {
		all.Go(func() { locations[n] = b.comesBack(form) })
	}
	all.Wait()
	entered := 0
	for _, location := range locations {
		if strings.HasPrefix(location.String(), publicURL+"/painel#access_token=") {
			entered++
		}
	}
	if entered != 1 {
		t.Errorf("%d entered by one assertion: %s", entered, locations)
	}
	b.refusesSSO(form, "validation_failed")
	t.Run("ToThisSiteAlone", func(t *testing.T) {
		b := b.in(t)
		if location := b.comesBack(i.unasked(person("marina", marina), "https://evil.example/")); location.Host != appHost {
			t.Errorf("led to %s", location)
		}
	})
	t.Run("OfAnOrganisationThatIsKnown", func(t *testing.T) {
		b := b.in(t)
		other := b.newIDP(strangerKey())
		other.MetadataURL.Path = "/other"
		b.refusesSSO(other.unasked(person("marina", marina), ""), "saml_idp_not_found")
	})
}

func TestOrganisationsAreAdministered(t *testing.T) {
	b, i, id := setupSSO(t)
	const providers = "/admin/sso/providers"
	described := i.described()
	b.want(b.admin("POST", providers, map[string]any{"type": "saml", "metadata_xml": described}), 422, "saml_idp_already_exists")
	other := b.newIDP(idpKey())
	other.MetadataURL.Path = "/second"
	second := map[string]any{"type": "saml", "metadata_xml": other.described(), "domains": []string{"serrazul.com.br"}}
	b.want(b.admin("POST", providers, second), 400, "sso_domain_already_exists")
	second["domains"], second["resource_id"] = []string{"vale.com.br"}, "vale"
	made := b.admin("POST", providers, second)
	if made.status != http.StatusCreated {
		t.Fatalf("got %s", made.raw)
	}
	for fact, body := range map[string]map[string]any{
		"AnotherType":     {"type": "oidc", "metadata_xml": described},
		"Nothing":         {"type": "saml"},
		"BothDocuments":   {"type": "saml", "metadata_xml": described, "metadata_url": idpHost + "/metadata"},
		"AnotherDocument": {"type": "saml", "metadata_xml": "<html/>"},
		"OurOwn":          {"type": "saml", "metadata_xml": string(b.do(request{method: "GET", path: sso.MetadataPath}).raw)},
		"ALargeDocument":  {"type": "saml", "metadata_xml": described + strings.Repeat(" ", sso.MetadataMax)},
		"AnEntity":        {"type": "saml", "metadata_xml": `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>` + described},
		"WithoutTLS":      {"type": "saml", "metadata_url": "http://idp.serrazul.example/metadata"},
		"AFile":           {"type": "saml", "metadata_url": "file:///etc/passwd"},
		"ADomainOfNoForm": {"type": "saml", "metadata_xml": described, "domains": []string{"a b"}},
		"TooManyDomains":  {"type": "saml", "metadata_xml": described, "domains": strings.Fields(strings.Repeat("a.co ", ssoDomainsMax+1))},
		"AnUnknownFormat": {"type": "saml", "metadata_xml": described, "name_id_format": "x"},
		"ALargeMapping":   {"type": "saml", "metadata_xml": described, "attribute_mapping": map[string]any{"keys": map[string]any{"a": map[string]any{"name": strings.Repeat("a", 9<<10)}}}},
	} {
		t.Run(fact, func(t *testing.T) { b := b.in(t); b.want(b.admin("POST", providers, body), 400, "validation_failed") })
	}
	// Nothing listens inside a private network for the sake of whoever may name an address.
	b.want(b.admin("POST", providers, map[string]any{"type": "saml", "metadata_url": "https://127.0.0.1:1/metadata"}), 400, "saml_metadata_fetch_failed")

	listed := b.admin("GET", providers, nil)
	if items := listed.body["items"].([]any); len(items) != 2 || strings.Contains(string(listed.raw), "EntityDescriptor") {
		t.Errorf("got %s", listed.raw)
	}
	if got := b.admin("GET", providers+"?resource_id=vale", nil); len(got.body["items"].([]any)) != 1 {
		t.Errorf("got %s", got.raw)
	}
	one := providers + "/" + id
	if got := b.admin("GET", one, nil); !strings.Contains(string(got.raw), "EntityDescriptor") || !strings.Contains(string(got.raw), `"domains":[{"domain":"serrazul.com.br"}]`) {
		t.Errorf("got %s", got.raw)
	}
	b.want(b.admin("PUT", one, map[string]any{"metadata_xml": other.described()}), 400, "saml_entity_id_mismatch")
	b.want(b.admin("PUT", one, map[string]any{"domains": []string{"vale.com.br"}}), 400, "sso_domain_already_exists")
	if got := b.admin("PUT", one, map[string]any{"domains": []string{"obra.example", "serrazul.com.br"}, "disabled": true}); got.status != 200 || !strings.Contains(string(got.raw), "obra.example") || !strings.Contains(string(got.raw), "user_name") {
		t.Errorf("got %s", got.raw)
	}
	b.want(b.post("/sso", map[string]any{"domain": "obra.example"}), 404, "sso_provider_disabled")
	b.want(b.post("/sso", map[string]any{"domain": "nobody.example"}), 404, "sso_provider_not_found")
	b.want(b.post("/sso", map[string]any{"provider_id": uuidExample}), 404, "sso_provider_not_found")
	b.want(b.post("/sso", map[string]any{"provider_id": "x"}), 400, "validation_failed")
	b.want(b.post("/sso", map[string]any{"provider_id": id, "domain": "obra.example"}), 400, "validation_failed")
	b.want(b.post("/sso", map[string]any{}), 400, "validation_failed")
	b.want(b.admin("GET", providers+"/x", nil), 404, "sso_provider_not_found")
	if got := b.admin("DELETE", one, nil); got.status != 200 || got.body["id"] != id {
		t.Errorf("got %s", got.raw)
	}
	b.want(b.admin("DELETE", one, nil), 404, "sso_provider_not_found")
	d := b.signUp(marina)
	for _, call := range [][2]string{{"GET", providers}, {"POST", providers}, {"GET", one}, {"PUT", one}, {"DELETE", one}} {
		b.want(b.do(request{method: call[0], path: call[1], bearer: d.AccessToken}), 403, "not_admin")
		b.want(b.do(request{method: call[0], path: call[1]}), 401, "no_authorization")
	}
}

func TestMetadataOfOrganisationsIsRenewed(t *testing.T) {
	var served string
	var asked int
	var guard sync.Mutex
	away := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		guard.Lock()
		defer guard.Unlock()
		asked++
		_, _ = w.Write([]byte(served))
	}))
	t.Cleanup(away.Close)
	b := setup(t, withSSO, func(c *Config) { c.Federation.PrivateAddresses = true })
	serve := func(text string) int { guard.Lock(); defer guard.Unlock(); served = text; return asked }
	first := b.newIDP(idpKey())
	serve(first.described())
	made := b.admin("POST", "/admin/sso/providers", map[string]any{"type": "saml", "metadata_url": away.URL, "domains": []string{"serrazul.com.br"}})
	if made.status != http.StatusCreated {
		t.Fatalf("got %s", made.raw)
	}
	sso := map[string]any{"domain": "serrazul.com.br"}
	b.asksSSO(sso)
	if n := serve("away"); n != 1 {
		t.Errorf("asked %d times on the first day", n)
	}
	b.clock.advance(metadataFresh + time.Second)
	b.asksSSO(sso)
	b.asksSSO(sso)
	rotated := b.newIDP(strangerKey())
	if n := serve(rotated.described()); n != 2 {
		t.Errorf("asked %d times while it was away", n)
	}
	b.clock.advance(metadataFresh + time.Second)
	form, _ := rotated.vouches(b.asksSSO(sso), person("marina", marina), nil)
	b.entersBySSO(b.comesBack(form))
	form, _ = first.vouches(b.asksSSO(sso), person("marina", marina), nil)
	b.refusesSSO(form, "validation_failed")
}

func TestWithoutAKeyThereIsNoSSO(t *testing.T) {
	b := setup(t)
	for _, call := range []string{"POST /sso", "GET /sso/saml/metadata", "POST /sso/saml/acs", "GET /admin/sso/providers", "POST /admin/sso/providers", "GET /admin/sso/providers/x", "PUT /admin/sso/providers/x", "DELETE /admin/sso/providers/x"} {
		method, path, _ := strings.Cut(call, " ")
		b.want(b.do(request{method: method, path: path}), 404, "saml_provider_disabled")
	}
	if got := b.do(request{method: "GET", path: "/settings"}); got.body["saml_enabled"] != false {
		t.Errorf("got %s", got.raw)
	}
	for _, key := range []string{"secret-of-nobody", "-----BEGIN PRIVATE KEY-----\nc2VjcmV0LW9mLW5vYm9keQ==\n-----END PRIVATE KEY-----\n"} {
		_, err := sso.New(sso.Settings{PrivateKey: key}, publicURL, b.clock.Now)
		if err == nil || strings.Contains(err.Error(), "nobody") || strings.Contains(err.Error(), "c2VjcmV0") {
			t.Errorf("got %v", err)
		}
	}
}
