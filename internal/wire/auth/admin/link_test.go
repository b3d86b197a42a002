package admin_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"time"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/signin"
)

func TestAdminsInvite(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) { c.ConfirmEmail = true })
	got := b.Admin("POST", "/invite?redirect_to="+authtest.PublicURL+"/bem-vinda", map[string]any{"email": "Marina@SerrAzul.com.br", "data": map[string]any{"team": 7}})
	if got.Status != 200 || got.Body["email"] != authtest.Marina || got.Body["invited_at"] == nil || got.Body["email_confirmed_at"] != nil {
		t.Fatalf("got %s", got.Raw)
	}
	sent := b.Mails.Last(t)
	link := authtest.QueryOf(t, sent.Link)
	if sent.Kind != core.MailInvite || sent.To != authtest.Marina || link.Get("type") != "invite" || link.Get("redirect_to") != authtest.PublicURL+"/bem-vinda" {
		t.Fatalf("the mail is %+v", sent)
	}
	b.Want(b.Admin("POST", "/invite", map[string]any{"email": authtest.Marina}), 200, "")
	if n := authtest.Scalar[int](b, `SELECT count(*) FROM auth.users`); n != 1 {
		t.Errorf("there are %d users", n)
	}
	d := b.Device(b.Post("/verify", map[string]any{"type": "invite", "token_hash": link.Get("token")}))
	if me := b.Me(d); me.Body["email_confirmed_at"] == nil || me.Body["user_metadata"].(map[string]any)["team"] != 7.0 {
		t.Errorf("who was invited is %s", me.Raw)
	}
	b.Want(b.Admin("POST", "/invite", map[string]any{"email": authtest.Marina}), 422, "email_exists")
	b.Want(b.Admin("POST", "/invite", map[string]any{"email": "x"}), 400, "validation_failed")
	b.Want(b.Do(authtest.Request{Method: "POST", Path: "/invite", Body: map[string]any{"email": "a@b.co"}, Bearer: d.AccessToken}), 403, "not_admin")
}

func TestAnInvitationCountsAsAMailToItsReader(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) { c.Limits.MailsPerAccount = ratelimit.Rate{Max: 1, Per: time.Hour} })
	b.Want(b.Admin("POST", "/invite", map[string]any{"email": "a@b.co"}), 200, "")
	b.Want(b.Admin("POST", "/invite", map[string]any{"email": "a@b.co"}), 429, "over_email_send_rate_limit")
	b.Want(b.Admin("POST", "/invite", map[string]any{"email": "c@b.co"}), 200, "")
}

func TestWithoutMailNobodyIsInvited(t *testing.T) {
	b := authtest.Setup(t, authtest.WithoutMail)
	b.Want(b.Admin("POST", "/invite", map[string]any{"email": authtest.Marina}), 500, "unexpected_failure")
	if n := authtest.Scalar[int](b, `SELECT count(*) FROM auth.users`); n != 0 {
		t.Errorf("there are %d users", n)
	}
}

func link(b *authtest.Bundle, body map[string]any) authtest.Reply {
	b.T.Helper()
	return b.Admin("POST", "/admin/generate_link", body)
}

