package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"automacao/internal/caller"
	"automacao/internal/fault"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/plan"
)

func (e *Engine) selectRows(w http.ResponseWriter, req *request) error {
	ctx := req.http.Context()
	known, _, err := e.relation(ctx, req.target)
	if err != nil {
		return err
	}
	statement, err := plan.Read(known, req.target, req.query, req.planOptions(e))
	if err != nil {
		return err
	}
	out, err := e.once(ctx, e.settings(req, true), statement)
	if err != nil {
		return err
	}
	return e.respondRead(w, req, out)
}

func (e *Engine) write(w http.ResponseWriter, req *request) error {
	ctx := req.http.Context()
	known, relation, err := e.relation(ctx, req.target)
	if err != nil {
		return err
	}
	statement, verb, err := e.planWrite(known, relation, req)
	if err != nil {
		return err
	}
	out, err := e.store(ctx, req, relation, statement, verb)
	if err != nil {
		return err
	}
	return e.respondWrite(w, req, relation, out)
}

// unfiltered refuses the verbs that would otherwise reach every row.
var unfiltered = map[string]*fault.Error{
	http.MethodPatch:  fault.New(http.StatusBadRequest, "21000", "UPDATE requires a WHERE clause"),
	http.MethodDelete: fault.New(http.StatusBadRequest, "21000", "DELETE requires a WHERE clause"),
}

func (e *Engine) planWrite(known *catalog.Catalog, relation *catalog.Relation, req *request) (plan.Statement, Verb, error) {
	options := req.planOptions(e)
	method := req.http.Method
	if refusal := unfiltered[method]; refusal != nil && e.cfg.FiltersRequired && len(req.query.Root.Where) == 0 {
		return plan.Statement{}, "", refusal
	}
	if method == http.MethodDelete {
		statement, err := plan.Delete(known, req.target, req.query, options)
		return statement, "", err
	}
	if err := checkNesting(req.body); err != nil {
		return plan.Statement{}, "", err
	}
	payload, keys, err := plan.Rows(req.body, req.query.Columns)
	if err != nil {
		return plan.Statement{}, "", refuseBody(err)
	}
	verb := Insert
	if method == http.MethodPatch {
		verb = Update
	}
	options.Keys = req.prefer.returning == "headers-only" || e.reactions[reactionKey{req.target, verb}] != nil
	switch method {
	case http.MethodPatch:
		statement, err := plan.Update(known, req.target, req.query, options, keys, payload)
		return statement, verb, err
	case http.MethodPut:
		if err := checkPut(relation, req); err != nil {
			return plan.Statement{}, "", err
		}
		options.Resolution = "merge-duplicates"
		req.query.Root.Where, req.query.OnConflict = nil, nil
	}
	statement, err := plan.Insert(known, req.target, req.query, options, keys, payload)
	return statement, verb, err
}

func refuseBody(err error) error {
	if errors.Is(err, plan.ErrUneven) {
		return fault.New(http.StatusBadRequest, "PGRST102", "All object keys must match")
	}
	return errBody.Because(err)
}

var errPut = fault.New(http.StatusMethodNotAllowed, "PGRST105", "Filters must include all and only primary key columns with 'eq' operators")

// checkPut holds a single upsert to one row, named by its primary key.
func checkPut(relation *catalog.Relation, req *request) error {
	if req.query.Root.Limit != nil || req.query.Root.Offset > 0 {
		return fault.New(http.StatusBadRequest, "PGRST114", "limit/offset querystring parameters are not allowed for PUT")
	}
	if len(req.query.Root.Where) != len(relation.PrimaryKey) {
		return errPut
	}
	var row map[string]any
	if err := json.Unmarshal(req.body, &row); err != nil {
		return errBody.Because(err)
	}
	for _, condition := range req.query.Root.Where {
		if condition.Operator != "eq" || condition.Negated || !slices.Contains(relation.PrimaryKey, condition.Field.Name) {
			return errPut
		}
		if fmt.Sprint(row[condition.Field.Name]) != condition.Value {
			return fault.New(http.StatusBadRequest, "PGRST115", "Payload values do not match URL in primary key column(s)")
		}
	}
	return nil
}

