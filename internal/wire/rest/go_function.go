package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/postgres/become"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/openapi"
	"automacao/internal/wire/rest/plan"
)

// goFunction is a workflow written in Go that clients call like a SQL function.
type goFunction struct {
	in, out reflect.Type
	roles   Roles
	run     func(ctx context.Context, tx pgx.Tx, body []byte) (any, error)
}

// Roles are the database roles that may call a function.
type Roles []string

// Void is the result of a function that returns nothing.
type Void struct{}

// Register adds a typed function that the given roles, and no others, call with POST /rpc/name. The
// function runs in one transaction under the server's own role, with the caller in its context and
// the claims set, and checks permissions itself. It may run more than once for one call; the
// effects of the previous run in the transaction are rolled back first. Register all functions
// before the engine serves.
//
// Register returns an error for a function without roles and for a name that is taken, also by a
// SQL function, so that neither silently answers for the other.
func Register[In, Out any](e *Engine, name string, function func(context.Context, pgx.Tx, In) (Out, error), roles Roles) error {
	switch {
	case name == "" || function == nil:
		return fmt.Errorf("rest: register %q: a function needs a name and a body", name)
	case len(roles) == 0 || slices.Contains(roles, ""):
		return fmt.Errorf("rest: register %s: no role may call it", name)
	case e.functions[name] != nil:
		return fmt.Errorf("rest: register %s: the name is already registered", name)
	case e.catalog.Load().Functions[e.callable(name)] != nil:
		return fmt.Errorf("rest: register %s: a SQL function has that name", name)
	}
	e.functions[name] = &goFunction{in: reflect.TypeFor[In](), out: reflect.TypeFor[Out](), roles: slices.Clone(roles), run: func(ctx context.Context, tx pgx.Tx, body []byte) (any, error) {
		in, err := decode[In](body)
		if err != nil {
			return nil, err
		}
		return function(ctx, tx, in)
	}}
	return nil
}

// callable is the qualified name of a registered function.
func (e *Engine) callable(name string) catalog.Name {
	return catalog.Name{Schema: e.config().Schemas[0], Name: name}
}

// warnOfShadows logs SQL functions created while the server runs that nobody can call, because a
// registered function of the same name keeps answering. The next start refuses them.
func (e *Engine) warnOfShadows(known *catalog.Catalog) {
	for _, function := range e.Functions() {
		if known.Functions[e.callable(function.Name)] != nil {
			e.log.Error("a registered function hides a SQL function of the same name; rename the SQL function", "function", function.Name)
		}
	}
}

func decode[In any](body []byte) (in In, err error) {
	if len(bytes.TrimSpace(body)) == 0 {
		body = []byte("{}")
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&in); err != nil {
		return in, refuseArguments(err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return in, errBody
	}
	return in, nil
}

// refuseArguments explains what is wrong with the arguments of a registered function. If a type,
// such as an amount, rejects its value with its own fault.Error, that error is returned.
func refuseArguments(err error) error {
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		return refused
	}
	if mistyped, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && mistyped.Field != "" {
		return errBody.Because(err).With(fmt.Sprintf("%s cannot be a JSON %s", mistyped.Field, mistyped.Value))
	}
	if name, ok := strings.CutPrefix(err.Error(), "json: unknown field "); ok {
		return errBody.Because(err).With("The function has no parameter " + name)
	}
	return errBody.Because(err)
}

var errBody = fault.New(http.StatusBadRequest, "PGRST102", "Empty or invalid json")

// Function describes a registered function.
type Function struct {
	Name    string
	Roles   Roles
	In, Out reflect.Type
}

