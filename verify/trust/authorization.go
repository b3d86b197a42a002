package main

var authorization = []check{
	{ID: "D1", Title: "every table, column, rpc, bucket, topic and address, by every role, on rows of one's own, others' and none", Limit: "0 leaks; a new one without a row fails", Run: proof(
		in("internal/postgres", "TestWhoMayDoWhat", "TestEverythingIsInTheMatrix", "TestARoleDoesWhatItsRightsAllow"), in("verify/acceptance", "TestCalls", "TestEveryAddressAnswersAsSaid"))},
	{ID: "D2", Title: "every column, read and written by every role", Limit: "0 violations", Run: proof(
		in("internal/postgres", "TestWhoMayDoWhat", "TestEverythingIsInTheMatrix"))},
	{ID: "D3", Title: "lints of the schema", Limit: "no error, no unexplained warning", Run: proof(in("internal/postgres", "TestTheSchemaHasNoLint"))},
	{ID: "D4", Title: "every policy broken in turn, and every right on a column", Limit: "100 % caught by the matrix", Run: proof(in("internal/postgres", "TestABrokenPolicyIsNoticed"))},
	{ID: "D5", Title: "side channels: counts, orders, filters and errors of hidden rows", Limit: "no bit", Run: proof(
		in("verify/acceptance", "TestHiddenRowsLookLikeMissingRows", "TestUnreadableColumnsTellNothing", "TestCalls"))},
	{ID: "D6", Title: "what a socket is told", Limit: "rows it may read; of a deletion the key; nothing after a right ended", Run: proof(
		in("internal/wire/realtime", "TestChanges", "TestSessions", "TestBroadcast", "TestPresence"), in("internal/postgres", "TestWhoMayDoWhat"))},
	{ID: "D7", Title: "lists, paths and links of files", Limit: "others' paths 403, hostile ones 400, altered links refused", Run: proof(
		in("internal/wire/storage", "TestWhoMayWriteWhere", "TestSomebodyElsesFile", "TestListsShowOnlyWhatIsOnesOwn", "TestPathsThatWalkElsewhere", "TestSignedDownloads", "TestSignedUploads"))},
	{ID: "D8", Title: "functions that run with their owner's rights", Limit: "the reviewed list, search_path pinned", Run: proof(
		in("internal/postgres", "TestFunctionsWithTheirOwnersRightsAreReviewed"))},
	{ID: "D9", Title: "a blocked or deleted account's valid token", Limit: "refused everywhere at once", Run: proof(
		in("verify/acceptance", "TestAnEndedSessionOpensNothing"), in("internal/wire/realtime", "TestSessions"))},
	{ID: "D10", Title: "a sign-up that claims a role", Limit: "ignored", Run: proof(
		in("verify/acceptance", "TestNobodyMakesThemselvesAnAdministrator"), in("internal/postgres", "TestNoRuleTrustsWhatUsersSayOfThemselves"))},
	{ID: "D11", Title: "secrets in the bundle and in the history", Limit: "0", FullOnly: true, Run: writtenSecrets},
	{ID: "D12", Title: "steps of a deal out of their order, also 50 at once", Limit: "refused in the database", Run: proof(
		in("internal/postgres", "TestWrites", "TestOfProposalsSentTogetherOneIsKept"),
		in("internal/market/deal/milestone", "TestOfFiftyAtOnceOneTakesTheStep"), in("internal/market/deal/dispute", "TestOfFiftyAtOnceOneTakesTheStep"),
		in("internal/market/deal/checklist", "TestOfFiftyAtOnceOneSignsForASide"), in("internal/market/money/payment", "TestOfFiftyAtOnceMoneyMovesOnce"))},
}
