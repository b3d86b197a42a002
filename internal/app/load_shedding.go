package app

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"automacao/internal/edge/admission"
	"automacao/internal/edge/loadshed"
	"automacao/internal/edge/middleware"
	"automacao/internal/wire"
	"automacao/internal/wire/rest"
)

// turnedPerAnswer is how many requests are turned away for each one that is answered. An answer
// takes twenty times as long as a refusal.
const turnedPerAnswer = 1

// readsAtOnce is how many reads of visitors run at once, not counting those that wait for the
// database. It keeps the processors busy, and lets other requests run within milliseconds.
const readsAtOnce = 32

// sheddingListener accepts the connections. It turns away anonymous reads that could not be
// answered soon.
func (a *App) sheddingListener() *loadshed.Listener {
	header := http.Header{"Content-Type": {"application/json; charset=utf-8"}, "Cache-Control": {"no-store"}, "Vary": {"Origin"}}
	middleware.SetProtective(header, a.isSecure())
	body, _ := json.Marshal(map[string]any{"code": admission.ErrBusy.Code, "message": admission.ErrBusy.Message, "details": nil, "hint": nil})
	return loadshed.Listen(a.listener, loadshed.Config{
		Base: rest.Base + "/", VisitorKey: a.keys.AnonKey, PerAnswer: turnedPerAnswer, Places: readsAtOnce, Header: header, Body: body,
		IsFull: a.rest.IsFull, NeedsNothing: func(r *http.Request) bool { wire.PromoteAPIKey(r); return a.needsNothing(r) },
	})
}

// needsNothing reports whether a request is answered without the database: a refusal of its token
// or query, a page, or a cached read.
func (a *App) needsNothing(r *http.Request) bool {
	return a.rest.NeedsNothing(r) || a.pages.NeedsNothing(r)
}

// tellTurned logs, at most once a second, how many requests were turned away.
func (a *App) tellTurned(ctx context.Context) error {
	for tick := time.Tick(time.Second); ; {
		select {
		case <-ctx.Done():
			return nil
		case <-tick:
		}
		if turned := a.door.Reckon(); turned > 0 {
			a.log.Warn("visitors' reads were turned away", "count", turned)
		}
	}
}
