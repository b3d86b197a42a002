package provider

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"automacao/internal/kernel/leaktest"
)

// shapes are the examples of the providers' documentation, with the claims of an ID token if there
// is one. Numbers stay numbers and texts stay texts.
var shapes = map[string]shape{
	"google": {
		claims: `{"iss":"https://accounts.google.com","azp":"client","sub":"110169484474386276334","email":"janedoe@gmail.com","email_verified":true,"at_hash":"HK6E_P6Dh8Y93mRNtsDB1Q",
			"name":"Jane Doe","picture":"https://lh3.googleusercontent.com/a-/AOh14=s96-c","given_name":"Jane","family_name":"Doe","locale":"en"}`,
		want: map[string]any{"iss": "https://accounts.google.com", "sub": "110169484474386276334", "email": "janedoe@gmail.com", "email_verified": true, "name": "Jane Doe", "picture": "https://lh3.googleusercontent.com/a-/AOh14=s96-c"}, unproved: [2]string{`"email_verified":true`, `"email_verified":false`},
	},
	"azure": {
		discovery: "https://login.microsoftonline.com/{tenantid}/v2.0",
		claims: `{"iss":"https://login.microsoftonline.com/9122040d-6c67-4c5b-b112-36a304b66dad/v2.0","ver":"2.0","sub":"AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ","name":"Abe Lincoln","preferred_username":"AbeLi@microsoft.com",
			"oid":"00000000-0000-0000-66f3-3332eca7ea81","tid":"9122040d-6c67-4c5b-b112-36a304b66dad","email":"abeli@microsoft.com","xms_edov":"1"}`,
		want: map[string]any{"iss": "https://login.microsoftonline.com/9122040d-6c67-4c5b-b112-36a304b66dad/v2.0", "sub": "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ", "email": "abeli@microsoft.com", "email_verified": true, "name": "Abe Lincoln", "preferred_username": "AbeLi@microsoft.com"},
		// Without the claim, a directory's administrator may have entered any address.
		unproved: [2]string{`,"xms_edov":"1"`, `,"email_verified":true`},
	},
	"apple": {
		claims:   `{"iss":"https://appleid.apple.com","sub":"001234.0a1b2c3d4e5f.1234","at_hash":"xyz","email":"dpdcnf87nu@privaterelay.appleid.com","email_verified":"true","is_private_email":"true","auth_time":1700000000,"nonce_supported":true}`,
		want:     map[string]any{"iss": "https://appleid.apple.com", "sub": "001234.0a1b2c3d4e5f.1234", "email": "dpdcnf87nu@privaterelay.appleid.com", "email_verified": true},
		unproved: [2]string{`"email_verified":"true"`, `"email_verified":"false"`},
	},
	"gitlab": {
		claims: `{"iss":"https://gitlab.com","sub":"1","sub_legacy":"a1b2","auth_time":1700000000,"name":"John Smith","nickname":"john_smith","preferred_username":"john_smith","email":"john@example.com","email_verified":true,
			"profile":"https://gitlab.com/john_smith","picture":"https://gitlab.com/uploads/user/avatar/1/index.jpg","groups_direct":["group1"]}`,
		want: map[string]any{"iss": "https://gitlab.com", "sub": "1", "email": "john@example.com", "email_verified": true, "name": "John Smith", "picture": "https://gitlab.com/uploads/user/avatar/1/index.jpg", "preferred_username": "john_smith"}, unproved: [2]string{`"email_verified":true`, `"email_verified":false`},
	},
	"keycloak": {
		settings: Settings{Issuer: "https://login.fabrica.example/realms/app"},
		claims:   `{"iss":"https://login.fabrica.example/realms/app","sub":"c0ffee00-1111-4222-8333-444455556666","typ":"ID","azp":"client","sid":"s","acr":"1","email_verified":true,"name":"Marina Alves","preferred_username":"marina","given_name":"Marina","family_name":"Alves","email":"marina@fabrica.example"}`,
		want:     map[string]any{"iss": "https://login.fabrica.example/realms/app", "sub": "c0ffee00-1111-4222-8333-444455556666", "email": "marina@fabrica.example", "email_verified": true, "name": "Marina Alves", "preferred_username": "marina"}, unproved: [2]string{`"email_verified":true`, `"email_verified":false`},
	},
	"linkedin_oidc": {
		claims: `{"iss":"https://www.linkedin.com/oauth","sub":"782bbtaQ","name":"John Doe","given_name":"John","family_name":"Doe","picture":"https://media.licdn-ei.com/dms/image/C5F03/profile-displayphoto","locale":"en_US","email":"doe@email.com","email_verified":"true"}`,
		want:   map[string]any{"iss": "https://www.linkedin.com/oauth", "sub": "782bbtaQ", "email": "doe@email.com", "email_verified": true, "name": "John Doe", "picture": "https://media.licdn-ei.com/dms/image/C5F03/profile-displayphoto"}, unproved: [2]string{`"email_verified":"true"`, `"email_verified":"false"`},
	},
	"slack_oidc": {
		claims: `{"iss":"https://slack.com","sub":"U0R7MFMJM","https://slack.com/user_id":"U0R7MFMJM","https://slack.com/team_id":"T0R7GR","email":"krane@slack-corp.com","email_verified":true,"date_email_verified":1622128723,"name":"krane","picture":"https://secure.gravatar.com/a.png","given_name":"Bront","family_name":"Labradoodle","locale":"en-US"}`,
		want:   map[string]any{"iss": "https://slack.com", "sub": "U0R7MFMJM", "email": "krane@slack-corp.com", "email_verified": true, "name": "krane", "picture": "https://secure.gravatar.com/a.png"}, unproved: [2]string{`"email_verified":true`, `"email_verified":false`},
	},
	"twitch": {
		claims: `{"iss":"https://id.twitch.tv/oauth2","sub":"713936733","azp":"client","email":"justdev@example.com","email_verified":true,"picture":"https://static-cdn.jtvnw.net/profile.png","preferred_username":"JustDev"}`,
		want:   map[string]any{"iss": "https://id.twitch.tv/oauth2", "sub": "713936733", "email": "justdev@example.com", "email_verified": true, "name": "JustDev", "preferred_username": "JustDev", "picture": "https://static-cdn.jtvnw.net/profile.png"}, unproved: [2]string{`"email_verified":true`, `"email_verified":false`},
	},
	"github": {
		documents: map[string]string{
			"https://api.github.com/user":        `{"login":"octocat","id":583231,"node_id":"MDQ6VXNlcjE=","avatar_url":"https://github.com/images/error/octocat_happy.gif","html_url":"https://github.com/octocat","type":"User","name":"monalisa octocat","company":"GitHub","email":"public@github.com"}`,
			"https://api.github.com/user/emails": `[{"email":"old@github.com","verified":true,"primary":false,"visibility":null},{"email":"octocat@github.com","verified":true,"primary":true,"visibility":"public"},{"email":"octocat@users.noreply.github.com","verified":true,"primary":false,"visibility":null}]`,
		},
		want: map[string]any{"iss": "https://api.github.com", "sub": "583231", "email": "octocat@github.com", "email_verified": true, "name": "monalisa octocat", "preferred_username": "octocat", "picture": "https://github.com/images/error/octocat_happy.gif"}, unproved: [2]string{`"verified":true`, `"verified":false`},
	},
	"bitbucket": {
		documents: map[string]string{
			"https://api.bitbucket.org/2.0/user":        `{"type":"user","username":"evzijst","nickname":"evzijst","display_name":"Erik van Zijst","uuid":"{d301aafa-d676-4ee0-88be-962be7417567}","account_id":"557058:c0b72ad0","links":{"self":{"href":"https://api.bitbucket.org/2.0/users/x"},"avatar":{"href":"https://bitbucket.org/account/evzijst/avatar/32/"}}}`,
			"https://api.bitbucket.org/2.0/user/emails": `{"pagelen":10,"values":[{"is_primary":false,"is_confirmed":false,"type":"email","email":"new@bitbucket.org"},{"is_primary":true,"is_confirmed":true,"type":"email","email":"erik@bitbucket.org"}],"page":1,"size":2}`,
		},
		want: map[string]any{"iss": "https://api.bitbucket.org", "sub": "{d301aafa-d676-4ee0-88be-962be7417567}", "email": "erik@bitbucket.org", "email_verified": true, "name": "Erik van Zijst", "preferred_username": "evzijst", "picture": "https://bitbucket.org/account/evzijst/avatar/32/"}, unproved: [2]string{`"is_confirmed":true`, `"is_confirmed":false`},
	},
	"discord": {
		documents: map[string]string{"https://discord.com/api/users/@me": `{"id":"80351110224678912","username":"nelly","discriminator":"0","global_name":"Nelly","avatar":"8342729096ea3675442027381ff50dfe","verified":true,"email":"nelly@discord.com","flags":64,"banner":null,"accent_color":16711680}`},
		want:      map[string]any{"iss": "https://discord.com", "sub": "80351110224678912", "email": "nelly@discord.com", "email_verified": true, "name": "Nelly", "preferred_username": "nelly", "picture": "https://cdn.discordapp.com/avatars/80351110224678912/8342729096ea3675442027381ff50dfe.png"}, unproved: [2]string{`"verified":true`, `"verified":false`},
	},
	"facebook": {
		documents: map[string]string{"https://graph.facebook.com/me?fields=email,name,picture": `{"email":"elizabeth@example.com","name":"Elizabeth Sarah","picture":{"data":{"height":50,"is_silhouette":false,"url":"https://platform-lookaside.fbsbx.com/p.jpg","width":50}},"id":"10158123456789012345"}`},
		want:      map[string]any{"iss": "https://graph.facebook.com", "sub": "10158123456789012345", "email": "elizabeth@example.com", "email_verified": true, "name": "Elizabeth Sarah", "picture": "https://platform-lookaside.fbsbx.com/p.jpg"}, unproved: [2]string{`"email":"elizabeth@example.com",`, ``},
	},
	"figma": {
		documents: map[string]string{"https://api.figma.com/v1/me": `{"id":"2600","email":"johndoe@example.com","handle":"Johnny Appleseed","img_url":"https://www.example.com/image.png"}`},
		want:      map[string]any{"iss": "https://api.figma.com", "sub": "2600", "email": "johndoe@example.com", "email_verified": true, "name": "Johnny Appleseed", "picture": "https://www.example.com/image.png"},
	},
	"fly": {
		documents: map[string]string{"https://api.fly.io/oauth/token/info": `{"resource_owner_id":"ro","scope":["read"],"expires_in":7200,"application":{"uid":"client"},"created_at":1700000000,"user_id":"u-8k2","user_name":"Annie","email":"annie@fly.example","organizations":[{"id":"o","role":"member"}]}`},
		want:      map[string]any{"iss": "https://api.fly.io", "sub": "u-8k2", "email": "annie@fly.example", "email_verified": true, "name": "Annie"},
	},
	"kakao": {
		documents: map[string]string{"https://kapi.kakao.com/v2/user/me": `{"id":123456789012345678,"connected_at":"2022-04-11T01:45:28Z","kakao_account":{"profile_nickname_needs_agreement":false,"profile":{"nickname":"Hong Gildong","thumbnail_image_url":"http://k.kakaocdn.net/110.jpg","profile_image_url":"http://k.kakaocdn.net/640.jpg","is_default_image":false},"email_needs_agreement":false,"is_email_valid":true,"is_email_verified":true,"email":"sample@sample.com"},"properties":{"nickname":"Hong"}}`},
		want:      map[string]any{"iss": "https://kapi.kakao.com", "sub": "123456789012345678", "email": "sample@sample.com", "email_verified": true, "name": "Hong Gildong", "picture": "http://k.kakaocdn.net/640.jpg"},
		// An address that another account has taken over stays verified there.
		unproved: [2]string{`"is_email_valid":true`, `"is_email_valid":false`},
	},
	"notion": {
		documents: map[string]string{"https://api.notion.com/v1/users/me": `{"object":"user","id":"16d84278-ab0e-484c-9bdd-b35da3bd8905","name":"pied piper","avatar_url":null,"type":"bot","bot":{"owner":{"type":"user","user":{"object":"user","id":"5389a034-eb5c-47b5-8a9e-f79c99ef166c","name":"christine makenotion","avatar_url":"https://notion.example/c.png","type":"person","person":{"email":"christine@makenotion.com"}}}}}`},
		want:      map[string]any{"iss": "https://api.notion.com", "sub": "5389a034-eb5c-47b5-8a9e-f79c99ef166c", "email": "christine@makenotion.com", "email_verified": true, "name": "christine makenotion", "picture": "https://notion.example/c.png"},
	},
	"spotify": {
		documents: map[string]string{"https://api.spotify.com/v1/me": `{"country":"SE","display_name":"JM Wizzler","email":"email@example.com","id":"wizzler","images":[{"height":300,"url":"https://i.scdn.co/image/a","width":300},{"height":64,"url":"https://i.scdn.co/image/b","width":64}],"product":"premium","type":"user","uri":"spotify:user:wizzler"}`},
		want:      map[string]any{"iss": "https://api.spotify.com", "sub": "wizzler", "email": "email@example.com", "email_verified": false, "name": "JM Wizzler", "picture": "https://i.scdn.co/image/a"},
	},
	"x": {
		documents: map[string]string{"https://api.x.com/2/users/me?user.fields=confirmed_email,name,profile_image_url,username": `{"data":{"id":"2244994945","name":"X Dev","username":"TwitterDev","profile_image_url":"https://pbs.twimg.com/normal.jpg","confirmed_email":"dev@x.example"}}`},
		want:      map[string]any{"iss": "https://api.x.com", "sub": "2244994945", "email": "dev@x.example", "email_verified": true, "name": "X Dev", "preferred_username": "TwitterDev", "picture": "https://pbs.twimg.com/normal.jpg"}, unproved: [2]string{`,"confirmed_email":"dev@x.example"`, ``},
	},
	"zoom": {
		documents: map[string]string{"https://api.zoom.us/v2/users/me": `{"id":"KDcuGIm1QgePTO8WbOqwIQ","first_name":"Jill","last_name":"Chill","display_name":"Jill Chill","email":"jchill@example.com","type":2,"role_name":"Admin","pmi":3542471135,"verified":1,"pic_url":"https://zoom.us/p/abc.jpg","status":"active"}`},
		want:      map[string]any{"iss": "https://api.zoom.us", "sub": "KDcuGIm1QgePTO8WbOqwIQ", "email": "jchill@example.com", "email_verified": true, "name": "Jill Chill", "picture": "https://zoom.us/p/abc.jpg"}, unproved: [2]string{`"verified":1`, `"verified":0`},
	},
}

func TestMain(m *testing.M) { leaktest.Main(m) }

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
