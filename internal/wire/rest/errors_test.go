package rest_test

import (
	"context"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"automacao/internal/wire/rest"
)

// TestAnErrorNamesWhatTheCallerIsToldOf checks that plain errors name a column only if the OpenAPI
// document names it to the same role.
func TestAnErrorNamesWhatTheCallerIsToldOf(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *rest.Config) { c.PlainErrors = true })
	if _, err := b.pool.Exec(context.Background(), `ALTER TABLE public.users ALTER COLUMN secret SET NOT NULL`); err != nil {
		t.Fatal(err)
	}
	personal := map[string]string{"Accept-Profile": "personal"}
	for _, c := range []call{
		{name: "AnUnknownColumn", path: "/projects?select=nam", status: 400, want: `{"code":"42703","message":"column projects.nam does not exist","details":null,"hint":null}`},
		{name: "AnUnknownColumnThatIsLikeAHiddenOne", path: "/users?secre=eq.x", status: 400, want: `{"code":"42703","message":"column users.secre does not exist","details":null,"hint":null}`},
		{name: "AnUnknownKey", method: "POST", path: "/projects", body: `{"nope":1}`, as: "ana", status: 400, want: `{"code":"PGRST204","message":"Could not find the 'nope' column of 'projects' in the schema cache","details":null,"hint":null}`},
		{name: "OfATableThatIsNotDescribed", path: "/notes?select=nope", headers: personal, as: "ana", status: 400, want: `{"code":"42703","message":"There is no such column","details":null,"hint":null}`},
		{name: "AMissingValue", method: "POST", path: "/projects", body: `{"budget":1}`, as: "ana", status: 400, want: `{"code":"23502","message":"null value in column \"name\" of relation \"projects\" violates not-null constraint","details":null,"hint":null}`},
		{name: "AMissingValueOfAHiddenColumn", method: "POST", path: "/users", body: `{"id":9,"name":"x"}`, as: "ana", status: 400, want: `{"code":"23502","message":"A required value is missing","details":null,"hint":null}`},
		{name: "AFilterOfAWrongType", path: "/projects?client_id=eq.abc", status: 400, want: `{"code":"22P02","message":"invalid input syntax for type integer: \"abc\"","details":null,"hint":"The column client_id of projects is integer."}`},
		{name: "AListOfAWrongType", path: "/projects?client_id=not.in.(1,abc)", status: 400, want: `{"code":"22P02","message":"invalid input syntax for type integer: \"abc\"","details":null,"hint":"The column client_id of projects is integer."}`},
		{name: "ABodyOfAWrongType", method: "POST", path: "/projects", body: `{"name":"x","client_id":"abc"}`, as: "ana", status: 400, want: `{"code":"22P02","message":"invalid input syntax for type integer: \"abc\"","details":null,"hint":"The column client_id of projects is integer."}`},
		{name: "AValueOfARow", path: "/projects?select=name::int", status: 400, want: `{"code":"22P02","message":"A value is not of its type","details":null,"hint":null}`},
		{name: "AHiddenColumn", path: "/users?secret=eq.x", status: 401, want: `{"code":"42501","message":"Permission denied","details":null,"hint":null}`},
	} {
		t.Run(c.name, func(t *testing.T) { b.check(t, c) })
	}
}

