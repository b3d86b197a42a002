package main

import "context"

var operations = []check{
	{ID: "H1", Title: "canaries through every endpoint", Limit: "0 in logs", Run: secretsInLogs},
	{ID: "H2", Title: "documents of people, asked for by others and looked for in tokens and in a dump", Limit: "in a table of their own, granted column by column (D2); told to nobody else; never in a token; a dump without the key cannot be read", FullOnly: true, Run: documents},
	{ID: "H3", Title: "sign-ins, administrators' steps and money are recorded", Limit: "who, when and what; append-only", Run: proof(
		in("internal/wire/auth/signin", "TestSignInLeavesARecordWithoutSecrets"), in("internal/market/money/ledger", "TestNobodyChangesWhatWasPosted"))},
	{ID: "H4", Title: "one person's data is exported and erased", Limit: "complete; nobody else's", Run: proof(
		in("internal/app", "TestAnExportHoldsOnesOwnDataOnly", "TestNoColumnHasTheNameOfADeletedPerson", "TestLeaving"),
		in("internal/market/people/account", "TestWhatNamesAPersonIsExported"))},
	{ID: "H5", Title: "what stays in the browser after signing out", Limit: "no session, no draft", Run: func(context.Context, *run) (string, error) {
		return browserTestStands("verify/e2e/tests/shell.spec.ts", "o menu do avatar leva a cada lugar, e Sair")
	}},
	{ID: "H6", Title: "addresses that the pages may call or name", Limit: "our own alone", Run: thirdParties},
	{ID: "H7", Title: "the database freezes", Limit: "/ready 503 within 2 s, /live 200", FullOnly: true, Run: onDemo(nil, frozenDatabase)},
	{ID: "H8", Title: "known vulnerabilities, licences, parts list", Limit: "0 reachable; all allowed", Run: parts},
	{ID: "H9", Title: "default accounts and debug doors", Limit: "none without demo mode", Run: proof(
		in("verify/acceptance", "TestDevelopmentAddressesAreClosed"))},
	{ID: "H10", Title: "the role that the server runs as; its signing key rotates", Limit: "owns nothing; nobody signed out", Run: proof(
		in("internal/postgres", "TestTheServersRoleOwnsNothing", "TestTheServersRoleIsRefused", "TestOpenAsARoleThatOwnsNothing"),
		in("verify/acceptance", "TestTheProductRunsAsARoleThatOwnsNothing"), in("internal/app", "TestTheSigningKeyIsRotatedUnderASignedInSession", "TestAStolenSigningKeyIsRotatedAtOnce", "TestAConfiguredSigningKeyIsRotatedInTheConfiguration"))},
	{ID: "H11", Title: "where to report a weakness", Limit: "SECURITY.md with a time to answer, /.well-known/security.txt", Run: proof(
		in("internal/site", "TestAWeaknessCanBeReported"))},
}
