package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"reflect"
	"slices"

	"github.com/jackc/pgx/v5"

	"automacao/internal/fault"
	"automacao/internal/wire/rest/catalog"
)

// goFunction is a workflow written in Go and called like a SQL function.
type goFunction struct {
	in, out reflect.Type
	roles   []string
	run     func(ctx context.Context, tx pgx.Tx, body []byte) (any, error)
}

// Option narrows a registered function.
type Option func(*goFunction)

// ForRoles lets only these database roles call a function.
func ForRoles(roles ...string) Option {
	return func(f *goFunction) { f.roles = roles }
}

// Void is the result of a function that answers nothing.
type Void struct{}

// Register adds a typed function, called with POST /rpc/name. It runs in one
// transaction with the caller in its context and the claims set, under the
// server's own role: it checks permissions itself.
func Register[In, Out any](e *Engine, name string, function func(context.Context, pgx.Tx, In) (Out, error), options ...Option) {
	f := &goFunction{in: reflect.TypeFor[In](), out: reflect.TypeFor[Out]()}
	f.run = func(ctx context.Context, tx pgx.Tx, body []byte) (any, error) {
		in, err := decode[In](body)
		if err != nil {
			return nil, err
		}
		return function(ctx, tx, in)
	}
	for _, option := range options {
		option(f)
	}
	e.functions[name] = f
}

func decode[In any](body []byte) (in In, err error) {
	if len(bytes.TrimSpace(body)) == 0 {
		body = []byte("{}")
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&in); err != nil {
		return in, errBody.Because(err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return in, errBody
	}
	return in, nil
}

var errBody = fault.New(http.StatusBadRequest, "PGRST102", "Empty or invalid json")

// Signature describes a registered function to the generator of client types.
type Signature struct {
	Name    string
	In, Out reflect.Type
}

// Signatures lists the registered functions by name.
func (e *Engine) Signatures() []Signature {
	list := make([]Signature, 0, len(e.functions))
	for name, f := range e.functions {
		list = append(list, Signature{Name: name, In: f.in, Out: f.out})
	}
	slices.SortFunc(list, func(a, b Signature) int { return bytes.Compare([]byte(a.Name), []byte(b.Name)) })
	return list
}

// Verb is a kind of write.
type Verb string

// The writes one can react to.
const (
	Insert Verb = "insert"
	Update Verb = "update"
)

// Reaction follows a write, inside its transaction and under the server's own
// role. It gets the whole new rows; an error undoes the write.
type Reaction func(ctx context.Context, tx pgx.Tx, rows []json.RawMessage) error

type reactionKey struct {
	table catalog.Name
	verb  Verb
}

// React registers what follows a write to a table of an exposed schema.
func (e *Engine) React(schema, table string, verb Verb, reaction Reaction) {
	e.reactions[reactionKey{catalog.Name{Schema: schema, Name: table}, verb}] = reaction
}
