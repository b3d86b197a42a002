package plan_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/plan"
	"automacao/internal/wire/rest/query"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

var (
	// quoted matches text that a client may choose: a name in double quotes. Text in single quotes
	// comes from this package or from a default in the schema.
	quoted = regexp.MustCompile(`"(?:[^"]|"")*"|'(?:[^']|'')*'`)
	word   = regexp.MustCompile(`[^\W\d]\w*`)
	// outside matches text without a character that ends a statement and without a quote.
	outside = regexp.MustCompile(`^(?:[\w\s()\[\].,:=<>!~*|&@$+/]|-(?:[^-]|$))*$`)
	places  = regexp.MustCompile(`\$(\d+)`)
)

// plain are queries that together use the whole grammar, with names that are not SQL words. The
// words outside quotes in their statements are all that any statement may contain.
var plain = []string{
	"select=id,title,company:profiles!projects_company_id_fkey(id,name)&order=created_at.desc.nullslast,title.asc.nullsfirst&limit=10&offset=5",
	"select=*,proposals(count(),value.sum(),value.avg(),value.max(),value.min())", "select=id,proposals!inner(id)&proposals.order=id&proposals.limit=1&proposals.offset=2",
	"select=id::double precision,title::character varying,id::int,id::bigint,id::smallint,id::real,id::float,id::decimal,id::boolean,id::char",
	"select=id::bit varying,id::national character,id::national character varying,id::integer",
	"select=id::timestamp with time zone,id::timestamp without time zone,id::time with time zone,id::time without time zone",
	"title=eq.1&title=neq.1&title=gt.1&title=gte.1&title=lt.1&title=lte.1&title=like.1&title=ilike.1&title=match.1&title=imatch.1&title=isdistinct.1&title=in.(1)",
	"title=is.null&title=is.not_null&title=is.true&title=is.false&title=is.unknown&title=like(any).{a}&title=like(all).{a}&title=not.eq.1",
	"title=fts.a&title=plfts(simple).a&title=phfts.a&title=wfts.a&or=(id.eq.1,not.and(id.eq.2,id.eq.3))", "select=a->b->>1", "order=profiles(name).desc&select=id,profiles(name)",
	"select=id,...profiles(name)&profiles=not.is.null&profiles.name=eq.x", "select=id,proposals(id)&proposals=is.null", "select=id,proposals(id)&proposals=is.not_null",
	"select=id,...proposals(id)",
}

// planned is the statement of a query, if it is valid, in each of its forms.
func planned(known *catalog.Catalog, raw, count string, shape plan.Shape) (plan.Statement, error) {
	parsed, err := query.Parse(raw, false)
	if err != nil {
		return plan.Statement{}, err
	}
	options := plan.Options{Shape: shape, Count: count, RowsMax: 1000, BytesMax: 1 << 20, Aggregates: true, Regex: true, Keys: true}
	return plan.Read(known, catalog.Name{Schema: "public", Name: "projects"}, parsed, options)
}

func vocabulary(f *testing.F, known *catalog.Catalog) map[string]bool {
	f.Helper()
	words := map[string]bool{}
	for _, raw := range plain {
		for _, count := range []string{"", "exact", "planned", "estimated"} {
			for shape := range shapes {
				statement, err := planned(known, raw, count, plan.Shape(shape))
				if err != nil {
					f.Fatalf("%s: %v", raw, err)
				}
				for _, found := range word.FindAllString(quoted.ReplaceAllString(statement.SQL+" "+statement.Estimate, ""), -1) {
					words[found] = true
				}
			}
		}
	}
	return words
}

// shapes are Array, Object and CSV: the forms in which rows are read.
const shapes = 3

