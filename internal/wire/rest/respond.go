package rest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"automacao/internal/fault"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/plan"
)

func (e *Engine) respondRead(w http.ResponseWriter, req *request, out outcome) error {
	offset := plan.Window(req.query, plan.Options{Offset: req.offset})
	if req.prefer.count == "" {
		out.total = nil
	}
	if out.total != nil && offset > 0 && offset > *out.total {
		return outOfRange(offset, *out.total)
	}
	if req.media.shape == plan.Object && out.page != 1 {
		return notSingle(out.page)
	}
	header := w.Header()
	header.Set("Content-Range", readRange(offset, out.page, out.total))
	header.Set("Content-Location", location(req))
	status := http.StatusOK
	if out.total != nil && out.page > 0 && out.page < *out.total {
		status = http.StatusPartialContent
	}
	return e.send(w, req, out, status, req.prefer.applied(false, false, e.cfg.RollbackAllowed))
}

func readRange(offset, page int64, total *int64) string {
	all := "*"
	if total != nil {
		all = strconv.FormatInt(*total, 10)
	}
	if page == 0 {
		return "*/" + all
	}
	return fmt.Sprintf("%d-%d/%s", offset, offset+page-1, all)
}

func location(req *request) string {
	text := req.http.URL.EscapedPath()
	if req.http.URL.RawQuery != "" {
		text += "?" + req.http.URL.RawQuery
	}
	return text
}

func (e *Engine) respondWrite(w http.ResponseWriter, req *request, relation *catalog.Relation, out outcome) error {
	header := w.Header()
	hasBody := req.prefer.returning == "representation"
	status := http.StatusNoContent
	if hasBody {
		status = http.StatusOK
	}
	all := "*"
	if req.prefer.count != "" {
		all = strconv.FormatInt(out.page, 10)
	}
	header.Set("Content-Range", "*/"+all)
	isInsert := req.http.Method == http.MethodPost
	switch req.http.Method {
	case http.MethodPost:
		status = http.StatusCreated
		if req.prefer.resolution == "merge-duplicates" && out.inserted == 0 {
			status = http.StatusOK
		}
		if req.prefer.returning == "headers-only" {
			header.Set("Location", locationOf(relation, out.keys))
		}
	case http.MethodPut:
		if hasBody && out.inserted > 0 {
			status = http.StatusCreated
		}
	case http.MethodPatch:
		if out.page > 0 {
			header.Set("Content-Range", fmt.Sprintf("0-%d/%s", out.page-1, all))
		}
	}
	if !hasBody {
		out.body = nil
	}
	return e.send(w, req, out, status, req.prefer.applied(true, isInsert, e.cfg.RollbackAllowed))
}

// locationOf names the single row that was inserted by its primary key.
func locationOf(relation *catalog.Relation, keys []byte) string {
	var rows []map[string]any
	if json.Unmarshal(keys, &rows) != nil || len(rows) != 1 {
		return "/" + relation.Name
	}
	pairs := []string{}
	for _, name := range relation.PrimaryKey {
		pairs = append(pairs, url.QueryEscape(name)+"=eq."+url.QueryEscape(fmt.Sprint(rows[0][name])))
	}
	return "/" + relation.Name + "?" + strings.Join(pairs, "&")
}

// send writes the answer, with the status and headers a function may have set.
func (e *Engine) send(w http.ResponseWriter, req *request, out outcome, status int, applied string) error {
	header := w.Header()
	if err := override(header, out.headers); err != nil {
		return err
	}
	if len(out.status) > 0 {
		chosen, err := strconv.Atoi(string(out.status))
		if err != nil || chosen < 100 || chosen > 599 {
			return fault.New(http.StatusInternalServerError, "PGRST112", "response.status guc must be a valid status code")
		}
		status = chosen
	}
	if applied != "" {
		header.Set("Preference-Applied", applied)
	}
	if req.negotiated {
		header.Set("Content-Profile", req.schema)
	}
	if out.body != nil {
		header.Set("Content-Type", req.media.contentType)
		header.Set("Content-Length", strconv.Itoa(len(out.body)))
	}
	w.WriteHeader(status)
	if out.body != nil && req.http.Method != http.MethodHead {
		_, _ = w.Write(out.body)
	}
	return nil
}

func override(header http.Header, document []byte) error {
	if len(document) == 0 {
		return nil
	}
	var entries []map[string]string
	if err := json.Unmarshal(document, &entries); err != nil {
		return fault.New(http.StatusInternalServerError, "PGRST111",
			`response.headers guc must be a JSON array composed of objects with a single key and a string value`).Because(err)
	}
	for _, entry := range entries {
		for name, value := range entry {
			header.Set(name, value)
		}
	}
	return nil
}
