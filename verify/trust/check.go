package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// check is one property that the product is trusted for.
type check struct {
	// ID is the letter of its group and a number, such as D4.
	ID string
	// Title says what is done to the product, and Limit what the result must be.
	Title, Limit string
	// FullOnly excludes the check from --quick.
	FullOnly bool
	// Run performs the check and returns what was counted or measured, with units. An error fails
	// the check; one from absent() gives the reason why it could not run here.
	Run func(context.Context, *run) (figure string, err error)
}

// documented are the checks whose results docs/evidence/trust.md shows. Those of the money are in
// money-checks.md.
var documented = groups[1:]

// groups are all checks, in the order of their table.
var groups = [][]check{money, faults, backup, authorization, tokens, input, overload, operations}

// run is what a check may use.
type run struct {
	*stage
	// Quick asks for small counts: seconds, not minutes.
	Quick bool
	// Soak is how long the soak check lasts.
	Soak time.Duration
	// Rand is seeded from the run's seed and the check's id, so that the seed reproduces a failure.
	Rand *rand.Rand
}

// count returns how often something is done: whole, or quick in a quick run.
func (r *run) count(whole, quick int) int {
	if r.Quick {
		return quick
	}
	return whole
}

// errAbsent marks a check that could not run here, which is neither a pass nor a failure.
var errAbsent = errors.New("not run")

// absent returns the reason why a check could not run here.
func absent(format string, values ...any) error {
	return fmt.Errorf("%w: %s", errAbsent, fmt.Sprintf(format, values...))
}

// later is a check of something that the product does not have yet.
func later(id, title, limit, reason string) check {
	return check{ID: id, Title: title, Limit: limit, Run: func(context.Context, *run) (string, error) {
		return "", absent("%s", reason)
	}}
}

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

var tokens = []check{
	{ID: "E1", Title: "hostile tokens at the doors of every protocol", Limit: "refused by every protocol", Run: both(proof(
		in("internal/wire/token", "TestHostileTokens", "TestAsymmetricKeySets", "TestKeyNamesMustAgree")), hostileTokens)},
	{ID: "E2", Title: "50 tabs refresh at once; an old refresh token is used again", Limit: "one lineage; then the whole family is dead", Run: proof(
		in("internal/wire/auth/session", "TestFiftyTabsRefreshAtOnce", "TestReuseKillsTheWholeFamily", "TestReuseRacesWithItsVictim", "TestRefreshRotates"))},
	{ID: "E3", Title: "200 sign-ins at once", Limit: "argon2id; overflow 429; memory < +200 MB; others answered, p99 < 300 ms", FullOnly: true, Run: onDemo(behindProxy, manySignIns)},
	{ID: "E4", Title: "passwords", Limit: "the configured length and more (6 as specified), 128 taken whole, common ones refused", Run: proof(
		in("internal/wire/auth/signin", "TestSignupRefusals", "TestLongPasswordIsTakenWhole", "TestComposedAndDecomposedAccentsAreOnePassword"))},
	{ID: "E5", Title: "wrong passwords at known and unknown addresses; mails asked for", Limit: "the same answer; |t| < 4.5 of the times", FullOnly: true, Run: both(proof(
		in("internal/wire/auth/signin", "TestWrongPasswordAndUnknownAddressLookAlike", "TestConfirmedSignupTellsNothingOfTheAddress"), in("internal/wire/auth/message", "TestMailRequestsTellNothing", "TestMailAnswersTakeTheSameLeastTime")), signInTimes)},
	{ID: "E6", Title: "guesses at one account", Limit: "counted exactly; the owner gets in", Run: proof(
		in("internal/wire/auth/signin", "TestEleventhFailureIsRefused", "TestParallelFailuresAreCountedExactly", "TestGuessesFromEverywhereAreBounded", "TestAddressesShareNoRate"))},
	{ID: "E7", Title: "links in mails", Limit: "once, by a button; to our own address whatever the headers say", Run: proof(
		in("internal/wire/auth/message", "TestALinkIsUsedByAButtonOnly", "TestLinksLeadHomeWithASession", "TestLinksExpire", "TestCodesDieOfWrongGuessesAndOfAge", "TestCodesWorkOnce"), in("internal/wire/auth/redirect", "TestRedirectsStayAtHome"))},
	{ID: "E8", Title: "PKCE", Limit: "S256 alone, verified, once", Run: proof(in("internal/wire/auth/external", "TestPKCE"))},
	{ID: "E9", Title: "sign-in by another's identity", Limit: "pinned issuer and audience; forged and replayed ones refused", Run: proof(
		in("internal/wire/auth/external", "TestForgedIDTokensAreRefused", "TestIDTokensThatAreNotBelieved", "TestStatesOfProvidersWorkOnce"), in("internal/wire/auth/core", "TestFederationIsReadStrictly"))},
	{ID: "E10", Title: "signing out here, elsewhere, everywhere; changing password or address", Limit: "the dead session is refused; the present password is asked for", Run: proof(
		in("internal/wire/auth/session", "TestLogoutScopes"), in("internal/wire/auth/account", "TestPasswordChangeNeedsTheCurrentOne", "TestResettingAForgottenPasswordEndsTheOtherSessions"),
		in("verify/acceptance", "TestAnEndedSessionOpensNothing"))},
	{ID: "E11", Title: "a member lists and ends their sessions", Limit: "ended at once; idle and absolute limits", Run: proof(
		in("internal/wire/auth/account", "TestUsersListAndEndTheirSessions"), in("internal/wire/auth/session", "TestSessionLimits"))},
	{ID: "E12", Title: "second factors", Limit: "once, 5 wrong tries lock", Run: proof(
		in("internal/wire/auth/factor", "TestFactorCodesWorkOnce", "TestChallengeRefusals", "TestSecondFactorLiftsTheSession"))},
	{ID: "E13", Title: "X-Forwarded-For of somebody who is no proxy", Limit: "believed of trusted proxies alone", Run: proof(in("verify/acceptance", "TestAnAddressIsBelieved"))},
}

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

