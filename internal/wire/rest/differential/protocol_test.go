package differential_test

import (
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// said covers the protocol besides rows: tokens, schemas, bodies of every kind, what a function
// sees of a request, and what it controls of the response.
func said() []ask {
	asks := []ask{}
	for _, list := range [][]ask{tokensOfAllKinds(), profiles(), bodies(), heard(), answered(), raised()} {
		for _, a := range list {
			asks = append(asks, a.undone())
		}
	}
	return asks
}

func signed(method jwt.SigningMethod, key any, claims jwt.MapClaims) string {
	text, err := jwt.NewWithClaims(method, claims).SignedString(key)
	if err != nil {
		panic(err) // claims and keys are written here
	}
	return text
}

// tokensOfAllKinds are valid, invalid and missing tokens.
func tokensOfAllKinds() (asks []ask) {
	now, key := time.Now().Unix(), []byte(secret)
	claimed := func(claims jwt.MapClaims) string {
		all := jwt.MapClaims{"role": "authenticated", "exp": now + 3600, "sub": "marina"}
		maps.Copy(all, claims)
		return signed(jwt.SigningMethodHS256, key, all)
	}
	good := claimed(nil)
	head, rest, _ := strings.Cut(good, ".")
	for _, authorization := range []string{
		"Bearer " + good, "bearer " + good, "BEARER " + good, "Bearer  " + good, "Basic dTpw", "Token " + good, good,
		"Bearer " + head, "Bearer " + head + "." + rest + ".x", "Bearer a.b.c", "Bearer x", "Bearer ..", "Bearer " + good + "x", "Bearer " + head + "." + strings.ToUpper(rest),
		"Bearer " + claimed(jwt.MapClaims{"exp": now - 3600}), "Bearer " + claimed(jwt.MapClaims{"exp": now - 10}), "Bearer " + claimed(jwt.MapClaims{"exp": "soon"}), "Bearer " + claimed(jwt.MapClaims{"exp": nil}),
		"Bearer " + claimed(jwt.MapClaims{"nbf": now + 3600}), "Bearer " + claimed(jwt.MapClaims{"nbf": now + 10}), "Bearer " + claimed(jwt.MapClaims{"nbf": "later"}),
		"Bearer " + claimed(jwt.MapClaims{"iat": now + 3600}), "Bearer " + claimed(jwt.MapClaims{"iat": now + 10}), "Bearer " + claimed(jwt.MapClaims{"iat": true}),
		"Bearer " + claimed(jwt.MapClaims{"aud": "anybody"}), "Bearer " + claimed(jwt.MapClaims{"aud": []string{"a", "b"}}), "Bearer " + claimed(jwt.MapClaims{"aud": []string{}}), "Bearer " + claimed(jwt.MapClaims{"aud": 5}), "Bearer " + claimed(jwt.MapClaims{"aud": []any{"a", 1}}),
		"Bearer " + claimed(jwt.MapClaims{"role": "stranger"}), "Bearer " + claimed(jwt.MapClaims{"role": "no such role"}), "Bearer " + claimed(jwt.MapClaims{"role": "door"}), "Bearer " + claimed(jwt.MapClaims{"role": `a"b`}),
		"Bearer " + signed(jwt.SigningMethodHS256, key, jwt.MapClaims{"exp": now + 3600}), "Bearer " + signed(jwt.SigningMethodHS256, key, jwt.MapClaims{"exp": now + 3600, "role": nil}),
		"Bearer " + signed(jwt.SigningMethodHS256, key, jwt.MapClaims{"exp": now + 3600, "role": 5}),
		"Bearer " + signed(jwt.SigningMethodHS256, []byte("another secret that nobody knows here"), jwt.MapClaims{"exp": now + 3600, "role": "authenticated"}),
		"Bearer " + signed(jwt.SigningMethodHS512, key, jwt.MapClaims{"exp": now + 3600, "role": "authenticated"}),
		"Bearer " + signed(jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, jwt.MapClaims{"exp": now + 3600, "role": "authenticated"}),
	} {
		for _, target := range []string{"/rpc/claim?name=role", "/private_notes", "/rpc/whoami"} {
			asks = append(asks, ask{method: http.MethodGet, target: target, header: headers("Authorization", authorization)})
		}
		asks = append(asks, ask{method: http.MethodHead, target: "/clients", header: headers("Authorization", authorization)})
		asks = append(asks, ask{method: http.MethodPost, target: "/rpc/claim", body: `{"name":"sub"}`, header: headers("Authorization", authorization)})
	}
	return asks
}

// profiles choose a schema, by the right header or by the other one.
func profiles() (asks []ask) {
	for _, schema := range []string{"", "api", "Ödd schema", "hidden", "public", "API", "nowhere", " api", "api,Ödd schema", "pg_catalog"} {
		for _, header := range []string{"Accept-Profile", "Content-Profile"} {
			for _, request := range []string{
				"GET /clients?limit=1&order=id", "HEAD /clients?limit=1", "GET /notes?order=id", "GET /Te%20xt?select=*,notes(*)", "GET /nowhere", "GET /rpc/here", "POST /rpc/here", "POST /rpc/add", "OPTIONS /notes",
				"POST /nothing", "POST /notes", "PATCH /notes?id=eq.1", "DELETE /notes?id=eq.1", "PUT /nothing?id=eq.70", "GET /notes?id=eq.x",
			} {
				method, target, _ := strings.Cut(request, " ")
				a := ask{method: method, target: target, header: headers(header, schema)}
				switch {
				case target == "/rpc/add":
					a.body = `{"a":1,"b":2}`
				case method == http.MethodPost && target == "/rpc/here":
					a.body = `{}`
				case method == http.MethodPost, method == http.MethodPut:
					a.body = `{"id":70}`
				case method == http.MethodPatch:
					a.body = `{"body":"x"}`
				}
				if a.isWrite() {
					a.header["Prefer"] = "return=representation"
				}
				asks = append(asks, a)
			}
		}
	}
	return asks
}

// bodies are of every media type, to tables and to functions that take the whole body.
func bodies() (asks []ask) {
	kinds := map[string][]string{
		"application/json":                  {`{"a":1,"b":2}`, `[{"a":1,"b":2}]`, `"x"`, `{`, ``},
		"application/json; charset=utf-8":   {`{"a":1,"b":2}`},
		"application/vnd.pgrst.object+json": {`{"a":1,"b":2}`},
		"application/x-www-form-urlencoded": {`a=1&b=2`, `a=1`, `a=1&b=2&b=3`, `a=%C3%A7&b=2`, `a=%zz`, `a`, ``, `a=1&b=2&c=3`, `a=1+1&b=2`},
		"text/csv":                          {"a,b\n1,2\n", "a,b\n1,2\n3,4\n", "a,b\n1\n", "a,b\n", "a,b\nNULL,\"x,y\"\n", "", "a;b\n1;2\n", "a,b\r\n1,2\r\n"},
		"text/plain":                        {`plain ção`, ``, "two\nlines", `{"a":1,"b":2}`},
		"application/octet-stream":          {"\x01\x02\xff", ``, `text`},
		"text/xml":                          {`<a>1</a>`, `<a>`, ``, `text`},
		"application/xml":                   {`<a>1</a>`},
		"image/png":                         {"\x89PNG"},
	}
	for kind, texts := range kinds {
		for _, text := range texts {
			for _, target := range []string{"/rpc/add", "/rpc/whole", "/rpc/whole_text", "/rpc/whole_bytes", "/rpc/whole_xml", "/rpc/either", "/rpc/loaded", "/rpc/many", "/rpc/nowhere", "/pairs", "/pairs?columns=a,b"} {
				asks = append(asks, ask{method: http.MethodPost, target: target, body: text, header: map[string]string{"Content-Type": kind, "Prefer": "return=representation"}})
			}
			asks = append(asks, ask{method: http.MethodPatch, target: "/pairs?a=eq.2", body: text, header: map[string]string{"Content-Type": kind, "Prefer": "return=representation"}})
		}
	}
	return asks
}

// heard is what a function sees of a request.
func heard() (asks []ask) {
	for _, name := range []string{"request.method", "request.path", "request.jwt.claims", "request.cookies", "role", "search_path", "transaction_read_only", "timezone", "request.spec", "request.nothing", "transaction_isolation", "statement_timeout"} {
		text := `{"name":"` + name + `"}`
		for _, as := range []string{"", "marina", "service"} {
			asks = append(asks,
				ask{method: http.MethodGet, target: "/rpc/seen?name=" + name, as: as, header: headers("Cookie", "a=1; b=two; c=%20x; a=2")},
				ask{method: http.MethodPost, target: "/rpc/seen", body: text, as: as, header: headers("Cookie", "")},
				ask{method: http.MethodPost, target: "/rpc/seen?select=x", body: text, as: as})
		}
		asks = append(asks, ask{method: http.MethodGet, target: "/rpc/seen?name=" + name, header: headers("Prefer", "timezone=America/Sao_Paulo")})
	}
	for _, name := range []string{"x-one", "X-One", "prefer", "accept", "user-agent", "content-type", "cookie", "nowhere", "x-empty", "accept-profile"} {
		asks = append(asks, ask{method: http.MethodGet, target: "/rpc/header?name=" + name, header: map[string]string{"X-One": "é 1, 2", "X-Empty": "", "Cookie": "a=1", "Prefer": "count=exact", "Accept-Profile": "api"}})
	}
	for _, name := range []string{"role", "sub", "exp", "nothing"} {
		for _, as := range []string{"", "marina", "service"} {
			asks = append(asks, ask{method: http.MethodGet, target: "/rpc/claim?name=" + name, as: as})
		}
	}
	return asks
}

// answered is what a function makes of the response's status and headers. Two cases are left out:
// PostgREST passes on a status below 100, which no client can read, and retries SQLSTATE 40001
// forever.
func answered() (asks []ask) {
	lists := []string{
		`[]`, `[{"X-One": "1"}]`, `[{"X-One": "1"}, {"X-Two": "2"}]`, `[{"X-One": "1"}, {"X-One": "2"}]`, `[{"X-One": "1", "X-Two": "2"}]`, `[{"X-One": 1}]`, `{"X-One": "1"}`, `["x"]`, `x`, `null`, `[{}]`,
		`[{"Content-Type": "text/x-own"}]`, `[{"Cache-Control": "max-age=5"}]`, `[{"Set-Cookie": "a=1"}, {"Set-Cookie": "b=2"}]`, `[{"Location": "/elsewhere"}]`, `[{"x-lower": "1"}]`, `[{"X-One": null}]`, ` `,
	}
	statuses := []string{"", "200", "201", "204", "302", "404", "418", "500", "599", "600", "x", " 201", "201 "}
	respond := func(list, status string) {
		values := url.Values{"headers": {list}, "status": {status}}
		asks = append(asks, ask{method: http.MethodGet, target: "/rpc/respond?" + values.Encode()},
			ask{method: http.MethodPost, target: "/rpc/respond", body: `{"headers":` + asJSON(list) + `,"status":` + asJSON(status) + `}`},
			ask{method: http.MethodPost, target: "/rpc/respond_void", body: `{"headers":` + asJSON(list) + `,"status":` + asJSON(status) + `}`})
	}
	for _, list := range lists {
		respond(list, "")
	}
	for _, status := range statuses {
		respond("[]", status)
		respond(`[{"X-One": "1"}]`, status)
	}
	respond("x", "x")
	return asks
}

// raised are errors that a function spells out.
func raised() (asks []ask) {
	codes := []string{"PT402", "PT401", "PT204", "PT999", "PTabc", "PT4", "P0001", "P0002", "P0003", "P0004", "23505", "23503", "23502", "22P02", "25006", "42501", "42883", "42P01", "42P17", "21000", "53400", "53300", "54001", "55000", "57014", "57P01", "08006", "0L000", "0P000", "28000", "F0000", "HV000", "XX000", "2F003", "99999"}
	refuse := func(code, message, detail, hint string) {
		body := `{"code":` + asJSON(code) + `,"message":` + asJSON(message) + `,"detail":` + asJSON(detail) + `,"hint":` + asJSON(hint) + `}`
		asks = append(asks, ask{method: http.MethodPost, target: "/rpc/refuse", body: body}, ask{method: http.MethodPost, target: "/rpc/refuse", body: body, as: "marina"})
	}
	for _, code := range codes {
		refuse(code, "No", "", "")
		refuse(code, `With "quotes" & <signs>`, "why", "how else")
	}
	for _, message := range []string{
		`{"code":"123","message":"ABC","details":"DEF","hint":"XYZ"}`, `{"code":"123","message":"ABC"}`, `{"code":"123","message":"ABC","details":null,"hint":null}`, `{"code":"123"}`, `{"message":"ABC"}`, `{"code":123,"message":"ABC"}`,
		`{"code":"123","message":"ABC","details":{"a":1}}`, `{"code":"123","message":"ABC","hint":[1]}`, `{"code":"123","message":"ABC","more":1}`, `[]`, `x`, ``, `null`, `{"Code":"123","Message":"ABC"}`,
	} {
		refuse("PGRST", message, `{"status":332,"headers":{"X-Header":"str"}}`, "")
	}
	for _, detail := range []string{
		`{"status":332,"headers":{}}`, `{"status":404,"headers":{"X-A":"1","X-B":"2"}}`, `{"status":404}`, `{"headers":{}}`, `{"status":"404","headers":{}}`, `{"status":404,"headers":[]}`, `{"status":404,"headers":{"X-A":1}}`, `{"status":404,"headers":null}`,
		`{"status":404,"status_text":"Gone fishing","headers":{}}`, `{"status":404,"headers":{},"more":1}`, `{"status":600,"headers":{}}`, `{"status":1.5,"headers":{}}`, `x`, ``, `null`, `{"status":401,"headers":{"Retry-After":"5"}}`,
	} {
		refuse("PGRST", `{"code":"123","message":"ABC"}`, detail, "a hint")
	}
	return asks
}

// asJSON writes a text as JSON.
func asJSON(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}
