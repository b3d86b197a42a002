package main

var faults = []check{
	{ID: "B1", Title: "kill -9 of the server 100 times under writes", Limit: "0 acknowledged writes lost, 0 doubled, 0 half-applied; ready again within 2 s", Run: killServer},
	{ID: "B2", Title: "kill -9 of PostgreSQL 20 times under writes", Limit: "the server stays; serves within 5 s of the database; 0 lost, 0 half-applied", Run: killDatabase},
	{ID: "B3", Title: "the disk is full", Limit: "writes 503, uploads 507, reads answered, /ready false; recovers within 10 s", FullOnly: true, Run: both(proof(
		in("internal/app", "TestADiskWithoutRoom")), fullDisk)},
	{ID: "B4", Title: "durability settings of the database at the start", Limit: "refuses to start without fsync, full_page_writes, synchronous_commit, checksums, or with data_sync_retry, unless a setting names it", Run: proof(
		in("internal/postgres/cluster", "TestStart"), in("internal/postgres", "TestOpenExternal"), in("internal/app", "TestASettingThatCannotBeUsedIsNamed"))},
	{ID: "B5", Title: "seven kinds of bad link, a minute each, to the database and to the object store", Limit: "every request ends by its deadline of 35 s; all is well and goroutines and connections back to ±5 % within 60 s", FullOnly: true, Run: badLinks},
	{ID: "B6", Title: "every connection of the pool is held, cut, or refused", Limit: "503 or 504 with Retry-After; what needs no connection is answered", Run: proof(
		in("verify/acceptance", "TestAnExhaustedPoolIsReported", "TestEveryProtocolReportsAnUnavailableDatabase", "TestACutConnectionIsNotNoticed"))},
	{ID: "B7", Title: "SIGTERM with requests in flight", Limit: "all finish, new ones are refused, sockets are told, exit within 10 s, 0 failures behind retry", FullOnly: true, Run: endGently},
	{ID: "B8", Title: "a second server takes over the port", Limit: "0 failures of a client that goes on asking", FullOnly: true, Run: handOver},
	{ID: "B9", Title: "500 deaths in an upload: in the object, between it and its row, in the row, after it", Limit: "after the sweep 0 rows without object, 0 objects without row", Run: proof(
		in("internal/wire/storage", "TestADeathAnywhereInAnUploadLeavesNothing", "TestARowWithoutBytesGoes", "TestAStoreThatLacksMostIsTheWrongOne"), in("verify/acceptance", "TestExpiredDataIsRemovedAtTheStart"))},
	{ID: "B10", Title: "1,000 sockets, the server is killed", Limit: "all back within 15 s, every message of the gap once and in order", Run: rejoin},
	{ID: "B11", Title: "a panic in every handler, worker and part", Limit: "500 and a line in the log, the process lives; every goroutine is guarded or listed, none outlives the tests of its package", Run: proof(
		in("verify/conventions", "TestEveryGoroutineOutlivesAPanic", "TestNoPackageLeaks"), in("internal/app", "TestAPanicInAnyHandlerIsAnAnswer"), in("internal/market/jobs", "TestTheQueueOutlivesAPanicOfEveryWorker"),
		in("internal/wire/rest", "TestWorkThatPanicsHoldsNothing"), in("internal/wire/realtime", "TestPanics"), in("internal/kernel/background", "TestKeepRunsAgainAfterAPanic"))},
	{ID: "B12", Title: "kill -9 of a first start while it migrates", Limit: "the next start completes them, to the same schema", Run: killMigrations},
	{ID: "B13", Title: "histories of concurrent acceptances, read flags and balances", Limit: "1,000 histories are linearizable", Run: linearize},
}
