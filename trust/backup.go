package main

const noBackup = "not attacked yet; internal/backup tests that a restored market is the one that was backed up"

var backup = []check{
	later("C1", "restore to a second before a DROP", "rows and ledger as they were; loses 60 s at most, 5 min per GB", noBackup),
	later("C2", "a backup that fails is noticed", "told within 15 minutes", noBackup),
	later("C3", "database and objects restored together", "0 dangling references each way", noBackup),
	later("C4", "the access matrix after a restore", "the same", noBackup),
	{ID: "C5", Title: "PATCH and DELETE without a filter", Limit: "refused; what affects more than it says is undone", Run: proof(
		in("internal/app", "TestAnAnswerHasBounds"), in("internal/wire/rest", "TestFiltersMayBeRequired", "TestCallsAreDecidedBeforeTheyAreCommitted"))},
}
