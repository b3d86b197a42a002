package main

var overload = []check{
	{ID: "G1", Title: "every route has a limit, and so has what a member writes", Limit: "429 with Retry-After; exact", Run: proof(
		in("internal/limit", "TestAnExactRowCountsOverAllNodes"),
		in("internal/app", "TestEveryRouteHasAMeasure", "TestARefusalIsInTheShapeOfItsProtocol", "TestTheEleventhIsOneTooMany", "TestAThousandAtOnce", "TestWhatIsTakenBackHasBeenWritten", "TestASecondMemberHasNoSecondMeasure"))},
	later("G2", "five times what the server can do", "goodput ≥ 0.9; critical calls ≥ 99 %; normal within 10 s", notYet),
	later("G3", "one caller at ten times his part", "others unharmed", notYet),
	later("G4", "2,000 slow headers, bodies and readers", "others unharmed", notYet),
	later("G5", "dear queries, 16 at once", "refused or ended; /ready stays, sign-in answers", notYet),
	{ID: "G6", Title: "soak at 0.6 of capacity: ten minutes, or --soak 2h", Limit: "memory, goroutines, files and connections flat", Run: soak},
	{ID: "G7", Title: "one stalled reader among 1,000 sockets", Limit: "dropped; the others unharmed, 99 of 100 messages within 200 ms; memory bounded", Run: stall},
	later("G8", "each release beside the last under the same load", "no worse than 10 %", "there is no release to compare with; make bench compares with the database driver side by side"),
}
