package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"

	"github.com/jackc/pgx/v5"

	"automacao/internal/wire/client"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/plan"
	"automacao/internal/wire/rest/query"
	"automacao/internal/wire/token"
)

// become is what a request runs under; the engine sends the same.
const become = `SELECT set_config('search_path', 'public', true), set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`

// What the handlers ask the database.
const (
	byKey = `SELECT to_json(t)::text FROM (
	  SELECT p.id, p.number, p.title, p.description, p.budget, p.deadline, p.skills, p.status, p.proposals_count, p.created_at,
	         (SELECT to_json(c) FROM (SELECT c.id, c.name, c.avatar_url FROM public.profiles c WHERE c.id = p.company_id) AS c) AS company
	  FROM public.projects p WHERE p.id = $1) AS t`
	byFilter = `SELECT coalesce(json_agg(t), '[]')::text, (SELECT count(*) FROM public.projects WHERE status = $1) FROM (
	  SELECT p.id, p.number, p.title, p.budget, p.deadline, p.skills, p.created_at
	  FROM public.projects p WHERE p.status = $1 ORDER BY p.created_at DESC, p.id DESC LIMIT 20) AS t`
	oneMessage = `INSERT INTO public.messages (id, from_id, to_id, content) VALUES ($1, $2, $3, $4)`
)

// ask runs a query in one round trip and one transaction.
func (b *bareServer) ask(ctx context.Context, claims, query string, arguments []any, into ...any) error {
	batch := &pgx.Batch{}
	batch.Queue(become, claims)
	batch.Queue(`SELECT auth.check_session()`)
	batch.Queue(query, arguments...).QueryRow(func(row pgx.Row) error { return row.Scan(into...) })
	return b.pool.SendBatch(ctx, batch).Close()
}

// sameSQL returns the statement that the engine makes of a query, run by the
// driver in the engine's way.
func (b *bareServer) sameSQL(ctx context.Context, table, asked string, options plan.Options) (func() error, error) {
	known, err := catalog.Load(ctx, b.pool, []string{"public"})
	if err != nil {
		return nil, err
	}
	parsed, err := query.Parse(asked, false)
	if err != nil {
		return nil, err
	}
	statement, err := plan.Read(known, catalog.Name{Schema: "public", Name: table}, parsed, options)
	if err != nil {
		return nil, err
	}
	arguments := make([]any, len(statement.Params))
	for i, param := range statement.Params {
		arguments[i] = string(param)
	}
	return func() error {
		var total, page, body, keys, headers, status *string
		return b.ask(ctx, b.claims, statement.SQL, arguments, &total, &page, &body, &keys, &headers, &status)
	}, nil
}

func (b *bareServer) write(ctx context.Context, claims string, m outgoing) error {
	batch := &pgx.Batch{}
	batch.Queue(become, claims)
	batch.Queue(`SELECT auth.check_session()`)
	batch.Queue(oneMessage, m.ID, m.FromID, m.ToID, m.Content)
	return b.pool.SendBatch(ctx, batch).Close()
}

// serve starts the handlers on a port of their own.
func (b *bareServer) serve() error {
	keys, err := token.FromSecret(b.stage.app.Keys().JWTSecret)
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /project", withClaims(keys, func(w http.ResponseWriter, r *http.Request, claims string) error {
		var body string
		if err := b.ask(r.Context(), claims, byKey, []any{r.URL.Query().Get("id")}, &body); err != nil {
			return err
		}
		return answer(w, body)
	}))
	mux.HandleFunc("GET /projects", withClaims(keys, func(w http.ResponseWriter, r *http.Request, claims string) error {
		var body string
		var total int
		if err := b.ask(r.Context(), claims, byFilter, []any{r.URL.Query().Get("status")}, &body, &total); err != nil {
			return err
		}
		w.Header().Set("Content-Range", fmt.Sprintf("0-19/%d", total))
		return answer(w, body)
	}))
	mux.HandleFunc("POST /message", withClaims(keys, func(w http.ResponseWriter, r *http.Request, claims string) error {
		var m outgoing
		if err := json.NewDecoder(r.Body).Decode(&m); err != nil {
			return err
		}
		if err := b.write(r.Context(), claims, m); err != nil {
			return err
		}
		w.WriteHeader(http.StatusCreated)
		return nil
	}))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	b.server = &http.Server{Handler: mux}
	go func() { _ = b.server.Serve(listener) }()
	b.bare = client.New("http://"+listener.Addr().String(), b.stage.app.Keys().AnonKey)
	b.bare.Token = b.company.Token
	return nil
}

func withClaims(keys *token.Keys, work func(http.ResponseWriter, *http.Request, string) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		verified, err := keys.Verify(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "))
		if err == nil {
			err = work(w, r, string(verified.Caller().Claims))
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	}
}

func answer(w http.ResponseWriter, body string) error {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, err := io.WriteString(w, body)
	return err
}

// claimsOf reads what a token says, which was verified by who made it.
func claimsOf(compact string) (string, error) {
	parts := strings.Split(compact, ".")
	if len(parts) != 3 {
		return "", errors.New("the token has not three parts")
	}
	claims, err := base64.RawURLEncoding.DecodeString(parts[1])
	return string(claims), err
}
