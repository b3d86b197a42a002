package rest

import (
	"net/http"
	"strings"

	"automacao/internal/caller"
)

func (e *Engine) serve(w http.ResponseWriter, r *http.Request) error {
	if strings.Contains(r.URL.Path, "\x00") || strings.Contains(r.URL.RawQuery, "%00") {
		return errNUL
	}
	from, err := e.identify(r)
	if err != nil {
		return err
	}
	*r = *r.WithContext(caller.NewContext(r.Context(), from))
	if strings.Trim(r.URL.Path, "/") == "" {
		return e.describe(w, r)
	}
	req, err := e.read(r, from)
	if err != nil {
		return err
	}
	switch {
	case r.Method == http.MethodOptions:
		return e.options(w, req)
	case req.isCall:
		return e.call(w, req)
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		return e.selectRows(w, req)
	case http.MethodPost, http.MethodPatch, http.MethodPut, http.MethodDelete:
		return e.write(w, req)
	default:
		return errMethod
	}
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
