package rest

import (
	"net/http"
	"slices"
	"strings"

	"automacao/internal/fault"
	"automacao/internal/wire/rest/plan"
)

// media is how an answer is to be written.
type media struct {
	shape       plan.Shape
	stripNulls  bool
	contentType string
}

const jsonType = "application/json; charset=utf-8"

func (e *Engine) negotiateSchema(req *request) error {
	header := "Accept-Profile"
	if _, isWrite := uses[req.http.Method]; isWrite {
		header = "Content-Profile"
	}
	req.schema = req.http.Header.Get(header)
	// Of several schemas the first is chosen by saying nothing.
	req.negotiated = req.schema != "" || len(e.cfg.Schemas) > 1
	if req.schema == "" {
		req.schema = e.cfg.Schemas[0]
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
