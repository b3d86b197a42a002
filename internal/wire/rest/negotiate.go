package rest

import (
	"net/http"
	"slices"
	"strings"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/rest/catalog"
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
