package rest_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/rest"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/plan"
	"automacao/internal/wire/rest/query"
)

// TestPagesEndWhereTheyShould requests one row less, as many and one more than the four projects,
// in every way of paging.
func TestPagesEndWhereTheyShould(t *testing.T) {
	t.Parallel()
	b := setup(t)
	counted := map[string]string{"Prefer": "count=exact"}
	ranged := func(value string) map[string]string { return map[string]string{"Range": value} }
	const all = `[{"id":1},{"id":2},{"id":3},{"id":4}]`
	in := func(value string) map[string]string { return map[string]string{"Content-Range": value} }
	for _, c := range []call{
		{name: "OneLess", path: "limit=3", headers: counted, status: 206, want: `[{"id":1},{"id":2},{"id":3}]`, with: in("0-2/4")},
		{name: "AsMany", path: "limit=4", headers: counted, status: 200, want: all, with: in("0-3/4")},
		{name: "OneMore", path: "limit=5", headers: counted, status: 200, want: all, with: in("0-3/4")},
		{name: "None", path: "limit=0", headers: counted, status: 206, want: `[]`, with: in("*/4")},
		{name: "FewerThanNone", path: "limit=-1", status: 416},
		{name: "FromTheFirst", path: "offset=0", headers: counted, status: 200, want: all, with: in("0-3/4")},
		{name: "FromBeforeTheFirst", path: "offset=-1", status: 200, want: all},
		{name: "FromBeforeTheFirstToTheSecond", path: "offset=-1&limit=3", status: 200, want: `[{"id":1},{"id":2}]`, with: in("0-1/*")},
		{name: "WithoutANumber", path: "limit=undefined&order=id", status: 200, want: all},
		{name: "FromNoNumber", path: "offset=undefined&limit=1", status: 200, want: `[{"id":1}]`},
		{name: "FromANumberWithoutAnother", path: "offset=0&limit=NaN", status: 200, want: `[]`},
		{name: "TooLargeANumber", path: "limit=99999999999999999999", status: 400},
		{name: "FromTheLast", path: "offset=3", headers: counted, status: 206, want: `[{"id":4}]`, with: in("3-3/4")},
		{name: "FromRightAfterTheLast", path: "offset=4", headers: counted, status: 206, want: `[]`, with: in("*/4")},
		{name: "FromTwoAfterTheLast", path: "offset=5", headers: counted, status: 416},
		{name: "FromTwoAfterTheLastUncounted", path: "offset=5", status: 200, want: `[]`, with: in("*/*")},
		{name: "UpToTheLast", path: "offset=2&limit=2", headers: counted, status: 206, want: `[{"id":3},{"id":4}]`, with: in("2-3/4")},
		{name: "RangeOfTheFirst", headers: ranged("0-0"), status: 200, want: `[{"id":1}]`, with: in("0-0/*")},
		{name: "RangeOfOne", headers: ranged("1-1"), status: 200, want: `[{"id":2}]`, with: in("1-1/*")},
		{name: "RangeOfAll", headers: ranged("items=0-3"), status: 200, want: all, with: in("0-3/*")},
		{name: "RangePastTheLast", headers: ranged("3-9"), status: 200, want: `[{"id":4}]`, with: in("3-3/*")},
		{name: "OpenRange", headers: ranged("2-"), status: 200, want: `[{"id":3},{"id":4}]`, with: in("2-3/*")},
		{name: "RangeBackwards", headers: ranged("2-1"), status: 416},
		{name: "NegativeRange", headers: ranged("-1-2"), status: 200, want: all},
		{name: "TheSmallerOfRangeAndLimit", path: "limit=1", headers: ranged("0-2"), status: 200, want: `[{"id":1}]`},
		{name: "TheSmallerOfLimitAndRange", path: "limit=3", headers: ranged("0-1"), status: 200, want: `[{"id":1},{"id":2}]`},
		{name: "TheLaterOfRangeAndOffset", path: "offset=3", headers: ranged("1-3"), status: 200, want: `[{"id":4}]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.path = "/projects?select=id&order=id&" + c.path
			b.check(t, c)
		})
	}
}

// TestTheServersPageIsABound checks RowsMax at every level.
func TestTheServersPageIsABound(t *testing.T) {
	t.Parallel()
	b := setup(t)
	const embedded = "/clients?select=projects(id)&id=eq.1&projects.order=id"
	for most, want := range map[int64][2]string{
		0: {`[{"id":1},{"id":2},{"id":3},{"id":4}]`, `[{"projects":[{"id":1},{"id":2}]}]`},
		1: {`[{"id":1}]`, `[{"projects":[{"id":1}]}]`},
		2: {`[{"id":1},{"id":2}]`, `[{"projects":[{"id":1},{"id":2}]}]`},
		3: {`[{"id":1},{"id":2},{"id":3}]`, `[{"projects":[{"id":1},{"id":2}]}]`},
		4: {`[{"id":1},{"id":2},{"id":3},{"id":4}]`, `[{"projects":[{"id":1},{"id":2}]}]`},
	} {
		bounded := setupOn(t, b, func(c *rest.Config) { c.RowsMax = most })
		for _, asked := range []string{"", "&limit=4", "&limit=9"} {
			bounded.check(t, call{path: "/projects?select=id&order=id" + asked, status: 200, want: want[0]})
		}
		bounded.check(t, call{path: embedded, status: 200, want: want[1]})
		bounded.check(t, call{path: embedded + "&projects.limit=9", status: 200, want: want[1]})
	}
}

// TestWhatAWriteMayAffectIsIncluded checks that max-affected itself is allowed.
func TestWhatAWriteMayAffectIsIncluded(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for most, status := range map[int]int{0: 400, 1: 400, 2: 204, 3: 204} {
		prefer := map[string]string{"Prefer": fmt.Sprintf("handling=strict,max-affected=%d", most)}
		b.check(t, call{method: "PATCH", path: "/projects?id=lt.3", body: `{"active":true}`, headers: prefer, as: "ana", status: status})
	}
}

// TestRequestsAreBoundedInLength checks the limit and one byte more.
func TestRequestsAreBoundedInLength(t *testing.T) {
	t.Parallel()
	b := setup(t)
	times := func(n int, text, separator string) string {
		return strings.TrimSuffix(strings.Repeat(text+separator, n), separator)
	}
	embeds := func(n int) string {
		return strings.Repeat("clients(projects(", n/2) + strings.Repeat("clients(", n%2) + "id" + strings.Repeat(")", n)
	}
	for name, c := range map[string]struct {
		most int
		path func(n int) string
	}{
		"Parameters": {200, func(n int) string { return "/projects?select=id" + strings.Repeat("&id=gt.0", n-1) }},
		"Selected":   {500, func(n int) string { return "/projects?select=" + times(n, "id", ",") }},
		"Conditions": {500, func(n int) string { return "/projects?select=id&or=(" + times(n, "id.gt.0", ",") + ")" }},
		"OrderTerms": {500, func(n int) string { return "/projects?select=id&order=" + times(n, "id", ",") }},
		"JSONPath":   {20, func(n int) string { return "/clients?select=x:facts->" + times(n, "a", "->") }},
		"Embeds":     {8, func(n int) string { return "/projects?id=eq.99&select=" + embeds(n) }},
		"LogicLevels": {9, func(n int) string {
			return "/projects?select=id&or=(" + strings.Repeat("and(", n-1) + "id.gt.0" + strings.Repeat(")", n)
		}},
		"Bytes": {64 << 10, func(n int) string {
			start := "/projects?"
			parameter := "select=id&name=neq."
			return start + parameter + strings.Repeat("x", n-len(parameter))
		}},
		"NamedColumns": {500, func(n int) string { return "/projects?select=id&columns=" + times(n, "id", ",") }},
	} {
		t.Run(name, func(t *testing.T) {
			b.check(t, call{path: c.path(c.most), status: 200})
			b.check(t, call{path: c.path(c.most + 1), status: 400})
		})
	}
}

// TestCountsStopAtTheirBound counts with a bound of one less, as many and one more than the four
// projects.
func TestCountsStopAtTheirBound(t *testing.T) {
	t.Parallel()
	b := setup(t)
	const page = "/projects?select=id&order=id&limit=1"
	for most, total := range map[int64]string{1: "2", 3: "4", 4: "4", 5: "4"} {
		bounded := setupOn(t, b, func(c *rest.Config) { c.CountMax = most })
		for _, prefer := range []string{"estimated", "exact"} {
			with := map[string]string{"Content-Range": "0-0/" + total, "Preference-Applied": "count=estimated"}
			bounded.check(t, call{name: prefer, path: page, headers: map[string]string{"Prefer": "count=" + prefer}, status: 206, want: `[{"id":1}]`, with: with})
		}
		bounded.check(t, call{name: "AMembersExactCount", path: page, as: "ana", headers: map[string]string{"Prefer": "count=exact"}, status: 206, with: map[string]string{"Content-Range": "0-0/4"}})
	}
	bounded := setupOn(t, b, func(c *rest.Config) { c.CountMax = 1 })
	estimated := map[string]string{"Prefer": "count=estimated"}
	for _, c := range []call{
		{name: "ItIsNeverLessThanWhatIsShown", path: "offset=2&limit=1", status: 206, want: `[{"id":3}]`, with: map[string]string{"Content-Range": "2-2/3"}},
		{name: "APageThatEndsSaysHowManyThereAre", path: "offset=2&limit=9", status: 206, want: `[{"id":3},{"id":4}]`, with: map[string]string{"Content-Range": "2-3/4"}},
		{name: "PastTheEndNobodyKnows", path: "offset=9&limit=1", status: 200, want: `[]`, with: map[string]string{"Content-Range": "*/9"}},
	} {
		c.path, c.headers = "/projects?select=id&order=id&"+c.path, estimated
		bounded.check(t, c)
	}
}

// TestVisitorsDoNotSkipFar checks the bound of offsets, since skipping rows means reading them.
func TestVisitorsDoNotSkipFar(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *rest.Config) { c.OffsetMax = 2 })
	const refusal = `{"code":"PGRST103","message":"The page is too far from the first row","details":null,"hint":"Go on from the last row instead: filter by the columns of the order."}`
	b.check(t, call{path: "/projects?select=id&order=id&offset=2", status: 200, want: `[{"id":3},{"id":4}]`})
	for name, c := range map[string]call{
		"Offset": {path: "/projects?select=id&order=id&offset=3"},
		"Range":  {path: "/projects?select=id&order=id", headers: map[string]string{"Range": "3-4"}},
		"Embed":  {path: "/clients?select=id,projects(id)&projects.offset=3"},
	} {
		c.name, c.status, c.want = name, 416, refusal
		b.check(t, c)
	}
	b.check(t, call{path: "/projects?select=id&order=id&offset=3", as: "ana", status: 200, want: `[{"id":4}]`})
}

// countedParts are combined by the property test: selections that fetch, filter and test embeds,
// filters, and pages.
var countedParts = struct{ selects, filters, pages []string }{
	selects: []string{"id", "id,clients(id)", "id,clients!inner(id)", "id,users(id)", "id,users!inner(id)", "id,clients(id),users(id)", "id,clients(id,projects!inner(id))", "id,...clients(x:id)"},
	filters: []string{"", "id=gt.1", "client_id=is.null", "clients=is.null", "clients=not.is.null", "users=is.null", "users=not.is.null", "clients.id=eq.1", "users.id=eq.1",
		"or=(id.eq.4,clients.not.is.null)", "name=neq.x&id=lt.4"},
	pages: []string{"", "limit=0", "limit=1", "limit=3", "limit=4", "limit=9", "offset=1", "offset=3", "offset=1&limit=2", "offset=4&limit=2", "offset=9&limit=2"},
}

// TestATotalIsWhatTheWholeListHas checks that the total, with joins left out and pages that count
// themselves, equals a count of all rows.
func TestATotalIsWhatTheWholeListHas(t *testing.T) {
	t.Parallel()
	b := setup(t)
	known, err := catalog.Load(t.Context(), b.pool, []string{"public"})
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for range 400 {
		raw := "select=" + pick(countedParts.selects) + "&" + pick(countedParts.filters) + "&" + pick(countedParts.filters)
		whole, err := totalOf(t, b, known, raw, "")
		if err != nil {
			continue // it filters what it does not embed, or twice
		}
		page := pick(countedParts.pages)
		total, err := totalOf(t, b, known, raw+"&order=id&"+page, "exact")
		if err != nil {
			t.Fatalf("%s %s: %v", raw, page, err)
		}
		if total != whole {
			t.Errorf("%s has %d rows, and its page %q says %d", raw, whole, page, total)
		}
		tried++
	}
	if tried < 100 {
		t.Errorf("only %d lists were compared", tried)
	}
}

func pick(of []string) string { return of[rand.IntN(len(of))] } //nolint:gosec // A test's choice.

// totalOf is the total that a list's statement returns; without a count, the rows in its page.
func totalOf(t *testing.T, b *bundle, known *catalog.Catalog, raw, count string) (int, error) {
	t.Helper()
	asked, err := query.Parse(strings.TrimRight(strings.ReplaceAll(raw, "&&", "&"), "&"), false)
	if err != nil {
		return 0, err
	}
	statement, err := plan.Read(known, catalog.Name{Schema: "public", Name: "projects"}, asked, plan.Options{Count: count})
	if err != nil {
		return 0, err
	}
	var row []string
	err = pgx.BeginFunc(t.Context(), b.pool, func(tx pgx.Tx) error {
		answer := tx.Conn().PgConn().ExecParams(context.WithoutCancel(t.Context()), statement.SQL, statement.Params, nil, nil, nil).Read()
		if answer.Err != nil {
			return answer.Err
		}
		for _, value := range answer.Rows[0] {
			row = append(row, string(value))
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	said := row[1]
	if count != "" {
		said = row[0]
	}
	return strconv.Atoi(said)
}

// TestACountLeavesOutWhatOnlyFetches checks the statement itself.
func TestACountLeavesOutWhatOnlyFetches(t *testing.T) {
	t.Parallel()
	b := setup(t)
	known, err := catalog.Load(t.Context(), b.pool, []string{"public"})
	if err != nil {
		t.Fatal(err)
	}
	for raw, joins := range map[string]int{
		"select=id,clients(id)&limit=1":                                                0,
		"select=id,...clients(name)&limit=1":                                           1,
		"select=id,clients!inner(id)&limit=1":                                          2,
		"select=id,clients(id)&clients=" + url.QueryEscape("not.is.null") + "&limit=1": 2,
	} {
		asked, err := query.Parse(raw, false)
		if err != nil {
			t.Fatal(err)
		}
		statement, err := plan.Read(known, catalog.Name{Schema: "public", Name: "projects"}, asked, plan.Options{Count: "exact", RowsMax: 10})
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(statement.SQL, "JOIN LATERAL"); got != joins {
			t.Errorf("%s joins %d times, not %d: %s", raw, got, joins, statement.SQL)
		}
	}
}
