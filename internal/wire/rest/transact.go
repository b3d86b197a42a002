package rest

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/edge/admission"
	"automacao/internal/kernel/caller"
	"automacao/internal/postgres"
	"automacao/internal/postgres/become"
	"automacao/internal/wire/rest/plan"
)

// attempt gives a connection to work that is one whole transaction. Nothing has been sent to the
// client, so attempt runs the work again if the database aborts it in favour of another
// transaction, or disconnects before the commit. Between attempts the connection is released.
func (e *Engine) attempt(ctx context.Context, places *admission.Gate, work func(*pgxpool.Conn) error) error {
	if places == e.writes && e.config().MayWrite != nil {
		if err := e.config().MayWrite(); err != nil {
			return err
		}
	}
	if e.config().Waits != nil {
		e.config().Waits(ctx)
	}
	leave, err := e.enter(ctx, places)
	if err != nil {
		return err
	}
	defer leave()
	err = postgres.Retry(ctx, func() error {
		conn, err := e.acquire(ctx)
		if err != nil {
			return err
		}
		defer conn.Release()
		return work(conn)
	})
	if errors.Is(err, errRolledBack) {
		return nil
	}
	return err
}

// acquire takes a connection from the pool; it returns errBusy if none is free in time.
func (e *Engine) acquire(ctx context.Context) (*pgxpool.Conn, error) {
	conn, err := postgres.Acquire(ctx, e.pool)
	if errors.Is(err, postgres.ErrNoConnection) {
		return nil, errBusy.Because(err)
	}
	return conn, err
}

// enter waits for admission to the reads or the writes. The service role never waits.
func (e *Engine) enter(ctx context.Context, places *admission.Gate) (leave func(), err error) {
	from := caller.From(ctx)
	if from.Role == caller.ServiceRole {
		return func() {}, nil
	}
	return places.Enter(ctx, from.Counted())
}

// IsFull reports whether so many reads wait that anonymous callers should retry later. It is cheap
// and may be called at any time.
func (e *Engine) IsFull() bool { return e.reads.IsFull() }

// Gates returns the admission gates of reads and of writes.
func (e *Engine) Gates() (reads, writes *admission.Gate) { return e.reads, e.writes }

// once runs a statement under its settings in one round trip. The batch ends with a single sync,
// which makes it one transaction: it commits if everything in it succeeds.
func (e *Engine) once(ctx context.Context, s become.Settings, statement plan.Statement) (out outcome, err error) {
	places := e.writes
	if s.ReadOnly {
		places = e.reads
	}
	err = e.attempt(ctx, places, func(conn *pgxpool.Conn) (err error) {
		out, err = e.run(ctx, conn.Conn(), s, statement)
		return err
	})
	return out, err
}

// work runs inside a transaction and decides the response.
type work func(pgx.Tx) (reply, error)

// inTransaction does work whose response is checked before the commit; an error rolls it back. Work
// with an idempotency key is done under that key.
func (e *Engine) inTransaction(ctx context.Context, req *request, s become.Settings, do work) (answer reply, err error) {
	if req.repeat != nil {
		return e.doIdempotent(ctx, req, s, do)
	}
	err = e.attempt(ctx, e.writes, func(conn *pgxpool.Conn) error {
		return postgres.Within(ctx, conn, func(tx pgx.Tx) (err error) {
			if answer, err = do(tx); err != nil {
				return err
			}
			return e.endTransaction(req)
		})
	})
	return answer, err
}

// run runs a statement, and again if a concurrent write made it miss rows that it should have
// found.
func (e *Engine) run(ctx context.Context, conn *pgx.Conn, s become.Settings, statement plan.Statement) (outcome, error) {
	out, err := e.batch(ctx, conn, s, statement)
	if err != nil || out.page >= statement.Found {
		return out, err
	}
	again, err := e.batch(ctx, conn, s, statement)
	again.keys, again.inserted = out.keys, out.inserted
	return again, err
}

