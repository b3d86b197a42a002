package rest

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/plan"
)

func (e *Engine) negotiateSchema(req *request) error {
	header := "Accept-Profile"
	if _, isWrite := uses[req.http.Method]; isWrite {
		header = "Content-Profile"
	}
	req.schema = req.http.Header.Get(header)
	// With several exposed schemas, a request that names none gets the first.
	req.negotiated = req.schema != "" || len(e.config().Schemas) > 1
	if req.schema == "" {
		req.schema = e.config().Schemas[0]
	}
	if !slices.Contains(e.config().Schemas, req.schema) {
		return &fault.Error{Status: http.StatusNotAcceptable, Code: "PGRST106", Message: "Invalid schema: " + req.schema,
			Hint: "Only the following schemas are exposed: " + strings.Join(e.config().Schemas, ", ")}
	}
	return nil
}

// negotiateMedia decides how the response is written. The database's own media types are those of
// the target relation, or of the relation that a function returns.
func (e *Engine) negotiateMedia(req *request) (err error) {
	known, of := e.catalog.Load(), []catalog.Name{req.target}
	if req.isCall {
		for _, function := range known.Functions[req.target] {
			if function.Returns != nil {
				of = append(of, *function.Returns)
			}
		}
	}
	isWhole := req.query.SelectsAll()
	find := func(kind string) *catalog.Handler { return known.Handler(of, kind, isWhole) }
	req.media, err = negotiateMedia(strings.Join(req.http.Header.Values("Accept"), ","), offer{find: find, plans: e.config().Plans})
	return err
}

// media is the negotiated form of a response.
type media struct {
	shape       plan.Shape
	stripNulls  bool
	contentType string
	// handler writes a media type that the database defines; nil for built-in types.
	handler *catalog.Handler
	// explain is the EXPLAIN prefix if the request wants the plan instead of rows; else "".
	explain string
}

const jsonType = "application/json; charset=utf-8"

// accepted is one entry of an Accept header.
type accepted struct {
	kind, text string
	params     map[string]string
	quality    float64
}

// acceptedMax bounds how many entries of an Accept header are read.
const acceptedMax = 50

// readAccept lists the entries of an Accept header by descending quality; among equals, the more
// specific comes first, then the earlier (RFC 9110 §12.5.1).
func readAccept(header string) []accepted {
	var list []accepted
	for _, entry := range splitQuoted(header, ',') {
		parts := splitQuoted(entry, ';')
		a := accepted{kind: strings.ToLower(strings.TrimSpace(parts[0])), text: strings.TrimSpace(entry), params: map[string]string{}, quality: 1}
		for _, part := range parts[1:] {
			name, value, _ := strings.Cut(part, "=")
			a.params[strings.ToLower(strings.TrimSpace(name))] = strings.Trim(strings.TrimSpace(value), `"`)
		}
		if quality, err := strconv.ParseFloat(a.params["q"], 64); err == nil {
			a.quality = quality
		}
		if a.kind != "" && a.quality > 0 && len(list) < acceptedMax {
			list = append(list, a)
		}
	}
	slices.SortStableFunc(list, func(a, b accepted) int {
		if a.quality != b.quality {
			if a.quality > b.quality {
				return -1
			}
			return 1
		}
		return strings.Count(a.kind, "*") - strings.Count(b.kind, "*")
	})
	return list
}

// splitQuoted splits a header's value at a separator outside quotes.
func splitQuoted(text string, separator rune) []string {
	isQuoted := false
	var parts []string
	start := 0
	for i, char := range text {
		switch {
		case char == '"':
			isQuoted = !isQuoted
		case char == separator && !isQuoted:
			parts, start = append(parts, text[start:i]), i+1
		}
	}
	return append(parts, text[start:])
}

// offer is what the server can produce: find returns the database's handler of a media type, if
// any, and plans says whether execution plans are allowed.
type offer struct {
	find  func(kind string) *catalog.Handler
	plans bool
}

