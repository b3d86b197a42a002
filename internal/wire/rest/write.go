package rest

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/plan"
)

func (e *Engine) write(req *request) (reply, error) {
	ctx := req.http.Context()
	known, relation, err := e.relation(ctx, req.target)
	if err != nil {
		return reply{}, err
	}
	statement, err := e.planWrite(known, relation, req)
	if err != nil {
		return reply{}, err
	}
	return e.store(ctx, req, relation, statement)
}

// store runs a write: in one round trip if nothing has to be decided before the commit, else step
// by step.
func (e *Engine) store(ctx context.Context, req *request, relation *catalog.Relation, statement plan.Statement) (reply, error) {
	s := e.settings(req, false)
	if !e.isReactedTo(req) && !e.asksRollback(req) && !req.expectsOneRow() && req.prefer.maxAffected == nil && req.repeat == nil {
		out, err := e.once(ctx, s, statement)
		if err != nil {
			return reply{}, err
		}
		return e.replyWritten(req, relation, out)
	}
	return e.inTransaction(ctx, req, s, func(tx pgx.Tx) (reply, error) {
		out, err := e.run(ctx, tx.Conn(), s, statement)
		if err != nil {
			return reply{}, err
		}
		answer, err := e.replyWritten(req, relation, out)
		if err != nil {
			return reply{}, err
		}
		return answer, e.react(ctx, tx, req, relation, out)
	})
}

// unfiltered are the refusals of methods that would otherwise reach every row.
var unfiltered = map[string]*fault.Error{
	http.MethodPatch:  fault.New(http.StatusBadRequest, "21000", "UPDATE requires a WHERE clause"),
	http.MethodDelete: fault.New(http.StatusBadRequest, "21000", "DELETE requires a WHERE clause"),
}

func (e *Engine) planWrite(known *catalog.Catalog, relation *catalog.Relation, req *request) (plan.Statement, error) {
	options := req.planOptions(e)
	method := req.http.Method
	if refusal := unfiltered[method]; refusal != nil && e.config().FiltersRequired && len(req.query.Root.Where) == 0 {
		return plan.Statement{}, refusal
	}
	if method == http.MethodDelete {
		return plan.Delete(known, req.target, req.query, options)
	}
	if err := checkNesting(req.body); err != nil {
		return plan.Statement{}, err
	}
	payload, keys, err := plan.Rows(req.body, req.query.Columns)
	if err != nil {
		return plan.Statement{}, refuseBody(err)
	}
	if most := e.config().RowsWrittenMax; most > 0 && req.caller.Role != caller.ServiceRole && plan.CountRows(payload) > most {
		return plan.Statement{}, errTooMany
	}
	options.Keys = req.prefer.returning == "headers-only" || e.isReactedTo(req)
	switch method {
	case http.MethodPatch:
		return plan.Update(known, req.target, req.query, options, keys, payload)
	case http.MethodPut:
		if err := checkPut(relation, req, keys); err != nil {
			return plan.Statement{}, err
		}
		return plan.Put(known, req.target, req.query, options, keys, payload)
	}
	return plan.Insert(known, req.target, req.query, options, keys, payload)
}

func refuseBody(err error) error {
	if errors.Is(err, plan.ErrUneven) {
		return fault.New(http.StatusBadRequest, "PGRST102", "All object keys must match")
	}
	return errBody.Because(err)
}

var errPut = fault.New(http.StatusMethodNotAllowed, "PGRST105", "Filters must include all and only primary key columns with 'eq' operators")

var errPutOther = fault.New(http.StatusBadRequest, "PGRST115", "Payload values do not match URL in primary key column(s)")

// checkPut checks that a PUT names one row by exactly its primary key.
func checkPut(relation *catalog.Relation, req *request, keys []string) error {
	if req.query.Root.Limit != nil || req.query.Root.Offset > 0 {
		return fault.New(http.StatusBadRequest, "PGRST114", "limit/offset querystring parameters are not allowed for PUT")
	}
	named := []string{}
	for _, condition := range req.query.Root.Where {
		if condition.Group != "" || condition.Operator != "eq" || condition.Quantifier != "" || condition.Negated || len(condition.Field.Path) > 0 {
			return errPut
		}
		named = append(named, condition.Field.Name)
	}
	slices.Sort(named)
	key := slices.Sorted(slices.Values(relation.PrimaryKey))
	if named = slices.Compact(named); len(key) == 0 || !slices.Equal(named, key) {
		return errPut
	}
	for _, name := range key {
		if !slices.Contains(keys, name) {
			return errPutOther
		}
	}
	return nil
}
