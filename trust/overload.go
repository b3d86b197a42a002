package main

var overload = []check{
	{ID: "G1", Title: "every route has a limit, and so has what a member writes", Limit: "429 with Retry-After; exact", Run: proof(
		in("internal/limit", "TestAnExactRowCountsOverAllNodes"),
		in("internal/app", "TestEveryRouteHasAMeasure", "TestARefusalIsInTheShapeOfItsProtocol", "TestTheEleventhIsOneTooMany", "TestAThousandAtOnce", "TestWhatIsTakenBackHasBeenWritten", "TestASecondMemberHasNoSecondMeasure"))},
	{ID: "G2", Title: "five times what the server can do, from 200 addresses", Limit: "goodput ≥ 0.9; critical calls ≥ 99 %; normal within 10 s", FullOnly: true, Run: fiveTimes},
	{ID: "G3", Title: "one caller at ten times his part", Limit: "others unharmed", FullOnly: true, Run: both(proof(
		in("internal/app", "TestACrowdOfOneCaller"), in("internal/wire/gate", "TestWhoeverAsksTooMuchWaitsForHimself")), oneAtTenTimes)},
	{ID: "G4", Title: "2,000 slow headers, bodies and readers", Limit: "others unharmed: all answered, p99 < 500 ms", FullOnly: true, Run: both(proof(
		in("internal/wire/storage", "TestABodyEarnsItsTime", "TestABodyThatTricklesIsCut")), slowCallers)},
	{ID: "G5", Title: "dear queries, 16 at once", Limit: "refused or ended; /ready stays, sign-in answers", FullOnly: true, Run: both(proof(
		in("internal/app", "TestOneLaptopStopsNobody")), dearQueries)},
	{ID: "G6", Title: "soak at 0.6 of capacity: ten minutes, or --soak 2h", Limit: "memory, goroutines, files and connections flat", FullOnly: true, Run: soak},
	{ID: "G7", Title: "one stalled reader among 1,000 sockets", Limit: "dropped; the others unharmed, 99 of 100 messages within 200 ms; memory bounded", Run: stall},
	later("G8", "each release beside the last under the same load", "no worse than 10 %", "there is no release to compare with; make bench compares with the database driver side by side"),
}
