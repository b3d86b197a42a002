package rest

import (
	"fmt"
	"net/http"
	"strings"

	"automacao/internal/kernel/caller"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/query"
	"automacao/internal/wire/rest/repeat"
)

// request is a request parsed as far as possible without the database.
type request struct {
	http       *http.Request
	schema     string
	negotiated bool
	target     catalog.Name
	isCall     bool
	query      *query.Query
	prefer     preferences
	media      media
	caller     caller.Caller
	body       []byte
	repeat     *repeat.Call // nil without an idempotency key
	isEntered  bool         // its key was looked up
}

// limitAnonymous keeps the cost of an anonymous request independent of the table's size: an exact
// count becomes a bounded one, and an offset beyond OffsetMax is refused.
func (e *Engine) limitAnonymous(req *request) error {
	if req.caller.Role != e.config().AnonRole {
		return nil
	}
	if e.config().CountMax > 0 && req.prefer.count == "exact" {
		req.prefer.count = "estimated"
	}
	farthest := req.query.Root.Offset
	for _, node := range req.query.Nested {
		farthest = max(farthest, node.Offset)
	}
	if most := e.config().OffsetMax; most > 0 && farthest > most {
		return errTooFar
	}
	return nil
}

func (e *Engine) read(r *http.Request, from caller.Caller) (*request, error) {
	req := &request{http: r, caller: from}
	if err := e.negotiateSchema(req); err != nil {
		return nil, err
	}
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	switch {
	case len(parts) == 1:
		req.target = catalog.Name{Schema: req.schema, Name: parts[0]}
	case len(parts) == 2 && parts[0] == "rpc":
		req.isCall, req.target = true, catalog.Name{Schema: req.schema, Name: parts[1]}
	default:
		return nil, errPath
	}
	var err error
	isRead := r.Method == http.MethodGet || r.Method == http.MethodHead
	if req.query, err = query.Parse(r.URL.RawQuery, req.isCall && isRead); err != nil {
		return nil, err
	}
	if deepest := e.config().EmbedsDeepMax; deepest > 0 && query.Depth(req.query.Select) > deepest {
		return nil, &query.Error{Message: fmt.Sprintf("more than %d levels of embedding", deepest)}
	}
	if err := req.readWindow(); err != nil {
		return nil, err
	}
	req.prefer = parsePrefer(r.Header)
	if isTableWrite := !isRead && !req.isCall; isTableWrite {
		if err := req.prefer.check(); err != nil {
			return nil, err
		}
	}
	if held, isThere := r.Context().Value(askedKey{}).(*asked); isThere {
		held.request = req
	}
	if err := e.negotiateMedia(req); err != nil {
		return nil, err
	}
	if err := req.prefer.check(); err != nil {
		return nil, err
	}
	if err := e.limitAnonymous(req); err != nil || isRead {
		return req, err
	}
	if err := e.readBody(req); err != nil {
		return nil, err
	}
	return req, e.readKey(req)
}
