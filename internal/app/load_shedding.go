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

// turnedPerAnswer is how many are turned away for one that is answered, which
// takes twenty times as long.
const turnedPerAnswer = 1

// readsAtOnce is how many visitors' reads are worked at at once, those that wait
// for the database not counted: enough that the processors are never idle, and so
// few that whatever else is asked has its turn within milliseconds.
const readsAtOnce = 32

// sheddingListener is where connections come in: what visitors read beyond what can be
// answered soon is turned away there.
func (a *App) sheddingListener() *loadshed.Listener {
	header := http.Header{"Content-Type": {"application/json; charset=utf-8"}, "Cache-Control": {"no-store"}, "Vary": {"Origin"}}
	middleware.SetProtective(header, a.isSecure())
	body, _ := json.Marshal(map[string]any{"code": admission.ErrBusy.Code, "message": admission.ErrBusy.Message, "details": nil, "hint": nil})
	return loadshed.Listen(a.listener, loadshed.Config{
		Base: rest.Base + "/", VisitorKey: a.keys.AnonKey, PerAnswer: turnedPerAnswer, Places: readsAtOnce, Header: header, Body: body,
		IsFull: a.rest.IsFull, NeedsNothing: func(r *http.Request) bool { wire.PromoteAPIKey(r); return a.needsNothing(r) },
	})
}

// needsNothing reports a request that is answered without the database, whoever else
// waits for it: a refusal of its token or its query, a page or a read from memory.
func (a *App) needsNothing(r *http.Request) bool {
	return a.rest.NeedsNothing(r) || a.pages.NeedsNothing(r)
}

// tellTurned writes to the log, once a second at most, how many were turned away.
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
