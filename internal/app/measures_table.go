package app

import (
	"net/http"
	"slices"
	"time"

	"automacao/internal/codegen"
	"automacao/internal/edge/middleware"
	"automacao/internal/edge/ratelimit"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/functions"
	"automacao/internal/wire/realtime"
	"automacao/internal/wire/rest"
	"automacao/internal/wire/storage"
)

// measures are the rate limits of every route. An address may be an office with many people, so
// visitors are limited by what an office needs, and members by what one person can do. By default
// each node counts by itself. Changes and every way to sign in are counted over all nodes.
func measures() []ratelimit.Row {
	return slices.Concat(measuresOfAuth(), measuresOfRest(), measuresOfFiles(), measuresOfPages())
}

func minutely(most int) []ratelimit.Rate { return []ratelimit.Rate{{Max: most, Per: time.Minute}} }

// in names routes below the base of a protocol.
func in(base string, routes ...string) []string {
	named := make([]string, len(routes))
	for i, route := range routes {
		method, path := http.MethodPost, route
		for _, known := range []string{"GET ", "HEAD ", "OPTIONS ", "POST ", "PUT ", "PATCH ", "DELETE "} {
			if len(route) > len(known) && route[:len(known)] == known {
				method, path = route[:len(known)-1], route[len(known):]
			}
		}
		named[i] = method + " " + base + path
	}
	return named
}

const fiveMinutes = 5 * time.Minute

// machineMinute is how many cheap requests one machine can answer in a minute. A smaller number
// would hold up a network of many people, and a flood from one address is bounded by admission
// control.
const machineMinute = 300_000

func measuresOfAuth() []ratelimit.Row {
	failures := []string{"wrong passwords: 10 in 5 minutes from one network, 50 in an hour from all where its owner has not signed in"}
	mails := []string{"mails: 1 a minute from one network, 20 an hour to one account, 30 an hour from one network to all"}
	return []ratelimit.Row{
		{Name: "sign_in", IsExact: true, Account: failures, Address: []ratelimit.Rate{{Max: 40, Per: 10 * time.Second}, {Max: 150, Per: fiveMinutes}},
			Routes: in(core.Base, "/token?grant_type=password", "/token?grant_type=pkce", "/token?grant_type=id_token", "GET /authorize", "GET /callback", "/callback")},
		{Name: "federated_sign_in", IsExact: true, Address: []ratelimit.Rate{{Max: 30, Per: fiveMinutes}}, Routes: in(core.Base, "/token?grant_type=web3")},
		// A sign-in is two requests, there and back, of as many people as sign in by password.
		{Name: "organisation_sign_in", IsExact: true, Address: []ratelimit.Rate{{Max: 80, Per: 10 * time.Second}, {Max: 300, Per: fiveMinutes}}, Routes: in(core.Base, "/sso", "/sso/saml/acs")},
		// A client whose refresh is refused signs its user out, and an office refreshes all its
		// tabs at the same time.
		{Name: "refresh", IsExact: true, Address: []ratelimit.Rate{{Max: 600, Per: fiveMinutes}}, Routes: in(core.Base, "/token?grant_type=refresh_token")},
		{Name: "sign_up", IsExact: true, Account: mails, Address: []ratelimit.Rate{{Max: 60, Per: fiveMinutes}, {Max: 500, Per: 24 * time.Hour}}, Routes: in(core.Base, "/signup")},
		{Name: "sign_up_anonymously", IsExact: true, Address: []ratelimit.Rate{{Max: 30, Per: time.Hour}}, Routes: in(core.Base, "/signup?anonymous")},
		{Name: "account_changes", IsExact: true, Account: failures, Address: []ratelimit.Rate{{Max: 30, Per: fiveMinutes}}, Routes: in(core.Base, "PUT /user", "GET /reauthenticate", "DELETE /user/identities/{identity}")},
		{Name: "mails", IsExact: true, Account: mails, Address: []ratelimit.Rate{{Max: 60, Per: fiveMinutes}}, Routes: in(core.Base, "/recover", "/otp", "/magiclink", "/resend")},
		{Name: "verifications", IsExact: true, Account: []string{"wrong codes: 5 in 10 minutes from one network, 50 in an hour from all"},
			Address: []ratelimit.Rate{{Max: 30, Per: fiveMinutes}}, Routes: in(core.Base, "GET /verify", "/verify")},
		{Name: "second_factors", IsExact: true, Account: []string{"five wrong codes for one challenge; of one account 5 in 10 minutes from one network, 8 in an hour from all"}, Address: minutely(30),
			Routes: in(core.Base, "/factors", "/factors/{factor}/challenge", "/factors/{factor}/verify", "DELETE /factors/{factor}",
				"GET /passkeys", "PATCH /passkeys/{passkey}", "DELETE /passkeys/{passkey}", "/passkeys/registration/options", "/passkeys/registration/verify")},
		{Name: "passkey_sign_in", IsExact: true, Account: []string{"one answer for one challenge"}, Address: []ratelimit.Rate{{Max: 40, Per: 10 * time.Second}, {Max: 150, Per: fiveMinutes}},
			Routes: in(core.Base, "/passkeys/authentication/options", "/passkeys/authentication/verify")},
		{Name: "sessions", Address: minutely(12_000), Routes: in(core.Base, "GET /user", "/logout")},
		{Name: "sign_in_facts", Address: minutely(6000), Routes: in(core.Base, "GET /health", "GET /settings", "GET /.well-known/jwks.json", "GET /sso/saml/metadata")},
		{Name: "administration", Address: minutely(600), Routes: in(core.Base,
			"GET /admin/users", "/admin/users", "GET /admin/users/{user}", "PUT /admin/users/{user}", "DELETE /admin/users/{user}",
			"GET /admin/users/{user}/factors", "PUT /admin/users/{user}/factors/{factor}", "DELETE /admin/users/{user}/factors/{factor}", "GET /admin/users/{user}/passkeys", "DELETE /admin/users/{user}/passkeys/{passkey}", "/admin/generate_link", "/invite", "GET /admin/audit",
			"GET /admin/sso/providers", "/admin/sso/providers", "GET /admin/sso/providers/{provider}", "PUT /admin/sso/providers/{provider}", "DELETE /admin/sso/providers/{provider}",
			"GET /admin/custom-providers", "/admin/custom-providers", "GET /admin/custom-providers/{identifier}", "PUT /admin/custom-providers/{identifier}", "DELETE /admin/custom-providers/{identifier}")},
		{Name: "not_offered", Address: minutely(60), Routes: append(in(core.Base, "GET /user/identities/authorize"),
			core.Base+"/", core.Base+"/oauth/", core.Base+"/user/oauth/", core.Base+"/admin/oauth/",
			core.Base+"/.well-known/oauth-authorization-server", core.Base+"/.well-known/openid-configuration")},
	}
}

