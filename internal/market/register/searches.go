package register

// searches are the tables of what people look for in the directories.
var searches = []Table{
	{
		Name: "hidden_projects", Holds: "a project that a person does not want to see again",
		Exported: []Section{
			{"hidden_projects", `SELECT project_id, created_at FROM public.hidden_projects WHERE person_id = $1 ORDER BY created_at DESC`},
		},
		Erased:             Erased{PersonColumn: "person_id"},
		NotHeard:           "one person hides them, and nobody else",
		Offline:            "hidden",
		NotInDemonstration: "the demonstration shows every project to everybody; one press hides the first",
	},
	{
		Name: "saved_searches", Holds: "a search of a directory that a person saved",
		Exported: []Section{
			{"saved_searches", `SELECT kind, name, query, frequency, last_sent_at, created_at, updated_at FROM public.saved_searches WHERE person_id = $1 ORDER BY created_at DESC`},
		},
		Erased:   Erased{PersonColumn: "person_id"},
		NotHeard: "one person saves them, and nobody else",
		Offline:  "searches",
	},
	{
		Name: "private.search_hits", Holds: "a result of a saved search, until its person is told and for 90 days after that",
		NotExported: "what was told is in the notifications",
		NotTheirs: map[string]string{
			"person_id":  "is told of it, by a notification",
			"subject_id": "is what was found, a project or a professional",
		},
		Erased: Erased{PersonColumn: "person_id", PartyColumn: "subject_id"},
	},
	{
		Name: "private.search_arrivals", Holds: "a project or a professional that saved searches are compared with, once",
		NotExported: workingData,
		NotTheirs: map[string]string{
			"subject_id": "says only that a project or profile is in its directory",
		},
		Erased: Erased{PartyColumn: "subject_id"},
	},
}
