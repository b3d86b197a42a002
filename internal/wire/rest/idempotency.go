package rest

import (
	"context"
	"errors"
	"net/http"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres"
	"automacao/internal/postgres/become"
	"automacao/internal/wire/rest/repeat"
)

// readKey reads the idempotency key of a request that may change something.
func (e *Engine) readKey(req *request) error {
	if !e.config().Repeats.IsOn() || req.http.Method == http.MethodOptions || !repeat.IsAsked(req.http) {
		return nil
	}
	call, err := repeat.Read(req.http, req.caller.UserID, req.body)
	req.repeat = &call
	return err
}

// doIdempotent does work under its idempotency key, or replays the stored response. The effect and the
// response are committed together.
func (e *Engine) doIdempotent(ctx context.Context, req *request, s become.Settings, do work) (answer reply, err error) {
	req.isEntered = true
	entering := s
	entering.ReadOnly = false
	// The key tells whether a commit succeeded, so any attempt may be retried.
	err = e.attempt(ctx, e.writes, func(conn *pgxpool.Conn) error {
		return postgres.Undone(postgres.Within(ctx, conn, func(tx pgx.Tx) error {
			kept, isKept, err := e.config().Repeats.Enter(ctx, tx, entering, *req.repeat)
			if err != nil {
				return err
			}
			if isKept {
				answer = replay(kept)
				return nil
			}
			if answer, err = e.runInSavepoint(ctx, tx, do); err != nil {
				return err
			}
			if err := e.endTransaction(req); err != nil {
				return err
			}
			return e.config().Repeats.Save(ctx, tx, *req.repeat, e.storable(ctx, answer))
		}))
	})
	return answer, err
}

// runInSavepoint does the work in a savepoint. A final error rolls the work back and is stored as the
// response; any other error fails the call. Deferred constraints are checked here, so that their
// errors are part of the work's response.
func (e *Engine) runInSavepoint(ctx context.Context, tx pgx.Tx, do work) (answer reply, err error) {
	err = pgx.BeginFunc(ctx, tx, func(inner pgx.Tx) (err error) {
		if answer, err = do(inner); err != nil {
			return err
		}
		_, err = inner.Exec(ctx, "SET CONSTRAINTS ALL IMMEDIATE")
		return err
	})
	if err == nil {
		return answer, nil
	}
	if refused := e.refuse(ctx, err); isFinal(err, refused.status) {
		return refused, nil
	}
	return reply{}, err
}

// errNotParsed marks the refusal of a request that could not be parsed: nothing was decided about it,
// so its key stays free.
var errNotParsed = errors.New("the call was not understood")

// isFinal reports whether an error is about the request itself. An expired session, a rate limit or
// a server error may be gone at the next attempt.
func isFinal(err error, status int) bool {
	isRefusal := status >= http.StatusBadRequest && status < http.StatusInternalServerError
	return isRefusal && status != http.StatusUnauthorized && status != http.StatusTooManyRequests && !errors.Is(err, errNotParsed)
}

// replayOrRefuse returns the parse error of a request, unless its key already has a response or
// belongs to another request.
func (e *Engine) replayOrRefuse(req *request, refusal error) (reply, error) {
	return e.doIdempotent(req.http.Context(), req, e.settings(req, false), func(pgx.Tx) (reply, error) {
		return reply{}, errors.Join(refusal, errNotParsed)
	})
}

// storable is what is stored of a response; for one that is too large, the error that says so.
func (e *Engine) storable(ctx context.Context, answer reply) repeat.Answer {
	if len(answer.body) > repeat.BodyBytesMax {
		answer = e.refuse(ctx, repeat.ErrTooLarge)
	}
	return repeat.Answer{Status: answer.status, Header: answer.header, Body: answer.body}
}

func replay(kept repeat.Answer) reply {
	answer := reply{status: kept.Status, header: kept.Header, body: kept.Body}
	answer.header.Set(repeat.Replayed, "true")
	return answer
}