func (o offer) handler(kind string) *catalog.Handler {
	if o.find == nil {
		return nil
	}
	return o.find(kind)
}

// negotiateMedia chooses the first available media type in the client's order of preference.
func negotiateMedia(accept string, from offer) (media, error) {
	wanted := readAccept(accept)
	if accept == "" {
		wanted = []accepted{{kind: "*/*"}}
	}
	for _, entry := range wanted {
		if chosen, isThere := from.choose(entry); isThere {
			return chosen, nil
		}
	}
	return media{}, fault.New(http.StatusNotAcceptable, "PGRST107", "None of these media types are available: "+accept)
}

func (o offer) choose(a accepted) (media, bool) {
	strips := a.params["nulls"] == "stripped"
	suffix := "; charset=utf-8"
	if strips {
		suffix = ";nulls=stripped; charset=utf-8"
	}
	switch a.kind {
	case "application/vnd.pgrst.object", "application/vnd.pgrst.object+json":
		return media{shape: plan.Object, stripNulls: strips, contentType: "application/vnd.pgrst.object+json" + suffix}, true
	case "application/vnd.pgrst.array", "application/vnd.pgrst.array+json":
		if strips {
			return media{stripNulls: true, contentType: "application/vnd.pgrst.array+json" + suffix}, true
		}
		return media{contentType: jsonType}, true
	case "application/vnd.pgrst.plan", "application/vnd.pgrst.plan+text", "application/vnd.pgrst.plan+json":
		return o.choosePlan(a)
	}
	if handler := o.handler(a.kind); handler != nil {
		return media{shape: plan.Custom, handler: handler, contentType: typed(handler)}, true
	}
	switch a.kind {
	case "*/*", "application/*", "application/json":
		return media{stripNulls: strips, contentType: jsonType}, true
	case "text/csv":
		return media{shape: plan.CSV, contentType: "text/csv; charset=utf-8"}, true
	case "application/geo+json":
		return media{shape: plan.GeoJSON, contentType: "application/geo+json; charset=utf-8"}, true
	}
	return media{}, false
}

// textTypes are the handlers' media types that are text, whose Content-Type names the charset.
var textTypes = []string{"text/plain", "text/xml", "text/csv", "application/json", "application/geo+json", "application/openapi+json"}

func typed(handler *catalog.Handler) string {
	switch {
	case handler.Media == "*/*":
		return "application/octet-stream"
	case slices.Contains(textTypes, handler.Media):
		return handler.Media + "; charset=utf-8"
	default:
		return handler.Media
	}
}

// planOptions are the options of EXPLAIN, in protocol order.
var planOptions = []string{"analyze", "verbose", "settings", "buffers", "wal"}

// choosePlan explains the statement that would answer in the media type of the "for" parameter.
func (o offer) choosePlan(a accepted) (media, bool) {
	if !o.plans {
		return media{}, false
	}
	kind := a.params["for"]
	if kind == "" {
		kind = "application/json"
	}
	inner := readAccept(kind)
	if len(inner) != 1 || strings.HasPrefix(inner[0].kind, "application/vnd.pgrst.plan") {
		return media{}, false
	}
	chosen, isThere := o.choose(inner[0])
	form := "text"
	if strings.HasSuffix(a.kind, "+json") {
		form = "json"
	}
	said, told := []string{}, []string{}
	for _, option := range strings.Split(a.params["options"], "|") {
		if slices.Contains(planOptions, option) && !slices.Contains(said, option) {
			said, told = append(said, option), append(told, strings.ToUpper(option))
		}
	}
	chosen.explain = "EXPLAIN (" + strings.Join(append([]string{"FORMAT " + strings.ToUpper(form)}, told...), ", ") + ") "
	chosen.contentType = "application/vnd.pgrst.plan+" + form + `; for="` + kind + `"`
	if len(said) > 0 {
		chosen.contentType += "; options=" + strings.Join(said, "|")
	}
	chosen.contentType += "; charset=utf-8"
	return chosen, isThere
}
