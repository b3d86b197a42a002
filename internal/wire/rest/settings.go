package rest

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"automacao/internal/kernel/caller"
	"automacao/internal/postgres/become"
	"automacao/internal/wire/rest/plan"
)

// settings are those that the request's transaction runs under.
func (e *Engine) settings(req *request, readOnly bool) become.Settings {
	headers, cookies := headersJSON(req.http)
	s := become.Settings{
		Role: req.caller.Role, Claims: string(req.caller.Claims), SearchPath: append([]string{req.schema}, e.config().ExtraSearchPath...),
		ReadOnly: readOnly, StatementTimeout: e.config().StatementTimeout, Check: e.config().PreRequest, Then: e.config().then,
		More: []become.Setting{
			{Name: "request.method", Value: req.http.Method}, {Name: "request.path", Value: req.http.URL.Path},
			{Name: "request.headers", Value: headers}, {Name: "request.cookies", Value: cookies},
		},
	}
	if e.base.Stored != nil {
		s.Login = e.base.Stored.Role
	}
	switch req.caller.Role {
	case caller.ServiceRole:
		s.StatementTimeout = e.config().ServiceTimeout
	case e.config().AnonRole:
		s.StatementTimeout = e.config().VisitorTimeout
	}
	e.config().addRoleSettings(&s)
	if req.prefer.timezone != "" {
		s.More = append(s.More, become.Setting{Name: "timezone", Value: req.prefer.timezone})
	}
	return s
}

// headersJSON encodes the headers and cookies that SQL functions may read, without credentials.
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
		Shape: r.media.shape, Handler: r.media.handler, Explain: r.media.explain, StripNulls: r.media.stripNulls, Count: r.prefer.count, CountMax: e.config().CountMax, RowsMax: e.config().RowsMax, BytesMax: e.config().AnswerBytesMax,
		Aggregates: e.config().Aggregates, Regex: e.allowsRegex(r.caller.Role),
		MissingDefault: r.prefer.missing == "default", Resolution: r.prefer.resolution,
		Role:           r.caller.Role,
		Representation: r.prefer.returning == "representation",
	}
}

func (e *Engine) allowsRegex(role string) bool {
	return role == caller.ServiceRole || slices.Contains(e.config().RegexRoles, role) || slices.Contains(e.config().RegexRoles, "*")
}
