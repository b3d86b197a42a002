package rest_test

import (
	"fmt"
	"strings"
	"testing"

	"automacao/internal/wire/rest"
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