// Functions lists the registered functions by name.
func (e *Engine) Functions() []Function {
	list := make([]Function, 0, len(e.functions))
	for name, f := range e.functions {
		list = append(list, Function{Name: name, Roles: slices.Clone(f.roles), In: f.in, Out: f.out})
	}
	slices.SortFunc(list, func(a, b Function) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// goFunction returns the registered function of that name in the default schema, or nil.
func (e *Engine) goFunction(name catalog.Name) *goFunction {
	if name != e.callable(name.Name) {
		return nil
	}
	return e.functions[name.Name]
}

// callGo runs a registered function in a transaction that commits only after its response has been
// decided.
func (e *Engine) callGo(req *request, function *goFunction) (reply, error) {
	if req.http.Method != http.MethodPost {
		return reply{}, errCallVerb(req.http.Method)
	}
	if !slices.Contains(function.roles, req.caller.Role) {
		return reply{}, errForbidden
	}
	if err := checkNesting(req.body); err != nil {
		return reply{}, err
	}
	ctx := req.http.Context()
	s := e.settings(req, false)
	return e.inTransaction(ctx, req, s, func(tx pgx.Tx) (reply, error) {
		if err := asServer(ctx, tx, s); err != nil {
			return reply{}, err
		}
		result, err := function.run(caller.NewContext(ctx, req.caller), tx, req.body)
		if err != nil {
			return reply{}, err
		}
		return e.replyResult(ctx, tx, req, s, function, result)
	})
}

// replyResult answers with the result of a registered function, in the way a SQL function returning
// the same would: a list is a set of rows or values.
func (e *Engine) replyResult(ctx context.Context, tx pgx.Tx, req *request, s become.Settings, function *goFunction, result any) (reply, error) {
	body, err := json.Marshal(result)
	if err != nil {
		return reply{}, fmt.Errorf("write result of %s: %w", req.target.Name, err)
	}
	if most := e.config().AnswerBytesMax; most > 0 && int64(len(body)) > most {
		return reply{}, answerTooLarge(most)
	}
	said, rows, err := function.said(req, body)
	if err != nil {
		return reply{}, fmt.Errorf("read result of %s: %w", req.target.Name, err)
	}
	if !said.IsSet && req.prefer.maxAffected != nil {
		return reply{}, errNoSet
	}
	described := &catalog.Function{Name: req.target.Name, IsSet: said.IsSet, IsRecord: len(said.Columns) > 0}
	if _, described.IsVoid = result.(Void); described.IsVoid {
		return e.replyCalled(req, described, outcome{})
	}
	if !described.IsRecord && !said.IsSet && req.media.shape == plan.Object {
		req.media.shape = plan.Array // a bare value is already a single value
	}
	if e.isUnchanged(req, said, rows) {
		total := rows
		return e.replyCalled(req, described, outcome{body: body, page: rows, total: &total})
	}
	out, err := e.shape(ctx, tx, req, s, said)
	if err != nil {
		return reply{}, err
	}
	return e.replyCalled(req, described, out)
}

// said returns a function's result with its shape, and its number of rows.
func (f *goFunction) said(req *request, body []byte) (said plan.Result, rows int64, err error) {
	said, rows = plan.Result{Name: req.target, JSON: body, IsSet: body[0] == '['}, 1
	of := f.out
	if said.IsSet {
		var list []json.RawMessage
		if err := json.Unmarshal(body, &list); err != nil {
			return said, 0, err
		}
		rows = int64(len(list))
		for of.Kind() == reflect.Pointer {
			of = of.Elem()
		}
		if of.Kind() != reflect.Slice && of.Kind() != reflect.Array {
			return said, rows, nil
		}
		of = of.Elem()
	}
	if body[0] == 'n' {
		return said, rows, nil // null has no row, so no columns
	}
	for _, column := range openapi.Columns(of) {
		said.Columns = append(said.Columns, plan.ResultColumn(column))
	}
	return said, rows, nil
}

// isUnchanged reports whether the request asks for exactly what the function returned.
func (e *Engine) isUnchanged(req *request, said plan.Result, rows int64) bool {
	q, m := req.query, req.media
	isWhole := (len(q.Select) == 0 || q.SelectsAll()) && q.AnyField() == "" && len(q.Nested) == 0 && len(q.Root.Order) == 0 && q.Root.Limit == nil && q.Root.Offset == 0
	most, isShaped := e.config().RowsMax, m.shape == plan.Array || m.shape == plan.Object && !said.IsSet
	return isWhole && isShaped && !m.stripNulls && m.explain == "" && (most <= 0 || rows <= most)
}

// shape lets PostgreSQL select, filter, order and page a function's result with the caller's
// rights, then returns the transaction to the server's role.
func (e *Engine) shape(ctx context.Context, tx pgx.Tx, req *request, s become.Settings, said plan.Result) (outcome, error) {
	options := req.planOptions(e)
	if req.prefer.maxAffected != nil {
		options.Count = "exact"
	}
	statement, err := plan.Reshape(e.catalog.Load(), said, req.query, options)
	if err != nil {
		return outcome{}, err
	}
	s.Isolation = "" // the isolation level was set when the transaction began
	out, err := e.run(ctx, tx.Conn(), s, statement)
	if err != nil {
		return outcome{}, err
	}
	return out, leaveRole(ctx, tx)
}
