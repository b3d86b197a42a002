package rest

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"automacao/internal/fault"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/plan"
)

// volatile is how the catalog marks a function that may write.
const volatile = "v"

var errNoSet = fault.New(http.StatusBadRequest, "PGRST128", "Function must return SETOF or TABLE when max-affected preference is used with handling=strict")

func (e *Engine) call(req *request) (reply, error) {
	method := req.http.Method
	if method != http.MethodGet && method != http.MethodHead && method != http.MethodPost {
		return reply{}, errCallVerb
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
		req.media = media{contentType: jsonType}
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

// invoke runs a call. One that cannot write takes one round trip; any other is
// committed once its answer is decided.
func (e *Engine) invoke(ctx context.Context, req *request, function *catalog.Function, statement plan.Statement) (reply, error) {
	readOnly := req.http.Method != http.MethodPost || function.Volatility != volatile
	s := e.settings(req, readOnly)
	if readOnly && req.repeat == nil {
		if function.Volatility != volatile {
			restsOn(req, statement, nil)
		}
		out, err := e.once(req.http.Context(), s, statement)
		if err != nil {
			return reply{}, err
		}
		keepToHimself(req.http.Context(), out)
		return e.replyCalled(req, function, out)
	}
	return e.decided(ctx, req, s, func(tx pgx.Tx) (reply, error) {
		out, err := e.run(ctx, tx.Conn(), s, statement)
		if err != nil {
			return reply{}, err
		}
		return e.replyCalled(req, function, out)
	})
}

// replyCalled answers a call, or says why it must not have been made.
func (e *Engine) replyCalled(req *request, function *catalog.Function, out outcome) (reply, error) {
	applied := req.prefer.applied(calling, e.cfg.RollbackAllowed)
	if function.IsVoid {
		answer := newReply(http.StatusNoContent)
		return answer, answer.finish(req, out, applied)
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

func (e *Engine) prepareCall(ctx context.Context, req *request) (plan.Call, *catalog.Catalog, error) {
	known := e.catalog.Load()
	if known.Functions[req.target] == nil && e.refresh(ctx) {
		known = e.catalog.Load()
	}
	planned := plan.Call{Payload: req.body}
	given := []string{}
	if req.http.Method == http.MethodPost {
		overloads := known.Functions[req.target]
		isWhole := len(overloads) == 1 && takesWhole(overloads[0]) && len(req.body) > 0
		isText := isWhole && !strings.HasPrefix(overloads[0].Parameters[0].Type, "json")
		if err := checkNesting(req.body); err != nil && !isText {
			return planned, nil, err
		}
		if isWhole {
			return plan.Call{Function: overloads[0], Payload: req.body, Raw: true}, known, nil
		}
		if len(req.body) == 0 {
			planned.Payload = []byte("{}")
		}
		if given = plan.ObjectKeys(planned.Payload); given == nil || !json.Valid(planned.Payload) {
			return planned, nil, errBody
		}
	} else {
		planned.Texts = req.query.Arguments
		for _, argument := range req.query.Arguments {
			given = append(given, argument.Name)
		}
		if planned.Texts == nil {
			planned.Payload = []byte("{}")
		}
	}
	function, err := plan.Choose(known, req.target, given)
	planned.Function = function
	return planned, known, err
}

// takesWhole reports a function whose only, unnamed parameter is the body.
func takesWhole(function *catalog.Function) bool {
	return len(function.Parameters) == 1 && function.Parameters[0].Name == "" &&
		slices.Contains([]string{"json", "jsonb", "text", "xml"}, function.Parameters[0].Type)
}
