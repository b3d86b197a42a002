package rest_test

import (
	"context"
	"testing"

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
