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

// readKey reads the key of a request that may change something.
func (e *Engine) readKey(req *request) error {
	if !e.now().Repeats.IsOn() || req.http.Method == http.MethodOptions || !repeat.IsAsked(req.http) {
		return nil
	}
	call, err := repeat.Read(req.http, req.caller.UserID, req.body)
	req.repeat = &call
	return err
}

// doOnce does work under its key, or answers as the first time. Effect and
// answer are committed together: neither is ever there without the other.
func (e *Engine) doOnce(ctx context.Context, req *request, s become.Settings, do work) (answer reply, err error) {
	req.isEntered = true
	entering := s
	entering.ReadOnly = false
	// Whatever became of a commit, the key tells: any try may come again.
	err = e.attempt(ctx, e.writes, func(conn *pgxpool.Conn) error {
		return postgres.Undone(postgres.Within(ctx, conn, func(tx pgx.Tx) error {
			kept, isKept, err := e.now().Repeats.Enter(ctx, tx, entering, *req.repeat)
			if err != nil {
				return err
			}
			if isKept {
				answer = replay(kept)
				return nil
			}
			if answer, err = e.first(ctx, tx, do); err != nil {
				return err
			}
			if err := e.conclude(req); err != nil {
				return err
			}
			return e.now().Repeats.Save(ctx, tx, *req.repeat, e.keepable(ctx, answer))
		}))
	})
	return answer, err
}

// first does the work in a savepoint. A refusal undoes it, and is the answer
// too. Constraints that wait for the commit are asked now: their refusal is
// the work's as well.
func (e *Engine) first(ctx context.Context, tx pgx.Tx, do work) (answer reply, err error) {
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

// errUnread marks the refusal of a call that was not understood: nothing was
// decided about it, and its key stays free.
var errUnread = errors.New("the call was not understood")

// isFinal reports a refusal that says something of the call itself. What ended
// the session, asked for patience or went wrong may be otherwise the next time.
func isFinal(err error, status int) bool {
	isRefusal := status >= http.StatusBadRequest && status < http.StatusInternalServerError
	return isRefusal && status != http.StatusUnauthorized && status != http.StatusTooManyRequests && !errors.Is(err, errUnread)
}

// recallInstead refuses a call that was not understood, unless its key has an
// answer already, or belongs to another call.
func (e *Engine) recallInstead(req *request, refusal error) (reply, error) {
	return e.doOnce(req.http.Context(), req, e.settings(req, false), func(pgx.Tx) (reply, error) {
		return reply{}, errors.Join(refusal, errUnread)
	})
}

// keepable is what is kept of an answer: of one that is too large, the word
// that it was.
func (e *Engine) keepable(ctx context.Context, answer reply) repeat.Answer {
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
