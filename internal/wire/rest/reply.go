package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"automacao/internal/edge/responsecache"
	"automacao/internal/kernel/fault"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/plan"
)

// reply is a response that is decided but not sent yet, so that errors in it are found while the
// transaction can still be rolled back.
type reply struct {
	status int
	header http.Header
	body   []byte // nil for none
}

func newReply(status int) reply { return reply{status: status, header: http.Header{}} }

// finish adds what every response has, and the status and headers that a SQL function set.
func (r *reply) finish(req *request, out outcome, applied string) error {
	if r.body != nil {
		r.header.Set("Content-Type", req.media.contentType) // unless a function sets another
	}
	if len(out.status) > 0 {
		chosen, err := strconv.Atoi(string(out.status))
		if err != nil || !isStatus(chosen) {
			return fault.New(http.StatusInternalServerError, "PGRST112", "response.status guc must be a valid status code")
		}
		r.status = chosen
	}
	if err := override(r.header, out.headers); err != nil {
		return err
	}
	if applied != "" {
		r.header.Set("Preference-Applied", applied)
	}
	if r.body != nil {
		if req.negotiated {
			r.header.Set("Content-Profile", req.schema)
		}
		r.header.Set("Content-Length", strconv.Itoa(len(r.body)))
	}
	return nil
}

var errHeaders = fault.New(http.StatusInternalServerError, "PGRST111",
	`response.headers guc must be a JSON array composed of objects with a single key and a string value`)

// override sets the headers that a function chose; a header may occur several times.
func override(header http.Header, document []byte) error {
	if len(document) == 0 {
		return nil
	}
	var entries []map[string]*string
	if err := json.Unmarshal(document, &entries); err != nil || entries == nil {
		return errHeaders.Because(err)
	}
	chosen := http.Header{}
	for _, entry := range entries {
		if len(entry) != 1 {
			return errHeaders
		}
		for name, value := range entry {
			if value == nil {
				return errHeaders
			}
			chosen.Add(name, *value)
		}
	}
	maps.Copy(header, chosen)
	return nil
}

func (r *reply) send(w http.ResponseWriter, to *http.Request) {
	header := w.Header()
	for name, values := range r.header {
		header[name] = values
	}
	responsecache.Send(w, to, r.status, r.body)
}

// checkAffected enforces max-affected, which counts only with handling=strict.
func (r *request) checkAffected(rows int64) error {
	if most := r.prefer.maxAffected; most != nil && rows > *most {
		return &fault.Error{Status: http.StatusBadRequest, Code: "PGRST124", Message: "Query result exceeds max-affected preference constraint",
			Details: fmt.Sprintf("The query affects %d rows", rows)}
	}
	return nil
}

// replyRows answers with the rows of a read or a call.
func (e *Engine) replyRows(req *request, out outcome, applied string) (reply, error) {
	if req.media.explain != "" {
		return replyPlan(req, out, "")
	}
	offset := req.query.Root.Offset
	if req.prefer.count == "" || req.isCall && !req.prefer.isCounted() {
		out.total = nil
	}
	if out.isLowerBound() {
		*out.total = max(*out.total, offset+out.page)
	}
	if req.media.shape == plan.Object && out.page != 1 {
		return reply{}, notSingle(out.page)
	}
	answer := newReply(http.StatusOK)
	answer.body = out.body
	answer.header.Set("Content-Range", rangeOf(offset, out.page, out.total))
	if !req.isCall {
		answer.header.Set("Content-Location", location(req))
	}
	switch {
	case out.total == nil || out.isLowerBound() && out.page == 0:
	case offset > *out.total:
		return answer.pastEnd(req, out, applied)
	case out.page < *out.total:
		answer.status = http.StatusPartialContent
	}
	return answer, answer.finish(req, out, applied)
}

// pastEnd answers a page that starts after the last row: with an error, but with the page's
// headers, which tell the client how many rows there are. A call that may have written is rolled
// back.
func (r *reply) pastEnd(req *request, out outcome, applied string) (reply, error) {
	refusal := outOfRange(req.query.Root.Offset, *out.total)
	if req.isCall && req.http.Method == http.MethodPost {
		return reply{}, refusal
	}
	refused := *r
	refused.status, refused.body = refusal.Status, bodyOf(refusal)
	err := refused.finish(req, out, applied)
	refused.header.Set("Proxy-Status", "PostgREST; error="+refusal.Code)
	return refused, err
}

