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
		name: "what follows a list or a call in an address is refused", why: "PostgREST stops reading where it has enough and never sees the rest.",
		when: func(x exchange) bool { return x.ours.Code == "PGRST100" && x.theirs.Code != "PGRST100" },
	},
	{
		name: "a time zone that PostgreSQL does not know is refused", why: "Answers in another zone than asked for are worse than none.",
		when: func(x exchange) bool {
			return x.has("Prefer", "timezone=Nowhere") && (x.ours.Code == "22023" || x.method == http.MethodHead && x.ours.status == 400)
		},
	},
	{
		name: "a body that holds no rows is refused before PostgreSQL sees it", why: "With ?columns PostgREST passes any text on.",
		aspects: []string{"code", "status"},
		when: func(x exchange) bool {
			return x.ours.Code == "PGRST102" && slices.Contains([]string{"22023", "22P02"}, x.theirs.Code)
		},
	},
	{
		name: "an unknown column is told before an embed that is not clear", why: "Both are wrong; ours looks at the body first.",
		aspects: []string{"status", "code"},
		when:    func(x exchange) bool { return x.ours.Code == "PGRST204" && strings.HasPrefix(x.theirs.Code, "PGRST2") },
	},
	{
		name: "a status that HTTP has none of is refused", why: "PostgREST passes it on, and takes no notice of what stands behind a number.",
		aspects: []string{"status"},
		when: func(x exchange) bool {
			return strings.Contains(x.target+x.body, "status") && (x.ours.Code == "PGRST112" || x.ours.Code == "PGRST121") || x.theirs.Code == "PT999"
		},
	},
	{
		name: "a token says when it ends", why: "One that never does cannot be taken back.",
		when: func(x exchange) bool {
			return x.ours.Code == "PGRST303" && x.ours.Message == "The JWT 'exp' claim must be a number" || x.header["Authorization"] != "" && x.method == http.MethodHead && x.ours.status == 401 && x.theirs.status == 200
		},
	},
	{
		name: "a statement has a time", why: "Ours ends each after 8 s, unless its role says another.",
		aspects: []string{"body"},
		when:    func(x exchange) bool { return strings.Contains(x.target+x.body, "statement_timeout") },
	},
	{
		name: "lines of a CSV are of one length", why: "PostgREST looks at some of them.",
		when: func(x exchange) bool { return x.has("Content-Type", "text/csv") && x.ours.Code == "PGRST102" },
	},
}

// looser is where this server answers what the reference refuses.
var looser = []rule{
	{
		name: "a function that takes the body whole takes any JSON", why: "PostgREST wants an object even there, and takes a bare value for an empty list.",
		aspects: []string{"status", "body"},
		when: func(x exchange) bool {
			return strings.HasPrefix(x.target, "/rpc/") && x.body != "" && x.body[0] != '{' && x.ours.status == 200 && (x.theirs.Code == "PGRST102" || strings.Contains(string(x.theirs.body), "[]"))
		},
	},
	{
		name: "columns say what is written, whatever the body is", why: "PostgREST takes no notice of them beside a form or CSV.",
		when: func(x exchange) bool {
			return strings.Contains(x.target, "columns=") && x.header["Content-Type"] != "application/json" && x.theirs.Code == "PGRST204"
		},
	},
	{
		name: "the details of a raised refusal are any JSON", why: "PostgREST takes text alone.",
		when: func(x exchange) bool {
			return x.theirs.Code == "PGRST121" && len(x.ours.Details) > 0 && x.ours.Details[0] == '{'
		},
	},
	{
		name: "the same column may be selected twice in a spread", why: "PostgREST names them alike in its own SQL and stumbles.",
		when: func(x exchange) bool { return x.theirs.Code == "42702" },
	},
	{
		name: "an order may name a column whose name an alias takes", why: "PostgREST looks for it among the aliases of a function's rows, and finds it nowhere.",
		aspects: []string{"status"},
		when: func(x exchange) bool {
			return x.theirs.Code == "42703" && x.ours.status == 200 && strings.HasPrefix(x.target, "/rpc/") && strings.Contains(x.query(), "id:") && strings.Contains(x.query(), "order=id")
		},
	},
	{
		name: "what is embedded by the name of a column may be counted", why: "PostgREST 12 groups by the whole of such a row, and PostgreSQL refuses.",
		aspects: []string{"status"},
		when: func(x exchange) bool {
			return x.theirs.Code == "42803" && strings.Contains(x.theirs.Message, "_id_1.*") && x.ours.status < 300
		},
	},
	{
		name: "what is counted of a spread may have a name", why: "PostgREST 12 looks for the name among the columns.",
		aspects: []string{"status"},
		when: func(x exchange) bool {
			return x.theirs.Code == "42703" && strings.Contains(x.query(), "...") && strings.Contains(x.query(), "()") && x.ours.status < 300
		},
	},
	{
		name: "a semicolon is part of a value", why: "PostgREST ends a parameter there; programs escape it.",
		when: func(x exchange) bool { return strings.Contains(x.target, ";") },
	},
	{
		name: "what is estimated is counted where that is cheap", why: "Up to 1000 rows ours counts; PostgREST says what the planner thinks.",
		when: func(x exchange) bool {
			return x.has("Prefer", "count=estimated") && strings.HasPrefix(x.ours.header.Get("Content-Range"), "*/") && strings.HasPrefix(x.theirs.header.Get("Content-Range"), "*/")
		},
	},
}

