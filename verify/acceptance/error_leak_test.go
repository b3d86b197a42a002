package acceptance

import (
	"automacao/verify/apptest"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/coder/websocket"
	"github.com/google/uuid"
)

// marked is a value of a row that no answer may repeat.
const marked = "valor-que-ninguem-le"

// TestErrorsNameNoDatabaseObjects forces errors of each kind through every protocol, and
// searches the answers for every name in the catalogue.
func TestErrorsNameNoDatabaseObjects(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t))
	names := c.catalogue()
	told := 0
	for label, r := range c.refusals() {
		got := c.Ask(r)
		if got.Status < http.StatusMultipleChoices {
			t.Errorf("%s is no error: %d %s", label, got.Status, got.Body)
		}
		told++
		if want := named[label]; want != "" {
			if got.Body != want {
				t.Errorf("%s: want %s, got %s", label, want, got.Body)
			}
			continue
		}
		c.namesNothing(label, got.Body, names)
	}
	for label, said := range c.refusedOnSockets() {
		told++
		c.namesNothing(label, said, names)
	}
	for label, r := range c.failures() {
		got := c.Ask(r)
		if got.Status < http.StatusInternalServerError || got.Headers.Get("X-Request-Id") == "" {
			t.Errorf("%s is answered %d %v %s", label, got.Status, got.Headers, got.Body)
		}
		told++
		c.namesNothing(label, got.Body, names)
	}
	t.Attr("figure", fmt.Sprintf("%d errors of REST, rpc, auth, storage and realtime searched for %d names: 0 found", told, len(names)))
}

// named are the refusals that name what the API's description names to the same caller, and a value
// only if the caller sent it.
var named = map[string]string{
	"missing value":       `{"code":"23502","message":"null value in column \"description\" of relation \"projects\" violates not-null constraint","details":null,"hint":null}`,
	"no uuid":             `{"code":"22P02","message":"invalid input syntax for type uuid: \"valor-que-ninguem-le\"","details":null,"hint":"The column id of projects is uuid."}`,
	"number out of range": `{"code":"22003","message":"value \"99999999999999\" is out of range for type integer","details":null,"hint":"The column reviews_count of profiles is integer."}`,
	"unknown column":      `{"code":"42703","message":"column projects.titel does not exist","details":null,"hint":null}`,
	"unknown filter":      `{"code":"42703","message":"column projects.titel does not exist","details":null,"hint":null}`,
	"unknown order":       `{"code":"42703","message":"column projects.titel does not exist","details":null,"hint":null}`,
	"no number":           `{"code":"22P02","message":"invalid input syntax for type bigint: \"valor-que-ninguem-le\"","details":null,"hint":"The column number of projects is bigint."}`,
	"foreign row":         `{"code":"PGRST204","message":"Could not find the 'recipient_id' column of 'messages' in the schema cache","details":null,"hint":null}`,
	"taken key":           `{"code":"PGRST204","message":"Could not find the 'category' column of 'skills' in the schema cache","details":null,"hint":null}`,
	"unknown written":     `{"code":"PGRST204","message":"Could not find the 'titel' column of 'projects' in the schema cache","details":null,"hint":null}`,
}

// catalogue returns the names of the objects in the schemas, and of columns that are no common
// words.
func (c *cast) catalogue() (names []string) {
	c.T.Helper()
	const ask = `
		WITH ours AS (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'private', 'auth', 'storage', 'realtime', 'jobs', 'migrations'))
		SELECT array(SELECT relname::text FROM pg_class WHERE relnamespace IN (TABLE ours)
		       UNION SELECT conname FROM pg_constraint WHERE connamespace IN (TABLE ours)
		       UNION SELECT proname FROM pg_proc WHERE pronamespace IN (TABLE ours)
		       UNION SELECT tgname FROM pg_trigger
		       UNION SELECT polname FROM pg_policy
		       UNION SELECT attname FROM pg_attribute a JOIN pg_class r ON r.oid = a.attrelid WHERE r.relnamespace IN (TABLE ours) AND a.attnum > 0 AND attname ~ '_'
		       UNION SELECT unnest(ARRAY['pg_catalog', 'service_role', 'authenticator', 'definer', 'ledger_keeper', 'PL/pgSQL', 'SELECT', 'INSERT']))`
	if err := c.DB.Owner.QueryRow(c.T.Context(), ask).Scan(&names); err != nil {
		c.T.Fatal(err)
	}
	return names
}

// envelope are the keys of error documents, and words that are both names of tables and words of
// the protocols.
var envelope = regexp.MustCompile(`"(code|message|details|hint|msg|error_code|statusCode|error|topic|extension)":|session_id claim|user_id must|Channel topic`)

func (c *cast) namesNothing(label, said string, names []string) {
	c.T.Helper()
	text := " " + envelope.ReplaceAllString(said, "") + " "
	for _, name := range append(names, marked, ".go:", "goroutine", "/work/", "/tmp/") {
		at := strings.Index(text, name)
		if at < 0 || at > 0 && isWord(text[at-1]) || isWord(text[at+len(name)]) {
			continue
		}
		c.T.Errorf("%s names %s: %s", label, name, said)
	}
}

