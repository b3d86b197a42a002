package rest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

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
