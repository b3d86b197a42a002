package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/plan"
)

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
