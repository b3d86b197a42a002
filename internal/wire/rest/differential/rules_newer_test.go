package differential_test

import (
	"net/http"
	"slices"
	"strings"
)

// newer are rules for what PostgREST 14, the reference of this server, does and 12 does not.
var newer = []rule{
	{
		name: "errors say in Proxy-Status which they are", why: "PostgREST 13 began to.",
		aspects: []string{"Proxy-Status"},
		when: func(x exchange) bool {
			said := x.ours.header.Get("Proxy-Status")
			return said == "PostgREST; error="+x.ours.Code || x.method == http.MethodHead || strings.HasPrefix(said, "PostgREST; error=PT20")
		},
	},
	{
		name: "a media type that is not to be had is 406", why: "PostgREST 12.0.3 took back the status 415.",
		aspects: []string{"status"},
		when:    func(x exchange) bool { return x.theirs.status == 415 && x.ours.status == 406 },
	},
	{
		name: "what is not one object says so in other words, and has one media type", why: "PostgREST 13 words PGRST116 anew, 12.0.3 ended its second Content-Type.",
		aspects: []string{"message", "Content-Type"},
		when: func(x exchange) bool {
			return x.ours.Code == "PGRST116" || x.method == http.MethodHead && x.theirs.status == 406 && x.ours.status == 406
		},
	},
	{
		name: "an unknown column is told in the words of the schema", why: "PostgREST 12.0.3 words PGRST204 anew.",
		aspects: []string{"message"},
		when:    func(x exchange) bool { return x.ours.Code == "PGRST204" },
	},
	{
		name: "a full-text search makes a vector of what is none", why: "PostgREST 13 calls to_tsvector() on every column of another type.",
		when: func(x exchange) bool {
			return x.theirs.Code == "42883" && strings.Contains(x.theirs.Message, "@@ tsquery") || x.ours.Code == "42883" && strings.Contains(x.ours.Message, "to_tsvector(")
		},
	},
	{
		name: "JSON in an address is JSON", why: "PostgREST 12 gives a function of GET the text of it.",
		when: func(x exchange) bool { return strings.HasPrefix(x.target, "/rpc/jsoned?doc=") },
	},
	{
		name: "limit says nothing of what is written", why: "PostgREST 13 dropped limited updates and deletions.",
		when: func(x exchange) bool {
			return (x.method == http.MethodPatch || x.method == http.MethodDelete) && strings.Contains(x.target, "&limit=")
		},
	},
	{
		name: "to-many relations may be spread", why: "PostgREST 13 spreads them as arrays.",
		when: func(x exchange) bool { return x.theirs.Code == "PGRST119" },
	},
	{
		name: "to find one row twice in an upsert is 500", why: "PostgREST 12.0.3 leaves 400 to writes without a filter.",
		aspects: []string{"status"},
		when:    func(x exchange) bool { return x.theirs.Code == "21000" && x.ours.Code == "21000" },
	},
	{
		name: "some columns of a relation are not given to its own handler", why: "PostgREST 12.0.3 calls the writer of a media type for whole rows alone.",
		when: func(x exchange) bool {
			return x.has("Accept", "text/plain") && strings.Contains(x.target, "select=") && x.theirs.Code == "42846" && x.ours.Code == "PGRST107"
		},
	},
	{
		name: "an embed may only be asked whether it has rows", why: "PostgREST 13 refuses other operators as PGRST120, 12 takes the name for a column.",
		when: func(x exchange) bool { return x.ours.Code == "PGRST120" },
	},
	{
		name: "a token is refused in other words and with details", why: "PostgREST 13 reads tokens with another library, and words PGRST301 anew.",
		aspects: []string{"message", "details", "Www-Authenticate"},
		when: func(x exchange) bool {
			return x.header["Authorization"] != "" && x.ours.status == 401 && x.theirs.status == 401
		},
	},
	{
		name: "what a token claims is refused as PGRST303", why: "PostgREST 13 tells claims from tokens that cannot be read.",
		aspects: []string{"code"},
		when:    func(x exchange) bool { return x.theirs.Code == "PGRST301" && x.ours.Code == "PGRST303" },
	},
	{
		name: "a token without an audience is for everybody", why: "PostgREST 13 takes an empty list for none.",
		when: func(x exchange) bool {
			return x.header["Authorization"] != "" && x.theirs.Message == "JWTNotInAudience" || x.theirs.status == 401 && x.ours.status == 200 && x.method == http.MethodHead
		},
	},
	{
		name: "a role that is not there is 401", why: "PostgREST 13 blames the token.",
		aspects: []string{"status"},
		when: func(x exchange) bool {
			return x.theirs.Code == "22023" && x.ours.Code == "22023" || x.method == http.MethodHead && x.theirs.status == 400 && x.ours.status == 401
		},
	},
	{
		name: "a schema that is not exposed is told in other words", why: "PostgREST 13 words PGRST106 anew.",
		aspects: []string{"message", "hint"},
		when:    func(x exchange) bool { return x.ours.Code == "PGRST106" },
	},
	{
		name: "a table that is not there is told before PostgreSQL is asked", why: "PostgREST 13 added PGRST205.",
		aspects: []string{"status", "code"},
		when:    func(x exchange) bool { return x.ours.Code == "PGRST205" && x.theirs.status >= 400 },
	},
	{
		name: "what was wrong with a raised refusal is told", why: "PostgREST 12.0.3 words PGRST121 anew, with details and a hint.",
		aspects: []string{"message", "details", "hint"},
		when:    func(x exchange) bool { return x.ours.Code == "PGRST121" },
	},
	{
		name: "what asks for too much, and a limit of the server's, are 500; so is a policy within itself", why: "PostgREST 13 gave 54, 53400 and 42P17 other statuses.",
		aspects: []string{"status"},
		when: func(x exchange) bool {
			return x.ours.Code == x.theirs.Code && slices.Contains([]string{"54001", "53400", "42P17"}, x.ours.Code)
		},
	},
}