func isWord(letter byte) bool {
	return letter == '_' || letter >= '0' && letter <= '9' || letter >= 'A' && letter <= 'Z' || letter >= 'a' && letter <= 'z'
}

// refusals are the answers to requests of people and programs that are refused.
func (c *cast) refusals() map[string]request {
	marina, service := c.tokens["marina owner"], c.App.Keys().ServiceRoleKey
	post := func(path, token string, body any) request {
		return request{Method: "POST", Path: path, Token: token, Body: body}
	}
	get := func(path, token string) request { return request{Method: "GET", Path: path, Token: token} }
	nobody := uuid.NewString()
	c.contract("active")
	return map[string]request{
		"taken key":            post("/rest/v1/skills", service, map[string]any{"slug": "retrofit", "name": marked, "label": marked, "category": marked, "position": 1}),
		"dangling reference":   post("/rest/v1/proposals", service, map[string]any{"project_id": nobody, "professional_id": nobody, "value": "10.00", "cover_letter": marked}),
		"still referred to":    {Method: "DELETE", Path: "/rest/v1/projects?title=eq.Retrofit", Token: service},
		"broken check":         {Method: "PATCH", Path: "/rest/v1/site_images?key=eq.landingHero", Token: service, Body: map[string]any{"url": "x", "key": strings.Repeat(marked, 40)}},
		"missing value":        post("/rest/v1/projects", service, map[string]any{"title": marked}),
		"no uuid":              get("/rest/v1/projects?id=eq."+marked, marina),
		"no number":            get("/rest/v1/projects?number=eq."+marked, marina),
		"no date":              post("/rest/v1/projects", marina, map[string]any{"created_at": marked}),
		"number out of range":  get("/rest/v1/profiles?reviews_count=eq.99999999999999", marina),
		"column of a hidden":   get("/rest/v1/accounts?select=titel", ""),
		"value of a hidden":    get("/rest/v1/accounts?profile_id=eq."+marked, ""),
		"value of a cast":      get("/rest/v1/projects?select=title::int", service),
		"hidden table":         get("/rest/v1/accounts", ""),
		"hidden column":        get("/rest/v1/invitations?select=token_hash", marina),
		"unknown table":        get("/rest/v1/profile", ""),
		"unknown column":       get("/rest/v1/projects?select=titel", marina),
		"unknown filter":       get("/rest/v1/projects?titel=eq.1", marina),
		"unknown order":        get("/rest/v1/projects?order=titel", marina),
		"unknown written":      post("/rest/v1/projects", marina, map[string]any{"titel": "x"}),
		"unknown embed":        get("/rest/v1/projects?select=id,profil(*)", marina),
		"ambiguous embed":      get("/rest/v1/contracts?select=id,profiles(*)", marina),
		"unknown schema":       {Method: "GET", Path: "/rest/v1/projects", Token: marina, Headers: map[string]string{"Accept-Profile": "privat"}},
		"unknown function":     post("/rest/v1/rpc/market_activit", marina, map[string]any{}),
		"wrong parameters":     post("/rest/v1/rpc/market_activity", marina, map[string]any{"dias": 1}),
		"forbidden function":   post("/rest/v1/rpc/market_activity", "", map[string]any{"days": 7}),
		"value of a parameter": post("/rest/v1/rpc/my_activity", marina, map[string]any{"days": marked}),
		"missing operator":     get("/rest/v1/projects?id=fts.x", marina),
		"foreign row":          post("/rest/v1/messages", marina, map[string]any{"sender_id": c.serra(), "recipient_id": c.marina(), "content": marked}),
		"read-only call":       get("/rest/v1/rpc/accept_proposal?proposal_id="+nobody, marina),
		"call with no uuid":    post("/rest/v1/rpc/accept_proposal", marina, map[string]any{"proposal_id": marked}),
		"call without body":    post("/rest/v1/rpc/accept_proposal", marina, []byte("{")),
		"unfiltered":           {Method: "DELETE", Path: "/rest/v1/messages", Token: marina},
		"wrong conflict":       {Method: "POST", Path: "/rest/v1/preferences?on_conflict=newsletter", Token: marina, Headers: map[string]string{"Prefer": "resolution=merge-duplicates"}, Body: map[string]any{"profile_id": c.marina()}},
		"NUL in text":          {Method: "PATCH", Path: "/rest/v1/profiles?id=eq." + c.marina().String(), Token: marina, Body: map[string]any{"about": marked + "\x00"}},

		"sign-up with NUL":    post("/auth/v1/signup", "", map[string]any{"email": "a@exemplo.test", "password": apptest.Password, "data": map[string]any{"name": "a\x00"}}),
		"sign-up of nobody":   post("/auth/v1/signup", "", map[string]any{"email": "a@exemplo.test", "password": apptest.Password}),
		"taken address":       post("/auth/v1/admin/users", service, map[string]any{"email": c.marina().String() + "@exemplo.test", "password": apptest.Password}),
		"user of no uuid":     get("/auth/v1/admin/users/"+marked, service),
		"user that is not":    get("/auth/v1/admin/users/"+nobody, service),
		"no administrator":    get("/auth/v1/admin/users", marina),
		"wrong password":      post("/auth/v1/token?grant_type=password", "", map[string]any{"email": "a@exemplo.test", "password": "x"}),
		"wrong refresh":       post("/auth/v1/token?grant_type=refresh_token", "", map[string]any{"refresh_token": "x"}),
		"ended session":       get("/auth/v1/user", c.tokens["marina ended"]),
		"ended session reads": get("/rest/v1/projects", c.tokens["marina ended"]),
		"blocked session":     get("/rest/v1/projects", c.tokens["marina blocked"]),
		"broken token":        get("/rest/v1/projects", marina+"x"),

		"no bucket":           post("/storage/v1/object/nowhere/x", marina, picture(c.T)),
		"foreign folder":      post("/storage/v1/object/public-uploads/avatars/"+c.serra().String()+"-1", marina, picture(c.T)),
		"nowhere in a bucket": post("/storage/v1/object/public-uploads/x", marina, picture(c.T)),
		"no picture":          post("/storage/v1/object/public-uploads/avatars/"+c.marina().String()+"-1", marina, []byte(marked)),
		"taken bucket":        post("/storage/v1/bucket", service, map[string]any{"name": "public-uploads"}),
		"bucket of a member":  post("/storage/v1/bucket", marina, map[string]any{"name": "own"}),
		"NUL in a bucket":     post("/storage/v1/bucket", service, map[string]any{"name": "a\x00"}),
		"list of no files":    post("/storage/v1/object/list/public-uploads", marina, map[string]any{"prefix": "", "limit": 0}),
		"missing object":      get("/storage/v1/object/public/public-uploads/avatars/none", ""),
		"functions":           post("/functions/v1/none", marina, nil),
		"broadcast to others": post("/realtime/v1/api/broadcast/conversation:"+nobody+":"+nobody+"/events/typing?private=true", marina, map[string]any{}),
		"nothing at a path":   get("/rest/v1/rpc/", marina),
	}
}

