package register

var money = []Table{
	{
		Name: "charges", Holds: "a Pix charge for a milestone",
		Exported: []Section{
			{"charges", `SELECT g.id, g.milestone_id, g.txid, g.status, g.value, g.fee, g.expires_at, g.paid_at, g.created_at
		FROM public.charges g JOIN public.contracts c ON c.id = g.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY g.created_at DESC`},
		},
		Erased:     Erased{Kept: "tax law asks for it"},
		NotOffline: "money",
	},
	{
		Name: "charge_codes", Holds: "the code that pays a charge",
		NotExported: "it pays a charge, which is in the charges",
		NotTheirs: map[string]string{
			"company_id": "pays a charge, which is in the charges",
		},
		Erased:     Erased{Kept: "tax law asks for it"},
		NotHeard:   notRead,
		NotOffline: "money",
	},
	{
		Name: "direct_payments", Holds: "a payment that the company made outside of the product",
		Exported: []Section{
			{"direct_payments", `SELECT d.id, d.milestone_id, d.value, d.withheld, d.paid_on, d.receipt, d.end_to_end_id, d.note, d.status, d.declared_at, d.answered_at, d.reason
		FROM public.direct_payments d JOIN public.contracts c ON c.id = d.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY d.declared_at DESC`},
		},
		NotTheirs: map[string]string{
			"answered_by": "is one of the contract's two sides",
			"declared_by": "is one of the contract's two sides",
		},
		Erased:  Erased{Kept: "both sides keep it"},
		Offline: "contracts",
	},
	{
		Name: "invoices", Holds: "an invoice of a professional for a milestone",
		Exported: []Section{
			{"invoices", `SELECT i.id, i.milestone_id, i.version, i.kind, i.status, i.expected, i.access_key, i.number, i.verification_code, i.issued_on, i.value, i.provider_document,
		i.taker_document, i.is_read, i.differences, i.sent_at, i.answered_at, i.reason
		FROM public.invoices i JOIN public.contracts c ON c.id = i.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY i.created_at DESC`},
		},
		NotTheirs: map[string]string{
			"answered_by": "is one of the contract's two sides",
			"sent_by":     "is one of the contract's two sides",
		},
		Erased:     Erased{Kept: "tax law asks for it"},
		NotOffline: "money",
	},
	{
		Name: "withholdings", Holds: "a tax that the company withholds from a payment",
		Exported: []Section{
			{"withholdings", `SELECT w.id, w.milestone_id, w.round, w.tax, w.payee, w.gross, w.base, w.rate, w.value, w.lawful_cents / 100.0 AS lawful, w.law, w.status, w.recorded_at, w.answered_at, w.reason, w.settled
		FROM public.withholdings w JOIN public.contracts c ON c.id = w.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY w.recorded_at DESC`},
		},
		NotTheirs: map[string]string{
			"answered_by": "is one of the contract's two sides",
			"recorded_by": "is one of the contract's two sides",
		},
		Erased:             Erased{Kept: "tax law asks for it"},
		NotOffline:         "money",
		NotInDemonstration: noTax,
	},
	{
		Name: "withholding_proofs", Holds: "a withheld tax that the company has to prove",
		Exported: []Section{
			{"withholding_proofs", `SELECT w.id, w.milestone_id, w.tax, w.value, w.settlement, w.status, w.created_at, w.due_at, w.answer_until, w.decision, w.decided_at, w.acceptances_stop_on, w.ended_at
		FROM public.withholding_proofs w JOIN public.contracts c ON c.id = w.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY w.created_at DESC`},
		},
		NotTheirs: map[string]string{
			"decided_by": "is an administrator's, whose deeds are the section administration",
		},
		Erased:             Erased{Kept: "tax law asks for it"},
		NotOffline:         "money",
		NotInDemonstration: noTax,
	},
	{
		Name: "withholding_proof_rounds", Holds: "a proof of a withheld tax, and its answer",
		Exported: []Section{
			{"withholding_proof_rounds", `SELECT r.id, r.proof_id, r.round, r.reference, r.given_at, r.answered_at, r.reason
		FROM public.withholding_proof_rounds r JOIN public.contracts c ON c.id = r.contract_id WHERE c.company_id = ANY ($2) OR c.professional_id = ANY ($2) ORDER BY r.given_at DESC`},
		},
		NotTheirs: map[string]string{
			"answered_by": "is one of the contract's two sides",
			"given_by":    "is one of the contract's two sides",
		},
		Erased:             Erased{Kept: "tax law asks for it"},
		NotHeard:           "given and answered with their withheld tax, to which pages subscribe",
		NotOffline:         "money",
		NotInDemonstration: noTax,
	},
	{
		Name: "fee_receipts", Holds: "a receipt for the fee of the market",
		Exported: []Section{
			{"fee_receipts", `SELECT number, contract_id, milestone_id, base, fee, issuer, issued_at FROM public.fee_receipts WHERE party_id = ANY ($2) ORDER BY number DESC`},
		},
		Erased:     Erased{Kept: "tax law asks for it"},
		NotHeard:   "issued by a release, which is in contract_events",
		NotOffline: "money",
	},
	{
		Name: "receivers", Holds: "the account that a party is paid into",
		Exported: []Section{
			{"receivers", `SELECT party_id, institution, status, reason, updated_at FROM public.receivers WHERE party_id = ANY ($2) ORDER BY updated_at DESC`},
		},
		Erased:     Erased{PartyColumn: "party_id"},
		NotOffline: "money",
	},
	{
		Name: "payouts", Holds: "a transfer of a balance to its party",
		Exported: []Section{
			{"payouts", `SELECT id, party_id, value, key_end, status, reason, created_at, done_at FROM public.payouts WHERE party_id = ANY ($2) OR requested_by = $1 ORDER BY created_at DESC`},
		},
		Erased:     Erased{Kept: "tax law asks for it"},
		NotOffline: "money",
	},
	{
		Name: "ledger_transfers", Holds: "a posting of the ledger",
		NotExported: "its entries are the statement",
		Erased:      Erased{Kept: "the ledger is never changed"},
		NotHeard:    notRead,
		NotOffline:  "money",
	},
	{
		Name: "ledger_entries", Holds: "one account of a posting",
		Exported: []Section{
			{"statement", `SELECT party_id, created_at AS at, kind, value, contract_id, milestone_id FROM public.ledger_entries
		WHERE party_id = ANY ($2) AND (account LIKE 'available:%' OR account LIKE 'outside:company:%') ORDER BY created_at DESC, id DESC`},
		},
		Erased:     Erased{Kept: "the ledger is never changed"},
		NotHeard:   notRead,
		NotOffline: "money",
	},
	{
		Name: "statement", Holds: "a view of a party's entries in the ledger",
		NotExported:        "it repeats ledger_entries",
		Erased:             Erased{Kept: noRows},
		NotHeard:           "what is posted follows a step, which is in contract_events",
		NotOffline:         "money",
		NotInDemonstration: "a view that shows nothing to the database's owner",
	},
	{
		Name: "reconciliation_differences", Holds: "a difference between the ledger and the institution",
		NotExported: "it names no person but the administrator, whose actions are in administration",
		NotTheirs: map[string]string{
			"handled_by": "is an administrator's, whose deeds are the section administration",
		},
		Erased:             Erased{Kept: "the ledger is never changed"},
		NotOffline:         "money",
		NotInDemonstration: "the institution of the demonstration makes no mistakes",
	},
	{
		Name: "private.receiver_accounts", Holds: "a party's account at the institution",
		NotExported: "it holds keys of the institution; the rest is in the receivers",
		NotTheirs: map[string]string{
			"party_id": "is the party of the receivers; the rest is the institution's, and keys",
		},
		Erased: Erased{Kept: "payments under way need it"},
	},
	{
		Name: "private.payout_orders", Holds: "an order to the institution to pay out",
		NotExported: "it repeats payouts",
		Erased:      Erased{Kept: "tax law asks for it"},
	},
}