// asServer gives a transaction the caller's claims but the server's own role. It checks the
// caller's session first.
func asServer(ctx context.Context, tx pgx.Tx, s become.Settings) error {
	if err := s.Enter(ctx, tx); err != nil {
		return err
	}
	return leaveRole(ctx, tx)
}

func leaveRole(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, "SET LOCAL ROLE NONE")
	return err
}

// errRolledBack rolls back a transaction that succeeded, because its caller asked for that.
var errRolledBack = errors.New("rolled back on request")

// asksRollback reports whether the transaction must be rolled back: by Prefer: tx=rollback where
// that is allowed, by the database's setting, or because only the plan of a write was asked for.
// EXPLAIN does not return what it wrote, so nothing could be checked or react to it.
func (e *Engine) asksRollback(req *request) bool {
	undone := e.config().rollsBack
	if e.config().RollbackAllowed && req.prefer.tx != "" {
		undone = req.prefer.tx == "rollback"
	}
	return undone || req.media.explain != ""
}

// endTransaction decides whether a transaction commits, once its response is decided.
func (e *Engine) endTransaction(req *request) error {
	if e.asksRollback(req) {
		return errRolledBack
	}
	return nil
}

// settings are those that the request's transaction runs under.
func (e *Engine) settings(req *request, readOnly bool) become.Settings {
	headers, cookies := headersJSON(req.http)
	s := become.Settings{
		Role: req.caller.Role, Claims: string(req.caller.Claims), SearchPath: append([]string{req.schema}, e.config().ExtraSearchPath...),
		ReadOnly: readOnly, StatementTimeout: e.config().StatementTimeout, Check: e.config().PreRequest, Then: e.config().then,
		More: []become.Setting{
			{Name: "request.method", Value: req.http.Method}, {Name: "request.path", Value: req.http.URL.Path},
			{Name: "request.headers", Value: headers}, {Name: "request.cookies", Value: cookies},
		},
	}
	if e.base.Stored != nil {
		s.Login = e.base.Stored.Role
	}
	switch req.caller.Role {
	case caller.ServiceRole:
		s.StatementTimeout = e.config().ServiceTimeout
	case e.config().AnonRole:
		s.StatementTimeout = e.config().VisitorTimeout
	}
	e.config().addRoleSettings(&s)
	if req.prefer.timezone != "" {
		s.More = append(s.More, become.Setting{Name: "timezone", Value: req.prefer.timezone})
	}
	return s
}

// headersJSON encodes the headers and cookies that SQL functions may read, without credentials.
func headersJSON(r *http.Request) (headers, cookies string) {
	values := make(map[string]string, len(r.Header))
	for name, list := range r.Header {
		switch name {
		case "Cookie", "Authorization", "Apikey":
		default:
			values[strings.ToLower(name)] = strings.Join(list, ", ")
		}
	}
	jar := map[string]string{}
	for _, cookie := range r.Cookies() {
		jar[cookie.Name] = cookie.Value
	}
	return marshal(values), marshal(jar)
}

func marshal(values map[string]string) string {
	text, _ := json.Marshal(values)
	return strings.ReplaceAll(string(text), `\u0000`, "")
}

func (r *request) planOptions(e *Engine) plan.Options {
	return plan.Options{
		Shape: r.media.shape, Handler: r.media.handler, Explain: r.media.explain, StripNulls: r.media.stripNulls, Count: r.prefer.count, CountMax: e.config().CountMax, RowsMax: e.config().RowsMax, BytesMax: e.config().AnswerBytesMax,
		Aggregates: e.config().Aggregates, Regex: e.allowsRegex(r.caller.Role),
		MissingDefault: r.prefer.missing == "default", Resolution: r.prefer.resolution,
		Role:           r.caller.Role,
		Representation: r.prefer.returning == "representation",
	}
}

func (e *Engine) allowsRegex(role string) bool {
	return role == caller.ServiceRole || slices.Contains(e.config().RegexRoles, role) || slices.Contains(e.config().RegexRoles, "*")
}
