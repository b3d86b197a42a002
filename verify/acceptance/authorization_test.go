package acceptance

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"automacao/verify/apptest"
)

// claims are statements about oneself that would give more rights.
var claimed = map[string]any{
	"is_super_admin": true, "is_super": true, "is_admin": true, "admin": true, "aud": "service_role", "aal": "aal2", "sub": "00000000-0000-0000-0000-000000000000",
	"app_metadata": map[string]any{"role": "admin", "roles": []string{"admin"}}, "raw_app_meta_data": map[string]any{"role": "admin"},
	"status": "active", "email_confirmed_at": "2026-01-01", "banned_until": nil, "user_role": "service_role",
}

// TestNobodyMakesThemselvesAnAdministrator sends claims of power at sign-up and in changes of
// the user's own data. None has an effect.
func TestNobodyMakesThemselvesAnAdministrator(t *testing.T) {
	t.Parallel()
	b := setup(t)
	person := func(more map[string]any) map[string]any {
		data := map[string]any{"name": "Marina Alves", "document": "900.000.911-11", "terms": true}
		for name, value := range more {
			data[name] = value
		}
		return data
	}
	signUp := func(email string, data map[string]any) answer {
		body := map[string]any{"email": email, "password": apptest.Password, "data": data}
		for name, value := range claimed {
			body[name] = value
		}
		body["role"] = "admin"
		return b.Ask(request{Method: "POST", Path: "/auth/v1/signup", Body: body})
	}
	if got := signUp("chefe@exemplo.test", person(map[string]any{"role": "admin"})); got.Status != http.StatusUnprocessableEntity || !strings.Contains(got.Body, "unknown_role") {
		t.Errorf("an administrator signs up: %d %s", got.Status, got.Body)
	}
	if got := signUp("marina@exemplo.test", person(claimed)); got.Status != http.StatusOK {
		t.Fatalf("Marina signs up: %d %s", got.Status, got.Body)
	}
	var session struct {
		AccessToken string `json:"access_token"`
		User        struct{ ID string }
	}
	b.Must(request{Method: "POST", Path: "/auth/v1/token?grant_type=password", Body: map[string]any{"email": "marina@exemplo.test", "password": apptest.Password}}, &session)
	change := map[string]any{"data": map[string]any{"role": "admin"}, "role": "service_role"}
	for name, value := range claimed {
		change[name] = value
	}
	b.Ask(request{Method: "PUT", Path: "/auth/v1/user", Token: session.AccessToken, Body: change})
	b.Must(request{Method: "POST", Path: "/auth/v1/token?grant_type=password", Body: map[string]any{"email": "marina@exemplo.test", "password": apptest.Password}}, &session)

	var is string
	if err := b.DB.Owner.QueryRow(t.Context(), `
		SELECT concat_ws(' ', p.role, u.app_metadata ->> 'role', u.app_metadata ->> 'roles', (SELECT count(*) FROM public.profiles WHERE role = 'admin'))
		FROM auth.users u JOIN public.profiles p USING (id) WHERE u.id = $1`, session.User.ID).Scan(&is); err != nil || is != "professional 0" {
		t.Errorf("she is %q, %v", is, err)
	}
	refused := 0
	for _, r := range []request{
		{Method: "GET", Path: "/auth/v1/admin/users"},
		{Method: "POST", Path: "/rest/v1/rpc/market_overview", Body: map[string]any{}},
		{Method: "PATCH", Path: "/rest/v1/profiles?id=eq." + session.User.ID, Body: map[string]any{"role": "admin"}},
		{Method: "POST", Path: "/storage/v1/bucket", Body: map[string]any{"name": "own"}},
	} {
		r.Token = session.AccessToken
		if got := b.Ask(r); got.Status < http.StatusBadRequest {
			t.Errorf("%s %s is answered %d %s", r.Method, r.Path, got.Status, got.Body)
			continue
		}
		refused++
	}
	if got := b.Reads(session.AccessToken, "accounts?select=profile_id"); strings.Count(got, "profile_id") != 1 {
		t.Errorf("she reads the accounts %s", got)
	}
	t.Attr("figure", fmt.Sprintf("%d claims of power at sign-up and in PUT /user ignored, an administrator's sign-up refused; %d of 4 doors closed", 2*len(claimed), refused))
}

// TestDevelopmentAddressesAreClosed checks that a market without a demonstration has no published
// account, and that addresses of development tools and of secrets are answered with an error.
func TestDevelopmentAddressesAreClosed(t *testing.T) {
	t.Parallel()
	b := setup(t)
	if got := b.Ask(request{Method: "GET", Path: "/config.json"}); !strings.Contains(got.Body, `"testAccounts":[]`) {
		t.Errorf("the sign-in page lists %s", got.Body)
	}
	for _, email := range []string{"admin@automacao.demo", "profissional@automacao.demo", "empresa@automacao.demo", "admin", "postgres", "root@localhost"} {
		for _, guess := range []string{"demo1234", "admin"} {
			if got := b.Ask(request{Method: "POST", Path: "/auth/v1/token?grant_type=password", Body: map[string]any{"email": email, "password": guess}}); got.Status < http.StatusBadRequest {
				t.Errorf("%s signs in with %s", email, guess)
			}
		}
	}
	var users int
	if err := b.DB.Owner.QueryRow(t.Context(), `SELECT count(*) FROM auth.users`).Scan(&users); err != nil || users > 0 {
		t.Errorf("there are %d accounts, %v", users, err)
	}
	doors := []string{
		"/.git/HEAD", "/.git/config", "/.env", "/.htaccess", "/debug/pprof/", "/debug/vars", "/metrics", "/server-status", "/assets/", "/imagens/", "/secrets.json", "/seal.json", "/data/secrets.json",
		"/assets/index.js.map", "/package.json", "/go.mod", "/vite.config.ts", "/dev/ui", "/backup.sql", "/swagger.json", "/graphql", "/..%2f..%2fetc/passwd", "/assets/..%2f..%2fgo.mod",
	}
	for _, door := range doors {
		got := b.Ask(request{Method: "GET", Path: door})
		if got.Status < http.StatusBadRequest || strings.Contains(got.Body, "root:") || strings.Contains(got.Body, "jwt_secret") {
			t.Errorf("%s is answered %d %.80s", door, got.Status, got.Body)
		}
	}
	t.Attr("figure", fmt.Sprintf("0 accounts of our own, 12 guesses refused, %d paths of makers answered with an error", len(doors)))
}

