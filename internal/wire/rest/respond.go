package rest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/plan"
)

// replyRows answers with the rows of a read or of a call.
func (e *Engine) replyRows(req *request, out outcome, applied string) (reply, error) {
	offset := plan.Window(req.query, plan.Options{Offset: req.offset})
	if req.prefer.count == "" {
		out.total = nil
	}
	if out.isLeast() {
		*out.total = max(*out.total, offset+out.page)
	} else if out.total != nil && offset > 0 && offset > *out.total {
		return reply{}, outOfRange(offset, *out.total)
	}
	if req.media.shape == plan.Object && out.page != 1 {
		return reply{}, notSingle(out.page)
	}
	answer := newReply(http.StatusOK)
	answer.body = out.body
	answer.header.Set("Content-Range", readRange(offset, out.page, out.total))
	answer.header.Set("Content-Location", location(req))
	if out.total != nil && out.page > 0 && out.page < *out.total {
		answer.status = http.StatusPartialContent
	}
	return answer, answer.finish(req, out, applied)
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

func location(req *request) string { return locationAt(req.http.URL) }

func locationAt(address *url.URL) string {
	text := address.EscapedPath()
	if address.RawQuery != "" {
		text += "?" + address.RawQuery
	}
	return text
}

// replyWritten answers a write, or says why it must not be.
func (e *Engine) replyWritten(req *request, relation *catalog.Relation, out outcome) (reply, error) {
	if err := req.checkAffected(out.page); err != nil {
		return reply{}, err
	}
	if req.asksOneBack() && out.page != 1 {
		return reply{}, notSingle(out.page)
	}
	all := "*"
	if req.prefer.count != "" {
		all = strconv.FormatInt(out.page, 10)
	}
	answer := newReply(writtenStatus(req, out))
	answer.header.Set("Content-Range", "*/"+all)
	use := writing
	switch req.http.Method {
	case http.MethodPost:
		use = inserting
		if req.prefer.returning == "headers-only" {
			answer.header.Set("Location", locationOf(relation, out))
		}
	case http.MethodPatch:
		if out.page > 0 {
			answer.header.Set("Content-Range", fmt.Sprintf("0-%d/%s", out.page-1, all))
		}
	}
	if req.asksRows() {
		answer.body = out.body
	}
	return answer, answer.finish(req, out, req.prefer.applied(use, e.cfg.RollbackAllowed))
}

// asksRows reports a write that is to answer with what it wrote.
func (r *request) asksRows() bool { return r.prefer.returning == "representation" }

func (r *request) asksOneBack() bool { return r.media.shape == plan.Object && r.asksRows() }

func writtenStatus(req *request, out outcome) int {
	switch {
	case req.http.Method == http.MethodPost && req.prefer.resolution == "merge-duplicates" && out.inserted == 0:
		return http.StatusOK
	case req.http.Method == http.MethodPost, req.http.Method == http.MethodPut && req.asksRows() && out.inserted > 0:
		return http.StatusCreated
	case req.asksRows():
		return http.StatusOK
	default:
		return http.StatusNoContent
	}
}

// locationOf names the single row that was written by its primary key.
func locationOf(relation *catalog.Relation, out outcome) string {
	var rows []map[string]any
	for _, keys := range [][]byte{out.keys, out.updated} {
		var some []map[string]any
		if len(keys) > 0 && json.Unmarshal(keys, &some) == nil {
			rows = append(rows, some...)
		}
	}
	if len(rows) != 1 {
		return "/" + relation.Name
	}
	pairs := []string{}
	for _, name := range relation.PrimaryKey {
		pairs = append(pairs, url.QueryEscape(name)+"=eq."+url.QueryEscape(fmt.Sprint(rows[0][name])))
	}
	return "/" + relation.Name + "?" + strings.Join(pairs, "&")
}
