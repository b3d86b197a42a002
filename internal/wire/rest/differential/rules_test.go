package differential_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// rule is an intended difference and its reason.
type rule struct {
	name, why string
	// aspects are the aspects that may differ; none means all of them.
	aspects []string
	when    func(exchange) bool
}

// covers reports whether a rule allows a difference of an exchange.
func (r rule) covers(x exchange, d difference) bool {
	return (len(r.aspects) == 0 || slices.Contains(r.aspects, d.aspect)) && r.when(x)
}

// rules are all allowed differences: where this server follows a newer version or is stricter or
// more lenient, and where the reference is in error.
var rules = slices.Concat(newer, stricter, looser, astray)

// stricter is where this server refuses what the reference accepts.
var stricter = []rule{
	{
		name: "text after a complete list or function in a query string is refused", why: "PostgREST stops reading there and ignores the rest.",
		when: func(x exchange) bool { return x.ours.Code == "PGRST100" && x.theirs.Code != "PGRST100" },
	},
	{
		name: "an unknown time zone is refused", why: "An answer in another zone than the requested one is worse than none.",
		when: func(x exchange) bool {
			return x.has("Prefer", "timezone=Nowhere") && (x.ours.Code == "22023" || x.method == http.MethodHead && x.ours.status == 400)
		},
	},
	{
		name: "a body without rows is refused before PostgreSQL sees it", why: "With ?columns, PostgREST passes on any text.",
		aspects: []string{"code", "status"},
		when: func(x exchange) bool {
			return x.ours.Code == "PGRST102" && slices.Contains([]string{"22023", "22P02"}, x.theirs.Code)
		},
	},
	{
		name: "an unknown column is reported before an ambiguous embed", why: "Both are errors; this server checks the body first.",
		aspects: []string{"status", "code"},
		when:    func(x exchange) bool { return x.ours.Code == "PGRST204" && strings.HasPrefix(x.theirs.Code, "PGRST2") },
	},
	{
		name: "a raised status that HTTP does not have is refused", why: "PostgREST passes it on, and ignores text after the number.",
		aspects: []string{"status"},
		when: func(x exchange) bool {
			return strings.Contains(x.target+x.body, "status") && (x.ours.Code == "PGRST112" || x.ours.Code == "PGRST121") || x.theirs.Code == "PT999"
		},
	},
	{
		name: "a token must have an expiry", why: "One without an expiry cannot be revoked.",
		when: func(x exchange) bool {
			return x.ours.Code == "PGRST303" && x.ours.Message == "The JWT 'exp' claim must be a number" || x.header["Authorization"] != "" && x.method == http.MethodHead && x.ours.status == 401 && x.theirs.status == 200
		},
	},
	{
		name: "a statement has a timeout", why: "This server ends each after 8 s, unless its role sets another time.",
		aspects: []string{"body"},
		when:    func(x exchange) bool { return strings.Contains(x.target+x.body, "statement_timeout") },
	},
	{
		name: "all lines of a CSV body must have the same number of fields", why: "PostgREST checks only some of them.",
		when: func(x exchange) bool { return x.has("Content-Type", "text/csv") && x.ours.Code == "PGRST102" },
	},
}

