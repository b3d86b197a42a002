package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"automacao/internal/market/demo"
	"automacao/internal/wire/client"
	"automacao/verify/spawn"
)

var overload = []check{
	{ID: "G1", Title: "every route has a limit, and so has what a member writes", Limit: "429 with Retry-After; exact", Run: proof(
		in("internal/edge/ratelimit", "TestAnExactRowCountsOverAllNodes"),
		in("verify/acceptance", "TestARefusalIsInTheShapeOfItsProtocol", "TestTheEleventhIsOneTooMany", "TestAThousandAtOnce", "TestWithdrawnRowsCountTowardsTheLimit", "TestMembersOfAPartyShareItsLimit"), in("internal/app", "TestEveryRouteHasAMeasure"))},
	{ID: "G2", Title: "five times what the server can do, from 200 addresses", Limit: "goodput ≥ 0.9; critical calls ≥ 99 %; normal within 10 s", FullOnly: true, Run: onHalf(fiveTimes)},
	{ID: "G3", Title: "one caller at ten times their share", Limit: "others unharmed", FullOnly: true, Run: both(proof(
		in("internal/app", "TestACrowdOfOneCaller"), in("internal/edge/admission", "TestACallerThatAsksTooMuchWaitsAlone")), onHalf(oneAtTenTimes))},
	{ID: "G4", Title: "2,000 slow headers, bodies and readers", Limit: "others unharmed: all answered, p99 < 500 ms", FullOnly: true, Run: both(proof(
		in("internal/wire/storage", "TestABodyEarnsItsTime", "TestABodyThatTricklesIsCut")), onDemo(behindProxy, slowCallers))},
	{ID: "G5", Title: "dear queries, 16 at once", Limit: "refused or ended; /ready stays, sign-in answers", FullOnly: true, Run: both(proof(
		in("verify/acceptance", "TestAttacksFromOneAddressLeaveOthersServed")), onDemo(behindProxy, dearQueries))},
	{ID: "G6", Title: "soak at 0.6 of capacity: ten minutes, or --soak 2h", Limit: "memory, goroutines, files and connections flat", FullOnly: true, Run: soak},
	{ID: "G7", Title: "one stalled reader among 1,000 sockets", Limit: "dropped; the others unharmed, 99 of 100 messages within 200 ms; memory bounded", Run: stall},
	later("G8", "each release beside the last under the same load", "no worse than 10 %", "there is no release to compare with; make bench compares with the database driver side by side"),
}

// behindProxy makes the server trust the client addresses that the load claims.
var behindProxy = []string{"AUTOMACAO_TRUSTED_PROXIES=127.0.0.0/8"}

// attack acts on a server that was started for it alone.
type attack func(context.Context, *run, *spawn.Server) (figure string, err error)

// onDemo starts a server with the demonstration data for an attack.
func onDemo(env []string, attack attack) func(context.Context, *run) (string, error) {
	return func(ctx context.Context, r *run) (figure string, err error) {
		server, err := r.own([]string{"--demo"}, env)
		if err != nil {
			return "", err
		}
		defer func() { err = errors.Join(err, server.Close()) }()
		if err := server.Start(ctx); err != nil {
			return "", err
		}
		return attack(ctx, r, server)
	}
}

// onHalf is onDemo with CPUs that the load does not use.
func onHalf(attack attack) func(context.Context, *run) (string, error) {
	return func(ctx context.Context, r *run) (figure string, err error) {
		server, err := r.own([]string{"--demo"}, behindProxy)
		if err != nil {
			return "", err
		}
		defer func() { err = errors.Join(err, server.Close()) }()
		undo, how, err := apart(ctx, server)
		if err != nil {
			return "", err
		}
		defer undo()
		figure, err = attack(ctx, r, server)
		return figure + "; " + how, err
	}
}

// somePage is the most common request.
const somePage = "/rest/v1/projects?select=id,title,budget,created_at&order=created_at.desc&limit=20"

// fiveTimes measures the server's capacity, offers five times as much, and checks the answers
// during that load and right after it. It does so first for requests that always reach the
// database, then for a page in the response cache.
func fiveTimes(ctx context.Context, r *run, server *spawn.Server) (figure string, err error) {
	figure, err = crowded(ctx, r, server, newUnlikeFlood(server, somePage), goodputMin)
	if err != nil {
		return figure, err
	}
	kept, err := crowded(ctx, r, server, newFlood(server, somePage), 0)
	return figure + "; of a page in memory " + kept, err
}

// goodputMin is the share of its capacity that a server must still answer at five times that load.
// For a page in the response cache no share is required, because the load generator alone uses a
// whole CPU there.
const goodputMin = 0.9

func crowded(ctx context.Context, r *run, server *spawn.Server, load *flood, goodputMin float64) (figure string, err error) {
	defer load.close()
	lasts := time.Duration(r.count(60, 3)) * time.Second
	load.closed(ctx, 16, lasts/6) // warm-up: statements are prepared, connections are open
	began := spent(server)
	calm := load.closed(ctx, 16, lasts/3)
	capacity, whole := float64(calm.good())/(lasts/3).Seconds(), spent(server)-began
	critical, err := newCritical(ctx, server)
	if err != nil {
		return "", err
	}
	began = spent(server)
	crowd := load.open(ctx, 5*capacity, lasts)
	then := spent(server) - began
	answered := critical.end()
	recovered := recovery(ctx, load, calm.quantile(0.99))
	goodput := float64(crowd.good()) / lasts.Seconds() / capacity
	figure = fmt.Sprintf("%.0f a second fit; of %.0f offered for %s goodput %.2f (p99 %s, %s); critical calls %s; normal after %s; %s",
		capacity, 5*capacity, lasts, goodput, crowd.quantile(0.99), crowd, answered, recovered.Round(100*time.Millisecond), ofTime(calm, whole, crowd, then))
	if goodput < goodputMin || answered.part() < 0.99 || recovered > 10*time.Second {
		return figure, errors.New("not reached")
	}
	return figure, nil
}

