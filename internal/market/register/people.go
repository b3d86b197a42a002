package register

var people = []Table{
	{
		Name: "profiles", Holds: "what a person or an organisation shows to others",
		Exported: []Section{
			{"profile", `SELECT id, role, status, name, headline, title, location, about, experience, skills, work_modes, availability, rating, reviews_count, profile_views,
		active_projects, proposals_sent, contracts_completed, counterparts, avatar_url, banner_url, avatar_seed, created_at, updated_at FROM public.profiles
		WHERE id = ANY ($2) OR id = $1 AND ($1 = ANY (private.parties('read', $1)) OR NOT EXISTS (SELECT FROM public.organisations WHERE id = $1))`},
		},
		NotTheirs: map[string]string{
			"contact_id": "follows from the memberships",
		},
		Erased:   Erased{Kept: `it is emptied and stays as "Usuário removido", because deals and messages point to it`},
		Offline:  "profiles",
		InVolume: true,
	},
	{
		Name: "professionals", Holds: "a view of the profiles in the directory",
		NotExported: "it repeats profiles",
		Erased:      Erased{Kept: noRows},
		NotHeard:    "a view of profiles for the directory, searched anew",
		Offline:     "profiles",
		InVolume:    true,
	},
	{
		Name: "organisations", Holds: "the firm behind a profile",
		Exported: []Section{
			{"organisation", `SELECT id, role, kind, legal_name, document, is_simples, created_at, updated_at FROM public.organisations WHERE id = ANY ($2)`},
		},
		Erased:     Erased{Kept: "its last member seals it with its deals"},
		NotHeard:   "its name and state are those of its profile, to which pages subscribe",
		NotOffline: "private data",
		InVolume:   true,
	},
	{
		Name: "memberships", Holds: "who belongs to an organisation, and in which role",
		Exported: []Section{
			{"memberships", `SELECT organisation_id, person_id, role, created_at FROM public.memberships WHERE person_id = $1 OR organisation_id = ANY ($2) ORDER BY created_at DESC`},
		},
		Erased:     Erased{Kept: "it ends when the person leaves"},
		NotOffline: "read with the person",
		InVolume:   true,
	},
	{
		Name: "invitations", Holds: "an invitation to an organisation",
		Exported: []Section{
			{"invitations", `SELECT organisation_id, email, role, status, created_at, expires_at, decided_at FROM public.invitations
		WHERE organisation_id = ANY ($2) OR invited_by = $1 OR accepted_by = $1 OR email = (SELECT a.email FROM public.accounts a WHERE a.profile_id = $1) ORDER BY created_at DESC`},
		},
		Erased:     Erased{Kept: "it is withdrawn, and the address is removed"},
		NotOffline: "private data",
	},
	{
		Name: "owner_removals", Holds: "a request to remove an owner from an organisation",
		Exported: []Section{
			{"owner_removals", `SELECT organisation_id, person_id, role, status, objection, decision, created_at, takes_effect_at, closed_at FROM public.owner_removals
		WHERE person_id = $1 OR proposed_by = $1 ORDER BY created_at DESC`},
		},
		NotTheirs: map[string]string{
			"decided_by": "is an administrator's, whose deeds are the section administration",
		},
		Erased:             Erased{Kept: "it decides who owns the organisation"},
		NotOffline:         "a matter of administration",
		NotInDemonstration: "rare, and its screen is tested by itself",
	},
	{
		Name: "registrations", Holds: "a sign-up that is not complete",
		Exported: []Section{
			{"registration", `SELECT email, name, role, skills, created_at FROM public.registrations WHERE user_id = $1`},
		},
		Erased:             Erased{Kept: "the sign-in account is deleted, and it with it"},
		NotHeard:           "a person's own",
		NotOffline:         "private data",
		NotInDemonstration: "everybody of the demonstration has completed it",
	},
	{
		Name: "preferences", Holds: "which notices a person wants",
		Exported: []Section{
			{"preferences", `SELECT new_messages, new_proposals, new_invitations, newsletter, saved_searches, updated_at FROM public.preferences WHERE profile_id = $1`},
		},
		Erased:             Erased{PersonColumn: "profile_id"},
		NotHeard:           "a person's own",
		NotOffline:         "a setting",
		NotInDemonstration: "nobody of the demonstration has changed theirs",
	},
	{
		Name: "notifications", Holds: "a notice to a person",
		Exported: []Section{
			{"notifications", `SELECT kind, title, body, subject_kind, subject_id, read, created_at FROM public.notifications WHERE profile_id = $1 ORDER BY created_at DESC`},
		},
		NotTheirs: map[string]string{
			"actor_id":   "is about whom it was sent to",
			"subject_id": "is what the notice is about, by subject_kind",
		},
		Erased:  Erased{PersonColumn: "profile_id"},
		Offline: "notifications",
	},
	{
		Name: "push_subscriptions", Holds: "a browser that shows notices",
		Exported: []Section{
			{"push_devices", `SELECT user_agent, split_part(split_part(endpoint, '://', 2), '/', 1) AS service, created_at, succeeded_at FROM public.push_subscriptions WHERE profile_id = $1 ORDER BY created_at DESC`},
		},
		Erased:             Erased{PersonColumn: "profile_id"},
		NotHeard:           "a device's own",
		NotOffline:         "belongs to the device",
		NotInDemonstration: "needs a real browser",
	},
	{
		Name: "messages", Holds: "a message between two people",
		Exported: []Section{
			{"messages", `SELECT id, from_id, to_id, party_id, content, read, timestamp FROM public.messages WHERE to_id = $1 OR (from_id = $1 OR actor_id = $1) AND sender_visible ORDER BY timestamp DESC`},
		},
		NotTheirs: map[string]string{
			"party_id":   "is shown in the messages, which belong to the people between whom they went",
			"subject_id": "is a project or a contract, never a person",
		},
		Erased:   Erased{Kept: "it belongs to both; the names in it are removed"},
		Offline:  "messages",
		InVolume: true,
	},
	{
		Name: "message_files", Holds: "a file sent with a message",
		NotExported:        "it is in the messages, and its bytes in the files",
		Erased:             Erased{Kept: "it belongs to its message"},
		NotHeard:           "sent with their message, to which pages subscribe",
		Offline:            "messages",
		NotInDemonstration: "the demonstration sends no files",
	},
	{
		Name: "conversations", Holds: "the newest message of two people, for one of them",
		NotExported: "it repeats the newest of the messages",
		NotTheirs: map[string]string{
			"owner_id":         "repeats the newest of the messages",
			"partner_id":       "belongs to its owner, and repeats the newest of the messages",
			"partner_party_id": "belongs to its owner, and repeats the newest of the messages",
		},
		Erased:   Erased{PersonColumn: "owner_id"},
		Offline:  "conversations",
		InVolume: true,
	},
	{
		Name: "portfolio_projects", Holds: "a finished project that a professional shows",
		Exported: []Section{
			{"portfolio", `SELECT id, profile_id, title, description, role, technologies, image_urls, created_at, updated_at FROM public.portfolio_projects WHERE profile_id = ANY ($2) ORDER BY position`},
		},
		Erased:   Erased{PartyColumn: "profile_id"},
		NotHeard: "one person keeps it, on a page of their own",
		Offline:  "portfolio",
	},
	{
		Name: "profile_technologies", Holds: "a technology that a professional masters",
		Exported: []Section{
			{"technologies", `SELECT profile_id, technology, level, years, last_used_year, created_at, updated_at FROM public.profile_technologies WHERE profile_id = ANY ($2) ORDER BY created_at DESC`},
		},
		Erased:   Erased{PartyColumn: "profile_id"},
		NotHeard: "people change their own, and the profile repeats them",
		Offline:  "profiles",
		InVolume: true,
	},
	{
		Name: "favourites", Holds: "a project or a professional that a person keeps, with a note",
		Exported: []Section{
			{"favourites", `SELECT project_id, professional_id, note, created_at, updated_at FROM public.favourites WHERE person_id = $1 ORDER BY created_at DESC`},
		},
		// What others keep about somebody who leaves goes too; account.blank deletes what they keep
		// of their projects.
		NotTheirs: map[string]string{
			"professional_id": "is for whoever keeps it, and nobody else",
		},
		Erased:             Erased{PersonColumn: "person_id", PartyColumn: "professional_id"},
		NotHeard:           "one person keeps them, and nobody else",
		Offline:            "favourites",
		NotInDemonstration: "what somebody keeps is theirs alone; one press makes the first",
	},
	{
		Name: "profile_view_days", Holds: "how often a profile was viewed on a day",
		Exported: []Section{
			{"profile_views", `SELECT profile_id, viewed_on, views FROM public.profile_view_days WHERE profile_id = ANY ($2) ORDER BY viewed_on DESC`},
		},
		Erased:     Erased{PartyColumn: "profile_id"},
		NotHeard:   notRead,
		NotOffline: "figures",
	},
	{
		Name: "reviews", Holds: "a review of one side of a contract by the other",
		Exported: []Section{
			{"reviews_written", `SELECT id, contract_id, author_id, rating, axes, content, published_at, created_at FROM public.reviews WHERE author_id = ANY ($2) ORDER BY created_at DESC`},
			{"reviews_received", `SELECT id, contract_id, subject_id, rating, axes, content, answer, answered_at, published_at FROM public.reviews WHERE subject_id = ANY ($2) AND published_at <= now() ORDER BY published_at DESC`},
		},
		Erased:  Erased{Kept: "it rates the other side"},
		Offline: "reviews",
	},
	{
		Name: "reports", Holds: "a report of bad content or behaviour",
		Exported: []Section{
			{"reports", `SELECT number, kind, reason, details, status, decision, created_at FROM public.reports WHERE reporter_id = $1 ORDER BY created_at DESC`},
		},
		NotTheirs: map[string]string{
			"decided_by": "is an administrator's, whose deeds are the section administration",
			"profile_id": "would tell who complained about whom",
			"subject_id": "is what the report is about, by kind",
		},
		Erased:             Erased{Kept: "administrators answer for it; the names in it are removed"},
		NotOffline:         "a matter of administration",
		NotInDemonstration: "the demonstration accuses nobody",
	},
	{
		Name: "corrections", Holds: "a request to correct a CPF or CNPJ",
		Exported: []Section{
			{"corrections", `SELECT party_id, kind, old_document, new_document, reason, status, answer, created_at, decided_at FROM public.corrections
		WHERE kind = 'cpf' AND party_id = $1 OR kind = 'cnpj' AND party_id = ANY ($2) ORDER BY created_at DESC`},
		},
		NotTheirs: map[string]string{
			"asked_by":   "is of those who answer for the party, to whom it is told",
			"decided_by": "is an administrator's, whose deeds are the section administration",
		},
		Erased:             Erased{PartyColumn: "party_id"},
		NotOffline:         "private data",
		NotInDemonstration: "nobody of the demonstration asks for one",
	},
	{
		Name: "document_conflicts", Holds: "two accounts with one CPF or CNPJ, from before it was unique",
		Exported: []Section{
			{"document_conflicts", `SELECT document, created_at FROM public.document_conflicts WHERE profile_id = $1`},
		},
		Erased:             Erased{Kept: "administrators resolve it"},
		NotHeard:           "made by a migration, and only then",
		NotOffline:         "a matter of administration",
		NotInDemonstration: "only old databases have any",
	},
	{
		Name: "audit_log", Holds: "an action of an administrator",
		Exported: []Section{
			{"administration", `SELECT action, subject_kind, subject_id, subject_label, details, created_at FROM public.audit_log WHERE actor_id = $1 ORDER BY created_at DESC`},
		},
		Erased:     Erased{Kept: "it proves what was done; the names in it are removed"},
		NotHeard:   "a log of administrators, read anew when it is opened",
		NotOffline: "a matter of administration",
	},
	{
		Name: "accounts", Holds: "the e-mail address and CPF or CNPJ of a profile",
		Exported: []Section{
			{"account", `SELECT email, document, terms_accepted_at, terms_version, created_at FROM public.accounts WHERE profile_id = $1`},
		},
		Erased:     Erased{PersonColumn: "profile_id"},
		NotHeard:   "a person's own; what others decide about it is a correction, to which pages subscribe",
		NotOffline: "private data",
		InVolume:   true,
	},
	{
		Name: "private.deferrals", Holds: "a todo that a person deferred",
		Exported: []Section{
			{"deferrals", `SELECT party_id, kind, matter, until, created_at FROM private.deferrals WHERE person_id = $1 ORDER BY created_at DESC`},
		},
		NotTheirs: map[string]string{
			"party_id": "is for whom its person acts",
		},
		Erased: Erased{PersonColumn: "person_id"},
	},
	{
		Name: "private.calendar_links", Holds: "the secret address of a calendar",
		Exported: []Section{
			{"calendar_link", `SELECT created_at FROM private.calendar_links WHERE person_id = $1`},
		},
		Erased: Erased{PersonColumn: "person_id"},
	},
	{
		Name: "private.push_queue", Holds: "a notice on its way to a browser",
		NotExported: "it repeats notifications",
		Erased:      Erased{Kept: "it is deleted with its notice"},
	},
	{
		Name: "private.profile_visits", Holds: "who has viewed a profile today, so that a view counts once",
		NotExported: "it is deleted after two days; its sum is in profile_views",
		NotTheirs: map[string]string{
			"profile_id": "keeps the keys of others who looked, for two days; what they add up to is profile_views",
		},
		Erased: Erased{Kept: "it is deleted after two days"},
	},
	{
		Name: "private.barred_documents", Holds: "a digest of the CPF or CNPJ of a blocked person who left",
		NotExported: "it is written when the account is gone",
		NotTheirs: map[string]string{
			"profile_id": "is written when the account is gone, and says nothing to who reads it",
		},
		Erased: Erased{Kept: "it keeps a blocked person from returning"},
	},
	{
		Name: "private.suppressions", Holds: "what was erased, so that a restored backup erases it again",
		NotExported: "it says only that something is gone",
		Erased:      Erased{Kept: "a restored backup needs it"},
	},
	{
		Name: "private.sealed_parties", Holds: "the identity of a party that left, for its contracts",
		Exported: []Section{
			// The identity of the other side, if it has left, for whoever answers for this one.
			{"sealed_counterparts", `SELECT s.contract_id, s.side, s.legal_name, s.document, s.email, s.keep_until
		FROM private.sealed_parties s JOIN public.contracts c ON c.id = s.contract_id
		WHERE s.keep_until > now() AND CASE s.side WHEN 'company' THEN c.professional_id ELSE c.company_id END = ANY ($2)
		ORDER BY s.sealed_at DESC`},
		},
		Erased: Erased{Kept: "the law asks for it as long as claims may be made"},
	},
	{
		Name: "auth.sessions", Holds: "a sign-in",
		Exported: []Section{
			{"sessions", `SELECT created_at, refreshed_at, ip, user_agent FROM auth.sessions WHERE user_id = $1 ORDER BY refreshed_at DESC`},
		},
		Erased: Erased{Kept: "the protocols delete it with the sign-in account"},
	},
	{
		Name: "auth.mfa_factors", Holds: "a second factor",
		Exported: []Section{
			{"second_factors", `SELECT f.factor_type, f.friendly_name, f.status, f.created_at, p.last_used_at
		FROM auth.mfa_factors f LEFT JOIN auth.passkeys p ON p.factor_id = f.id WHERE f.user_id = $1 ORDER BY f.created_at DESC`},
		},
		Erased: Erased{Kept: "the protocols delete it with the sign-in account"},
	},
	{
		Name: "storage.objects", Holds: "a stored file",
		Exported: []Section{
			{"files", `SELECT bucket_id, name, size_bytes, created_at FROM storage.objects WHERE owner = $1 ORDER BY created_at DESC`},
		},
		Erased: Erased{Kept: "the protocols delete it with the sign-in account"},
	},
}