func measuresOfFiles() []ratelimit.Row {
	return []ratelimit.Row{
		{Name: "file_reads", Address: minutely(60_000), Member: minutely(60_000), Routes: in(storage.Base,
			"GET /object/{bucket}/{key...}", "GET /object/authenticated/{bucket}/{key...}", "GET /object/public/{bucket}/{key...}",
			"GET /object/info/{bucket}/{key...}", "GET /object/info/authenticated/{bucket}/{key...}", "GET /object/info/public/{bucket}/{key...}", "GET /object/sign/{bucket}/{key...}")},
		{Name: "file_lists", Address: minutely(120), Member: minutely(600), Routes: in(storage.Base,
			"GET /bucket", "GET /bucket/{bucket}", "/object/list/{bucket}", "/object/list-v2/{bucket}", "/object/sign/{bucket}/{key...}", "/object/sign/{bucket}", "GET /health")},
		{Name: "file_renders", Address: minutely(600), Member: minutely(600), Routes: in(storage.Base,
			"GET /render/image/authenticated/{bucket}/{key...}", "GET /render/image/public/{bucket}/{key...}", "GET /render/image/sign/{bucket}/{key...}")},
		{Name: "uploads", IsExact: true, Address: minutely(120), Member: minutely(120), Quotas: []string{"uploads_hourly_max", "upload_megabytes_daily_max"}, Routes: in(storage.Base,
			"/object/{bucket}/{key...}", "PUT /object/{bucket}/{key...}", "/object/copy", "/object/upload/sign/{bucket}/{key...}", "PUT /object/upload/sign/{bucket}/{key...}",
			"/upload/resumable", "/upload/resumable/sign")},
		{Name: "upload_parts", Address: minutely(1200), Member: minutely(1200), Routes: in(storage.Base,
			"/upload/resumable/{id}", "HEAD /upload/resumable/{id}", "PATCH /upload/resumable/{id}", "DELETE /upload/resumable/{id}", "OPTIONS /upload/resumable", "OPTIONS /upload/resumable/{id}",
			"/upload/resumable/sign/{id}", "HEAD /upload/resumable/sign/{id}", "PATCH /upload/resumable/sign/{id}", "DELETE /upload/resumable/sign/{id}", "OPTIONS /upload/resumable/sign", "OPTIONS /upload/resumable/sign/{id}")},
		{Name: "file_changes", IsExact: true, Address: minutely(60), Member: minutely(240), Routes: in(storage.Base,
			"DELETE /object/{bucket}/{key...}", "DELETE /object/{bucket}", "/object/move", "/bucket", "PUT /bucket/{bucket}", "/bucket/{bucket}/empty", "DELETE /bucket/{bucket}",
			"DELETE /cdn", "DELETE /cdn/{bucket}", "DELETE /cdn/{bucket}/{key...}")},
		{Name: "files_not_found", Address: minutely(120), Routes: []string{storage.Base + "/", storage.Base + "/s3", storage.Base + "/s3/"}},
		// Joins, messages and presence are limited for each socket.
		{Name: "sockets", Address: minutely(6000), Account: []string{"500 sockets of one address, 50 of one member; of each: 100 channels, 20 joins, 50 messages and one presence a second"},
			Routes: in(realtime.Base, "GET /websocket", "GET /api/ping")},
		{Name: "broadcasts", Address: minutely(600), Account: []string{"50 messages a second of one member"}, Routes: in(realtime.Base, "/api/broadcast", "/api/broadcast/{topic}/events/{event}")},
	}
}