func rangeOf(offset, page int64, total *int64) string {
	all := "*"
	if total != nil {
		all = strconv.FormatInt(*total, 10)
	}
	if page == 0 || all == "0" {
		return "*/" + all
	}
	return fmt.Sprintf("%d-%d/%s", offset, offset+page-1, all)
}

func location(req *request) string { return locationAt(req.http.URL) }

// locationAt writes an address in canonical form: its parameters sorted by name and escaped.
func locationAt(address *url.URL) string {
	text := address.EscapedPath()
	if address.RawQuery == "" {
		return text
	}
	separator := "?"
	for pair := range strings.SplitSeq(inOrder(address.RawQuery), "&") {
		name, value, _ := strings.Cut(pair, "=")
		text += separator + reescape(name) + "=" + reescape(value)
		separator = "&"
	}
	return text
}

// reescape escapes exactly the characters of a query string that need it.
func reescape(part string) string {
	if plain, err := url.QueryUnescape(part); err == nil {
		part = plain
	}
	return strings.ReplaceAll(url.QueryEscape(part), "+", "%20")
}

// replyWritten answers a write, or returns the error for which it must be rolled back.
func (e *Engine) replyWritten(req *request, relation *catalog.Relation, out outcome) (reply, error) {
	if req.media.explain != "" {
		return replyPlan(req, out, "")
	}
	if err := req.checkAffected(out.page); err != nil {
		return reply{}, err
	}
	if req.http.Method == http.MethodPut && out.page != 1 {
		return reply{}, errPutOther
	}
	if req.expectsOneRow() && out.page != 1 {
		return reply{}, notSingle(out.page)
	}
	all := "*"
	if req.prefer.isCounted() {
		all = strconv.FormatInt(out.page, 10)
	}
	prefer := req.prefer
	if len(relation.PrimaryKey) == 0 && len(req.query.OnConflict) == 0 {
		prefer.resolution = "" // no primary key, so no row to merge with
	}
	answer := newReply(writtenStatus(req, prefer.resolution == "merge-duplicates", out))
	answer.header.Set("Content-Range", "*/"+all)
	switch req.http.Method {
	case http.MethodPost:
		if location := locationOf(relation, out); prefer.returning == "headers-only" && location != "" {
			answer.header.Set("Location", location)
		}
	case http.MethodPatch:
		if out.page > 0 {
			answer.header.Set("Content-Range", fmt.Sprintf("0-%d/%s", out.page-1, all))
		}
	case http.MethodPut:
		answer.header.Del("Content-Range")
	}
	if req.returnsRows() {
		answer.body = out.body
	}
	return answer, answer.finish(req, out, prefer.applied(uses[req.http.Method], e.config().RollbackAllowed))
}

// replyPlan answers with a statement's execution plan.
func replyPlan(req *request, out outcome, applied string) (reply, error) {
	answer := newReply(http.StatusOK)
	answer.body = out.body
	return answer, answer.finish(req, out, applied)
}

// returnsRows reports whether a write must return the written rows.
func (r *request) returnsRows() bool { return r.prefer.returning == "representation" }

// expectsOneRow reports whether a write must affect one row. A client that accepts an object demands
// that even if it does not ask for the row to be returned.
func (r *request) expectsOneRow() bool { return r.media.shape == plan.Object }

func writtenStatus(req *request, merges bool, out outcome) int {
	switch {
	case req.http.Method == http.MethodPost && merges && out.inserted == 0:
		return http.StatusOK
	case req.http.Method == http.MethodPost, req.http.Method == http.MethodPut && req.returnsRows() && out.inserted > 0:
		return http.StatusCreated
	case req.returnsRows():
		return http.StatusOK
	default:
		return http.StatusNoContent
	}
}

// locationOf addresses the single written row by its primary key; "" for several rows or without a
// primary key.
func locationOf(relation *catalog.Relation, out outcome) string {
	var rows []map[string]any
	for _, keys := range [][]byte{out.keys, out.updated} {
		var some []map[string]any
		exact := json.NewDecoder(bytes.NewReader(keys))
		exact.UseNumber()
		if exact.Decode(&some) == nil {
			rows = append(rows, some...)
		}
	}
	if len(rows) != 1 || len(relation.PrimaryKey) == 0 {
		return ""
	}
	pairs := []string{}
	for _, name := range relation.PrimaryKey {
		pairs = append(pairs, url.QueryEscape(name)+"=eq."+url.QueryEscape(fmt.Sprint(rows[0][name])))
	}
	return "/" + url.PathEscape(relation.Name) + "?" + strings.Join(pairs, "&")
}
