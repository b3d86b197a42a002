package main

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
