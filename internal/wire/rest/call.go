package rest

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/postgres/become"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/plan"
	"automacao/internal/wire/rest/stored"
)

// volatile is how the catalog marks a function that may write.
const volatile = "v"

var errNoSet = fault.New(http.StatusBadRequest, "PGRST128", "Function must return SETOF or TABLE when max-affected preference is used with handling=strict")

func (e *Engine) call(req *request) (reply, error) {
	method := req.http.Method
	if method != http.MethodGet && method != http.MethodHead && method != http.MethodPost {
		return reply{}, errCallVerb(method)
	}
	if function := e.goFunction(req.target); function != nil {
		return e.callGo(req, function)
	}
	ctx := req.http.Context()
	planned, known, err := e.prepareCall(ctx, req)
	if err != nil {
		return reply{}, err
	}
	function := planned.Function
	if req.prefer.maxAffected != nil && !function.IsSet {
		return reply{}, errNoSet
	}
	if !function.IsRecord && !function.IsSet && req.media.shape == plan.Object {
		req.media.shape = plan.Array // a bare value is already a single value
	}
	options := req.planOptions(e)
	if req.prefer.maxAffected != nil {
		options.Count = "exact"
	}
	statement, err := plan.Invoke(known, planned, req.query, options)
	if err != nil {
		return reply{}, err
	}
	return e.invoke(ctx, req, function, statement)
}

// invoke runs a call. A call that cannot write takes one round trip. Any other call is committed
// only after its response has been decided.
func (e *Engine) invoke(ctx context.Context, req *request, function *catalog.Function, statement plan.Statement) (reply, error) {
	readOnly := req.http.Method != http.MethodPost || function.Volatility != volatile
	s := e.settings(req, readOnly)
	hoist(&s, function)
	if readOnly && req.repeat == nil {
		if function.Volatility != volatile {
			recordDependency(req, statement, nil)
		}
		out, err := e.once(req.http.Context(), s, statement)
		if err != nil {
			return reply{}, err
		}
		keepOutOfCache(req.http.Context(), out)
		return e.replyCalled(req, function, out)
	}
	return e.inTransaction(ctx, req, s, func(tx pgx.Tx) (reply, error) {
		out, err := e.run(ctx, tx.Conn(), s, statement)
		if err != nil {
			return reply{}, err
		}
		return e.replyCalled(req, function, out)
	})
}

// hoist applies a function's own settings before the call, where they take effect.
func hoist(s *become.Settings, function *catalog.Function) {
	for _, own := range function.Settings {
		if own.Name == stored.Isolation {
			s.Isolation = strings.ToLower(own.Value)
			continue
		}
		s.OfRole = append(slices.Clone(s.OfRole), become.Setting(own))
	}
}

// replyCalled builds the response to a call, or returns the error for which it must be rolled back.
func (e *Engine) replyCalled(req *request, function *catalog.Function, out outcome) (reply, error) {
	if req.media.explain != "" {
		return replyPlan(req, out, "")
	}
	applied := req.prefer.applied(calling, e.config().RollbackAllowed)
	if function.IsVoid {
		answer := newReply(http.StatusNoContent)
		answer.header.Set("Content-Range", req.rangeWithoutResult())
		return answer, answer.finish(req, out, applied)
	}
	if !function.IsSet {
		out.page = 1 // one value, whichever page was requested
	}
	affected := out.page
	if out.total != nil {
		affected = *out.total
	}
	if err := req.checkAffected(affected); err != nil {
		return reply{}, err
	}
	return e.replyRows(req, out, applied)
}

// rangeWithoutResult is the Content-Range of a function without a result, which counts as one row.
func (r *request) rangeWithoutResult() string {
	if r.prefer.isCounted() {
		return "0-0/1"
	}
	return "0-0/*"
}

func (e *Engine) prepareCall(ctx context.Context, req *request) (plan.Call, *catalog.Catalog, error) {
	known := e.catalog.Load()
	if known.Functions[req.target] == nil && e.refresh(ctx) {
		known = e.catalog.Load()
	}
	ask := plan.Ask{Name: req.target}
	if req.http.Method != http.MethodPost || req.isForm() {
		for _, argument := range req.query.Arguments {
			ask.Given = append(ask.Given, argument.Name)
		}
		planned, err := plan.Choose(known, ask)
		planned.Texts = req.query.Arguments
		return planned, known, err
	}
	if ask.Whole = req.valueType(); ask.Whole != "json" && ask.Whole != "" {
		planned, err := plan.Choose(known, ask)
		planned.Payload = req.body
		return planned, known, err
	}
	if err := checkNesting(req.body); err != nil {
		return plan.Call{}, nil, err
	}
	if len(req.body) > 0 && req.query.Columns == nil && !json.Valid(req.body) {
		return plan.Call{}, nil, errBody
	}
	object := []byte("{}")
	if len(req.body) > 0 {
		object, ask.Given = plan.Arguments(req.body)
	}
	if ask.Given != nil && req.query.Columns != nil {
		ask.Given = slices.Clone(req.query.Columns)
	}
	planned, err := plan.Choose(known, ask)
	if planned.Payload = object; planned.Raw {
		planned.Payload = req.body
	}
	return planned, known, err
}

// valueType is the SQL type that a body has as a single value, for a function that takes the whole
// body; "" for forms and CSV.
func (r *request) valueType() string {
	switch r.bodyType() {
	case "text/plain":
		return "text"
	case "text/xml":
		return "xml"
	case "application/octet-stream":
		return "bytea"
	case bodyJSON:
		return "json"
	default:
		return ""
	}
}

func (r *request) isForm() bool { return r.bodyType() == formType }