// ofTime compares the CPU time per successful answer, before and during the overload with all its
// refusals. The comparison holds even if other programs use the machine and the server gets less
// CPU during the overload than before.
func ofTime(calm *tally, whole time.Duration, crowd *tally, crowded time.Duration) string {
	before, then := whole/time.Duration(max(calm.good(), 1)), crowded/time.Duration(max(crowd.good(), 1))
	return fmt.Sprintf("an answer takes %s of the processors, in the crowd with all refusals %s, %.2f of what could be answered with that time",
		before.Round(time.Microsecond), then.Round(time.Microsecond), before.Seconds()/max(then.Seconds(), 1e-9))
}

// recovery returns how long it takes until requests are answered as before.
func recovery(ctx context.Context, load *flood, before time.Duration) time.Duration {
	began := time.Now()
	for ctx.Err() == nil && time.Since(began) < time.Minute {
		t := newTally()
		for range 10 {
			load.ask(t, 0)
		}
		if t.good() == 10 && t.quantile(1) <= max(2*before, 100*time.Millisecond) {
			break
		}
	}
	return time.Since(began)
}

// oneAtTenTimes lets eight addresses send requests at a moderate rate, first alone and then next to
// one that sends on eighty connections at once.
func oneAtTenTimes(ctx context.Context, r *run, server *spawn.Server) (figure string, err error) {
	load := newFlood(server, somePage)
	defer load.close()
	c := manyConns(server)
	lasts := time.Duration(r.count(30, 2)) * time.Second
	perSecond := 40.0
	alone := load.open(ctx, perSecond, lasts)
	abusing, stop := context.WithCancel(ctx)
	abuse := newTally()
	var running sync.WaitGroup
	for range 80 {
		running.Go(func() {
			for abusing.Err() == nil {
				abuse.ask(abusing, c, "203.0.113.7", http.MethodGet, somePage, nil)
			}
		})
	}
	beside := load.open(ctx, perSecond, lasts)
	stop()
	running.Wait()
	figure = fmt.Sprintf("others %d of %d ok alone (p50 %s, p99 %s) and %d of %d beside %d requests of one (p50 %s, p99 %s)",
		alone.good(), alone.all(), alone.quantile(0.5), alone.quantile(0.99), beside.good(), beside.all(), abuse.all(), beside.quantile(0.5), beside.quantile(0.99))
	if beside.good() < beside.all() {
		return figure, errors.New("others were refused")
	}
	return figure, nil
}

// dear are expensive queries that once made the marketplace unavailable.
var dear = map[string]string{
	"regex": "/rest/v1/profiles?select=id&about=match.%5E(.%2B)%2B(.%2B)%2B(.%2B)%2B%5C1%5C2%5C3%24",
	"embed": "/rest/v1/profiles?role=eq.company&select=*,projects(*,profiles(*,projects(*)))",
	"ilike": "/rest/v1/messages?select=id&content=ilike.*a*b*c*d*e*&order=timestamp",
	"count": "/rest/v1/projects?select=id,profiles(projects(id))&limit=1000",
}

// dearQueries repeats each query on sixteen connections next to other requests.
func dearQueries(ctx context.Context, r *run, server *spawn.Server) (figure string, err error) {
	lasts := time.Duration(r.count(20, 2)) * time.Second
	for name, path := range dear {
		attacked := make(chan *tally)
		go func() { attacked <- fromOne(ctx, manyConns(server), 16, lasts, path) }()
		others := newTally()
		visitor := server.Visitor()
		signIn, _ := json.Marshal(map[string]string{"email": demo.CompanyEmail, "password": demo.Password})
		for began, i := time.Now(), 0; time.Since(began) < lasts; i++ {
			others.ask(ctx, visitor, address(i), http.MethodGet, "/ready", nil)
			others.ask(ctx, visitor, address(i), http.MethodGet, somePage, nil)
			if i%20 == 0 {
				others.ask(ctx, visitor, address(i), http.MethodPost, "/auth/v1/token?grant_type=password", signIn)
			}
		}
		attack := <-attacked
		figure += fmt.Sprintf("%s: %s; others %s, p99 %s; ", name, attack, others, others.quantile(0.99))
		if others.good() < others.all() {
			return figure, fmt.Errorf("others were refused beside %s", name)
		}
	}
	return figure, nil
}

// fromOne sends requests from one address over the given number of connections.
func fromOne(ctx context.Context, c *client.Client, callers int, lasts time.Duration, path string) *tally {
	t := newTally()
	bounded, cancel := context.WithTimeout(ctx, lasts)
	defer cancel()
	var asking sync.WaitGroup
	for range callers {
		asking.Go(func() {
			for bounded.Err() == nil {
				t.ask(bounded, c, "203.0.113.7", http.MethodGet, path, nil)
			}
		})
	}
	asking.Wait()
	return t
}
