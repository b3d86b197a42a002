package rest

import (
	"fmt"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
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

// preferences are the values of the Prefer header.
type preferences struct {
	resolution, missing, returning, count, tx, handling, timezone string
	maxAffected                                                   *int64
	// unknown are the entries that the server does not know.
	unknown []string
}

// preferenceValues are the known values; timezone and max-affected take any value.
var preferenceValues = map[string][]string{
	"resolution": {"merge-duplicates", "ignore-duplicates"},
	"missing":    {"default", "null"},
	"return":     {"minimal", "headers-only", "representation"},
	"count":      {"exact", "planned", "estimated"},
	"tx":         {"commit", "rollback"},
	"handling":   {"strict", "lenient"},
}

func parsePrefer(header http.Header) preferences {
	found := map[string]string{}
	var unknown []string
	for entry := range strings.SplitSeq(strings.Join(header.Values("Prefer"), ","), ",") {
		entry = strings.TrimSpace(entry)
		name, value, _ := strings.Cut(entry, "=")
		isKnown := slices.Contains(preferenceValues[name], value) || name == "timezone" || name == "max-affected"
		if _, seen := found[name]; isKnown && !seen {
			found[name] = value
		} else if entry != "" && !isKnown {
			unknown = append(unknown, entry)
		}
	}
	p := preferences{
		resolution: found["resolution"], missing: found["missing"], returning: found["return"],
		count: found["count"], tx: found["tx"], handling: found["handling"], timezone: found["timezone"], unknown: unknown,
	}
	if most, err := strconv.ParseInt(found["max-affected"], 10, 64); err == nil && p.handling == "strict" {
		p.maxAffected = &most
	}
	return p
}

// check returns an error for unknown preferences if handling=strict was requested.
func (p preferences) check() error {
	if p.handling != "strict" || len(p.unknown) == 0 {
		return nil
	}
	return &fault.Error{Status: http.StatusBadRequest, Code: "PGRST122",
		Message: "Invalid preferences given with handling=strict", Details: "Invalid preferences: " + strings.Join(p.unknown, ", ")}
}

// use is the kind of request that preferences apply to.
type use int

const (
	reading use = iota
	calling
	inserting
	updating
	replacing
	deleting
)

// uses maps the methods of writes to their use.
var uses = map[string]use{http.MethodPost: inserting, http.MethodPatch: updating, http.MethodPut: replacing, http.MethodDelete: deleting}

// applied lists the preferences that were honoured, in the protocol's order.
func (p preferences) applied(to use, rollbackAllowed bool) string {
	var list []string
	add := func(name, value string, relevant bool) {
		if value != "" && relevant {
			list = append(list, name+"="+value)
		}
	}
	add("resolution", p.resolution, to == inserting)
	add("missing", p.missing, to == inserting || to == updating)
	add("return", p.returning, to >= inserting)
	add("count", p.count, true)
	add("tx", p.tx, rollbackAllowed)
	add("handling", p.handling, true)
	add("timezone", p.timezone, true)
	if p.maxAffected != nil {
		add("max-affected", fmt.Sprint(*p.maxAffected), to == calling || to == updating || to == deleting)
	}
	return strings.Join(list, ", ")
}

// isCounted reports whether the response of a write or call has a total; the planner's estimate
// exists for reads only.
func (p preferences) isCounted() bool { return p.count == "exact" || p.count == "estimated" }

// span is a range of rows by their first and last index; last is endless if the range is open.
type span struct{ first, last int64 }

const endless = math.MaxInt64

func (s span) within(other span) span {
	return span{max(s.first, other.first), min(s.last, other.last)}
}

func (s span) isEmpty() bool { return s.first > s.last }

// spanOf is the span that limit and offset ask for.
func spanOf(limit *int64, offset int64) span {
	if limit == nil || *limit > endless-max(offset, 0) {
		return span{offset, endless}
	}
	return span{offset, offset + *limit - 1}
}

var rangePattern = regexp.MustCompile(`^([0-9]+)-([0-9]*)$`)

// readRange parses a Range header; an unknown form asks for all rows.
func readRange(header string) span {
	parts := rangePattern.FindStringSubmatch(header)
	if parts == nil {
		return span{0, endless}
	}
	// A number that overflows int64 lies past all rows.
	number := func(text string) int64 {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return n
		}
		return endless
	}
	return span{number(parts[1]), number(parts[2])}
}

var (
	errRangeOrder = rangeRefusal("The lower boundary must be lower than or equal to the upper boundary in the Range header.")
	errRangeEmpty = rangeRefusal("Limit should be greater than or equal to zero.")
)

func rangeRefusal(details string) *fault.Error {
	return fault.New(http.StatusRequestedRangeNotSatisfiable, "PGRST103", "Requested range not satisfiable").With(details)
}

// readWindow sets limit and offset to their intersection with the Range header. The header only
// counts on GET (RFC 9110 §14.2). Only limit=0 alone asks for no rows.
func (r *request) readWindow() error {
	root := &r.query.Root
	asked := spanOf(root.Limit, root.Offset)
	if asked == (span{0, -1}) {
		return nil
	}
	header := span{0, endless}
	if r.http.Method == http.MethodGet {
		header = readRange(r.http.Header.Get("Range"))
	}
	left := asked.within(header)
	switch {
	case header.isEmpty():
		return errRangeOrder
	case left.isEmpty():
		return errRangeEmpty
	}
	if root.Offset = left.first; left.last != endless {
		count := left.last - left.first + 1
		root.Limit = &count
	}
	return nil
}