// looser is where this server answers what the reference refuses.
var looser = []rule{
	{
		name: "a function with one unnamed JSON parameter takes any JSON", why: "PostgREST requires an object, and treats a bare value as an empty list.",
		aspects: []string{"status", "body"},
		when: func(x exchange) bool {
			return strings.HasPrefix(x.target, "/rpc/") && x.body != "" && x.body[0] != '{' && x.ours.status == 200 && (x.theirs.Code == "PGRST102" || strings.Contains(string(x.theirs.body), "[]"))
		},
	},
	{
		name: "?columns applies to every kind of body", why: "PostgREST ignores it for forms and CSV.",
		when: func(x exchange) bool {
			return strings.Contains(x.target, "columns=") && x.header["Content-Type"] != "application/json" && x.theirs.Code == "PGRST204"
		},
	},
	{
		name: "the details of a raised error may be any JSON", why: "PostgREST accepts only text.",
		when: func(x exchange) bool {
			return x.theirs.Code == "PGRST121" && len(x.ours.Details) > 0 && x.ours.Details[0] == '{'
		},
	},
	{
		name: "a spread may select the same column twice", why: "PostgREST gives both the same name in its SQL, which fails.",
		when: func(x exchange) bool { return x.theirs.Code == "42702" },
	},
	{
		name: "an order may name a column whose name is also an alias", why: "PostgREST looks for it only among the aliases of a function's rows.",
		aspects: []string{"status"},
		when: func(x exchange) bool {
			return x.theirs.Code == "42703" && x.ours.status == 200 && strings.HasPrefix(x.target, "/rpc/") && strings.Contains(x.query(), "id:") && strings.Contains(x.query(), "order=id")
		},
	},
	{
		name: "a relation embedded by a column's name may be counted", why: "PostgREST 12 groups by the whole row, which PostgreSQL refuses.",
		aspects: []string{"status"},
		when: func(x exchange) bool {
			return x.theirs.Code == "42803" && strings.Contains(x.theirs.Message, "_id_1.*") && x.ours.status < 300
		},
	},
	{
		name: "an aggregate of a spread may have an alias", why: "PostgREST 12 looks for the alias among the columns.",
		aspects: []string{"status"},
		when: func(x exchange) bool {
			return x.theirs.Code == "42703" && strings.Contains(x.query(), "...") && strings.Contains(x.query(), "()") && x.ours.status < 300
		},
	},
	{
		name: "a semicolon is part of a value", why: "PostgREST ends the parameter there; clients escape it.",
		when: func(x exchange) bool { return strings.Contains(x.target, ";") },
	},
	{
		name: "an estimated count is exact where that is cheap", why: "This server counts up to 1000 rows; PostgREST returns the planner's estimate.",
		when: func(x exchange) bool {
			return x.has("Prefer", "count=estimated") && strings.HasPrefix(x.ours.header.Get("Content-Range"), "*/") && strings.HasPrefix(x.theirs.header.Get("Content-Range"), "*/")
		},
	},
}

