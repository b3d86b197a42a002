package rest

import (
	"net/http"

	"automacao/internal/edge/responsecache"
	"automacao/internal/kernel/caller"
	"automacao/internal/wire/rest/plan"
)

func (e *Engine) selectRows(w http.ResponseWriter, req *request) error {
	ctx := req.http.Context()
	known, relation, err := e.relation(ctx, req.target)
	if err != nil {
		return err
	}
	statement, err := plan.Read(known, req.target, req.query, req.planOptions(e))
	if err != nil {
		return err
	}
	statement.ChecksCost = req.caller.Role != caller.ServiceRole && !statement.IsExplained
	if statement.IsExplained {
		responsecache.Refuse(ctx)
	}
	recordDependency(req, statement, relation)
	out, err := e.once(ctx, e.settings(req, true), statement)
	if err != nil {
		return err
	}
	keepOutOfCache(ctx, out)
	answer, err := e.replyRows(req, out, req.prefer.applied(reading, e.config().RollbackAllowed))
	if err != nil {
		return err
	}
	answer.send(w, req.http)
	return nil
}