// FuzzRead checks that a client cannot inject SQL: outside of quoted names and parameters a
// statement has only this package's words, no comment, no second statement, and as many parameters
// as placeholders.
func FuzzRead(f *testing.F) {
	// Inputs that earlier runs found.
	f.Add("0=in.(0,)", "0", 0)
	f.Add("0->00A", "0", 2)
	f.Add("", "", 10)
	f.Add("0000000000000000000000000000000+", "0", 29)
	f.Add("0000.0=eq.", "0", 159)
	f.Add("0\xbd\xbd\xbd\xbd", "0", 2)
	for _, seed := range []string{
		"select=id,title,company:profiles!projects_company_id_fkey(id,name)&order=created_at.desc.nullslast&limit=10&offset=5", "select=*,proposals(count())",
		"select=id::text from auth users&limit=1", `select=id::"int4) FROM auth.users --"`, `select="id\" FROM x; --"`, "select=id::double precision,budget::numeric[]",
		"title=eq.1;DROP TABLE projects", "title=in.(\"a'\",b)&or=(a.eq.1,not.and(b.in.(1,2),c.is.null))", "select=a->b->>-1->>c'd", "title=wfts(por'tuguese).clp",
		"select=...profiles!inner(name)&profiles.name=ilike(any).{a*,b*}&order=profiles(name).desc", "select=proposals(id)&proposals=is.null&proposals.order=id&proposals.limit=1",
		"select=id,$1,$$a$$,E'x'", "order=id.desc,\"a--b\"", "select=/*x*/id", "a->>'b'=eq.c", "select=id&id=eq.1\x00", "title=isdistinct.x&title=not.like.*a*",
	} {
		f.Add(seed, "exact", 0)
		f.Add(seed, "", 2)
	}
	known, err := catalog.Load(f.Context(), dbtest.New(f), []string{"public"})
	if err != nil {
		f.Fatal(err)
	}
	words := vocabulary(f, known)
	f.Fuzz(func(t *testing.T, raw, count string, shape int) {
		statement, err := planned(known, raw, count, plan.Shape(max(0, shape%shapes)))
		if err != nil {
			return
		}
		for _, sql := range []string{statement.SQL, statement.Estimate} {
			rest := quoted.ReplaceAllString(sql, "")
			if !outside.MatchString(rest) || strings.Contains(rest, "/*") {
				t.Fatalf("%q\nis planned as %s", raw, sql)
			}
			for _, found := range word.FindAllString(rest, -1) {
				if !words[found] {
					t.Fatalf("%q brings %q into\n%s", raw, found, sql)
				}
			}
			for _, place := range places.FindAllStringSubmatch(rest, -1) {
				if n, err := strconv.Atoi(place[1]); err != nil || n < 1 || n > len(statement.Params) {
					t.Fatalf("%q has %d parameters for\n%s", raw, len(statement.Params), sql)
				}
			}
		}
	})
}

// FuzzRows checks that the body of a write is an array of objects with known, unique keys, or
// refused.
func FuzzRows(f *testing.F) {
	// Inputs that earlier runs found.
	f.Add([]byte("[]0"), "")
	f.Add([]byte("\"\\uX"), "0")
	f.Add([]byte("\\"), "0")
	f.Add([]byte("[\x00"), "")
	f.Add([]byte("\"\\\x8a"), "0")
	f.Add([]byte("[[0"), "0")
	for _, seed := range []string{
		`{"a":1}`, `[{"a":1},{"a":2}]`, `[{"a":1},{"b":2}]`, `[]`, `{}`, `null`, `[null]`, `[[]]`, `{"a":1,"a":2}`, `{"a":1e999}`, `{"a":"\ud800"}`, `{"a":"\u0000"}`, `{"a":1}{"b":2}`, "[{", "\ufeff{}", `"x"`,
	} {
		f.Add([]byte(seed), "")
		f.Add([]byte(seed), "a,b")
	}
	f.Fuzz(func(t *testing.T, body []byte, columns string) {
		var named []string
		if columns != "" {
			named = strings.Split(columns, ",")
		}
		payload, keys, err := plan.Rows(body, named)
		if err != nil {
			return
		}
		if payload[0] != '[' || len(payload) > len(body)+2 {
			t.Fatalf("%q is written as %q", body, payload)
		}
		seen := map[string]bool{}
		for _, key := range keys {
			if seen[key] {
				t.Fatalf("%q has the key %q twice", body, key)
			}
			seen[key] = true
		}
	})
}
