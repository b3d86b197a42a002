package main

var authorization = []check{
	later("D1", "every table, rpc, bucket, topic and route, by every role, on rows of one's own, others' and none", "0 leaks; a new one without a row fails", notYet),
	later("D2", "every column, read and written by every role", "0 violations", notYet),
	later("D3", "lints of the schema", "no error, no unexplained warning", notYet),
	later("D4", "every policy broken in turn", "100 % caught by the matrix", notYet),
	later("D5", "side channels: counts, orders, filters and errors of hidden rows", "no bit", notYet),
	later("D6", "what a socket is told", "rows it may read; of a deletion the key; ends within 1 s of a right", notYet),
	later("D7", "lists, paths and links of files", "others' paths 403, hostile ones 400, altered links refused", notYet),
	later("D8", "functions that run with their owner's rights", "the reviewed list, search_path pinned", notYet),
	later("D9", "a blocked or deleted account's valid token", "refused everywhere within 5 s", notYet),
	later("D10", "a sign-up that claims a role", "ignored", notYet),
	later("D11", "secrets in the bundle and in the history", "0", notYet),
	later("D12", "steps of a deal out of their order, also 50 at once", "refused in the database", notYet),
}