// TestAnEndedSessionIsRefused checks every way a request takes, and that it has no effect.
func TestAnEndedSessionIsRefused(t *testing.T) {
	t.Parallel()
	b := setupRenaming(t)
	b.register(t, b.engine.React("public", "projects", rest.Update, nothingFollows))
	const refusal = `{"code":"PT401","message":"Session ended","details":null,"hint":null}`
	for _, c := range []call{
		{name: "Read", path: "/projects"},
		{name: "CountedRead", path: "/projects", headers: map[string]string{"Prefer": "count=planned"}},
		{name: "Insert", method: "POST", path: "/clients", body: `{"id":9,"name":"x"}`},
		{name: "Update", method: "PATCH", path: "/clients?id=eq.1", body: `{"name":"x"}`},
		{name: "Delete", method: "DELETE", path: "/clients?id=eq.3"},
		{name: "ReactedWrite", method: "PATCH", path: "/projects?id=eq.1", body: `{"name":"x"}`},
		{name: "CallWithGet", path: "/rpc/add?a=1"},
		{name: "CallThatOnlyReads", method: "POST", path: "/rpc/add", body: `{"a":1}`},
		{name: "Call", method: "POST", path: "/rpc/rename_two", body: `{}`},
		{name: "GoFunction", method: "POST", path: "/rpc/rename_in_go", body: `{}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.as, c.status, c.want = "banned", 401, refusal
			b.check(t, c)
			b.check(t, call{path: "/clients?select=id,name&order=id", status: 200, want: `[{"id":1,"name":"Serra Azul"},{"id":2,"name":"Três Rios"},{"id":3,"name":"Planalto"}]`})
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	b := setup(t)
	expired, err := b.keys.Sign(jwt.MapClaims{"role": "authenticated", "exp": time.Now().Add(-time.Hour).Unix()})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []call{
		{name: "UnknownTable", path: "/project", status: 404, want: `{"code":"PGRST205","message":"Could not find the table 'public.project' in the schema cache","details":null,"hint":"Perhaps you meant the table 'public.projects'"}`},
		{name: "UnknownColumn", path: "/projects?select=nope", status: 400},
		{name: "UnknownRelationship", path: "/projects?select=badges(code)", status: 400, want: `{"code":"PGRST200","message":"Could not find a relationship between 'projects' and 'badges' in the schema cache","details":"Searched for a foreign key relationship between 'projects' and 'badges' in the schema 'public', but no matches were found.","hint":null}`},
		{name: "AmbiguousRelationship", path: "/letters?select=users(name)", status: 300},
		{name: "FilterOnWhatIsNotEmbedded", path: "/projects?select=id&clients.name=eq.x", status: 400},
		{name: "BadOperator", path: "/projects?id=is_it.1", status: 400},
		{name: "BadTree", path: "/projects?or=(id.eq.1", status: 400},
		{name: "BadValue", path: "/projects?id=eq.abc", status: 400, want: `{"code":"22P02","message":"invalid input syntax for type integer: \"abc\"","details":null,"hint":null}`},
		{name: "UnreadableColumn", path: "/users?select=secret", status: 401},
		{name: "FilterOnUnreadableColumn", path: "/users?select=id&secret=eq.x", status: 401},
		{name: "OrderByUnreadableColumn", path: "/users?select=id&order=secret", as: "ana", status: 403},
		{name: "UnknownSchema", path: "/projects", headers: map[string]string{"Accept-Profile": "secret"}, status: 406},
		{name: "UnknownMedia", path: "/projects", headers: map[string]string{"Accept": "image/png"}, status: 406},
		{name: "ExpiredToken", path: "/projects", headers: map[string]string{"Authorization": "Bearer " + expired}, status: 401, want: `{"code":"PGRST303","message":"JWT expired","details":null,"hint":null}`},
		{name: "BrokenToken", path: "/projects", headers: map[string]string{"Authorization": "Bearer x.y.z"}, status: 401},
		{name: "PreRequestRefuses", path: "/projects", as: "banned", status: 401, want: `{"code":"PT401","message":"Session ended","details":null,"hint":null}`},
		{name: "AnonymousMayNotWrite", method: "POST", path: "/projects", body: `{"name":"x"}`, status: 401},
		{name: "StrictUnknownPreference", path: "/projects", headers: map[string]string{"Prefer": "handling=strict, anything=goes"}, status: 400},
		{name: "BadTimezone", path: "/projects", headers: map[string]string{"Prefer": "timezone=Jupiter"}, status: 400},
		{name: "BadPath", path: "/a/b/c", status: 404},
		{name: "BadMethod", method: "TRACE", path: "/projects", status: 405},
		{name: "BadBody", method: "POST", path: "/projects", body: `{"name":`, as: "ana", status: 400},
		{name: "UnevenRows", method: "POST", path: "/projects", body: `[{"name":"a"},{"id":9}]`, as: "ana", status: 400},
		{name: "UnknownKey", method: "POST", path: "/projects", body: `{"nope":1}`, as: "ana", status: 400, want: `{"code":"PGRST204","message":"Could not find the 'nope' column of 'projects' in the schema cache","details":null,"hint":null}`},
		{name: "Check", method: "POST", path: "/projects", body: `{"name":"a","budget":-1}`, as: "ana", status: 400},
		{name: "ForeignKey", method: "POST", path: "/projects", body: `{"name":"a","client_id":99}`, as: "ana", status: 409},
		{name: "Duplicate", method: "POST", path: "/projects", body: `{"id":1,"name":"a"}`, as: "ana", status: 409},
		{name: "UnknownFunction", path: "/rpc/ad?a=1", status: 404},
		{name: "WrongArguments", method: "POST", path: "/rpc/add", body: `{"z":1}`, status: 404},
		{name: "WritingFunctionWithGet", path: "/rpc/write_something", as: "ana", status: 405},
		{name: "RaisedByAFunction", method: "POST", path: "/rpc/teapot", status: 418, want: `{"code":"teapot","message":"Sou um bule","details":null,"hint":null}`, with: map[string]string{"X-Pot": "sim"}},
		{name: "Injection", path: `/projects?select=id&name=eq.'%3B%20DROP%20TABLE%20projects--`, status: 200, want: `[]`},
		{name: "InjectionInName", path: `/projects?select="id%22%22%3B--"`, status: 400},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b.check(t, c)
		})
	}
}
