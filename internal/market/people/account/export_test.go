package account

import (
	"regexp"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"automacao/internal/market/register"
	"automacao/internal/postgres/dbtest"
)

// notExported lists the columns that identify a person but are in no section of an export, each
// with the reason.
var notExported = map[string]string{
	"private.barred_documents.profile_id":          "is written when the account is gone, and says nothing to who reads it",
	"private.deferrals.party_id":                   "is for whom its person acts",
	"private.idempotency_keys.user_id":             "keeps for two days what calls were answered with, which was told then",
	"private.profile_visits.profile_id":            "keeps the keys of others who looked, for two days; what they add up to is profile_views",
	"public.amendments.answered_by":                "is one of the contract's two sides",
	"public.amendments.proposed_by":                "is one of the contract's two sides",
	"public.contracts.completed_by":                "is one of the contract's two sides",
	"public.contracts.delivered_by":                "is one of the contract's two sides",
	"public.contracts.ended_by":                    "is whoever ended what its two sides are told in full",
	"public.contracts.termination_by":              "is one of the contract's two sides",
	"public.conversations.owner_id":                "repeats the newest of the messages",
	"public.conversations.partner_id":              "belongs to its owner, and repeats the newest of the messages",
	"public.conversations.partner_party_id":        "belongs to its owner, and repeats the newest of the messages",
	"public.charge_codes.company_id":               "pays a charge, which is in the charges",
	"private.receiver_accounts.party_id":           "is the party of the receivers; the rest is the institution's, and keys",
	"public.direct_payments.answered_by":           "is one of the contract's two sides",
	"public.direct_payments.declared_by":           "is one of the contract's two sides",
	"public.corrections.asked_by":                  "is of those who answer for the party, to whom it is told",
	"public.corrections.decided_by":                "is an administrator's, whose deeds are the section administration",
	"public.disputes.decided_by":                   "is an administrator's, whose deeds are the section administration",
	"public.disputes.opener_id":                    "is one of the contract's two sides",
	"public.invoices.answered_by":                  "is one of the contract's two sides",
	"public.invoices.sent_by":                      "is one of the contract's two sides",
	"public.withholding_proof_rounds.answered_by":  "is one of the contract's two sides",
	"public.withholding_proof_rounds.given_by":     "is one of the contract's two sides",
	"public.withholding_proofs.decided_by":         "is an administrator's, whose deeds are the section administration",
	"public.withholdings.answered_by":              "is one of the contract's two sides",
	"public.withholdings.recorded_by":              "is one of the contract's two sides",
	"public.milestones.approved_by":                "is one of the contract's two sides",
	"public.milestones.delivered_by":               "is one of the contract's two sides",
	"public.messages.party_id":                     "is shown in the messages, which belong to the people between whom they went",
	"public.messages.subject_id":                   "is a project or a contract, never a person",
	"public.notifications.actor_id":                "is about whom it was sent to",
	"public.notifications.subject_id":              "is what the notice is about, by subject_kind",
	"public.profiles.contact_id":                   "follows from the memberships",
	"public.reconciliation_differences.handled_by": "is an administrator's, whose deeds are the section administration",
	"public.owner_removals.decided_by":             "is an administrator's, whose deeds are the section administration",
	"public.reports.decided_by":                    "is an administrator's, whose deeds are the section administration",
	"public.reports.profile_id":                    "would tell who complained about whom",
	"public.reports.subject_id":                    "is what the report is about, by kind",
	"public.checklist_items.recorded_by":           "is one of the contract's two sides",
	"public.checklist_items.witnessed_by":          "is one of the contract's two sides",
	"public.checklists.agreed_by_company":          "is one of the contract's two sides",
	"public.checklists.agreed_by_professional":     "is one of the contract's two sides",
	"public.checklists.signed_by_company":          "is one of the contract's two sides",
	"public.checklists.signed_by_professional":     "is one of the contract's two sides",
	"private.contract_files.subject_id":            "is a contract or an amendment, never a person",
	"private.party_snapshots.subject_id":           "is what the act is about, by act, never a person",
	"public.deal_files.uploaded_by":                "is one of the contract's two sides",
}

// personColumns lists the columns that identify a person: foreign keys to a person, and columns
// named like one.
const personColumns = `
	SELECT n.nspname || '.' || c.relname || '.' || a.attname
	FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
	WHERE n.nspname IN ('public', 'private') AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped AND a.atttypid = 'uuid'::regtype
	  AND (a.attname ~ '^(user|person|profile|member|owner|partner|author|subject|actor|reporter|reported|sender|recipient|from|to|company|professional|contact)_id$|_by$'
	    OR EXISTS (SELECT FROM pg_constraint k WHERE k.contype = 'f' AND k.conrelid = c.oid AND k.conkey = ARRAY[a.attnum]
	               AND k.confrelid IN ('public.profiles'::regclass, 'auth.users'::regclass)))
	ORDER BY 1`

func TestWhatNamesAPersonIsExported(t *testing.T) {
	t.Parallel()
	rows, _ := dbtest.New(t).Query(t.Context(), personColumns)
	columns, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	if len(columns) < 20 {
		t.Errorf("only %v name a person", columns)
	}
	present := map[string]bool{}
	for _, column := range columns {
		present[column] = true
		switch exempt := notExported[column] != ""; {
		case isExported(column) && exempt:
			t.Errorf("%s is exported by now: take it off the list", column)
		case !isExported(column) && !exempt:
			t.Errorf("%s names a person and is in no section of the export: add it, or say why not", column)
		}
	}
	for column := range notExported {
		if !present[column] {
			t.Errorf("%s names nobody by now: take it off the list", column)
		}
	}
}

// isExported reports whether a section reads the table and compares the column with the person or
// their parties.
func isExported(column string) bool {
	table, name := column[:strings.LastIndex(column, ".")], column[strings.LastIndex(column, ".")+1:]
	from := regexp.MustCompile(`(FROM|JOIN) ` + regexp.QuoteMeta(table) + `\b`)
	compared := regexp.MustCompile(`\b` + name + ` = (\$1|ANY \(\$2\))|\$1 IN \([^)]*\b` + name + `\b`)
	for _, part := range register.Sections() {
		if from.MatchString(part.Query) && compared.MatchString(part.Query) {
			return true
		}
	}
	return table == "public.profiles" && name == "id"
}
