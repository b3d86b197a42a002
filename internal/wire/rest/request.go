package rest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"automacao/internal/caller"
	"automacao/internal/database/become"
	"automacao/internal/fault"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/plan"
	"automacao/internal/wire/rest/query"
)

// request is one call, understood as far as it can be without the database.
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
	limit      *int64
	offset     int64
	body       []byte
}

// media is how an answer is to be written.
type media struct {
	shape       plan.Shape
	stripNulls  bool
	contentType string
}

const jsonType = "application/json; charset=utf-8"

func (e *Engine) serve(w http.ResponseWriter, r *http.Request) error {
	if strings.Contains(r.URL.Path, "\x00") || strings.Contains(r.URL.RawQuery, "%00") {
		return errNUL
	}
	from, err := e.identify(r)
	if err != nil {
		return err
	}
	*r = *r.WithContext(caller.NewContext(r.Context(), from))
	if strings.Trim(r.URL.Path, "/") == "" {
		return e.describe(w, r)
	}
	req, err := e.read(r, from)
	if err != nil {
		return err
	}
	switch {
	case r.Method == http.MethodOptions:
		return e.options(w, req)
	case req.isCall:
		return e.call(w, req)
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		return e.selectRows(w, req)
	case http.MethodPost, http.MethodPatch, http.MethodPut, http.MethodDelete:
		return e.write(w, req)
	default:
		return errMethod
	}
}

// identify verifies the token, if there is one.
func (e *Engine) identify(r *http.Request) (caller.Caller, error) {
	from := caller.From(r.Context())
	from.Role, from.Claims = e.cfg.AnonRole, json.RawMessage(fmt.Sprintf(`{"role":%q}`, e.cfg.AnonRole))
	compact, isBearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !isBearer || compact == "" {
		return from, nil
	}
	claims, err := e.keys.Verify(compact)
	if err != nil {
		return from, refuseToken(err)
	}
	verified := claims.Caller()
	verified.IP, verified.UserAgent = from.IP, from.UserAgent
	if verified.Role == "" {
		verified.Role = e.cfg.AnonRole
	}
	return verified, nil
}

func roleOf(ctx context.Context) string { return caller.From(ctx).Role }

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
	if deepest := e.cfg.EmbedsDeepMax; deepest > 0 && query.Depth(req.query.Select) > deepest {
		return nil, &query.Error{Message: fmt.Sprintf("more than %d levels of embedding", deepest)}
	}
	if req.prefer, err = parsePrefer(r.Header); err != nil {
		return nil, err
	}
	if req.media, err = negotiateMedia(r.Header.Get("Accept")); err != nil {
		return nil, err
	}
	if isRead {
		req.readRange()
		return req, nil
	}
	return req, e.readBody(req)
}

func (e *Engine) negotiateSchema(req *request) error {
	header := "Content-Profile"
	if req.http.Method == http.MethodGet || req.http.Method == http.MethodHead {
		header = "Accept-Profile"
	}
	req.schema = req.http.Header.Get(header)
	if req.schema == "" {
		req.schema = e.cfg.Schemas[0]
	} else {
		req.negotiated = true
	}
	if !slices.Contains(e.cfg.Schemas, req.schema) {
		return &fault.Error{Status: http.StatusNotAcceptable, Code: "PGRST106", Message: "Invalid schema: " + req.schema,
			Hint: "Only the following schemas are exposed: " + strings.Join(e.cfg.Schemas, ", ")}
	}
	return nil
}

func negotiateMedia(accept string) (media, error) {
	if accept == "" {
		return media{contentType: jsonType}, nil
	}
	for entry := range strings.SplitSeq(accept, ",") {
		parts := strings.Split(entry, ";")
		stripped := slices.ContainsFunc(parts[1:], func(p string) bool { return strings.TrimSpace(p) == "nulls=stripped" })
		kind := strings.TrimSpace(parts[0])
		suffix := "; charset=utf-8"
		if stripped {
			suffix = ";nulls=stripped; charset=utf-8"
		}
		switch kind {
		case "*/*", "application/*", "application/json", "application/vnd.pgrst.array", "application/vnd.pgrst.array+json":
			if stripped {
				return media{stripNulls: true, contentType: "application/vnd.pgrst.array+json" + suffix}, nil
			}
			return media{contentType: jsonType}, nil
		case "application/vnd.pgrst.object", "application/vnd.pgrst.object+json":
			return media{shape: plan.Object, stripNulls: stripped, contentType: "application/vnd.pgrst.object+json" + suffix}, nil
		case "text/csv":
			return media{shape: plan.CSV, contentType: "text/csv; charset=utf-8"}, nil
		}
	}
	return media{}, &fault.Error{Status: errMediaType.Status, Code: errMediaType.Code, Message: errMediaType.Message + accept}
}

