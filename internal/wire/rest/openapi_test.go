package rest_test

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi2"
	"github.com/getkin/kin-openapi/openapi2conv"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/rest"
)

type wanted struct {
	OrderID uuid.UUID `json:"order_id"`
	Lines   []string  `json:"lines"`
	secret  string
}

type ordered struct {
	At   time.Time       `json:"at"`
	More json.RawMessage `json:"more,omitempty"`
	Next *ordered        `json:"next"`
}

func order(_ context.Context, _ pgx.Tx, in wanted) (ordered, error) {
	return ordered{More: json.RawMessage(in.secret)}, nil
}

// describing is an engine with tables and functions that have comments.
func describing(t *testing.T) *bundle {
	t.Helper()
	b := setup(t)
	more, err := os.ReadFile("testdata/openapi.sql")
	if err != nil {
		t.Fatal(err)
	}
	b.must(t, string(more))
	b = setupOn(t, b, func(c *rest.Config) { c.Abouts = map[string]string{"order": "Makes an order."} })
	b.register(t,
		rest.Register(b.engine, "order", order, rest.Roles{"authenticated"}),
		rest.Register(b.engine, "audit", one, rest.Roles{"service_role"}))
	return b
}

// described is the OpenAPI document for a role, validated by a library.
func described(t *testing.T, b *bundle, as string) openapi2.T {
	t.Helper()
	answer := b.do(t, call{path: "/", as: as})
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != 200 {
		t.Fatalf("%d, %v: %s", answer.StatusCode, err, body)
	}
	var document openapi2.T
	if err := json.Unmarshal(body, &document); err != nil {
		t.Fatal(err)
	}
	converted, err := openapi2conv.ToV3(&document)
	if err != nil {
		t.Fatal(err)
	}
	if err := converted.Validate(t.Context()); err != nil {
		t.Error(err)
	}
	return document
}

func verbs(document openapi2.T, path string) string {
	item := document.Paths[path]
	if item == nil {
		return ""
	}
	return strings.Join(slices.Sorted(maps.Keys(item.Operations())), " ")
}

func TestTheRootDescribesWhatTheRoleMayUse(t *testing.T) {
	t.Parallel()
	b := describing(t)
	visitor, ana := described(t, b, ""), described(t, b, "ana")
	for _, c := range []struct{ path, visitor, ana string }{
		{"/", "GET", "GET"},
		{"/things", "GET", "DELETE GET PATCH POST"},
		{"/open_things", "GET", "GET"},
		{"/users", "GET", "GET PATCH POST"},
		{"/rpc/many", "GET POST", "GET POST"},
		{"/rpc/hidden", "", ""},
		{"/rpc/order", "", "POST"},
		{"/rpc/audit", "", ""},
		{"/notes", "", ""},
	} {
		if got := []string{verbs(visitor, c.path), verbs(ana, c.path)}; got[0] != c.visitor || got[1] != c.ana {
			t.Errorf("%s: a visitor may %q, Ana %q", c.path, got[0], got[1])
		}
	}
	if users := ana.Definitions["users"].Value.Properties; users["name"] == nil || users["secret"] != nil {
		t.Errorf("Ana reads of users %v", slices.Sorted(maps.Keys(users)))
	}
	if hidden := ana.Parameters["rowFilter.users.secret"]; hidden != nil {
		t.Error("one may filter by what one may not read")
	}
}

func TestTheRootSaysWhatTheSchemaSaysOfItself(t *testing.T) {
	t.Parallel()
	b := describing(t)
	document := described(t, b, "ana")
	if got := []string{document.Info.Title, document.Info.Description}; got[0] != "A small school" || got[1] != "Every kind of embed, type and grant." {
		t.Errorf("it is called %q", got)
	}
	get := document.Paths["/things"].Get
	if get.Summary != "Things" || get.Description != "What there is, of every type.\nIn two lines." {
		t.Errorf("things are %q: %q", get.Summary, get.Description)
	}
	if add := document.Paths["/rpc/add"].Post; add.Summary != "Adds" || add.Description != "One number to another." {
		t.Errorf("add is %q: %q", add.Summary, add.Description)
	}
	properties := document.Definitions["things"].Value.Properties
	shapes := map[string]string{}
	for name, property := range properties {
		text, err := json.Marshal(property.Value)
		if err != nil {
			t.Fatal(err)
		}
		shapes[name] = string(text)
	}
	for name, holds := range map[string][]string{
		"id":      {`"type":"integer"`, `"format":"bigint"`, `Primary Key.\u003cpk/\u003e`},
		"mood":    {`"enum":["calm","in a hurry"]`, `"default":"calm"`},
		"code":    {`"maxLength":8`, `What is written on it`},
		"score":   {`"type":"number"`},
		"open":    {`"type":"boolean"`, `"default":true`},
		"sizes":   {`"type":"array"`, `"items":{"format":"integer","type":"integer"}`},
		"moods":   {`"type":"array"`, `"enum":["calm","in a hurry"]`},
		"details": {`"format":"json"`},
		"owner":   {`Whose it is`, "Foreign Key to `users.id`", `fk table='users' column='id'`},
	} {
		for _, part := range holds {
			if !strings.Contains(shapes[name], part) {
				t.Errorf("%s is %s, without %s", name, shapes[name], part)
			}
		}
	}
	if strings.Contains(shapes["details"], `"type"`) {
		t.Errorf("JSON may be anything: %s", shapes["details"])
	}
	if notes := properties["id"].Value.Description; strings.Contains(notes, "Foreign") {
		t.Errorf("the note of the referenced column names a foreign key: %s", notes)
	}
	if required := document.Definitions["things"].Value.Required; !slices.Contains(required, "owner") || slices.Contains(required, "code") {
		t.Errorf("things need %v", required)
	}
}

func TestTheRootDescribesFunctionsWrittenInGo(t *testing.T) {
	t.Parallel()
	b := describing(t)
	post := described(t, b, "ana").Paths["/rpc/order"].Post
	if post.Summary != "Makes an order." {
		t.Errorf("it does %q", post.Summary)
	}
	text, err := json.Marshal(post)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		`"order_id":{"format":"uuid","type":"string"}`, `"lines":{"items":{"type":"string"},"type":"array"}`,
		`"at":{"format":"date-time","type":"string"}`, `"more":{}`, `"next":{}`, `"required":["at"]`,
	} {
		if !strings.Contains(string(text), part) {
			t.Errorf("no %s in %s", part, text)
		}
	}
	if strings.Contains(string(text), "secret") {
		t.Errorf("the document describes a hidden column: %s", text)
	}
}