// astray is where different words mean the same, or the reference is in error.
var astray = []rule{
	{
		name: "syntax errors name another position and expectation", why: "They come from the parser's library; the part that could not be read is the same.",
		aspects: []string{"message", "details"},
		when: func(x exchange) bool {
			return x.ours.Code == "PGRST100" && upTo(x.ours.Message, " (line 1") == upTo(x.theirs.Message, " (line 1")
		},
	},
	{
		name: "Content-Location repeats the request's query string exactly", why: "PostgREST reads its UTF-8 as Latin-1, and joins repeated parameters.",
		aspects: []string{"Content-Location"},
		when:    func(x exchange) bool { return asksTheSame(x.ours.header.Get("Content-Location"), x.target) },
	},
	{
		name: "HEAD calls a function although its result is not read", why: "In PostgREST's statement, PostgreSQL skips the call and so any error of it.",
		aspects: []string{"status"},
		when: func(x exchange) bool {
			return x.method == http.MethodHead && strings.HasPrefix(x.target, "/rpc/") && x.theirs.status == 200 && x.ours.status == 400
		},
	},
	{
		name: "HEAD and GET count a filtered-out scalar result alike", why: "PostgREST gives them different counts.",
		aspects: []string{"Content-Range"},
		when: func(x exchange) bool {
			return x.method == http.MethodHead && strings.HasPrefix(x.target, "/rpc/") && x.theirs.header.Get("Content-Range") == "*/0" && x.ours.header.Get("Content-Range") == "0-0/*"
		},
	},
	{
		name: "CSV without rows has no header line", why: "PostgREST writes one only for a function's scalar result.",
		aspects: []string{"body"},
		when: func(x exchange) bool {
			return x.has("Accept", "text/csv") && strings.TrimSpace(string(x.theirs.body)) == "pgrst_scalar" && strings.TrimSpace(string(x.ours.body)) == ""
		},
	},
	{
		name: "an execution plan is that of this server's statement", why: "It asks PostgreSQL for the same in other SQL.",
		aspects: []string{"body", "order of keys", "order of rows"},
		when: func(x exchange) bool {
			return strings.HasPrefix(x.ours.header.Get("Content-Type"), "application/vnd.pgrst.plan+")
		},
	},
	{
		name: "CORS headers are not set here", why: "Origins are checked once for all protocols, before a request reaches this one.",
		aspects: []string{"Access-Control-Allow-Origin"},
		when:    func(x exchange) bool { return x.method == http.MethodOptions },
	},
	{
		name: "Location is escaped", why: "PostgREST omits the header if a value has a line break.",
		aspects: []string{"Location"},
		when: func(x exchange) bool {
			return x.theirs.header.Get("Location") == "" && strings.Contains(x.ours.header.Get("Location"), "%0A")
		},
	},
	{
		name: "embedded objects keep the order of the selection", why: "PostgREST makes some of them jsonb, which sorts keys, drops repeated ones and expands numbers.",
		aspects: []string{"body", "order of keys"},
		when: func(x exchange) bool {
			return strings.Contains(x.target, "(") && loose(x.theirs.body) == loose(x.ours.body)
		},
	},
	{
		name: "of two errors, the other may be reported", why: "PostgreSQL reports the first in the order of the statement, which differs.",
		when: func(x exchange) bool {
			isHead := x.method == http.MethodHead && x.theirs.status >= 400 && x.ours.status >= 400
			return x.parts() > 1 && x.theirs.status < 500 && x.ours.status < 500 && (isHead || isTold(x.theirs.Code) && isTold(x.ours.Code))
		},
	},
	{
		name: "a call with a range past its last row is rolled back", why: "It is an error like any other, without the headers of a page.",
		aspects: []string{"Content-Profile", "Preference-Applied", "Content-Range"},
		when:    func(x exchange) bool { return x.ours.Code == "PGRST103" && x.method == http.MethodPost },
	},
	{
		name: "empty error details are null", why: "The driver does not distinguish empty from missing details.",
		aspects: []string{"details", "hint"},
		when: func(x exchange) bool {
			return string(x.theirs.Details) == `""` && string(x.ours.Details) == "null" || string(x.theirs.Hint) == `""` && string(x.ours.Hint) == "null"
		},
	},
	{
		name: "Retry-After says when to try again", why: "PostgREST sends its own reconnection delay, which is 0.",
		aspects: []string{"Retry-After"},
		when:    func(x exchange) bool { return x.ours.status == http.StatusServiceUnavailable },
	},
}

// isTold reports whether an error is about one part of a request: from PostgreSQL about the
// statement, or about the address.
func isTold(code string) bool {
	return slices.ContainsFunc([]string{"42", "22", "0A", "PGRST100", "PGRST108", "PGRST201"}, func(prefix string) bool { return strings.HasPrefix(code, prefix) })
}

// parts is in how many places of a request PostgreSQL may find an error.
func (a ask) parts() int {
	query := a.query()
	return strings.Count(query, "=") + strings.Count(query, "::") + strings.Count(query, ",") + strings.Count(a.body, ":")
}

func upTo(text, end string) string {
	before, _, _ := strings.Cut(text, end)
	return before
}

// asksTheSame reports whether two addresses have the same path and parameters.
func asksTheSame(one, other string) bool {
	a, err := url.Parse(one)
	b, otherErr := url.Parse(other)
	if err != nil || otherErr != nil || a.Path != b.Path {
		return false
	}
	return a.Query().Encode() == b.Query().Encode()
}