func TestLinksAreMadeForWhoeverIsNotThereYet(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) { c.ConfirmEmail = true })
	for kind, c := range map[string]struct{ asked, verifies string }{
		"a@b.co": {"signup", "signup"}, "b@b.co": {"invite", "invite"}, "c@b.co": {"magiclink", "signup"},
	} {
		got := link(b, map[string]any{"type": c.asked, "email": kind, "password": authtest.Password, "data": map[string]any{"n": 1}})
		if got.Status != 200 || got.Body["verification_type"] != c.verifies || got.Body["email"] != kind || got.Body["email_confirmed_at"] != nil {
			t.Fatalf("%s: got %s", c.asked, got.Raw)
		}
		if (got.Body["invited_at"] != nil) != (c.asked == "invite") {
			t.Errorf("%s: invited at %v", c.asked, got.Body["invited_at"])
		}
		b.Device(b.Post("/verify", map[string]any{"type": c.verifies, "email": kind, "token": got.Body["email_otp"]}))
		if c.asked != "magiclink" {
			b.Want(link(b, map[string]any{"type": c.asked, "email": kind, "password": authtest.Password}), 422, "email_exists")
		}
	}
	b.Device(b.TryPassword("a@b.co", authtest.Password, authtest.HomeIP))
	b.Want(b.TryPassword("b@b.co", authtest.Password, authtest.HomeIP), 400, "invalid_credentials")
	b.Want(link(b, map[string]any{"type": "signup", "email": "d@b.co"}), 400, "validation_failed")
	b.Want(link(b, map[string]any{"type": "signup", "email": "d@b.co", "password": "1"}), 422, "weak_password")
	for _, kind := range []string{"recovery", "email_change_current", "email_change_new"} {
		b.Want(link(b, map[string]any{"type": kind, "email": "d@b.co", "new_email": "e@b.co"}), 404, "user_not_found")
	}
	leads := b.Admin("POST", "/admin/generate_link?redirect_to="+url.QueryEscape(authtest.PublicURL+"/painel"), map[string]any{"type": "magiclink", "email": "a@b.co"})
	if link, _ := leads.Body["action_link"].(string); leads.Body["redirect_to"] != authtest.PublicURL+"/painel" || !strings.Contains(link, "painel") {
		t.Errorf("a link leads to %s", leads.Raw)
	}
	if b.Mails.Count() != 0 {
		t.Error("links that are handed out are mailed as well")
	}
}

func TestLinksOfAnAddressChangeNeedBothSides(t *testing.T) {
	b := authtest.Setup(t)
	b.SignUp(authtest.Marina)
	b.SignUp("carlos@b.co")
	b.Want(link(b, map[string]any{"type": "email_change_new", "email": authtest.Marina, "new_email": "carlos@b.co"}), 422, "email_exists")
	b.Want(link(b, map[string]any{"type": "email_change_new", "email": authtest.Marina}), 400, "validation_failed")
	ask := func(kind string) authtest.Reply {
		return link(b, map[string]any{"type": kind, "email": authtest.Marina, "new_email": "nova@b.co"})
	}
	current, wanted := ask("email_change_current"), ask("email_change_new")
	if current.Body["new_email"] != "nova@b.co" || current.Body["verification_type"] != "email_change_current" {
		t.Fatalf("got %s", current.Raw)
	}
	half := b.Post("/verify", map[string]any{"type": "email_change", "token_hash": current.Body["hashed_token"]})
	if half.Body["msg"] != signin.OtherAddress || half.Body["code"] != "200" {
		t.Fatalf("one side is told %s", half.Raw)
	}
	b.Device(b.Post("/verify", map[string]any{"type": "email_change", "email": "nova@b.co", "token": wanted.Body["email_otp"]}))
	b.SignInAs("nova@b.co")
}

func TestWhereTheNewAddressAloneAgreesThereIsNoLinkForThePresentOne(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) { c.EmailChangeByNew = true })
	d := b.SignUp(authtest.Marina)
	b.Want(link(b, map[string]any{"type": "email_change_current", "email": authtest.Marina, "new_email": "nova@b.co"}), 400, "validation_failed")
	b.Want(b.Put(d, map[string]any{"email": "nova@b.co", "current_password": authtest.Password}), 200, "")
	if n := b.Mails.Count(); n != 1 {
		t.Errorf("%d mails were sent", n)
	}
	b.Device(b.Agrees(b.Mails.Mailed(t, core.MailEmailChange)))
	b.SignInAs("nova@b.co")
}

