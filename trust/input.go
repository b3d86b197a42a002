package main

var input = []check{
	later("F1", "pictures that unpack to gigabytes", "refused before they are unpacked", notYet),
	later("F2", "40 hostile files", "refused or encoded anew; 0 scripts run", notYet),
	later("F3", "what a picture tells besides itself, and how many there may be", "EXIF gone, random names, quotas under parallel uploads", notYet),
	later("F4", "bodies that are too large, endless or slow", "413 or cut at the deadline; memory flat", notYet),
	{ID: "F5", Title: "100 XSS payloads through every field, seen on every page", Limit: "0 dialogs, 0 reports", Run: writtenTexts},
	later("F6", "headers of every answer", "all carry them", notYet),
	later("F7", "calls from unknown origins", "never allowed; nothing changes on GET", notYet),
	later("F8", "every parser fuzzed", "0 crashes, 0 injections", notYet),
	later("F9", "odd JSON", "4xx, never 5xx", notYet),
	later("F10", "addresses that the server could be made to fetch", "none is fetched", notYet),
	later("F11", "formulas in CSV, HTML in prints", "neutralised", notYet),
	later("F12", "errors of every class", "no SQL, table, constraint or path", notYet),
	later("F13", "hostile sockets", "refused or closed", notYet),
	later("F14", "odd methods and framing", "4xx or closed; the server is healthy", notYet),
}
