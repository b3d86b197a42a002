package rest

import (
	"bytes"
	"cmp"
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

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/rest/catalog"
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

// Verb is a kind of write.
type Verb string

// These are the writes that a Reaction may follow.
const (
	Insert Verb = "insert"
	Update Verb = "update"
)

// Reaction runs after a write, in its transaction and under the server's own role. It gets the
// whole new rows in the order they were written. Its error rolls the write back.
type Reaction func(ctx context.Context, tx pgx.Tx, rows []json.RawMessage) error

type reactionKey struct {
	table catalog.Name
	verb  Verb
}

// React registers a Reaction to writes of a table in an exposed schema by requests of this engine.
// It runs once per request with all of the written rows, whatever the request asks to have
// returned, and not at all if no row was written. After an upsert, Insert gets the inserted rows
// and Update the updated ones. Register all reactions before the engine serves.
//
// React returns an error for a table that does not exist or has no primary key, an unknown verb,
// and a second reaction to the same write.
func (e *Engine) React(schema, table string, verb Verb, reaction Reaction) error {
	key := reactionKey{catalog.Name{Schema: schema, Name: table}, verb}
	relation := e.catalog.Load().Relations[key.table]
	switch {
	case reaction == nil || verb != Insert && verb != Update:
		return fmt.Errorf("rest: react to %q of %s.%s: unknown write, or no reaction", verb, schema, table)
	case relation == nil:
		return fmt.Errorf("rest: react to %s of %s.%s: no such table", verb, schema, table)
	case len(relation.PrimaryKey) == 0:
		return fmt.Errorf("rest: react to %s of %s.%s: it has no primary key", verb, schema, table)
	case e.reactions[key] != nil:
		return fmt.Errorf("rest: react to %s of %s.%s: a reaction is already registered", verb, schema, table)
	}
	e.reactions[key] = reaction
	return nil
}

// ReactedWrite names a write that has a Reaction.
type ReactedWrite struct {
	Schema, Table string
	Verb          Verb
}

// Reactions lists the writes that have a Reaction, by table and verb.
func (e *Engine) Reactions() []ReactedWrite {
	list := make([]ReactedWrite, 0, len(e.reactions))
	for key := range e.reactions {
		list = append(list, ReactedWrite{Schema: key.table.Schema, Table: key.table.Name, Verb: key.verb})
	}
	slices.SortFunc(list, func(a, b ReactedWrite) int {
		return cmp.Or(strings.Compare(a.Schema, b.Schema), strings.Compare(a.Table, b.Table), strings.Compare(string(a.Verb), string(b.Verb)))
	})
	return list
}
