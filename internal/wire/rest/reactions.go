package rest

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/plan"
)

// isReactedTo reports whether a reaction is registered for this write.
func (e *Engine) isReactedTo(req *request) bool {
	for verb := range written(req, outcome{}) {
		if e.reactions[reactionKey{req.target, verb}] != nil {
			return true
		}
	}
	return false
}

// written returns the keys of the written rows by verb: an upsert inserts some rows and updates
// others.
func written(req *request, out outcome) map[Verb][]byte {
	switch req.http.Method {
	case http.MethodPost:
		if req.prefer.resolution != "merge-duplicates" {
			return map[Verb][]byte{Insert: out.keys}
		}
		return map[Verb][]byte{Insert: out.keys, Update: out.updated}
	case http.MethodPut:
		return map[Verb][]byte{Insert: out.keys, Update: out.updated}
	case http.MethodPatch:
		return map[Verb][]byte{Update: out.keys}
	default:
		return nil
	}
}

// react passes the whole new rows to the registered reactions, under the server's role.
func (e *Engine) react(ctx context.Context, tx pgx.Tx, req *request, relation *catalog.Relation, out outcome) error {
	if !e.isReactedTo(req) {
		return nil
	}
	if err := leaveRole(ctx, tx); err != nil {
		return err
	}
	keys := written(req, out)
	for _, verb := range []Verb{Insert, Update} {
		reaction := e.reactions[reactionKey{req.target, verb}]
		if reaction == nil || len(keys[verb]) == 0 {
			continue
		}
		rows, err := readBack(ctx, tx, relation, keys[verb])
		if err != nil {
			return err
		}
		if err := reaction(ctx, tx, rows); err != nil {
			return err
		}
	}
	return nil
}

// readBack returns whole rows by their keys, in the order of the keys.
func readBack(ctx context.Context, tx pgx.Tx, relation *catalog.Relation, keys []byte) ([]json.RawMessage, error) {
	var document []byte
	if err := tx.QueryRow(ctx, plan.ReadBack(relation), string(keys)).Scan(&document); err != nil {
		return nil, fmt.Errorf("read written rows: %w", err)
	}
	var rows []json.RawMessage
	if err := json.Unmarshal(document, &rows); err != nil {
		return nil, fmt.Errorf("read written rows: %w", err)
	}
	return rows, nil
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
