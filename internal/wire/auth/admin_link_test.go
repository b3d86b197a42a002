package auth

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"automacao/internal/edge/ratelimit"
)

func TestAdminsInvite(t *testing.T) {
	b := setup(t, func(c *Config) { c.ConfirmEmail = true })
	got := b.admin("POST", "/invite?redirect_to="+publicURL+"/bem-vinda", map[string]any{"email": "Marina@SerrAzul.com.br", "data": map[string]any{"team": 7}})
	if got.status != 200 || got.body["email"] != marina || got.body["invited_at"] == nil || got.body["email_confirmed_at"] != nil {
		t.Fatalf("got %s", got.raw)
	}
	sent := b.mails.last(t)
	link := queryOf(t, sent.link)
	if sent.kind != MailInvite || sent.to != marina || link.Get("type") != "invite" || link.Get("redirect_to") != publicURL+"/bem-vinda" {
		t.Fatalf("the mail is %+v", sent)
	}
	b.want(b.admin("POST", "/invite", map[string]any{"email": marina}), 200, "")
	if n := scalar[int](b, `SELECT count(*) FROM auth.users`); n != 1 {
		t.Errorf("there are %d users", n)
	}
	d := b.device(b.post("/verify", map[string]any{"type": "invite", "token_hash": link.Get("token")}))
	if me := b.me(d); me.body["email_confirmed_at"] == nil || me.body["user_metadata"].(map[string]any)["team"] != 7.0 {
		t.Errorf("who was invited is %s", me.raw)
	}
	b.want(b.admin("POST", "/invite", map[string]any{"email": marina}), 422, "email_exists")
	b.want(b.admin("POST", "/invite", map[string]any{"email": "x"}), 400, "validation_failed")
	b.want(b.do(request{method: "POST", path: "/invite", body: map[string]any{"email": "a@b.co"}, bearer: d.AccessToken}), 403, "not_admin")
}

func TestAnInvitationCountsAsAMailToItsReader(t *testing.T) {
	b := setup(t, func(c *Config) { c.Limits.MailsPerAccount = ratelimit.Rate{Max: 1, Per: time.Hour} })
	b.want(b.admin("POST", "/invite", map[string]any{"email": "a@b.co"}), 200, "")
	b.want(b.admin("POST", "/invite", map[string]any{"email": "a@b.co"}), 429, "over_email_send_rate_limit")
	b.want(b.admin("POST", "/invite", map[string]any{"email": "c@b.co"}), 200, "")
}

func TestWithoutMailNobodyIsInvited(t *testing.T) {
	b := setup(t, withoutMail)
	b.want(b.admin("POST", "/invite", map[string]any{"email": marina}), 500, "unexpected_failure")
	if n := scalar[int](b, `SELECT count(*) FROM auth.users`); n != 0 {
		t.Errorf("there are %d users", n)
	}
}

func (b *bundle) link(body map[string]any) reply {
	b.t.Helper()
	return b.admin("POST", "/admin/generate_link", body)
}

func TestLinksAreMadeForWhoeverIsNotThereYet(t *testing.T) {
	b := setup(t, func(c *Config) { c.ConfirmEmail = true })
	for kind, c := range map[string]struct{ asked, verifies string }{
		"a@b.co": {"signup", "signup"}, "b@b.co": {"invite", "invite"}, "c@b.co": {"magiclink", "signup"},
	} {
		got := b.link(map[string]any{"type": c.asked, "email": kind, "password": password, "data": map[string]any{"n": 1}})
		if got.status != 200 || got.body["verification_type"] != c.verifies || got.body["email"] != kind || got.body["email_confirmed_at"] != nil {
			t.Fatalf("%s: got %s", c.asked, got.raw)
		}
		if (got.body["invited_at"] != nil) != (c.asked == "invite") {
			t.Errorf("%s: invited at %v", c.asked, got.body["invited_at"])
		}
		b.device(b.post("/verify", map[string]any{"type": c.verifies, "email": kind, "token": got.body["email_otp"]}))
		if c.asked != "magiclink" {
			b.want(b.link(map[string]any{"type": c.asked, "email": kind, "password": password}), 422, "email_exists")
		}
	}
	b.device(b.tryPassword("a@b.co", password, homeIP))
	b.want(b.tryPassword("b@b.co", password, homeIP), 400, "invalid_credentials")
	b.want(b.link(map[string]any{"type": "signup", "email": "d@b.co"}), 400, "validation_failed")
	b.want(b.link(map[string]any{"type": "signup", "email": "d@b.co", "password": "1"}), 422, "weak_password")
	for _, kind := range []string{"recovery", "email_change_current", "email_change_new"} {
		b.want(b.link(map[string]any{"type": kind, "email": "d@b.co", "new_email": "e@b.co"}), 404, "user_not_found")
	}
	leads := b.admin("POST", "/admin/generate_link?redirect_to="+url.QueryEscape(publicURL+"/painel"), map[string]any{"type": "magiclink", "email": "a@b.co"})
	if link, _ := leads.body["action_link"].(string); leads.body["redirect_to"] != publicURL+"/painel" || !strings.Contains(link, "painel") {
		t.Errorf("a link leads to %s", leads.raw)
	}
	if b.mails.count() != 0 {
		t.Error("links that are handed out are mailed as well")
	}
}

