package typescript_test

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/codegen/typescript"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

const shop = `
CREATE SCHEMA shop;
SET search_path = shop;
CREATE TYPE state AS ENUM ('open', 'closed for good');
CREATE TYPE price AS (amount numeric, currency text);
CREATE DOMAIN slug AS text;
CREATE TABLE owners (
  id    uuid PRIMARY KEY,
  email text NOT NULL
);
CREATE TABLE goods (
  number    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name      slug NOT NULL,
  size      text CHECK (size IN ('small', 'men''s', 'large')),
  origin    text NOT NULL DEFAULT 'here' CHECK (origin IN ('here')),
  fee       numeric NOT NULL DEFAULT 0,
  fee_cents bigint,
  tags      text[] NOT NULL DEFAULT '{}',
  states    state[],
  details   jsonb,
  "due on"  date,
  cost      price,
  secret    text,
  owner_id  uuid NOT NULL UNIQUE REFERENCES owners,
  upper     text GENERATED ALWAYS AS (upper(secret)) STORED
);
CREATE TABLE hidden (id int PRIMARY KEY, owner_id uuid REFERENCES owners);
CREATE VIEW cheap AS SELECT number, name FROM goods;
CREATE FUNCTION find(text, wanted text, most int DEFAULT 5) RETURNS SETOF goods LANGUAGE sql AS 'SELECT * FROM goods';
CREATE FUNCTION search(wanted text, most int DEFAULT 5) RETURNS SETOF goods LANGUAGE sql AS 'SELECT * FROM goods';
CREATE FUNCTION search(wanted bigint) RETURNS void LANGUAGE sql AS '';
CREATE FUNCTION totals(since date) RETURNS TABLE (day date, amount numeric) LANGUAGE sql AS 'SELECT since, 1.0';
CREATE FUNCTION state_of(inout number bigint, out now state) LANGUAGE sql AS 'SELECT number, ''open''::state';
CREATE FUNCTION secretly() RETURNS int LANGUAGE sql AS 'SELECT 1';
REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA shop FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find, search(text, int), search(bigint), totals, state_of TO authenticated;
GRANT SELECT (id) ON owners TO anon;
GRANT SELECT (number, name, size, origin, fee, fee_cents, tags, states, details, "due on", cost, owner_id, upper) ON goods TO anon;
GRANT INSERT (number, name, size, origin, fee, fee_cents, tags, secret, owner_id, upper), UPDATE (name) ON goods TO authenticated;
GRANT SELECT ON cheap TO anon;
GRANT SELECT ON hidden TO service_role;`

type part struct {
	At     time.Time `json:"at"`
	Cents  int64     `json:"cents,string"`
	hidden bool
}

type orderIn struct {
	part
	UserID  uuid.UUID          `json:"user_id"`
	Reason  *string            `json:"reason,omitempty"`
	Answers []*bool            `json:"answers"`
	Free    json.RawMessage    `json:"free"`
	Weights map[string]float64 `json:"weights"`
	Within  *orderIn           `json:"within"`
	Omitted string             `json:"-"`
}

var workflows = []typescript.Function{
	{Name: "place_order", In: reflect.TypeFor[orderIn](), Out: reflect.TypeFor[[]part]()},
	{Name: "forget", In: reflect.TypeFor[struct{}](), Out: reflect.TypeFor[struct{}]()},
}

func generate(t *testing.T) string {
	t.Helper()
	pool := dbtest.Empty(t)
	if _, err := pool.Exec(t.Context(), shop); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := typescript.Generate(t.Context(), pool, typescript.Options{
		Schemas: []string{"shop"}, Functions: workflows, Brands: []typescript.Brand{{Suffix: "_cents", Type: "Money", Module: "@/lib/money"}},
	}, &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestGenerate(t *testing.T) {
	t.Parallel()
	_ = part{}.hidden

	t.Run("EveryKindOfThingIsWritten", func(t *testing.T) {
		t.Parallel()
		want, err := os.ReadFile("testdata/shop.ts")
		if err != nil {
			t.Fatal(err)
		}
		if got := generate(t); got != string(want) {
			t.Errorf("testdata/shop.ts should be:\n%s", got)
		}
	})

	t.Run("TheSameSchemaIsAlwaysWrittenTheSame", func(t *testing.T) {
		t.Parallel()
		if first, second := generate(t), generate(t); first != second {
			t.Error("two runs differ")
		}
	})

	t.Run("WhatNobodyMayUseStaysOut", func(t *testing.T) {
		t.Parallel()
		got := generate(t)
		for _, name := range []string{"hidden:", "email", "secretly", "find:"} {
			if strings.Contains(got, name) {
				t.Errorf("clients see %s", name)
			}
		}
	})

	t.Run("TheServersOwnRoleMayReadTheCatalogue", func(t *testing.T) {
		t.Parallel()
		var out strings.Builder
		if err := typescript.Generate(t.Context(), dbtest.New(t), typescript.Options{Schemas: []string{"public"}}, &out); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), "      projects: {\n        Row: {\n") {
			t.Error("the table projects is missing")
		}
	})
}