// refusedOnSockets are the answers to joining channels that are not allowed.
func (c *cast) refusedOnSockets() map[string]string {
	c.T.Helper()
	said := map[string]string{}
	for label, config := range map[string]map[string]any{
		"hidden changes":   {"postgres_changes": []any{map[string]any{"event": "*", "schema": "auth", "table": "user"}}},
		"unknown changes":  {"postgres_changes": []any{map[string]any{"event": "*", "schema": "public", "table": "profil"}}},
		"unknown filter":   {"postgres_changes": []any{map[string]any{"event": "*", "schema": "public", "table": "messages", "filter": "conten=eq.1"}}},
		"filter's value":   {"postgres_changes": []any{map[string]any{"event": "*", "schema": "public", "table": "messages", "filter": "id=eq.x"}}},
		"somebody's topic": {"private": true},
	} {
		ctx := c.Within()
		socket, _, err := websocket.Dial(ctx, "ws://"+c.Addr+"/realtime/v1/websocket?vsn=1.0.0&apikey="+c.AnonKey, nil)
		if err != nil {
			c.T.Fatal(err)
		}
		join, err := json.Marshal(map[string]any{"topic": "realtime:geral", "event": "phx_join", "ref": "1", "payload": map[string]any{"config": config, "access_token": c.tokens["marina owner"]}})
		if err == nil {
			err = socket.Write(ctx, websocket.MessageText, join)
		}
		for err == nil && !strings.Contains(said[label], `"error"`) {
			var event []byte
			_, event, err = socket.Read(ctx)
			// The answer repeats what the client asked for.
			said[label] = strings.ReplaceAll(string(event), "messages", "")
		}
		if err != nil {
			c.T.Fatalf("%s: %v", label, err)
		}
		_ = socket.CloseNow()
	}
	return said
}

// failures are the answers of a server whose database is broken.
func (c *cast) failures() map[string]request {
	c.T.Helper()
	for _, statement := range []string{
		`CREATE OR REPLACE FUNCTION auth.check_session() RETURNS void LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''relation private.sealed_parties of ` + marked + ` is broken'' USING ERRCODE = ''XX000''; END'`,
		`ALTER TABLE auth.users RENAME COLUMN email TO mail`,
	} {
		if _, err := c.DB.Owner.Exec(c.T.Context(), statement); err != nil {
			c.T.Fatal(err)
		}
	}
	return map[string]request{
		"reading fails":    {Method: "GET", Path: "/rest/v1/projects", Token: c.tokens["marina owner"]},
		"calling fails":    {Method: "POST", Path: "/rest/v1/rpc/list_sessions", Token: c.tokens["marina owner"], Body: map[string]any{}},
		"signing in fails": {Method: "POST", Path: "/auth/v1/token?grant_type=password", Body: map[string]any{"email": "a@exemplo.test", "password": apptest.Password}},
		"listing fails":    {Method: "POST", Path: "/storage/v1/object/list/public-uploads", Token: c.tokens["marina owner"], Body: map[string]any{"prefix": ""}},
	}
}
