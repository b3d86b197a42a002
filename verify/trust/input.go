package main

var input = []check{
	{ID: "F1", Title: "pictures that unpack to gigabytes", Limit: "refused before they are unpacked", Run: proof(in("internal/wire/storage", "TestABombIsRefusedByItsHeader", "TestPicturesThatUnpackToMuchAreBounded"))},
	{ID: "F2", Title: "40 hostile files", Limit: "refused or encoded anew; 0 scripts run", Run: both(
		proof(in("internal/wire/storage", "TestHostileFilesAreRefused", "TestMoreHostileFilesAreRefused", "TestWhatHidesInAPictureIsGone", "TestFilesThatAreKeptAsTheyCameRunNowhere", "TestPathsThatWalkElsewhere")),
		browserTest("verify/e2e/tests/hostile.spec.ts", "um arquivo que esconde uma página"))},
	{ID: "F3", Title: "what a picture tells besides itself, and how many there may be", Limit: "EXIF gone, random names, quotas under parallel uploads", Run: proof(
		in("internal/wire/storage", "TestWhatHidesInAPictureIsGone", "TestPicturesStandUpright", "TestTheQuotaHoldsForUploadsSideBySide"))},
	{ID: "F4", Title: "bodies that are too large, endless or slow", Limit: "413 or cut at the deadline; memory flat", FullOnly: true, Run: badBodies},
	{ID: "F5", Title: "100 XSS payloads through every field, seen on every page", Limit: "0 dialogs, 0 reports", Run: writtenTexts},
	{ID: "F6", Title: "headers of every answer", Limit: "all carry them", Run: answerHeaders},
	{ID: "F7", Title: "calls from unknown origins", Limit: "never allowed; nothing changes on GET", Run: unknownOrigins},
	{ID: "F8", Title: "every parser fuzzed", Limit: "0 crashes, 0 injections", Run: fuzzed},
	{ID: "F9", Title: "odd JSON", Limit: "4xx, never 5xx", Run: oddJSON},
	{ID: "F10", Title: "addresses that the server could be made to fetch", Limit: "none is fetched", Run: proof(in("verify/conventions", "TestNothingFetchesWhatPeopleWrite"), in("internal/institution/psp/asaas", "TestTheKeyIsNotCarriedElsewhere"))},
	{ID: "F11", Title: "formulas in CSV, HTML in prints", Limit: "neutralised", Run: noFormulas},
	{ID: "F12", Title: "errors of every class", Limit: "no SQL, table, constraint or path", Run: proof(
		in("verify/acceptance", "TestErrorsNameNoDatabaseObjects"))},
	{ID: "F13", Title: "hostile sockets", Limit: "refused or closed", Run: proof(in("internal/wire/realtime", "TestLimits", "TestSlowReader"))},
	{ID: "F14", Title: "odd methods and framing", Limit: "4xx or closed; the server is healthy", Run: oddFraming},
}