var backup = []check{
	{ID: "C1", Title: "restore to a second before a DROP", Limit: "rows and ledger as they were; loses 60 s at most, 5 min per GB", Run: proof(
		in("cmd/automacao", "TestASecondBeforeADROP"))},
	{ID: "C2", Title: "a backup that fails is noticed", Limit: "told within 15 minutes, which is three looks", Run: proof(
		in("internal/market/jobs", "TestABackupThatFailsIsTold"), in("internal/app", "TestBackupsAreMadeWhenTheyAreDue", "TestADoctorSaysWhatToMend"))},
	{ID: "C3", Title: "database and objects restored together", Limit: "0 dangling references each way", Run: proof(
		in("internal/postgres/backup", "TestARestoredMarketIsTheOneThatWasBackedUp"))},
	{ID: "C4", Title: "the access matrix after a restore", Limit: "the same", Run: proof(
		in("internal/postgres", "TestWhoMayDoWhatInARestoredMarket"))},
	{ID: "C5", Title: "PATCH and DELETE without a filter", Limit: "refused; what affects more than it says is undone", Run: proof(
		in("verify/acceptance", "TestAnAnswerHasBounds"), in("internal/wire/rest", "TestFiltersMayBeRequired", "TestCallsAreDecidedBeforeTheyAreCommitted"))},
	{ID: "C6", Title: "a restore of a backup from before erasures, blocks and withdrawn consents", Limit: "0 people, sessions or consents revived", Run: proof(
		in("internal/app", "TestARestoreKeepsLaterDeletionsAndBlocks"))},
}

