// Package acceptance holds what the whole server promises, asked over HTTP as a client asks. A
// test starts a server with setup, or the cast of a market with newCast. What needs the inside
// of an App stands in internal/app.
package acceptance

import (
	"testing"

	"automacao/internal/app"
	"automacao/internal/postgres/dbtest"
	"automacao/verify/apptest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

type (
	request = apptest.Request
	answer  = apptest.Answer
)

// bundle is a running server and a client of it. Each subject adds its own steps.
type bundle struct{ *apptest.Server }

// setup starts a server on a new database.
func setup(t *testing.T, change ...func(*app.Config)) *bundle {
	t.Helper()
	return &bundle{apptest.Start(t, change...)}
}

// setupOn starts a server on a database that may hold something already.
func setupOn(t *testing.T, db *dbtest.Database, change ...func(*app.Config)) *bundle {
	t.Helper()
	return &bundle{apptest.StartOn(t, db, change...)}
}

// in is the same server for a subtest.
func (b *bundle) in(t *testing.T) *bundle { return &bundle{b.In(t)} }
