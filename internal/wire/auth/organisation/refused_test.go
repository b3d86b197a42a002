package organisation_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/beevik/etree"
	"github.com/crewjam/saml"

	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/external"
)

// refusesSSO posts a response that must be refused.
func refusesSSO(b *authtest.Bundle, form url.Values, code string) {
	b.T.Helper()
	location := b.ComesBack(form)
	if got := location.Query().Get("error_code"); got != code || strings.Contains(location.String(), "access_token") {
		b.T.Errorf("led to %s, want %s", location, code)
	}
}

func TestAnswersOfOrganisationsThatAreNotBelieved(t *testing.T) {
	b, i, id := setupSSO(t)
	ask := func(b *authtest.Bundle) string { return b.AsksSSO(map[string]any{"provider_id": id}) }
	now := b.Clock.Now()
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
			b := b.In(t)
			form, _ := i.Vouches(ask(b), authtest.Person("marina", authtest.Marina), change)
			refusesSSO(b, form, "validation_failed")
		})
	}
	t.Run("OfNobodyForGood", func(t *testing.T) {
		b := b.In(t)
		passing := authtest.Person("marina", authtest.Marina)
		passing.NameIDFormat = string(saml.TransientNameIDFormat)
		form, _ := i.Vouches(ask(b), passing, nil)
		refusesSSO(b, form, "saml_assertion_no_user_id")
		form, _ = i.Vouches(ask(b), authtest.Person("marina", ""), nil)
		refusesSSO(b, form, "saml_assertion_no_email")
	})
	t.Run("SignedByAnotherKey", func(t *testing.T) {
		b := b.In(t)
		form, _ := b.NewIDP(authtest.StrangerKey()).Vouches(ask(b), authtest.Person("marina", authtest.Marina), nil)
		refusesSSO(b, form, "validation_failed")
	})
	t.Run("OfAnotherRelayState", func(t *testing.T) {
		b := b.In(t)
		form, _ := i.Vouches(ask(b), authtest.Person("marina", authtest.Marina), nil)
		other, _ := i.Vouches(ask(b), authtest.Person("marina", authtest.Marina), nil)
		refusesSSO(b, url.Values{"RelayState": other["RelayState"], "SAMLResponse": form["SAMLResponse"]}, "validation_failed")
	})
	t.Run("NotAsked", func(t *testing.T) {
		b := b.In(t)
		refusesSSO(b, i.Unasked(authtest.Person("marina", authtest.Marina), ""), "validation_failed")
		form, _ := i.Vouches(ask(b), authtest.Person("marina", authtest.Marina), nil)
		form.Del("RelayState")
		refusesSSO(b, form, "validation_failed")
	})
	t.Run("ByAnotherBinding", func(t *testing.T) {
		b := b.In(t)
		refusesSSO(b, url.Values{"SAMLart": {"AAQAAA"}}, "validation_failed")
		refusesSSO(b, url.Values{}, "validation_failed")
		refusesSSO(b, url.Values{"SAMLResponse": {"%"}, "RelayState": {"nonsense"}}, "validation_failed")
		refusesSSO(b, url.Values{"SAMLResponse": {"x"}, "RelayState": {authtest.UUIDExample}}, "saml_relay_state_not_found")
	})
	t.Run("Late", func(t *testing.T) {
		b := b.In(t)
		form, _ := i.Vouches(ask(b), authtest.Person("marina", authtest.Marina), nil)
		b.Clock.Advance(external.ExternalTTL)
		refusesSSO(b, form, "saml_relay_state_expired")
		refusesSSO(b, form, "saml_relay_state_not_found")
	})
	if users := authtest.Scalar[int](b, `SELECT count(*) FROM auth.users`) + authtest.Scalar[int](b, `SELECT count(*) FROM auth.saml_assertions`); users != 0 {
		t.Errorf("%d rows were made by what was refused", users)
	}
}

// TestSignaturesCoverWhatIsRead tries XML signature wrapping: the signed element is present, with
// unsigned content beside or around it.
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
				b := b.In(t)
				form, document := i.Vouches(b.AsksSSO(map[string]any{"provider_id": id}), authtest.Person("marina", authtest.Marina), nil)
				response := document.Root()
				if signature := response.FindElement("./Signature"); !isWhole {
					response.RemoveChild(signature)
				}
				forge(response, response.FindElement("./Assertion"))
				form.Set("SAMLResponse", authtest.Encoded(t, document))
				refusesSSO(b, form, "validation_failed")
			})
		}
	}
	t.Run("WhatIsSignedAloneIsBelieved", func(t *testing.T) {
		b := b.In(t)
		form, document := i.Vouches(b.AsksSSO(map[string]any{"provider_id": id}), authtest.Person("marina", authtest.Marina), nil)
		document.Root().RemoveChild(document.Root().FindElement("./Signature"))
		form.Set("SAMLResponse", authtest.Encoded(t, document))
		b.EntersBySSO(b.ComesBack(form))
	})
	t.Run("ACommentCutsNoName", func(t *testing.T) {
		b := b.In(t)
		form, document := i.Vouches(b.AsksSSO(map[string]any{"provider_id": id}), authtest.Person("marina.evil", authtest.Marina), nil)
		raw, err := document.WriteToString()
		if err != nil || !strings.Contains(raw, "marina.evil<") {
			t.Fatalf("%v: %s", err, raw)
		}
		cut := etree.NewDocument()
		if err := cut.ReadFromString(strings.ReplaceAll(raw, "marina.evil<", "marina<!-- -->.evil<")); err != nil {
			t.Fatal(err)
		}
		form.Set("SAMLResponse", authtest.Encoded(t, cut))
		b.ComesBack(form)
		if named := authtest.Scalar[int](b, `SELECT count(*) FROM auth.identities WHERE provider_id NOT IN ('marina', 'marina.evil')`); named != 0 {
			t.Error("a part of a name is somebody")
		}
		if taken := authtest.Scalar[int](b, `SELECT count(*) FROM auth.identities WHERE provider_id = 'marina' AND identity_data ->> 'user_name' = 'marina.evil'`); taken != 0 {
			t.Error("a comment made somebody of another's name")
		}
	})
}
