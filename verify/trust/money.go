package main

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