func TestAdminsMakeUsersOfNumbers(t *testing.T) {
	b := authtest.Setup(t, authtest.WithTexts)
	got := b.Admin("POST", "/admin/users", map[string]any{"phone": "+55 47 99999 0000", "password": authtest.Password, "phone_confirm": true})
	if got.Status != 200 || got.Body["phone"] != authtest.Number || got.Body["phone_confirmed_at"] == nil {
		t.Fatalf("got %s", got.Raw)
	}
	b.Want(b.Admin("POST", "/admin/users", map[string]any{"phone": authtest.Number}), 422, "phone_exists")
	b.Want(b.Admin("POST", "/admin/users", map[string]any{"phone": "0"}), 400, "validation_failed")
	b.Want(b.Admin("POST", "/admin/users", map[string]any{"email": "x@b.co", "password_hash": "$2y$10$x"}), 400, "validation_failed")
	b.Device(b.Post("/token?grant_type=password", map[string]any{"phone": "+" + authtest.Number, "password": authtest.Password}))

	both := b.Admin("POST", "/admin/users", map[string]any{"email": authtest.Marina, "phone": "5547988880000"})
	if both.Body["email"] != authtest.Marina || both.Body["phone"] != "5547988880000" {
		t.Fatalf("got %s", both.Raw)
	}
	path := "/admin/users/" + both.Body["id"].(string)
	b.Want(b.Admin("PUT", path, map[string]any{"phone": authtest.Number}), 422, "phone_exists")
	if got := b.Admin("PUT", path, map[string]any{"phone": "5547977770000"}); got.Body["phone"] != "5547977770000" {
		t.Errorf("got %s", got.Raw)
	}
	b.Want(b.Admin("DELETE", path, map[string]any{"should_soft_delete": true}), 200, "")
	if n := authtest.Scalar[int](b, `SELECT count(*) FROM auth.users WHERE deleted_at IS NOT NULL AND phone IS NULL`); n != 1 {
		t.Error("a number outlives its user")
	}
}

// TestMain checks that no goroutine outlives its test.
func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

func TestAdminsReadWhatHappened(t *testing.T) {
	b := authtest.Setup(t)
	d := b.SignUp(authtest.Marina)
	b.Want(b.TryPassword(authtest.Marina, "x", authtest.HomeIP), 400, "invalid_credentials")
	b.SignUp("carlos_1@b.co")
	read := func(query string) (entries []struct {
		ID      string
		Payload struct {
			Action   string `json:"action"`
			Actor    string `json:"actor_id"`
			Username string `json:"actor_username"`
			LogType  string `json:"log_type"`
		}
		IPAddress string `json:"ip_address"`
		CreatedAt string `json:"created_at"`
	}) {
		t.Helper()
		got := b.Admin("GET", "/admin/audit"+query, nil)
		if err := json.Unmarshal(got.Raw, &entries); err != nil || got.Status != 200 {
			t.Fatalf("%s: got %s", query, got.Raw)
		}
		return entries
	}
	for query, want := range map[string]int{
		"": 5, "?query=action:login": 3, "?query=action:login_failed": 1, "?query=type:team": 2, "?query=type:user": 0, "?query=type:spell": 0,
		"?query=author:MARINA": 3, "?query=author:carlos_1": 2, "?query=author:carlos%251": 0, "?query=type:": 5, "?per_page=2&page=3": 1,
	} {
		if got := read(query); len(got) != want {
			t.Errorf("%q lists %d entries, want %d: %v", query, len(got), want, got)
		}
	}
	failed := read("?query=action:login_failed")[0]
	if failed.Payload.Actor != d.User.ID.String() || failed.Payload.Username != authtest.Marina || failed.Payload.LogType != "account" || failed.IPAddress != authtest.HomeIP || failed.CreatedAt == "" {
		t.Errorf("a wrong password is remembered as %+v", failed)
	}
	if got := b.Admin("GET", "/admin/audit?per_page=2", nil); got.Header.Get("X-Total-Count") != "5" {
		t.Errorf("the headers are %v", got.Header)
	}
	b.Want(b.Admin("GET", "/admin/audit?query=spell:x", nil), 400, "validation_failed")
	b.Want(b.Admin("GET", "/admin/audit?query=login", nil), 400, "validation_failed")
	b.Want(b.Do(authtest.Request{Method: "GET", Path: "/admin/audit", Bearer: d.AccessToken}), 403, "not_admin")

	b.Want(b.Admin("DELETE", "/admin/users/"+d.User.ID.String(), map[string]any{"should_soft_delete": true}), 200, "")
	if got := read("?query=action:login_failed")[0]; got.Payload.Username != "" || got.Payload.Actor != d.User.ID.String() {
		t.Errorf("the log knows who has left: %+v", got)
	}
}