// readRange takes the rows asked for by a Range header (Range-Unit: items).
func (r *request) readRange() {
	first, last, found := strings.Cut(strings.TrimPrefix(r.http.Header.Get("Range"), "items="), "-")
	from, err := strconv.ParseInt(first, 10, 64)
	if !found || err != nil || from < 0 {
		return
	}
	r.offset = from
	if to, err := strconv.ParseInt(last, 10, 64); err == nil && to >= from {
		count := to - from + 1
		r.limit = &count
	}
}

func (e *Engine) readBody(req *request) error {
	if req.http.Method == http.MethodDelete || req.http.Method == http.MethodOptions {
		return nil
	}
	body, err := io.ReadAll(http.MaxBytesReader(nil, req.http.Body, e.cfg.BodyBytesMax))
	if err != nil {
		return err
	}
	kind, _, _ := strings.Cut(req.http.Header.Get("Content-Type"), ";")
	switch strings.TrimSpace(kind) {
	case "text/csv":
		req.body, err = csvToJSON(body, e.cfg.BodyBytesMax)
	case "application/x-www-form-urlencoded":
		req.body, err = formToJSON(body)
	default:
		req.body = body
	}
	return err
}

// settings are what the request's transaction runs under.
func (e *Engine) settings(req *request, readOnly bool) become.Settings {
	headers, cookies := headersJSON(req.http)
	s := become.Settings{
		Role: req.caller.Role, Claims: string(req.caller.Claims), SearchPath: append([]string{req.schema}, e.cfg.ExtraSearchPath...),
		ReadOnly: readOnly, StatementTimeout: e.cfg.StatementTimeout, Check: e.cfg.PreRequest,
		More: []become.Setting{
			{Name: "request.method", Value: req.http.Method}, {Name: "request.path", Value: req.http.URL.Path},
			{Name: "request.headers", Value: headers}, {Name: "request.cookies", Value: cookies},
		},
	}
	if req.caller.Role == serviceRole {
		s.StatementTimeout = e.cfg.ServiceTimeout
	}
	if req.prefer.timezone != "" {
		s.More = append(s.More, become.Setting{Name: "timezone", Value: req.prefer.timezone})
	}
	return s
}

// headersJSON writes the headers a function may read; credentials stay out.
func headersJSON(r *http.Request) (headers, cookies string) {
	values := make(map[string]string, len(r.Header))
	for name, list := range r.Header {
		switch name {
		case "Cookie", "Authorization", "Apikey":
		default:
			values[strings.ToLower(name)] = strings.Join(list, ", ")
		}
	}
	jar := map[string]string{}
	for _, cookie := range r.Cookies() {
		jar[cookie.Name] = cookie.Value
	}
	return marshal(values), marshal(jar)
}

func marshal(values map[string]string) string {
	text, _ := json.Marshal(values)
	return strings.ReplaceAll(string(text), `\u0000`, "")
}

func (r *request) planOptions(e *Engine) plan.Options {
	return plan.Options{
		Shape: r.media.shape, StripNulls: r.media.stripNulls, Count: r.prefer.count, RowsMax: e.cfg.RowsMax, BytesMax: e.cfg.AnswerBytesMax,
		Limit: r.limit, Offset: r.offset, Aggregates: e.cfg.Aggregates, Regex: e.allowsRegex(r.caller.Role),
		MissingDefault: r.prefer.missing == "default", Resolution: r.prefer.resolution,
		Representation: r.prefer.returning == "representation",
	}
}

func (e *Engine) allowsRegex(role string) bool {
	return role == serviceRole || slices.Contains(e.cfg.RegexRoles, role) || slices.Contains(e.cfg.RegexRoles, "*")
}

// relation looks a table or view up; an unknown one may be new.
func (e *Engine) relation(ctx context.Context, name catalog.Name) (*catalog.Catalog, *catalog.Relation, error) {
	current := e.catalog.Load()
	relation := current.Relations[name]
	if relation == nil && e.refresh(ctx) {
		current = e.catalog.Load()
		relation = current.Relations[name]
	}
	if relation != nil {
		return current, relation, nil
	}
	refusal := &fault.Error{Status: http.StatusNotFound, Code: "PGRST205",
		Message: fmt.Sprintf("Could not find the table '%s.%s' in the schema cache", name.Schema, name.Name)}
	names := []string{}
	for known := range current.Relations {
		if known.Schema == name.Schema {
			names = append(names, known.Name)
		}
	}
	slices.Sort(names)
	if near := plan.Nearest(name.Name, names); near != "" {
		refusal.Hint = fmt.Sprintf("Perhaps you meant the table '%s.%s'", name.Schema, near)
	}
	return nil, nil, refusal
}
