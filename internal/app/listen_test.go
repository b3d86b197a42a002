package app_test

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"automacao/internal/app"
	"automacao/internal/edge/middleware"
	"automacao/verify/apptest"
)

func TestAPortIsItsServersAlone(t *testing.T) {
	t.Parallel()
	held, err := app.Listen(t.Context(), app.Config{Addr: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = held.Close() }()
	for _, shared := range []bool{false, true} {
		if _, err := app.Listen(t.Context(), app.Config{Addr: held.Addr().String(), SharePort: shared}); err == nil {
			t.Errorf("another one listens there, shared %t", shared)
		}
	}
}

// TestACrowdOfOneCaller waits for itself, whatever it asks for.
func TestACrowdOfOneCaller(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var inside, refused atomic.Int64
		hold := make(chan struct{})
		handler, _ := bare("", func(http.ResponseWriter, *http.Request) {
			inside.Add(1)
			<-hold
		})
		var crowd sync.WaitGroup
		for range 2 * middleware.FlightsPerCallerMax {
			crowd.Go(func() {
				if visit(handler, "GET", "/projetos/1").Code == http.StatusServiceUnavailable {
					refused.Add(1)
				}
			})
		}
		synctest.Wait()
		if inside.Load() != middleware.FlightsPerCallerMax {
			t.Errorf("%d are let in at once, want %d", inside.Load(), middleware.FlightsPerCallerMax)
		}
		if got := visit(handler, "GET", "/live"); got.Code != http.StatusOK {
			t.Errorf("health is answered %d", got.Code)
		}
		time.Sleep(time.Minute)
		close(hold)
		crowd.Wait()
		if refused.Load() != middleware.FlightsPerCallerMax {
			t.Errorf("%d are told to come back, want %d", refused.Load(), middleware.FlightsPerCallerMax)
		}
	})
}

// TestRequestsWithoutTheDatabaseAreAnsweredWhileReadsWait has reads that wait for the database take
// all places of a network. Jobs write too and may drop a cached answer, so it is cached again
// before each try.
func TestRequestsWithoutTheDatabaseAreAnsweredWhileReadsWait(t *testing.T) {
	t.Parallel()
	b := apptest.Start(t, func(c *app.Config) { c.AnswersMB = 8 })
	skills := apptest.Request{Method: "GET", Path: "/rest/v1/skills?select=slug&limit=1"}
	page := apptest.Request{Method: "GET", Path: "/projetos"}
	for fact, one := range map[string]struct {
		apptest.Request
		status int
	}{
		"a bad token":         {apptest.Request{Method: "GET", Path: "/rest/v1/projects?select=id", Headers: map[string]string{"Authorization": "Bearer a.b.c"}}, http.StatusUnauthorized},
		"a malformed query":   {apptest.Request{Method: "GET", Path: "/rest/v1/projects?id=igual.1"}, http.StatusBadRequest},
		"a read from memory":  {skills, http.StatusOK},
		"a page from memory":  {page, http.StatusOK},
		"a file of the pages": {apptest.Request{Method: "GET", Path: "/config.json"}, http.StatusOK},
		"a read that waits":   {apptest.Request{Method: "GET", Path: "/rest/v1/municipalities?select=id&limit=1"}, http.StatusServiceUnavailable},
	} {
		b.Eventually(fmt.Sprintf("%s is answered %d", fact, one.status), func() bool {
			b.Must(skills, nil)
			b.Must(page, nil)
			defer b.App.TakePlaces("127.0.0.1")()
			return b.Ask(one.Request).Status == one.status
		})
	}
}

func TestProcessors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		chosen int
		asked  string
		want   int
	}{
		{"HashingLeavesAsManyAsItTakes", 2, "", 4},
		{"WhatTheEnvironmentAsksForStays", 3, "3", 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := app.Processors(c.chosen, c.asked); got != c.want {
				t.Errorf("%d processors, want %d", got, c.want)
			}
		})
	}
}