func TestLinksOfAnAddressChangeNeedBothSides(t *testing.T) {
	b := setup(t)
	b.signUp(marina)
	b.signUp("carlos@b.co")
	b.want(b.link(map[string]any{"type": "email_change_new", "email": marina, "new_email": "carlos@b.co"}), 422, "email_exists")
	b.want(b.link(map[string]any{"type": "email_change_new", "email": marina}), 400, "validation_failed")
	ask := func(kind string) reply {
		return b.link(map[string]any{"type": kind, "email": marina, "new_email": "nova@b.co"})
	}
	current, wanted := ask("email_change_current"), ask("email_change_new")
	if current.body["new_email"] != "nova@b.co" || current.body["verification_type"] != "email_change_current" {
		t.Fatalf("got %s", current.raw)
	}
	half := b.post("/verify", map[string]any{"type": "email_change", "token_hash": current.body["hashed_token"]})
	if half.body["msg"] != otherAddress || half.body["code"] != "200" {
		t.Fatalf("one side is told %s", half.raw)
	}
	b.device(b.post("/verify", map[string]any{"type": "email_change", "email": "nova@b.co", "token": wanted.body["email_otp"]}))
	b.signInAs("nova@b.co")
}

func TestWhereTheNewAddressAloneAgreesThereIsNoLinkForThePresentOne(t *testing.T) {
	b := setup(t, func(c *Config) { c.EmailChangeByNew = true })
	d := b.signUp(marina)
	b.want(b.link(map[string]any{"type": "email_change_current", "email": marina, "new_email": "nova@b.co"}), 400, "validation_failed")
	b.want(b.put(d, map[string]any{"email": "nova@b.co", "current_password": password}), 200, "")
	if n := b.mails.count(); n != 1 {
		t.Errorf("%d mails were sent", n)
	}
	b.device(b.agrees(b.mails.mailed(t, MailEmailChange)))
	b.signInAs("nova@b.co")
}

func TestAdminsMakeUsersOfNumbers(t *testing.T) {
	b := setup(t, withTexts)
	got := b.admin("POST", "/admin/users", map[string]any{"phone": "+55 47 99999 0000", "password": password, "phone_confirm": true})
	if got.status != 200 || got.body["phone"] != number || got.body["phone_confirmed_at"] == nil {
		t.Fatalf("got %s", got.raw)
	}
	b.want(b.admin("POST", "/admin/users", map[string]any{"phone": number}), 422, "phone_exists")
	b.want(b.admin("POST", "/admin/users", map[string]any{"phone": "0"}), 400, "validation_failed")
	b.want(b.admin("POST", "/admin/users", map[string]any{"email": "x@b.co", "password_hash": "$2y$10$x"}), 400, "validation_failed")
	b.device(b.post("/token?grant_type=password", map[string]any{"phone": "+" + number, "password": password}))

	both := b.admin("POST", "/admin/users", map[string]any{"email": marina, "phone": "5547988880000"})
	if both.body["email"] != marina || both.body["phone"] != "5547988880000" {
		t.Fatalf("got %s", both.raw)
	}
	path := "/admin/users/" + both.body["id"].(string)
	b.want(b.admin("PUT", path, map[string]any{"phone": number}), 422, "phone_exists")
	if got := b.admin("PUT", path, map[string]any{"phone": "5547977770000"}); got.body["phone"] != "5547977770000" {
		t.Errorf("got %s", got.raw)
	}
	b.want(b.admin("DELETE", path, map[string]any{"should_soft_delete": true}), 200, "")
	if n := scalar[int](b, `SELECT count(*) FROM auth.users WHERE deleted_at IS NOT NULL AND phone IS NULL`); n != 1 {
		t.Error("a number outlives its user")
	}
}
