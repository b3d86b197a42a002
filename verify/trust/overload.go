package main

import (
	"context"
	"errors"

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