// astray is where different words mean the same, or the reference is in error.
var astray = []rule{
	{
		name: "where a parser stops it says so in its own words", why: "Column and expectation are of the parser's library; what could not be read is told alike.",
		aspects: []string{"message", "details"},
		when: func(x exchange) bool {
			return x.ours.Code == "PGRST100" && upTo(x.ours.Message, " (line 1") == upTo(x.theirs.Message, " (line 1")
		},
	},
	{
		name: "Content-Location is an address that asks the same", why: "PostgREST reads UTF-8 as Latin-1 there, and joins what stands twice.",
		aspects: []string{"Content-Location"},
		when:    func(x exchange) bool { return asksTheSame(x.ours.header.Get("Content-Location"), x.target) },
	},
	{
		name: "a function is called, though nothing is read of it", why: "PostgreSQL leaves out a call of PostgREST's whose answer a HEAD does not ask for, and what would have failed.",
		aspects: []string{"status"},
		when: func(x exchange) bool {
			return x.method == http.MethodHead && strings.HasPrefix(x.target, "/rpc/") && x.theirs.status == 200 && x.ours.status == 400
		},
	},
	{
		name: "a value that a filter leaves nothing of is one row for HEAD as for GET", why: "PostgREST counts another for each.",
		aspects: []string{"Content-Range"},
		when: func(x exchange) bool {
			return x.method == http.MethodHead && strings.HasPrefix(x.target, "/rpc/") && x.theirs.header.Get("Content-Range") == "*/0" && x.ours.header.Get("Content-Range") == "0-0/*"
		},
	},
	{
		name: "CSV without a row has no line of names", why: "PostgREST writes one for a function's bare value, and for nothing else.",
		aspects: []string{"body"},
		when: func(x exchange) bool {
			return x.has("Accept", "text/csv") && strings.TrimSpace(string(x.theirs.body)) == "pgrst_scalar" && strings.TrimSpace(string(x.ours.body)) == ""
		},
	},
	{
		name: "a plan is that of our own statement", why: "The same is asked of PostgreSQL in other words.",
		aspects: []string{"body", "order of keys", "order of rows"},
		when: func(x exchange) bool {
			return strings.HasPrefix(x.ours.header.Get("Content-Type"), "application/vnd.pgrst.plan+")
		},
	},
	{
		name: "who may ask from other sites is said by what stands in front", why: "Origins are checked once for all protocols, before a request reaches this one.",
		aspects: []string{"Access-Control-Allow-Origin"},
		when:    func(x exchange) bool { return x.method == http.MethodOptions },
	},
	{
		name: "Location is escaped", why: "PostgREST leaves the header out where a value has a line break.",
		aspects: []string{"Location"},
		when: func(x exchange) bool {
			return x.theirs.header.Get("Location") == "" && strings.Contains(x.ours.header.Get("Location"), "%0A")
		},
	},
	{
		name: "embedded objects keep the order of what was selected", why: "PostgREST makes some of them jsonb, which sorts keys, drops repeated ones and writes numbers out.",
		aspects: []string{"body", "order of keys"},
		when: func(x exchange) bool {
			return strings.Contains(x.target, "(") && loose(x.theirs.body) == loose(x.ours.body)
		},
	},
	{
		name: "of two faults another is told first", why: "PostgreSQL tells the first in the order of the statement, which is another.",
		when: func(x exchange) bool {
			isHead := x.method == http.MethodHead && x.theirs.status >= 400 && x.ours.status >= 400
			return x.parts() > 1 && x.theirs.status < 500 && x.ours.status < 500 && (isHead || isTold(x.theirs.Code) && isTold(x.ours.Code))
		},
	},
	{
		name: "a call past its last row is undone", why: "It is an error like any other, with no headers of a page.",
		aspects: []string{"Content-Profile", "Preference-Applied", "Content-Range"},
		when:    func(x exchange) bool { return x.ours.Code == "PGRST103" && x.method == http.MethodPost },
	},
	{
		name: "an empty detail is none", why: "Neither is told from the other on the way to us.",
		aspects: []string{"details", "hint"},
		when: func(x exchange) bool {
			return string(x.theirs.Details) == `""` && string(x.ours.Details) == "null" || string(x.theirs.Hint) == `""` && string(x.ours.Hint) == "null"
		},
	},
	{
		name: "who is to come again is told when", why: "PostgREST says how long it waits itself, which is no time at all.",
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
