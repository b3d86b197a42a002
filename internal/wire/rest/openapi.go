package rest

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/rest/openapi"
)

var errNoDocument = fault.New(http.StatusNotFound, "PGRST126", "Root endpoint metadata is disabled")

//go:embed rights.sql
var rightsQuery string

// describe answers the root with an OpenAPI 2.0 document of the default schema that shows what the
// caller's role may use.
func (e *Engine) describe(w http.ResponseWriter, r *http.Request) error {
	if r.Method == http.MethodOptions {
		w.Header().Set("Allow", "OPTIONS,GET,HEAD")
		return nil
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return errMethod(r.Method)
	}
	if e.config().document == noDocument {
		return errNoDocument
	}
	role := roleOf(r.Context())
	rights, err := e.rights(r.Context(), role)
	if err != nil {
		return err
	}
	// URL.Path has no base path; it is what stands before URL.Path in the request line.
	sent, _, _ := strings.Cut(r.RequestURI, "?")
	base, _ := strings.CutSuffix(strings.TrimSuffix(sent, "/"), strings.TrimSuffix(r.URL.Path, "/"))
	source := openapi.Source{Catalog: e.catalog.Load(), Schema: e.config().Schemas[0], Rights: rights, Host: r.Host, BasePath: base}
	if at, err := url.Parse(e.config().documentAt); err == nil && at.Host != "" {
		source.Scheme, source.Host, source.BasePath = at.Scheme, at.Host, at.Path
	}
	for _, f := range e.Functions() {
		if slices.Contains(f.Roles, role) || e.config().document == ignoresRights {
			source.Functions = append(source.Functions, openapi.Function{Name: f.Name, About: e.config().Abouts[f.Name], In: f.In, Out: f.Out})
		}
	}
	body, err := json.Marshal(openapi.Of(source))
	if err != nil {
		return fmt.Errorf("encode the OpenAPI document: %w", err)
	}
	w.Header().Set("Content-Type", "application/openapi+json; charset=utf-8")
	if r.Method == http.MethodGet {
		_, _ = w.Write(body)
	}
	return nil
}

// rights asks the database what a role may do in the default schema.
func (e *Engine) rights(ctx context.Context, role string) (rights openapi.Rights, err error) {
	leave, err := e.enter(ctx, e.reads)
	if err != nil {
		return rights, err
	}
	defer leave()
	conn, err := e.acquire(ctx)
	if err != nil {
		return rights, err
	}
	defer conn.Release()
	ctx, cancel := context.WithTimeout(ctx, e.config().StatementTimeout)
	defer cancel()
	if err := conn.QueryRow(ctx, rightsQuery, role, e.config().Schemas[0], e.config().document == ignoresRights).Scan(&rights); err != nil {
		return rights, fmt.Errorf("read the rights of a role: %w", err)
	}
	return rights, nil
}
