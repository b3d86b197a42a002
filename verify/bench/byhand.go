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

	"automacao/internal/postgres"
	"automacao/internal/wire/client"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/plan"
	"automacao/internal/wire/rest/query"
	"automacao/internal/wire/token"
)

// become sets what a request runs under, as the engine does.
const become = `SELECT set_config('search_path', 'public', true), set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`

// The queries of the handlers.
const (
	byKey = `SELECT to_json(t)::text FROM (
	  SELECT p.id, p.number, p.title, p.description, p.budget, p.deadline, p.skills, p.status, p.proposals_count, p.created_at,
	         (SELECT to_json(c) FROM (SELECT c.id, c.name, c.avatar_url FROM public.profiles c WHERE c.id = p.company_id) AS c) AS company
	  FROM public.projects p WHERE p.id = $1) AS t`
	byFilter = `SELECT coalesce(json_agg(t), '[]')::text, (SELECT count(*) FROM public.projects WHERE status = $1) FROM (
	  SELECT p.id, p.number, p.title, p.budget, p.deadline, p.skills, p.created_at
	  FROM public.projects p WHERE p.status = $1 ORDER BY p.created_at DESC, p.id DESC LIMIT 20) AS t`
	listed = `SELECT p.id, p.number, p.title, p.budget, p.deadline, p.skills, p.created_at,
	         (SELECT to_json(c) FROM (SELECT c.id, c.name, c.avatar_url FROM public.profiles c WHERE c.id = p.company_id) AS c) AS company
	  FROM public.projects p WHERE p.status = 'open'`
	matching     = ` AND p.search @@ to_tsquery('public.automacao', $1) AND p.skills && $2`
	firstPage    = ` ORDER BY p.created_at DESC, p.id DESC LIMIT 24`
	newest       = `SELECT coalesce(json_agg(t), '[]')::text FROM (` + listed + firstPage + `) AS t`
	found        = `SELECT coalesce(json_agg(t), '[]')::text FROM (` + listed + matching + firstPage + `) AS t`
	foundCounted = `SELECT coalesce(json_agg(t), '[]')::text, (SELECT count(*) FROM public.projects p WHERE p.status = 'open'` + matching + `) FROM (` + listed + matching + firstPage + `) AS t`
	oneMessage   = `INSERT INTO public.messages (client_id, from_id, to_id, content) VALUES ($1, $2, $3, $4)`
)

// ask runs a query in one round trip and one transaction.
func (b *bareServer) ask(ctx context.Context, claims, query string, arguments []any, into ...any) error {
	batch := &pgx.Batch{}
	batch.Queue(become, claims)
	batch.Queue(`SELECT auth.check_session()`)
	batch.Queue(query, arguments...).QueryRow(func(row pgx.Row) error { return row.Scan(into...) })
	return b.pool.SendBatch(ctx, batch).Close()
}

// sameSQL returns a function that runs the engine's statement for a query through the driver, as
// the engine would.
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
		var total, page, body, keys, headers, status, inserted, updated *string
		return b.ask(ctx, b.claims, statement.SQL, arguments, &total, &page, &body, &keys, &headers, &status, &inserted, &updated)
	}, nil
}

func (b *bareServer) write(ctx context.Context, claims string, m outgoing) error {
	batch := &pgx.Batch{}
	batch.Queue(become, claims)
	batch.Queue(`SELECT auth.check_session()`)
	batch.Queue(oneMessage, m.Key, m.FromID, m.ToID, m.Content)
	return b.pool.SendBatch(ctx, batch).Close()
}

// writeAndSay inserts a message and returns its id.
func (b *bareServer) writeAndSay(ctx context.Context, m outgoing) (id string, err error) {
	err = b.ask(ctx, b.claims, oneMessage+" RETURNING id::text", []any{m.Key, m.FromID, m.ToID, m.Content}, &id)
	return id, err
}

// serve starts the handlers on their own port.
func (b *bareServer) serve() error {
	keys, err := token.FromSecret(b.stage.app.Keys().JWTSecret)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	b.server = &http.Server{Handler: b.handler(keys)}
	go func() { _ = b.server.Serve(listener) }()
	b.bare = client.New("http://"+listener.Addr().String(), b.stage.app.Keys().AnonKey)
	b.bare.Token = b.company.Token
	return nil
}

// handCommand serves the handlers in their own process, to be measured.
type handCommand struct {
	DB     string `required:""`
	Secret string `required:""`
	Addr   string `required:""`
}

// Run serves until the process is killed.
func (c *handCommand) Run(ctx context.Context) error {
	keys, err := token.FromSecret(c.Secret)
	if err != nil {
		return err
	}
	pool, err := postgres.NewPool(ctx, c.DB, 32)
	if err != nil {
		return err
	}
	defer pool.Close()
	return http.ListenAndServe(c.Addr, (&bareServer{pool: pool}).handler(keys))
}

// handler serves only the measured requests.
func (b *bareServer) handler(keys *token.Keys) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /ready", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("GET /project", withClaims(keys, func(w http.ResponseWriter, r *http.Request, claims string) error {
		return b.one(w, r, claims, byKey, r.URL.Query().Get("id"))
	}))
	mux.HandleFunc("GET /newest", withClaims(keys, func(w http.ResponseWriter, r *http.Request, claims string) error {
		return b.one(w, r, claims, newest)
	}))
	mux.HandleFunc("GET /projects", withClaims(keys, func(w http.ResponseWriter, r *http.Request, claims string) error {
		return b.counted(w, r, claims, byFilter, r.URL.Query().Get("status"))
	}))
	mux.HandleFunc("GET /found", withClaims(keys, func(w http.ResponseWriter, r *http.Request, claims string) error {
		if r.URL.Query().Get("counted") != "" {
			return b.counted(w, r, claims, foundCounted, "'clp':*", []string{"visao-maquina"})
		}
		return b.one(w, r, claims, found, "'clp':*", []string{"visao-maquina"})
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
	return mux
}

// one answers with the only column of the only row.
func (b *bareServer) one(w http.ResponseWriter, r *http.Request, claims, query string, arguments ...any) error {
	var body string
	if err := b.ask(r.Context(), claims, query, arguments, &body); err != nil {
		return err
	}
	return answer(w, body)
}

// counted answers with a list and its total count.
func (b *bareServer) counted(w http.ResponseWriter, r *http.Request, claims, query string, arguments ...any) error {
	var body string
	var total int
	if err := b.ask(r.Context(), claims, query, arguments, &body, &total); err != nil {
		return err
	}
	w.Header().Set("Content-Range", fmt.Sprintf("0-/%d", total))
	return answer(w, body)
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

// claimsOf decodes a token's claims. The caller has already verified the token.
func claimsOf(compact string) (string, error) {
	parts := strings.Split(compact, ".")
	if len(parts) != 3 {
		return "", errors.New("the token has not three parts")
	}
	claims, err := base64.RawURLEncoding.DecodeString(parts[1])
	return string(claims), err
}
