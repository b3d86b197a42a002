package differential_test

import (
	"net/http"
	"slices"
	"strings"
)

// newer are rules for what PostgREST 14, the reference of this server, does and 12 does not.
var newer = []rule{
	{
		name: "errors have a Proxy-Status header with their code", why: "PostgREST sends it since version 13.",
		aspects: []string{"Proxy-Status"},
		when: func(x exchange) bool {
			said := x.ours.header.Get("Proxy-Status")
			return said == "PostgREST; error="+x.ours.Code || x.method == http.MethodHead || strings.HasPrefix(said, "PostgREST; error=PT20")
		},
	},
	{
		name: "an unavailable media type is answered 406", why: "PostgREST 12.0.3 went back to 406 from 415.",
		aspects: []string{"status"},
		when:    func(x exchange) bool { return x.theirs.status == 415 && x.ours.status == 406 },
	},
	{
		name: "PGRST116 (not exactly one row) has another message and one Content-Type", why: "PostgREST 13 reworded the message; 12.0.3 removed the second Content-Type.",
		aspects: []string{"message", "Content-Type"},
		when: func(x exchange) bool {
			return x.ours.Code == "PGRST116" || x.method == http.MethodHead && x.theirs.status == 406 && x.ours.status == 406
		},
	},
	{
		name: "PGRST204 (unknown column) has another message", why: "PostgREST 12.0.3 reworded it.",
		aspects: []string{"message"},
		when:    func(x exchange) bool { return x.ours.Code == "PGRST204" },
	},
	{
		name: "a full-text search converts columns that are not tsvector", why: "PostgREST 13 calls to_tsvector() on them.",
		when: func(x exchange) bool {
			return x.theirs.Code == "42883" && strings.Contains(x.theirs.Message, "@@ tsquery") || x.ours.Code == "42883" && strings.Contains(x.ours.Message, "to_tsvector(")
		},
	},
	{
		name: "a JSON argument in a query string is parsed", why: "PostgREST 12 passes its text to a function that is called with GET.",
		when: func(x exchange) bool { return strings.HasPrefix(x.target, "/rpc/jsoned?doc=") },
	},
	{
		name: "limit does not apply to writes", why: "PostgREST 13 dropped limited updates and deletions.",
		when: func(x exchange) bool {
			return (x.method == http.MethodPatch || x.method == http.MethodDelete) && strings.Contains(x.target, "&limit=")
		},
	},
	{
		name: "to-many relations can be spread", why: "PostgREST 13 spreads them as arrays.",
		when: func(x exchange) bool { return x.theirs.Code == "PGRST119" },
	},
	{
		name: "an upsert that meets the same row twice is answered 500", why: "Since PostgREST 12.0.3, 400 is only for writes without a filter.",
		aspects: []string{"status"},
		when:    func(x exchange) bool { return x.theirs.Code == "21000" && x.ours.Code == "21000" },
	},
	{
		name: "a relation's media type handler is not called for a selection of columns", why: "PostgREST 12.0.3 calls it only for whole rows.",
		when: func(x exchange) bool {
			return x.has("Accept", "text/plain") && strings.Contains(x.target, "select=") && x.theirs.Code == "42846" && x.ours.Code == "PGRST107"
		},
	},
	{
		name: "a filter on an embed may only test whether it has rows", why: "PostgREST 13 refuses other operators with PGRST120; 12 takes the name for a column.",
		when: func(x exchange) bool { return x.ours.Code == "PGRST120" },
	},
	{
		name: "a refused token has another message, and details", why: "PostgREST 13 reads tokens with another library and reworded PGRST301.",
		aspects: []string{"message", "details", "Www-Authenticate"},
		when: func(x exchange) bool {
			return x.header["Authorization"] != "" && x.ours.status == 401 && x.theirs.status == 401
		},
	},
	{
		name: "bad claims of a token are refused with PGRST303", why: "PostgREST 13 distinguishes them from tokens that cannot be read.",
		aspects: []string{"code"},
		when:    func(x exchange) bool { return x.theirs.Code == "PGRST301" && x.ours.Code == "PGRST303" },
	},
	{
		name: "a token with an empty list of audiences is valid for all", why: "PostgREST 13 treats an empty list as no audience.",
		when: func(x exchange) bool {
			return x.header["Authorization"] != "" && x.theirs.Message == "JWTNotInAudience" || x.theirs.status == 401 && x.ours.status == 200 && x.method == http.MethodHead
		},
	},
	{
		name: "a missing role is answered 401", why: "PostgREST 13 treats it as an error of the token.",
		aspects: []string{"status"},
		when: func(x exchange) bool {
			return x.theirs.Code == "22023" && x.ours.Code == "22023" || x.method == http.MethodHead && x.theirs.status == 400 && x.ours.status == 401
		},
	},
	{
		name: "PGRST106 (schema not exposed) has another message", why: "PostgREST 13 reworded it.",
		aspects: []string{"message", "hint"},
		when:    func(x exchange) bool { return x.ours.Code == "PGRST106" },
	},
	{
		name: "a missing table is refused without asking PostgreSQL", why: "PostgREST 13 added PGRST205.",
		aspects: []string{"status", "code"},
		when:    func(x exchange) bool { return x.ours.Code == "PGRST205" && x.theirs.status >= 400 },
	},
	{
		name: "PGRST121 (an unreadable raised error) has another message", why: "PostgREST 12.0.3 reworded it, and added details and a hint.",
		aspects: []string{"message", "details", "hint"},
		when:    func(x exchange) bool { return x.ours.Code == "PGRST121" },
	},
	{
		name: "program limits (54xxx, 53400) and recursive policies (42P17) are answered 500", why: "PostgREST 13 changed their statuses.",
		aspects: []string{"status"},
		when: func(x exchange) bool {
			return x.ours.Code == x.theirs.Code && slices.Contains([]string{"54001", "53400", "42P17"}, x.ours.Code)
		},
	},
}