var money = []check{
	{ID: "A1", Title: "50 requests at once under each of 200 keys, and 50 at once on every call that moves money",
		Limit: "200 effects; every repeat the same bytes; 409 while the first is made", Run: proof(
			in("internal/wire/rest", "TestFiftyAtOnceHaveOneEffect", "TestARepeatedCallIsAnsweredAsTheFirst", "TestWhileTheFirstIsMadeARepeatIsToldSo"),
			in("verify/acceptance", "TestAnAcceptanceIsRepeated"),
			in("internal/market/money/payment", "TestFiftyAtOnceGetOneCharge", "TestOfFiftyAtOnceMoneyMovesOnce", "TestADecisionIsPostedOnce", "TestFiftyPayoutsAtOnceNeverOverdraw"),
			in("internal/market/money/settlement", "TestOfFiftyWordsAtOnceOneCounts"),
			in("internal/market/deal/amendment", "TestOfFiftyAtOnceOneAnswers"),
			in("internal/market/deal/dispute", "TestOfFiftyAtOnceOneTakesTheStep"),
			in("internal/market/deal/milestone", "TestOfFiftyAtOnceOneTakesTheStep"))},
	{ID: "A2", Title: "the same key with another body",
		Limit: "422; without a key a call is exactly-once by its business key", Run: proof(
			in("internal/wire/rest", "TestAKeyIsOfOneCall"), in("verify/acceptance", "TestAnAcceptanceIsRepeated"))},
	{ID: "A3", Title: "what a key may be, how long it is kept and whose it is",
		Limit: "255 characters taken; kept 24 h or more; of its user alone", Run: proof(
			in("internal/wire/rest", "TestWhatAKeyMayBe", "TestAKeyIsOfOneCall", "TestNobodyIsAnsweredAgainWithoutASession"),
			in("internal/market/jobs", "TestAnswersAreKeptForTwoDays"))},
	{ID: "A4", Title: "10,000 random lives of deals",
		Limit: "entries add up to zero, no account below its floor, repeatable by seed", Run: proof(
			in("internal/market/money/ledger", "TestTenThousandLives", "TestAFeeIsTheExactOneRoundedHalfUp"))},
	{ID: "A5", Title: "UPDATE, DELETE and TRUNCATE of the ledger as every role",
		Limit: "refused; the chain verifies from its first transfer", Run: proof(
			in("internal/market/money/ledger", "TestNobodyChangesWhatWasPosted", "TestWhatIsChangedBehindTheLedgerIsFound"))},
	{ID: "A6", Title: "1,000 races of release, refund and expiry on one hold",
		Limit: "one end each, nothing above what is held, nothing below zero", Run: proof(
			in("internal/market/money/ledger", "TestAHoldEndsOnce", "TestWhatIsSetAsideCannotBeUsed"))},
	{ID: "A7", Title: "events one to five times, shuffled, late, in groups, unknown",
		Limit: "one credit a payment, one debit a refund; unknown ones kept; answered within 300 ms", Run: proof(
			in("internal/market/money/payment", "TestAStormOverManyCharges", "TestAStormOfEventsCreditsOnce", "TestWhatIsPaidAfterTheEndGoesBack", "TestAnEventWorkedOnAgainPostsOnce", "TestWhatATransferTellsIsKnown"))},
	{ID: "A8", Title: "an event under a wrong token, or replayed with another amount",
		Limit: "401 or without effect; no line in the ledger", Run: proof(
			in("internal/market/money/payment", "TestAWrongTokenIsRefusedAndLeavesNothing", "TestWhatIsReplayedOtherwiseCountsOnce"),
			in("internal/institution/psp", "TestEventsAreVerified"))},
	{ID: "A9", Title: "ledger against the institution's statement with drops and repeats",
		Limit: "every difference listed, no other; told within 5 minutes", Run: proof(
			in("internal/market/money/payment", "TestEverythingThatNeverCameIsHealed", "TestTheListIsWhatIsWrong", "TestEveryDifferenceIsListed", "TestARefundAfterTheRelease"),
			in("verify/acceptance", "TestManyDealsAtAFailingInstitution"))},
	{ID: "A10", Title: "odd amounts in every call: −1, 0.001, 1e309, NaN, R$ 1.234,56, 2^63",
		Limit: "refused or exact; no column is a float", Run: proof(
			in("verify/acceptance", "TestNoCallTakesAnOddAmount", "TestAContractIsWorthWhatWasProposed", "TestNoColumnIsAFloat"),
			in("internal/kernel/money", "TestAmountsAreReadAndWrittenExactly", "TestWhatIsNoWholeCentavoIsRefused"))},
	{ID: "A11", Title: "10,000 pairs that fit alone and not together",
		Limit: "0 violations; what the database undoes is run again, 4 attempts at most", Run: proof(
			in("internal/market/deal", "TestThoseWhoDecideAtOnceWaitForEachOther"),
			in("internal/market/money/ledger", "TestTwoPayoutsTogetherAreNotMoreThanThereIs"),
			in("internal/postgres", "TestRetry", "TestInTxOutlivesADeadlock"),
			in("internal/wire/rest", "TestEveryTransactionIsRunAgain", "TestADeadlockIsRunAgain"))},
	{ID: "A12", Title: "clocks: +14 days, −1 hour, a day of 23 hours, a start at the boundary",
		Limit: "released once a milestone", Run: proof(
			in("internal/market/money/payment", "TestAClockThatJumpsReleasesHeldMoneyOnce"),
			in("internal/market/deal/checklist", "TestAClockThatJumpsReleasesOnce", "TestADayOfAnHourMoreNeitherGivesNorTakesTime"),
			in("internal/market/deal/milestone", "TestSilenceAcceptsOnce"))},
}