// TestHiddenRowsLookLikeMissingRows compares the answers about a row that is hidden from a caller with
// those about a row that does not exist. Status, body and count are the same for every kind of
// request.
func TestHiddenRowsLookLikeMissingRows(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t))
	proposal := c.sent()
	contract := c.contract("active")
	c.Exec(`INSERT INTO public.messages (from_id, to_id, content) VALUES ($1, $2, 'Em segredo')`, c.marina(), c.serra())
	hidden := map[string]uuid.UUID{
		"proposals": proposal, "contracts": contract, "contract_events": contract,
		"milestones":  c.ID(`SELECT id FROM public.milestones WHERE contract_id = $1`, contract),
		"messages":    c.ID(`SELECT id FROM public.messages WHERE from_id = $1 AND content = 'Em segredo'`, c.marina()),
		"invitations": c.invitation(), "reports": c.report(), "accounts": c.serra(), "organisations": c.serra(),
	}
	count := 0
	for table, id := range hidden {
		key := map[string]string{"accounts": "profile_id", "contract_events": "contract_id"}[table]
		if key == "" {
			key = "id"
		}
		for _, ask := range []string{
			"GET %s?select=" + key + "&%s=eq.{id}", "HEAD %s?%s=eq.{id}", "GET %s?select=count()&%s=eq.{id}", "GET %s?select=" + key + "&or=(%s.eq.{id},%[2]s.is.null)",
			"GET %s?select=" + key + "&%s=in.({id})&order=" + key + "&limit=1&offset=0", "GET %s?select=" + key + "&%s=gte.{id}&%[2]s=lte.{id}", "GET %s?select=" + key + "&not.and=(%s.neq.{id})",
			"DELETE %s?%s=eq.{id}", "PATCH %s?%s=eq.{id}",
		} {
			for _, viewer := range []string{"visitor", "vale"} {
				method, query, _ := strings.Cut(fmt.Sprintf(ask, table, key), " ")
				c.tellsNothing(viewer, method, "/rest/v1/"+query, id)
				count += 2
			}
		}
	}
	for _, query := range []string{
		"profiles?select=id,accounts!inner(email)&id=eq.{id}", "profiles?select=id,accounts(document)&accounts.document=not.is.null&id=eq.{id}&order=id",
		"profiles?select=accounts(count)&id=eq.{id}", "projects?select=id,proposals!inner(id)&proposals.id=eq.{id}", "projects?select=id,contracts!inner(id)&contracts.id=eq.{id}",
	} {
		for _, id := range []uuid.UUID{proposal, contract} {
			c.tellsNothing("vale", "GET", "/rest/v1/"+query, id)
			count += 2
		}
	}
	t.Attr("figure", fmt.Sprintf("%d questions about hidden rows, each answered as about none", count))
}

// tellsNothing compares the answers about an id and about one that does not exist.
func (c *cast) tellsNothing(viewer, method, path string, id uuid.UUID) {
	c.T.Helper()
	ask := func(id uuid.UUID) string {
		r := request{Method: method, Path: strings.ReplaceAll(path, "{id}", id.String()), Token: c.tokens[viewer], Headers: map[string]string{"Prefer": "count=exact"}}
		if method == "PATCH" {
			r.Body = map[string]any{"status": "accepted"}
		}
		got := c.Ask(r)
		return strings.ReplaceAll(fmt.Sprint(got.Status, " ", got.Headers.Get("Content-Range"), " ", got.Body), id.String(), "{id}")
	}
	if there, absent := ask(id), ask(uuid.New()); there != absent {
		c.T.Errorf("%s %s as %s: %s of what is there, %s of what is not", method, path, viewer, there, absent)
	}
}

// TestUnreadableColumnsTellNothing checks that no filter, order or embedding reaches a column that
// a role may not read, whatever its value.
func TestUnreadableColumnsTellNothing(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t))
	c.invitation()
	c.contract("active")
	for _, query := range []string{
		"invitations?select=token_hash", "invitations?select=id&token_hash=gt.0", "invitations?select=id&order=token_hash",
		"invitations?select=id&or=(token_hash.gt.0,id.is.null)", "notifications?select=id&group_key=eq.x", "reports?select=id&order=reporter_key",
		"milestones?select=id,reminded", "milestones?select=id&reminded=gt.0", "contracts?select=id,milestones(id)&milestones.reminded=gt.0", "contracts?select=id,milestones(id)&milestones.order=reminded",
	} {
		for _, viewer := range []string{"visitor", "serra owner", "vale", "admin"} {
			got := c.Ask(request{Method: "GET", Path: "/rest/v1/" + query, Token: c.tokens[viewer]})
			if got.Status != 401 && got.Status != 403 {
				t.Errorf("%s as %s is answered %d %s", query, viewer, got.Status, got.Body)
			}
		}
	}
}
