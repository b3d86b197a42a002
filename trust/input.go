package main

var input = []check{
	later("F1", "pictures that unpack to gigabytes", "refused before they are unpacked", notYet),
	later("F2", "40 hostile files", "refused or encoded anew; 0 scripts run", notYet),
	later("F3", "what a picture tells besides itself, and how many there may be", "EXIF gone, random names, quotas under parallel uploads", notYet),
	later("F4", "bodies that are too large, endless or slow", "413 or cut at the deadline; memory flat", notYet),
	{ID: "F5", Title: "100 XSS payloads through every field, seen on every page", Limit: "0 dialogs, 0 reports", Run: writtenTexts},
	{ID: "F6", Title: "headers of every answer", Limit: "all carry them", Run: answerHeaders},
	{ID: "F7", Title: "calls from unknown origins", Limit: "never allowed; nothing changes on GET", Run: unknownOrigins},
	later("F8", "every parser fuzzed", "0 crashes, 0 injections", notYet),
	{ID: "F9", Title: "odd JSON", Limit: "4xx, never 5xx", Run: oddJSON},
	later("F10", "addresses that the server could be made to fetch", "none is fetched", notYet),
	later("F11", "formulas in CSV, HTML in prints", "neutralised", notYet),
	later("F12", "errors of every class", "no SQL, table, constraint or path", notYet),
	{ID: "F13", Title: "hostile sockets", Limit: "refused or closed", Run: proof(in("internal/wire/realtime", "TestLimits", "TestSlowReader"))},
	{ID: "F14", Title: "odd methods and framing", Limit: "4xx or closed; the server is healthy", Run: oddFraming},
}
