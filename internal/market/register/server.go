package register

var server = []Table{
	{
		Name: "skills", Holds: "a skill of the catalogue",
		NotExported: reference,
		Erased:      Erased{Kept: nobodys},
		NotHeard:    "a catalogue that changes with a version",
		Offline:     "skills",
	},
	{
		Name: "project_models", Holds: "a version of a model of scopes",
		NotExported: reference,
		Erased:      Erased{Kept: nobodys},
		NotHeard:    "read when a scope is begun, and a scope keeps its version",
		Offline:     "projects",
	},
	{
		Name: "technologies", Holds: "a technology of the catalogue",
		NotExported: reference,
		Erased:      Erased{Kept: nobodys},
		NotHeard:    "a catalogue that changes with a version",
		Offline:     "technologies",
	},
	{
		Name: "match_weights", Holds: "what a criterion of the match counts",
		NotExported: reference,
		Erased:      Erased{Kept: nobodys},
		NotHeard:    "administrators change it rarely",
		Offline:     "matches",
	},
	{
		Name: "municipalities", Holds: "a municipality of Brazil",
		NotExported: reference,
		Erased:      Erased{Kept: nobodys},
		NotHeard:    notRead,
		NotOffline:  "searched on the server",
	},
	{
		Name: "site_images", Holds: "a picture of the public pages",
		NotExported: reference,
		Erased:      Erased{Kept: nobodys},
		Offline:     "site-images",
	},
	{
		Name: "private.limits", Holds: "a limit of the product",
		NotExported: reference,
		Erased:      Erased{Kept: nobodys},
	},
	{
		Name: "private.settings", Holds: "a value that administrators set",
		NotExported: reference,
		Erased:      Erased{Kept: nobodys},
	},
	{
		Name: "private.transitions", Holds: "a step of a noun with states",
		NotExported: reference,
		Erased:      Erased{Kept: nobodys},
	},
	{
		Name: "private.role_rights", Holds: "a right of a role in an organisation",
		NotExported: reference,
		Erased:      Erased{Kept: nobodys},
	},
	{
		Name: "private.synonyms", Holds: "words that mean the same in a search",
		NotExported: reference,
		Erased:      Erased{Kept: nobodys},
	},
	{
		Name: "private.tax_rules", Holds: "a tax and its rate",
		NotExported: reference,
		Erased:      Erased{Kept: nobodys},
	},
	{
		Name: "private.iss_items", Holds: "an item of the list of services that ISS is paid for",
		NotExported: reference,
		Erased:      Erased{Kept: nobodys},
	},
	{
		Name: "private.income_tax_brackets", Holds: "a bracket of the income tax",
		NotExported: reference,
		Erased:      Erased{Kept: nobodys},
	},
	{
		Name: "private.income_tax_reliefs", Holds: "a relief of the income tax",
		NotExported: reference,
		Erased:      Erased{Kept: nobodys},
	},
	{
		Name: "private.closed_prices", Holds: "what a completed contract cost, by the model of its scope",
		NotExported: "it repeats the contract, which is exported",
		NotTheirs: map[string]string{
			"company_id":      "repeats the contract, which is exported",
			"professional_id": "repeats the contract, which is exported",
		},
		Erased: Erased{Kept: "it says no more than the contract, which is kept, and serves figures of many"},
	},
	{
		Name: "private.directory_counts", Holds: "how many rows a filter of the directories finds",
		NotExported: workingData,
		Erased:      Erased{Kept: nobodys},
	},
	{
		Name: "private.professional_terms", Holds: "a term by which a professional is found for projects",
		NotExported: "it repeats the profile",
		NotTheirs: map[string]string{
			"profile_id": "repeats the profile, which is exported",
		},
		Erased: Erased{PartyColumn: "profile_id"},
	},
	{
		Name: "private.project_terms", Holds: "a term by which an open project is found for professionals",
		NotExported: "it repeats the project",
		Erased:      Erased{Kept: "it goes with the project"},
	},
	{
		Name: "private.directory_changes", Holds: "a change that is not yet in directory_counts",
		NotExported: workingData,
		Erased:      Erased{Kept: nobodys},
	},
	{
		Name: "private.idempotency_keys", Holds: "an answer to a call, for two days, in case it is repeated",
		NotExported: "it is deleted after two days",
		NotTheirs: map[string]string{
			"user_id": "keeps for two days what calls were answered with, which was told then",
		},
		Erased: Erased{Kept: "it is deleted after two days"},
	},
	{
		Name: "private.measured", Holds: "how much of a quota somebody has used",
		NotExported: workingData,
		Erased:      Erased{Kept: nobodys},
	},
	{
		Name: "private.seeding", Holds: "how far the volume of the load tests is loaded",
		NotExported: workingData,
		Erased:      Erased{Kept: nobodys},
	},
	{
		Name: "private.ledger_balances", Holds: "the sum of an account of the ledger",
		NotExported: "it is the sum of the statement",
		Erased:      Erased{Kept: "the ledger is never changed"},
	},
	{
		Name: "private.ledger_holds", Holds: "what the institution holds for a milestone",
		NotExported: "it repeats the charges",
		Erased:      Erased{Kept: "the ledger is never changed"},
	},
	{
		Name: "private.provider_charges", Holds: "a charge as the institution knows it",
		NotExported: "it repeats the charges",
		Erased:      Erased{Kept: "the ledger is never changed"},
	},
	{
		Name: "private.provider_events", Holds: "an event that the institution sent",
		NotExported: "it repeats the charges and payouts",
		Erased:      Erased{Kept: "the ledger is never changed"},
	},
	{
		Name: "private.provider_orders", Holds: "an order to the institution",
		NotExported: "it repeats the charges and payouts",
		Erased:      Erased{Kept: "the ledger is never changed"},
	},
	{
		Name: "private.payment_comparisons", Holds: "a comparison of the ledger with the institution",
		NotExported: "it names nobody",
		Erased:      Erased{Kept: nobodys},
	},
}