func measuresOfPages() []ratelimit.Row {
	return []ratelimit.Row{
		// A page loads about fifty files, which the browser caches.
		{Name: "pages", Address: minutely(machineMinute), Routes: []string{"/"}},
		{Name: "health", Address: minutely(60_000), Routes: []string{"GET /live", "GET /ready"}},
		{Name: "newsletter", IsExact: true, Address: minutely(60), Routes: []string{"/newsletter/sair", "/buscas/sair"}},
		{Name: "invitation_links", IsExact: true, Address: minutely(60), Routes: []string{invitationPath}},
		{Name: "functions", Address: minutely(60), Member: minutely(60), Routes: []string{functions.Base + "/"}},
		// A calendar service asks for the calendars of many people from few addresses.
		{Name: "calendars", Address: minutely(600), Member: minutely(600), Routes: in(functions.Base, "GET /subscribed_calendar")},
		{Name: "files_made", IsExact: true, Address: minutely(10), Member: []ratelimit.Rate{{Max: 30, Per: time.Minute}, {Max: 500, Per: 24 * time.Hour}},
			Routes: in(functions.Base, "/contracts_sheet", "/statement_sheet", "/fiscal_sheet", "/period_report", "/calendar")},
		{Name: "institution", Address: minutely(1200), Routes: []string{"POST " + webhookPath}},
		{Name: "unknown", Address: minutely(120), Member: minutely(120), Routes: []string{ratelimit.Unknown, "GET " + rest.Base + "/"}},
	}
}

// requestBounds lists the limits of one request, for authors of programs.
func requestBounds() []codegen.Bound {
	return []codegen.Bound{
		{Name: "ROWS_MAX", Value: rowsMax, Meaning: "How many rows one answer, and each list in it, has at most."},
		{Name: "VISITOR_COUNT_MAX", Value: countMax, Meaning: "How far rows are counted for who has not signed in."},
		{Name: "VISITOR_OFFSET_MAX", Value: offsetMax, Meaning: "How many rows who has not signed in may skip."},
		{Name: "EMBEDS_DEEP_MAX", Value: embedsDeepMax, Meaning: "How many levels of related rows one read may nest."},
		{Name: "ROWS_WRITTEN_MAX", Value: rowsWrittenMax, Meaning: "How many rows one request may insert."},
		{Name: "ANSWER_MEGABYTES_MAX", Value: answerBytesMax >> 20, Meaning: "How much one answer may weigh, in MiB."},
		{Name: "BODY_MEGABYTES_MAX", Value: bodyBytesMax >> 20, Meaning: "How much the body of a request to tables and calls may weigh, in MiB."},
		{Name: "VISITOR_SECONDS_MAX", Value: int64(visitorTimeout.Seconds()), Meaning: "How long a statement of who has not signed in may take."},
		{Name: "MEMBER_SECONDS_MAX", Value: int64(memberTimeout.Seconds()), Meaning: "How long a statement of who has signed in may take."},
		{Name: "FLIGHTS_MAX", Value: middleware.FlightsPerCallerMax, Meaning: "How many requests of one caller are worked at at once."},
	}
}
