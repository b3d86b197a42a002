package differential_test

import (
	"net/http"
	"strings"
)

// thought are the handwritten requests, "METHOD target" with an accepted media type.
func thought() (asks []ask) {
	for _, line := range strings.Split(strings.TrimSpace(thoughtOf), "\n") {
		head, accept, _ := strings.Cut(line, " | ")
		method, target, _ := strings.Cut(head, " ")
		a := ask{method: method, target: target, header: headers("Accept", accept)}
		if method == http.MethodPost {
			a.body = `{"id": 77, "code": "seven", "kind": "z", "n": 4}`
		}
		asks = append(asks, a.undone())
	}
	return asks
}

const thoughtOf = `
GET /clients?id=eq.1 | application/vnd.pgrst.plan
GET /clients?id=eq.1 | application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose
GET /clients?id=eq.1 | application/vnd.pgrst.plan+text; for="application/vnd.pgrst.object+json"; options=analyze|settings|buffers|wal
GET /clients?id=eq.1 | application/vnd.pgrst.plan+xml
GET /clients?id=eq.1 | application/vnd.pgrst.plan; options=nonsense
POST /checked | application/vnd.pgrst.plan+json
HEAD /clients?id=eq.1 | application/vnd.pgrst.plan+json
GET /clients?id=eq.1 | application/vnd.pgrst.plan+json, application/json
GET /clients?id=eq.1 | application/geo+json
GET /clients?id=eq.1 | application/octet-stream
GET /clients?order=id | text/plain
GET /clients?order=id&select=id | text/plain
GET /clients?order=id | text/csv;q=0.5, text/plain
GET /clients?order=id | text/plain;q=0.5, text/csv
GET /projects?order=id | text/plain
GET /rpc/plain_text
GET /rpc/plain_text | text/plain
GET /rpc/plain_text | application/json
GET /rpc/picture
GET /rpc/picture | image/png
GET /rpc/picture | image/*
GET /rpc/anything
GET /rpc/anything | app/bingo
GET /rpc/numbers?n=3&select=x
GET /rpc/numbers?n=3&order=x
GET /rpc/numbers?n=3&x=eq.1
GET /rpc/add?a=1&b=2&select=x
PUT /rpc/add
DELETE /rpc/add
TRACE /clients
GET /projects?order=id&limit=2;3
GET /rpc/ad
GET /rpc/ad?a=1
OPTIONS /clients
OPTIONS /project_names
OPTIONS /letter_view
OPTIONS /
`