// store runs a write: in one round trip where nothing has to be decided
// before the commit, else step by step.
func (e *Engine) store(ctx context.Context, req *request, relation *catalog.Relation, statement plan.Statement, verb Verb) (outcome, error) {
	reaction := e.reactions[reactionKey{req.target, verb}]
	rollback := req.prefer.tx == "rollback" && e.cfg.RollbackAllowed
	isSingle := req.media.shape == plan.Object && req.prefer.returning == "representation"
	s := e.settings(req, false)
	if reaction == nil && !rollback && !isSingle && req.prefer.maxAffected == nil {
		return e.once(ctx, s, statement)
	}
	var out outcome
	err := e.within(ctx, s, func(tx pgx.Tx) error {
		values, err := execute(ctx, tx, statement)
		if err != nil {
			return err
		}
		out = readOutcome(values)
		if most := req.prefer.maxAffected; most != nil && out.page > *most {
			return &fault.Error{Status: http.StatusBadRequest, Code: "PGRST124", Message: "Query result exceeds max-affected preference constraint",
				Details: fmt.Sprintf("The query affects %d rows", out.page)}
		}
		if isSingle && out.page != 1 {
			return notSingle(out.page)
		}
		if reaction != nil && out.page > 0 {
			if err := e.react(ctx, tx, relation, reaction, out.keys); err != nil {
				return err
			}
		}
		if rollback {
			return errRolledBack
		}
		return nil
	})
	if errors.Is(err, errRolledBack) {
		err = nil
	}
	return out, err
}

var errRolledBack = errors.New("rolled back as asked")

// react hands the whole new rows to what follows the write, as the server.
func (e *Engine) react(ctx context.Context, tx pgx.Tx, relation *catalog.Relation, reaction Reaction, keys []byte) error {
	if _, err := tx.Exec(ctx, "SET LOCAL ROLE NONE"); err != nil {
		return err
	}
	types, matches := []string{}, []string{}
	for _, name := range relation.PrimaryKey {
		types = append(types, plan.Quote(name)+" "+relation.Column(name).Type)
		matches = append(matches, "written."+plan.Quote(name)+" = k."+plan.Quote(name))
	}
	sql := "SELECT coalesce(json_agg(to_jsonb(written)), '[]') FROM json_to_recordset($1) AS k(" + strings.Join(types, ", ") + ") JOIN " +
		plan.Quote(relation.Schema) + "." + plan.Quote(relation.Name) + " AS written ON " + strings.Join(matches, " AND ")
	values, err := execute(ctx, tx, plan.Statement{SQL: sql, Params: [][]byte{keys}})
	if err != nil {
		return err
	}
	var rows []json.RawMessage
	if err := json.Unmarshal(values[0], &rows); err != nil {
		return fmt.Errorf("read written rows: %w", err)
	}
	return reaction(ctx, tx, rows)
}

func (e *Engine) call(w http.ResponseWriter, req *request) error {
	method := req.http.Method
	if method != http.MethodGet && method != http.MethodHead && method != http.MethodPost {
		return errCallVerb
	}
	if function := e.functions[req.target.Name]; function != nil && req.schema == e.cfg.Schemas[0] {
		return e.callGo(w, req, function)
	}
	ctx := req.http.Context()
	planned, known, err := e.prepareCall(ctx, req)
	if err != nil {
		return err
	}
	statement, err := plan.Invoke(known, planned, req.query, req.planOptions(e))
	if err != nil {
		return err
	}
	out, err := e.once(ctx, e.settings(req, method != http.MethodPost), statement)
	if err != nil {
		return err
	}
	if planned.Function.IsVoid {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	if !planned.Function.IsRecord && req.media.shape == plan.Object {
		req.media.contentType = jsonType
		req.media.shape = plan.Array
	}
	return e.respondRead(w, req, out)
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

func (e *Engine) callGo(w http.ResponseWriter, req *request, function *goFunction) error {
	if req.http.Method != http.MethodPost {
		return errCallVerb
	}
	if function.roles != nil && !slices.Contains(function.roles, req.caller.Role) {
		return errForbidden
	}
	if err := checkNesting(req.body); err != nil {
		return err
	}
	var result any
	ctx := req.http.Context()
	s := e.settings(req, false)
	err := e.within(ctx, s, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "SET LOCAL ROLE NONE"); err != nil {
			return err
		}
		var err error
		result, err = function.run(caller.NewContext(ctx, req.caller), tx, req.body)
		return err
	})
	if err != nil {
		return err
	}
	if _, isVoid := result.(Void); isVoid {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	body, err := json.Marshal(result)
	if err != nil {
		return fmt.Errorf("write result of %s: %w", req.target.Name, err)
	}
	w.Header().Set("Content-Type", jsonType)
	_, _ = w.Write(body)
	return nil
}

func (e *Engine) options(w http.ResponseWriter, req *request) error {
	if req.isCall {
		w.Header().Set("Allow", "OPTIONS,GET,HEAD,POST")
		return nil
	}
	_, relation, err := e.relation(req.http.Context(), req.target)
	if err != nil {
		return err
	}
	allowed := "OPTIONS,GET,HEAD"
	if relation.Insertable {
		allowed += ",POST"
	}
	if relation.Insertable && relation.Updatable && len(relation.PrimaryKey) > 0 {
		allowed += ",PUT"
	}
	if relation.Updatable {
		allowed += ",PATCH"
	}
	if relation.Deletable {
		allowed += ",DELETE"
	}
	w.Header().Set("Allow", allowed)
	return nil
}
