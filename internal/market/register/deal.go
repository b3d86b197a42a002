package register

var deal = []Table{
	{
		Name: "projects", Holds: "a project that a company publishes",
		Exported: []Section{
			{"projects", `SELECT p.id, o.company_id, p.number, p.title, p.description, p.category, p.experience_level, p.budget, p.budget_min_cents, p.budget_max_cents, p.deadline,
		p.deadline_on, p.skills, p.technologies, p.technology_levels, p.city, p.state, p.work_mode, p.starts_on, p.scope, p.scope_clarity, p.is_confidential, p.status, p.proposals_count, p.files_count, p.created_at, p.updated_at
		FROM public.projects p JOIN public.project_owners o ON o.project_id = p.id WHERE o.company_id = ANY ($2) ORDER BY p.created_at DESC`},
		},
		Erased:   Erased{Kept: "it is closed; proposals and contracts point to it"},
		Offline:  "projects",
		InVolume: true,
	},
	{
		Name: "project_owners", Holds: "which company a project belongs to",
		NotExported: "it repeats projects",
		Erased:      Erased{Kept: "it belongs to its project"},
		NotHeard:    "set when a project is published, and never again",
		Offline:     "projects",
		InVolume:    true,
	},
	{
		Name: "project_technologies", Holds: "a technology that a project asks for",
		NotExported: "it repeats projects",
		Erased:      Erased{Kept: "it belongs to its project"},
		NotHeard:    notRead,
		Offline:     "projects",
		InVolume:    true,
	},
	{
		Name: "project_revisions", Holds: "a version of a project",
		Exported: []Section{
			{"project_revisions", `SELECT r.project_id, r.number, r.title, r.description, r.category, r.experience_level, r.budget, r.budget_min_cents, r.budget_max_cents, r.deadline,
		r.deadline_on, r.skills, r.technologies, r.technology_levels, r.city, r.state, r.work_mode, r.starts_on, r.scope, r.changed, r.created_at
		FROM public.project_revisions r JOIN public.project_owners o ON o.project_id = r.project_id WHERE o.company_id = ANY ($2) ORDER BY r.created_at DESC`},
		},
		Erased:   Erased{Kept: "it belongs to its project"},
		Offline:  "projects",
		InVolume: true,
	},
	{
		Name: "project_files", Holds: "a file of a project",
		Exported: []Section{
			{"project_files", `SELECT f.id, f.project_id, f.audience, f.name, f.media_type, f.bytes, f.path, f.created_at
		FROM public.project_files f JOIN public.project_owners o ON o.project_id = f.project_id WHERE o.company_id = ANY ($2) ORDER BY f.created_at DESC`},
		},
		Erased:  Erased{Kept: "it is deleted with a project that has no contract"},
		Offline: "projects",
	},
	{
		Name: "project_io_lists", Holds: "a version of the I/O list of a project",
		Exported: []Section{
			{"project_io_lists", `SELECT l.project_id, l.number, l.name, l.sha256, l.format, l.rows, l.by_kind, l.errors_count, l.changes, l.created_at
		FROM public.project_io_lists l JOIN public.project_owners o ON o.project_id = l.project_id WHERE o.company_id = ANY ($2) ORDER BY l.created_at DESC`},
		},
		Erased:  Erased{Kept: "it is deleted with a project that has no contract"},
		Offline: "projects",
	},
	{
		Name: "project_questions", Holds: "a question about a project, and its answer",
		Exported: []Section{
			{"questions_asked", `SELECT q.id, q.project_id, q.content, q.answer, q.answered_at, q.created_at FROM public.project_questions q
		JOIN private.question_askers a ON a.question_id = q.id WHERE a.person_id = $1 OR a.party_id = ANY ($2) ORDER BY q.created_at DESC`},
			{"questions_answered", `SELECT q.id, q.project_id, q.content, q.answer, q.answered_at, q.created_at FROM public.project_questions q
		JOIN public.project_owners o ON o.project_id = q.project_id WHERE o.company_id = ANY ($2) AND q.answer IS NOT NULL ORDER BY q.answered_at DESC`},
		},
		Erased:  Erased{Kept: "others read the answer; the names in it are removed"},
		Offline: "questions",
	},
	{
		Name: "private.question_askers", Holds: "who asked a question",
		NotExported: "it is read by questions_asked",
		Erased:      Erased{Kept: "it belongs to its question"},
	},
	{
		Name: "invitations_to_propose", Holds: "an invitation of a company to a professional to propose to a project",
		Exported: []Section{
			{"invitations_to_propose_received", `SELECT id, project_id, professional_id, note, status, created_at, expires_at, answered_at FROM public.invitations_to_propose
		WHERE professional_id = ANY ($2) ORDER BY created_at DESC`},
			{"invitations_to_propose_sent", `SELECT i.id, i.project_id, i.professional_id, i.note, i.status, i.created_at, i.expires_at, i.answered_at FROM public.invitations_to_propose i
		JOIN public.project_owners o ON o.project_id = i.project_id WHERE o.company_id = ANY ($2) ORDER BY i.created_at DESC`},
		},
		Erased:  Erased{PartyColumn: "professional_id"},
		Offline: "invitations",
	},
	{
		Name: "proposals", Holds: "an offer of a professional for a project",
		Exported: []Section{
			{"proposals", `SELECT id, project_id, professional_id, project_revision, terms, value, travel, milestones, deadline_days, valid_until, assumptions, exclusions, cover_letter, status, decline_reason, decided_at, created_at FROM public.proposals WHERE professional_id = ANY ($2) ORDER BY created_at DESC`},
		},
		Erased:   Erased{Kept: "it is withdrawn; the company has read it"},
		Offline:  "proposals",
		InVolume: true,
	},
	{
		Name: "proposal_terms", Holds: "a version of the terms of a proposal",
		Exported: []Section{
			{"proposal_terms", `SELECT t.proposal_id, t.number, t.author, t.state, t.value, t.travel, t.milestones, t.deadline_days, t.valid_until, t.assumptions, t.exclusions, t.note, t.created_at, t.answered_at
		FROM public.proposal_terms t JOIN public.proposals p ON p.id = t.proposal_id JOIN public.project_owners o ON o.project_id = p.project_id
		WHERE p.professional_id = ANY ($2) OR o.company_id = ANY ($2) AND t.author = 'company' ORDER BY t.created_at DESC`},
		},
		Erased:   Erased{Kept: "it belongs to its proposal"},
		Offline:  "proposals",
		InVolume: true,
	},
	{
		Name: "proposal_notes", Holds: "a company's note on a proposal",
		Exported: []Section{
			{"proposal_notes", `SELECT proposal_id, note, shortlisted, updated_at FROM public.proposal_notes WHERE company_id = ANY ($2) OR updated_by = $1 ORDER BY updated_at DESC`},
		},
		Erased:  Erased{PartyColumn: "company_id"},
		Offline: "proposals",
	},
	{
		Name: "private.terms_consents", Holds: "who accepted the terms of use with a proposal",
		Exported: []Section{
			{"terms_consents", `SELECT proposal_id, number, at, address FROM private.terms_consents WHERE person_id = $1 ORDER BY at DESC`},
		},
		Erased: Erased{Kept: "it proves the consent"},
	},
	{
		Name: "contracts", Holds: "an agreement between a company and a professional",
		Exported: []Section{
			{"contracts", `SELECT id, number, project_id, company_id, professional_id, value, scope, terms, settlement, fee_percent, status, started_at, delivered_at, acceptance_due_at, adjustments_count, completed_at, ended_at, end_reason, created_at FROM public.contracts WHERE company_id = ANY ($2) OR professional_id = ANY ($2) ORDER BY created_at DESC`},
		},
		NotTheirs: map[string]string{
			"completed_by":   "is one of the contract's two sides",
			"delivered_by":   "is one of the contract's two sides",
			"ended_by":       "is whoever ended what its two sides are told in full",
			"termination_by": "is one of the contract's two sides",
		},
		Erased:  Erased{Kept: "both sides keep it"},
		Offline: "contracts",
	},
	{
		Name: "contract_acceptances", Holds: "the consent of one side to a contract",
		Exported: []Section{
			{"contract_acceptances", `SELECT a.contract_id, a.side, a.at, a.address, a.sha256 FROM public.contract_acceptances a
		JOIN public.contracts c ON c.id = a.contract_id WHERE a.person_id = $1 OR c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY a.at DESC`},
		},
		Erased:   Erased{Kept: "both sides keep it"},
		NotHeard: notRead,
		Offline:  "contracts",
	},
	{
		Name: "contract_events", Holds: "a step of a contract",
		Exported: []Section{
			{"contract_events", `SELECT e.contract_id, e.action, e.from_status, e.to_status, e.reason, e.created_at FROM public.contract_events e
		JOIN public.contracts c ON c.id = e.contract_id WHERE e.actor_id = $1 OR c.company_id = ANY ($2) OR c.professional_id = ANY ($2) OR e.party_id = ANY ($2) ORDER BY e.created_at DESC`},
		},
		Erased:  Erased{Kept: "both sides keep it"},
		Offline: "contracts",
	},
	{
		Name: "private.contract_texts", Holds: "the text that both sides agreed to",
		Exported: []Section{
			{"contract_texts", `SELECT t.contract_id, t.content, t.created_at FROM private.contract_texts t
		JOIN public.contracts c ON c.id = t.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY t.created_at DESC`},
		},
		Erased: Erased{Kept: "both sides keep it"},
	},
	{
		Name: "private.contract_files", Holds: "a printed document of a contract",
		Exported: []Section{
			{"contract_files", `SELECT f.contract_id, f.subject_id, f.sha256, f.created_at FROM private.contract_files f
		JOIN public.contracts c ON c.id = f.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY f.created_at DESC`},
		},
		NotTheirs: map[string]string{
			"subject_id": "is a contract or an amendment, never a person",
		},
		Erased: Erased{Kept: "both sides keep it"},
	},
	{
		Name: "private.party_snapshots", Holds: "the name and number of a side on the day of an act",
		Exported: []Section{
			// Only the party's own side, because the document agreed by both masks the other's number.
			{"party_snapshots", `SELECT s.contract_id, s.act, s.subject_id, s.version, s.side, s.person_name, s.address, s.taken_at, s.is_late,
		CASE s.side WHEN 'company' THEN s.company_name ELSE s.professional_name END AS party_name,
		CASE s.side WHEN 'company' THEN s.company_document ELSE s.professional_document END AS party_document
		FROM private.party_snapshots s JOIN public.contracts c ON c.id = s.contract_id
		WHERE s.person_id = $1 OR CASE s.side WHEN 'company' THEN c.company_id ELSE c.professional_id END = ANY ($2) ORDER BY s.taken_at DESC`},
		},
		NotTheirs: map[string]string{
			"subject_id": "is what the act is about, by act, never a person",
		},
		Erased: Erased{Kept: "the document of the act names them"},
	},
	{
		Name: "milestones", Holds: "a part of a contract with its own value and date",
		Exported: []Section{
			{"milestones", `SELECT m.id, m.contract_id, m.position, m.kind, m.title, m.deliverable, m.value, m.due_on, m.status, m.delivered_at, m.delivery_note, m.approved_at, m.settled_at
		FROM public.milestones m JOIN public.contracts c ON c.id = m.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY m.created_at DESC`},
		},
		NotTheirs: map[string]string{
			"approved_by":  "is one of the contract's two sides",
			"delivered_by": "is one of the contract's two sides",
		},
		Erased:  Erased{Kept: "both sides keep it"},
		Offline: "contracts",
	},
	{
		Name: "checklists", Holds: "a list of tests of a milestone",
		Exported: []Section{
			{"checklists", `SELECT l.id, l.milestone_id, l.kind, l.template, l.holds_clock, l.version, l.status, l.company_signed_at, l.professional_signed_at, l.executed_at,
		(SELECT json_agg(json_build_object('title', i.title, 'expected', i.expected, 'blocking', i.blocking, 'result', i.result, 'note', i.note, 'recorded_at', i.recorded_at, 'witnessed_as', i.witnessed_as, 'witnessed_at', i.witnessed_at) ORDER BY i.position)
		 FROM public.checklist_items i WHERE i.checklist_id = l.id) AS items
		FROM public.checklists l JOIN public.contracts c ON c.id = l.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY l.created_at DESC`},
		},
		NotTheirs: map[string]string{
			"agreed_by_company":      "is one of the contract's two sides",
			"agreed_by_professional": "is one of the contract's two sides",
			"signed_by_company":      "is one of the contract's two sides",
			"signed_by_professional": "is one of the contract's two sides",
		},
		Erased:  Erased{Kept: "both sides keep it"},
		Offline: "contracts",
	},
	{
		Name: "checklist_items", Holds: "an item of a checklist, with its result",
		NotExported: "it is in the checklists",
		NotTheirs: map[string]string{
			"recorded_by":  "is one of the contract's two sides",
			"witnessed_by": "is one of the contract's two sides",
		},
		Erased:  Erased{Kept: "both sides keep it"},
		Offline: "contracts",
	},
	{
		Name: "deal_files", Holds: "a document attached to a contract",
		Exported: []Section{
			{"deal_files", `SELECT f.id, f.contract_id, f.milestone_id, f.checklist_item_id, f.purpose, f.name, f.media_type, f.bytes, f.sha256, f.version, f.path, f.created_at
		FROM public.deal_files f JOIN public.contracts c ON c.id = f.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY f.created_at DESC`},
		},
		NotTheirs: map[string]string{
			"uploaded_by": "is one of the contract's two sides",
		},
		Erased:  Erased{Kept: "both sides keep it"},
		Offline: "contracts",
	},
	{
		Name: "amendments", Holds: "a change to a contract that one side proposes",
		Exported: []Section{
			{"amendments", `SELECT a.id, a.contract_id, a.label, a.author, a.title, a.description, a.reason, a.hours, a.price, a.shift_days, a.status, a.created_at, a.closed_at, a.answer_reason
		FROM public.amendments a JOIN public.contracts c ON c.id = a.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY a.created_at DESC`},
		},
		NotTheirs: map[string]string{
			"answered_by": "is one of the contract's two sides",
			"proposed_by": "is one of the contract's two sides",
		},
		Erased:  Erased{Kept: "both sides keep it"},
		Offline: "contracts",
	},
	{
		Name: "disputes", Holds: "a disagreement over a milestone",
		Exported: []Section{
			{"disputes", `SELECT d.id, d.milestone_id, d.status, d.opened_by, d.reason, d.value, d.professional_percent, d.answer_due_at, d.decided_percent, d.decided_at, d.appeal_until,
		d.company_accepted_at, d.professional_accepted_at, d.outcome_percent, d.ended_at, d.created_at
		FROM public.disputes d JOIN public.contracts c ON c.id = d.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY d.created_at DESC`},
		},
		NotTheirs: map[string]string{
			"decided_by": "is an administrator's, whose deeds are the section administration",
			"opener_id":  "is one of the contract's two sides",
		},
		Erased:     Erased{Kept: "both sides keep it"},
		NotOffline: "a matter of administration",
	},
	{
		Name: "dispute_entries", Holds: "a statement, offer or decision in a dispute",
		Exported: []Section{
			{"dispute_entries", `SELECT e.dispute_id, e.number, e.kind, e.side, e.author_name, e.content, e.professional_percent, e.offer, e.evidence, e.created_at
		FROM public.dispute_entries e JOIN public.contracts c ON c.id = e.contract_id
		WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) OR e.author_id = $1 ORDER BY e.created_at DESC`},
		},
		Erased:     Erased{Kept: "both sides keep it"},
		NotOffline: "a matter of administration",
	},
}
