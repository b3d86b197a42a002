package app

import (
	"context"
	"errors"
	"slices"
)

// part is one step of a start. Its open may use whatever the parts before it opened. Its close ends
// what open began, also after open failed, and is nil if there is nothing to end.
type part struct {
	name  string
	open  func(context.Context) error
	close func(context.Context) error
}

// parts lists everything that a server starts, in its order. Close closes them in reverse.
func (a *App) parts() []part {
	return []part{
		{"telemetry", a.openTelemetry, a.closeTelemetry},
		{"preconditions", a.checkPreconditions, nil}, // before anything is made
		{"keys", a.openKeys, nil},
		{"response cache", a.openResponseCache, nil},

		{"database", a.openDatabase, a.closeDatabase},
		{"reserves", a.openReserves, a.closeReserves},
		{"addresses", a.listen, a.stopListening}, // the institution is told where to post
		{"payments", a.openPayments, a.closePayments},
		{"settings", a.storeSettings, nil},
		{"object store", a.openBucket, a.closeBucket},
		{"mail", a.openMail, nil},
		{"push", a.openPush, a.closePush},

		{"entrance", a.openEntrance, nil},
		{"rate limits", a.openMeter, nil},
		{"auth", a.openAuth, a.closeAuth},
		{"rest", a.openRest, nil},
		{"workflows", a.registerMarket, nil},
		{"storage", a.openStorage, nil},
		{"jobs", a.openJobs, nil},
		{"realtime", a.openRealtime, nil},
		{"functions", a.openFunctions, nil},
		{"pages", a.openPages, nil},
		{"routes", a.openRoutes, nil},

		{"demonstration", a.openDemonstration, nil},
		{"backups", a.warnOfBackups, nil},
		{"background", a.runBackground, a.stopBackground},
		{"metrics", a.serveMetrics, a.closeMetrics},
		{"server", a.serve, a.shutDown},
	}
}

// start opens the parts one after the other, until one fails.
func (a *App) start(ctx context.Context, parts []part) error {
	for _, one := range parts {
		a.opened = append(a.opened, one)
		if err := one.open(ctx); err != nil {
			return err
		}
		a.log.DebugContext(ctx, "started", "part", one.name)
	}
	return nil
}

// Close closes every part that was opened, the last one first: the server refuses new connections
// and finishes the requests in flight while ctx lasts, and the database ends after everything that
// uses it.
func (a *App) Close(ctx context.Context) error {
	a.ready.Store(false)
	if a.db != nil {
		a.db.Ending()
	}
	var errs []error
	for _, one := range slices.Backward(a.opened) {
		if one.close != nil {
			errs = append(errs, one.close(ctx))
		}
	}
	a.opened = nil
	return errors.Join(errs...)
}
