package rest

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"automacao/internal/kernel/caller"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/plan"
)

func (e *Engine) serve(w http.ResponseWriter, r *http.Request) error {
	if strings.Contains(r.URL.Path, "\x00") || strings.Contains(r.URL.RawQuery, "%00") {
		return errNUL
	}
	from, err := e.identify(r)
	if err := e.measure(r, from); err != nil {
		return err
	}
	if err != nil {
		return err
	}
	*r = *r.WithContext(context.WithValue(caller.NewContext(r.Context(), from), askedKey{}, new(asked)))
	if strings.Trim(r.URL.Path, "/") == "" {
		return e.describe(w, r)
	}
	if ask, isShared := e.responseKey(r, from); isShared {
		e.config().Memory.Serve(w, r, ask, func(w http.ResponseWriter, r *http.Request) {
			if err := e.answer(w, r, from); err != nil {
				e.fail(w, r, err)
			}
		})
		return nil
	}
	return e.answer(w, r, from)
}

// answer answers a request of the given caller.
func (e *Engine) answer(w http.ResponseWriter, r *http.Request, from caller.Caller) error {
	req, err := e.read(r, from)
	if err != nil {
		return err
	}
	isRead := r.Method == http.MethodGet || r.Method == http.MethodHead
	switch {
	case r.Method == http.MethodOptions:
		return e.options(w, req)
	case isRead && !req.isCall:
		return e.selectRows(w, req)
	}
	answer, err := e.act(req)
	if err != nil {
		return err
	}
	answer.send(w, r)
	return nil
}

// act performs a call or a write.
func (e *Engine) act(req *request) (reply, error) {
	isWrite := slices.Contains([]string{http.MethodPost, http.MethodPatch, http.MethodPut, http.MethodDelete}, req.http.Method)
	var answer reply
	var err error
	switch {
	case req.isCall:
		answer, err = e.call(req)
	case isWrite:
		answer, err = e.write(req)
	default:
		return reply{}, errMethod(req.http.Method)
	}
	if err != nil && req.repeat != nil && !req.isEntered {
		return e.replayOrRefuse(req, err)
	}
	return answer, err
}

// optionsOfCall answers OPTIONS for a function; one that may write allows only POST.
func (e *Engine) optionsOfCall(w http.ResponseWriter, req *request) error {
	allowed, known := "OPTIONS,POST", e.catalog.Load()
	if e.goFunction(req.target) == nil {
		overloads := known.Functions[req.target]
		if len(overloads) == 0 {
			_, err := plan.Choose(known, plan.Ask{Name: req.target})
			return err
		}
		if slices.ContainsFunc(overloads, func(f *catalog.Function) bool { return f.Volatility != volatile }) {
			allowed = "OPTIONS,GET,HEAD,POST"
		}
	}
	w.Header().Set("Allow", allowed)
	return nil
}

func (e *Engine) options(w http.ResponseWriter, req *request) error {
	if req.isCall {
		return e.optionsOfCall(w, req)
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
