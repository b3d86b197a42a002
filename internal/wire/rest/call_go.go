package rest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"github.com/jackc/pgx/v5"

	"automacao/internal/caller"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/plan"
)

// goFunction returns the function registered under a name of the default schema.
func (e *Engine) goFunction(name catalog.Name) *goFunction {
	if name != e.callable(name.Name) {
		return nil
	}
	return e.functions[name.Name]
}

// callGo runs a registered function in a transaction, which is committed once
// its answer is decided.
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
	return e.decided(ctx, req, s, func(tx pgx.Tx) (reply, error) {
		if err := asServer(ctx, tx, s); err != nil {
			return reply{}, err
		}
		result, err := function.run(caller.NewContext(ctx, req.caller), tx, req.body)
		if err != nil {
			return reply{}, err
		}
		return e.replyResult(req, result)
	})
}

// replyResult answers with what a registered function returned. A list counts
// as rows, as those of a SQL function do.
func (e *Engine) replyResult(req *request, result any) (reply, error) {
	body, err := json.Marshal(result)
	if err != nil {
		return reply{}, fmt.Errorf("write result of %s: %w", req.target.Name, err)
	}
	_, isVoid := result.(Void)
	contentType := jsonType
	if body[0] == '[' {
		var rows []json.RawMessage
		if err := json.Unmarshal(body, &rows); err != nil {
			return reply{}, fmt.Errorf("read result of %s: %w", req.target.Name, err)
		}
		if err := req.checkAffected(int64(len(rows))); err != nil {
			return reply{}, err
		}
		if req.media.shape == plan.Object {
			if len(rows) != 1 {
				return reply{}, notSingle(int64(len(rows)))
			}
			body, contentType = bytes.TrimSpace(rows[0]), req.media.contentType
		}
	} else if req.prefer.maxAffected != nil {
		return reply{}, errNoSet
	}
	if most := e.cfg.AnswerBytesMax; most > 0 && int64(len(body)) > most {
		return reply{}, answerTooLarge(most)
	}
	answer := newReply(http.StatusOK)
	if answer.body = body; isVoid {
		answer.status, answer.body = http.StatusNoContent, nil
	}
	req.media.contentType = contentType
	prefer := req.prefer
	prefer.count = ""
	return answer, answer.finish(req, outcome{}, prefer.applied(calling, e.cfg.RollbackAllowed))
}
