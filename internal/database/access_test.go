package database_test

import (
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"
)

const (
	yes = true
	no  = false
)

// viewers are the columns of the matrix below.
var viewers = [10]struct{ name, who string }{
	{"Anon", "anon"}, {"Marina", marina}, {"Rafael", rafael}, {"Serra", serra},
	{"Eva", eva}, {"Rui", rui}, {"Vale", vale}, {"Admin", admin}, {"BlockedBruno", bruno}, {"Service", "service_role"},
}

// sights say who sees which row.
var sights = []struct {
	row, table, where string
	sees              [10]bool
}{
	//                                                                            anon marina rafael serra eva rui vale admin bruno service
	{"AnActiveProfile", "profiles", "id = '" + marina + "'", [10]bool{yes, yes, yes, yes, yes, yes, yes, yes, yes, yes}},
	{"ABlockedProfile", "profiles", "id = '" + bruno + "'", [10]bool{no, no, yes, no, no, no, yes, yes, yes, yes}},
	{"AnotherBlockedProfile", "profiles", "id = '" + elisa + "'", [10]bool{no, no, no, no, no, no, no, yes, no, yes}},
	{"AnAdministratorsProfile", "profiles", "id = '" + admin + "'", [10]bool{no, yes, yes, yes, yes, yes, yes, yes, yes, yes}},

	{"AColleaguesProfile", "profiles", "id = '" + eva + "'", [10]bool{no, yes, yes, yes, yes, yes, yes, yes, yes, yes}},

	{"SerrasOrganisation", "organisations", "id = '" + serra + "'", [10]bool{no, no, no, yes, yes, yes, no, yes, no, yes}},
	{"ValesOrganisation", "organisations", "id = '" + vale + "'", [10]bool{no, no, no, no, no, no, yes, yes, no, yes}},
	{"SerrasTeam", "memberships", "organisation_id = '" + serra + "'", [10]bool{no, no, no, yes, yes, yes, no, yes, no, yes}},
	{"ValesTeam", "memberships", "organisation_id = '" + vale + "'", [10]bool{no, no, no, no, no, no, yes, yes, no, yes}},
	{"AnInvitationOfSerra", "invitations", "organisation_id = '" + serra + "'", [10]bool{no, no, no, yes, no, no, no, no, no, yes}},
	{"AnInvitationOfVale", "invitations", "organisation_id = '" + vale + "'", [10]bool{no, no, no, no, no, no, yes, no, no, yes}},

	{"MarinasAccount", "accounts", "profile_id = '" + marina + "'", [10]bool{no, yes, no, no, no, no, no, yes, no, yes}},
	{"RafaelsAccount", "accounts", "profile_id = '" + rafael + "'", [10]bool{no, no, yes, no, no, no, no, yes, no, yes}},
	{"SerrasAccount", "accounts", "profile_id = '" + serra + "'", [10]bool{no, no, no, yes, no, no, no, yes, no, yes}},
	{"ValesAccount", "accounts", "profile_id = '" + vale + "'", [10]bool{no, no, no, no, no, no, yes, yes, no, yes}},
	{"BrunosAccount", "accounts", "profile_id = '" + bruno + "'", [10]bool{no, no, no, no, no, no, no, yes, yes, yes}},
	{"EvasAccount", "accounts", "profile_id = '" + eva + "'", [10]bool{no, no, no, no, yes, no, no, yes, no, yes}},

	{"AnActivePortfolio", "portfolio_projects", "profile_id = '" + marina + "'", [10]bool{yes, yes, yes, yes, yes, yes, yes, yes, yes, yes}},
	{"ABlockedPortfolio", "portfolio_projects", "profile_id = '" + bruno + "'", [10]bool{no, no, no, no, no, no, no, no, yes, yes}},
	{"AnotherBlockedPortfolio", "portfolio_projects", "profile_id = '" + elisa + "'", [10]bool{no, no, no, no, no, no, no, no, no, yes}},

	{"AnOpenProject", "projects", "company_id = '" + serra + "' AND status = 'open'", [10]bool{yes, yes, yes, yes, yes, yes, yes, yes, yes, yes}},
	{"AClosedProject", "projects", "id = '" + closedProject + "'", [10]bool{yes, yes, yes, yes, yes, yes, yes, yes, yes, yes}},
	{"AConfidentialProject", "projects", "id = '" + secretProject + "'", [10]bool{yes, yes, yes, yes, yes, yes, yes, yes, yes, yes}},
	{"TheCompanyOfAConfidentialProject", "projects", "id = '" + secretProject + "' AND company_id IS NOT NULL", [10]bool{}},

	{"TheOwnerOfSerrasProject", "project_owners", "project_id = '" + openProject + "'", [10]bool{no, no, no, yes, yes, yes, no, yes, no, yes}},
	{"TheOwnerOfAConfidentialProject", "project_owners", "project_id = '" + secretProject + "'", [10]bool{no, no, no, no, no, no, yes, yes, no, yes}},

	{"MarinasProposalToSerra", "proposals", "project_id = '" + openProject + "'", [10]bool{no, yes, no, yes, yes, yes, no, yes, no, yes}},
	{"BrunosProposalToVale", "proposals", "professional_id = '" + bruno + "'", [10]bool{no, no, no, no, no, no, yes, yes, yes, yes}},

	{"TheTermsOfMarinasProposal", "proposal_terms", "proposal_id IN (SELECT id FROM public.proposals WHERE project_id = '" + openProject + "')", [10]bool{no, yes, no, yes, yes, yes, no, yes, no, yes}},
	{"TheTermsOfBrunosProposal", "proposal_terms", "proposal_id IN (SELECT id FROM public.proposals WHERE professional_id = '" + bruno + "')", [10]bool{no, no, no, no, no, no, yes, yes, yes, yes}},

	{"WhatSerraNotedOfMarinasProposal", "proposal_notes", "company_id = '" + serra + "'", [10]bool{no, no, no, yes, yes, yes, no, no, no, yes}},
	{"WhatValeNotedOfBrunosProposal", "proposal_notes", "company_id = '" + vale + "'", [10]bool{no, no, no, no, no, no, yes, no, no, yes}},

	{"AMessageFromMarinaToSerra", "messages", "to_id = '" + serra + "'", [10]bool{no, yes, no, yes, no, no, no, no, no, yes}},
	{"AMessageFromBrunoToRafael", "messages", "to_id = '" + rafael + "'", [10]bool{no, no, yes, no, no, no, no, no, yes, yes}},
	{"AnAutomaticMessageOfAConfidentialProject", "messages", "to_id = '" + vale + "'", [10]bool{no, no, no, no, no, no, yes, no, no, yes}},

	{"MarinasConversationWithSerra", "conversations", "owner_id = '" + marina + "' AND partner_id = '" + serra + "'", [10]bool{no, yes, no, no, no, no, no, no, no, yes}},
	{"SerrasConversationWithMarina", "conversations", "owner_id = '" + serra + "'", [10]bool{no, no, no, yes, no, no, no, no, no, yes}},
	{"RafaelsConversationWithBruno", "conversations", "owner_id = '" + rafael + "'", [10]bool{no, no, yes, no, no, no, no, no, no, yes}},
	{"BrunosConversationWithRafael", "conversations", "owner_id = '" + bruno + "'", [10]bool{no, no, no, no, no, no, no, no, yes, yes}},
	{"ValesConversationWithMarina", "conversations", "owner_id = '" + vale + "'", [10]bool{no, no, no, no, no, no, yes, no, no, yes}},
	{"MarinasConversationThatWouldNameVale", "conversations", "owner_id = '" + marina + "' AND partner_id = '" + vale + "'", [10]bool{}},

	{"RafaelsContractWithSerra", "contracts", "id = '" + doneContract + "'", [10]bool{no, no, yes, yes, yes, yes, no, yes, no, yes}},
	{"MarinasContractWithVale", "contracts", "project_id = '" + valesProject + "'", [10]bool{no, yes, no, no, no, no, yes, yes, no, yes}},
	{"WhatHappenedToRafaelsContract", "contract_events", "contract_id = '" + doneContract + "'", [10]bool{no, no, yes, yes, yes, yes, no, yes, no, yes}},
	{"WhatHappenedToMarinasContract", "contract_events", "contract_id <> '" + doneContract + "'", [10]bool{no, yes, no, no, no, no, yes, yes, no, yes}},
	{"AMilestoneOfRafaels", "milestones", "contract_id = '" + doneContract + "'", [10]bool{no, no, yes, yes, yes, yes, no, yes, no, yes}},
	{"AMilestoneOfMarinas", "milestones", "contract_id <> '" + doneContract + "'", [10]bool{no, yes, no, no, no, no, yes, yes, no, yes}},
	{"APaymentToRafael", "direct_payments", "contract_id = '" + doneContract + "'", [10]bool{no, no, yes, yes, yes, yes, no, yes, no, yes}},
	{"AChargeOfRafaels", "charges", "contract_id = '" + doneContract + "'", [10]bool{no, no, yes, yes, yes, yes, no, yes, no, yes}},
	{"AChargeOfMarinas", "charges", "contract_id <> '" + doneContract + "'", [10]bool{no, yes, no, no, no, no, yes, yes, no, yes}},
	// Only who may pay for the company.
	{"ACodeThatSerraPays", "charge_codes", "company_id = '" + serra + "'", [10]bool{no, no, no, yes, no, no, no, no, no, yes}},
	{"ACodeThatValePays", "charge_codes", "company_id = '" + vale + "'", [10]bool{no, no, no, no, no, no, yes, no, no, yes}},
	{"MarinasPayout", "payouts", "party_id = '" + marina + "'", [10]bool{no, yes, no, no, no, no, no, yes, no, yes}},
	{"RafaelsPayout", "payouts", "party_id = '" + rafael + "'", [10]bool{no, no, yes, no, no, no, no, yes, no, yes}},
	{"MarinasReceiver", "receivers", "party_id = '" + marina + "'", [10]bool{no, yes, no, no, no, no, no, yes, no, yes}},
	{"RafaelsReceiver", "receivers", "party_id = '" + rafael + "'", [10]bool{no, no, yes, no, no, no, no, yes, no, yes}},
	{"ADifferenceOfMoney", "reconciliation_differences", "reference = 'evt_1'", [10]bool{no, no, no, no, no, no, no, yes, no, yes}},
	{"APaymentToMarina", "direct_payments", "contract_id <> '" + doneContract + "'", [10]bool{no, yes, no, no, no, no, yes, yes, no, yes}},
	{"WhoAgreedToRafaelsContract", "contract_acceptances", "contract_id = '" + doneContract + "'", [10]bool{no, no, yes, yes, yes, yes, no, yes, no, yes}},
	{"WhoAgreedToMarinasContract", "contract_acceptances", "contract_id <> '" + doneContract + "'", [10]bool{no, yes, no, no, no, no, yes, yes, no, yes}},
	{"AnInvoiceOfRafaels", "invoices", "contract_id = '" + doneContract + "'", [10]bool{no, no, yes, yes, yes, yes, no, yes, no, yes}},
	{"AnInvoiceOfMarinas", "invoices", "contract_id <> '" + doneContract + "'", [10]bool{no, yes, no, no, no, no, yes, yes, no, yes}},
	{"ATaxWithheldOfRafael", "withholdings", "contract_id = '" + doneContract + "'", [10]bool{no, no, yes, yes, yes, yes, no, yes, no, yes}},
	{"ATaxWithheldOfMarina", "withholdings", "contract_id <> '" + doneContract + "'", [10]bool{no, yes, no, no, no, no, yes, yes, no, yes}},
	// The professional's alone, whatever his role.
	{"AReceiptOfRafaels", "fee_receipts", "contract_id = '" + doneContract + "'", [10]bool{no, no, yes, no, no, no, no, yes, no, yes}},
	{"AReceiptOfMarinas", "fee_receipts", "contract_id <> '" + doneContract + "'", [10]bool{no, yes, no, no, no, no, no, yes, no, yes}},
	{"AnAmendmentOfRafaels", "amendments", "contract_id = '" + doneContract + "'", [10]bool{no, no, yes, yes, yes, yes, no, yes, no, yes}},
	{"AnAmendmentOfMarinas", "amendments", "contract_id <> '" + doneContract + "'", [10]bool{no, yes, no, no, no, no, yes, yes, no, yes}},
	{"ADisputeWithRafael", "disputes", "contract_id = '" + doneContract + "'", [10]bool{no, no, yes, yes, yes, yes, no, yes, no, yes}},
	{"ADisputeWithMarina", "disputes", "contract_id <> '" + doneContract + "'", [10]bool{no, yes, no, no, no, no, yes, yes, no, yes}},
	{"WhatIsSaidOfRafael", "dispute_entries", "contract_id = '" + doneContract + "'", [10]bool{no, no, yes, yes, yes, yes, no, yes, no, yes}},
	{"WhatIsSaidOfMarina", "dispute_entries", "contract_id <> '" + doneContract + "'", [10]bool{no, yes, no, no, no, no, yes, yes, no, yes}},
	{"AChecklistOfRafaels", "checklists", "contract_id = '" + doneContract + "'", [10]bool{no, no, yes, yes, yes, yes, no, yes, no, yes}},
	{"AnItemOfRafaels", "checklist_items", "contract_id = '" + doneContract + "'", [10]bool{no, no, yes, yes, yes, yes, no, yes, no, yes}},
	{"AFileOfRafaels", "deal_files", "contract_id = '" + doneContract + "'", [10]bool{no, no, yes, yes, yes, yes, no, yes, no, yes}},
	{"AChecklistOfMarinas", "checklists", "contract_id <> '" + doneContract + "'", [10]bool{no, yes, no, no, no, no, yes, yes, no, yes}},
	{"AnItemOfMarinas", "checklist_items", "contract_id <> '" + doneContract + "'", [10]bool{no, yes, no, no, no, no, yes, yes, no, yes}},
	{"AFileOfMarinas", "deal_files", "contract_id <> '" + doneContract + "'", [10]bool{no, yes, no, no, no, no, yes, yes, no, yes}},
	// Of both projects somebody has proposed to: Marina to the open one, Bruno to Vale's.
	{"TheRevisionsOfSerrasProject", "project_revisions", "project_id = '" + openProject + "'", [10]bool{no, yes, no, yes, yes, yes, no, yes, no, yes}},
	{"TheRevisionsOfValesProject", "project_revisions", "project_id = '" + secretProject + "'", [10]bool{no, no, no, no, no, no, yes, yes, yes, yes}},
	{"WhatRafaelAskedOfSerra", "project_questions", "project_id = '" + openProject + "'", [10]bool{no, yes, yes, yes, yes, yes, no, yes, no, yes}},
	{"WhatValeMadeClear", "project_questions", "project_id = '" + secretProject + "'", [10]bool{no, no, no, no, no, no, yes, yes, yes, yes}},
	{"APublishedReview", "reviews", "id = '" + publishedReview + "'", [10]bool{yes, yes, yes, yes, yes, yes, yes, yes, yes, yes}},
	{"AHiddenReview", "reviews", "id = '" + hiddenReview + "'", [10]bool{no, no, no, yes, yes, yes, no, no, no, yes}},
	{"RafaelsOwnReview", "reviews", "author_id = '" + rafael + "' AND published_at > now()", [10]bool{}},

	// Serra paid, Rafael earned; whoever may not pay for a party reads nothing.
	{"AnEntryOfSerras", "ledger_entries", "account = 'outside:company:" + serra + "'", [10]bool{no, no, no, no, no, no, no, yes, no, yes}},
	{"ATransferOfSerras", "ledger_transfers", "contract_id = '" + doneContract + "'", [10]bool{no, no, no, no, no, no, no, yes, no, yes}},
	{"SerrasStatement", "statement", "party_id = '" + serra + "'", [10]bool{no, no, no, yes, no, no, no, no, no, no}},
	{"RafaelsStatement", "statement", "party_id = '" + rafael + "'", [10]bool{no, no, yes, no, no, no, no, no, no, no}},

	{"MarinasPreferences", "preferences", "profile_id = '" + marina + "'", [10]bool{no, yes, no, no, no, no, no, no, no, yes}},
	{"MarinasNews", "notifications", "profile_id = '" + marina + "' AND kind = 'account'", [10]bool{no, yes, no, no, no, no, no, no, no, yes}},
	{"SerrasNews", "notifications", "profile_id = '" + serra + "'", [10]bool{no, no, no, yes, no, no, no, no, no, yes}},
	{"RafaelsNews", "notifications", "profile_id = '" + rafael + "'", [10]bool{no, no, yes, no, no, no, no, no, no, yes}},
	{"SerrasPreferences", "preferences", "profile_id = '" + serra + "'", [10]bool{no, no, no, yes, no, no, no, no, no, yes}},
	{"WhenRafaelWasViewed", "profile_view_days", "profile_id = '" + rafael + "'", [10]bool{no, no, yes, no, no, no, no, no, no, yes}},
	{"WhenMarinaWasViewed", "profile_view_days", "profile_id = '" + marina + "'", [10]bool{no, yes, no, no, no, no, no, no, no, yes}},
	{"WhenSerraWasViewed", "profile_view_days", "profile_id = '" + serra + "'", [10]bool{no, no, no, yes, yes, yes, no, no, no, yes}},
	{"AConflictOfDocuments", "document_conflicts", "profile_id = '" + rafael + "'", [10]bool{no, no, no, no, no, no, no, yes, no, yes}},
	{"MarinasReport", "reports", "reporter_id = '" + marina + "'", [10]bool{no, no, no, no, no, no, no, yes, no, yes}},
	{"AnAdministratorsAction", "audit_log", "actor_id = '" + admin + "'", [10]bool{no, no, no, no, no, no, no, yes, no, yes}},

	{"ASkill", "skills", "slug = 'retrofit'", [10]bool{yes, yes, yes, yes, yes, yes, yes, yes, yes, yes}},
	{"ASiteImage", "site_images", "key = 'landingHero'", [10]bool{yes, yes, yes, yes, yes, yes, yes, yes, yes, yes}},
}

// Tables of which everybody, or every administrator, sees every row. Of the
// others the matrix shows for each viewer a row that is hidden.
var (
	openTables  = []string{"skills", "site_images", "projects"}
	adminTables = []string{
		"profiles",
		"accounts",
		"organisations",
		"memberships",
		"project_owners",
		"proposals",
		"proposal_terms",
		"contracts",
		"contract_events",
		"milestones",
		"direct_payments",
		"disputes",
		"dispute_entries",
		"charges",
		"receivers",
		"reconciliation_differences",
		"amendments", "invoices", "withholdings", "fee_receipts",
		"checklists",
		"checklist_items",
		"deal_files",
		"contract_acceptances",
		"project_revisions",
		"project_questions",
		"reports",
		"audit_log",
		"document_conflicts",
		"ledger_transfers",
		"ledger_entries",
		"payouts",
	}
	// Views of the caller's own, which the server has none of.
	ownViews = []string{"statement"}
)

func TestEveryoneSeesTheirRowsAndNoOthers(t *testing.T) {
	t.Parallel()
	db := stage(t)
	for _, sight := range sights {
		for i, viewer := range viewers {
			shown := sight.sees[i]
			fact := viewer.name + "DoesNotSee" + sight.row
			if shown {
				fact = viewer.name + "Sees" + sight.row
			}
			t.Run(fact, func(t *testing.T) {
				rows := count(t, db.Pool, viewer.who, "public."+sight.table+" WHERE "+sight.where)
				if shown != (rows > 0) {
					t.Errorf("%d rows are shown", rows)
				}
			})
		}
	}
}

func TestEveryPublicTableIsInTheMatrix(t *testing.T) {
	t.Parallel()
	db := stage(t)
	rows, err := db.Owner.Query(t.Context(), `
		SELECT c.relname::text FROM pg_class c
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND c.relname <> 'goose_db_version'`)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil || len(tables) == 0 {
		t.Fatalf("found %v, %v", tables, err)
	}
	for _, table := range tables {
		for i, viewer := range viewers {
			shown, hidden := lines(table, i)
			seesAll := viewer.who == "service_role" && !slices.Contains(ownViews, table) || slices.Contains(openTables, table) ||
				viewer.who == admin && slices.Contains(adminTables, table)
			if seesAll && !shown {
				t.Errorf("the matrix has no row of %s that %s sees", table, viewer.name)
			}
			if !seesAll && !hidden {
				t.Errorf("the matrix has no row of %s that is hidden from %s", table, viewer.name)
			}
		}
	}
}

// lines says whether the matrix has a row of the table that is shown to, and
// one that is hidden from, a viewer.
func lines(table string, viewer int) (shown, hidden bool) {
	for _, sight := range sights {
		if sight.table == table {
			shown = shown || sight.sees[viewer]
			hidden = hidden || !sight.sees[viewer]
		}
	}
	return shown, hidden
}

func TestTopics(t *testing.T) {
	t.Parallel()
	db := stage(t)
	talk := "conversation:" + marina + ":" + serra
	for _, c := range []struct {
		fact, who, topic  string
		listens, canSpeak bool
	}{
		{"TheFirstOfAConversationListensAndSpeaks", marina, talk, yes, yes},
		{"TheSecondOfAConversationListensAndSpeaks", serra, talk, yes, yes},
		{"AnotherProfessionalHearsNothing", rafael, talk, no, no},
		{"AnotherCompanyHearsNothing", vale, talk, no, no},
		{"AnAdministratorHearsNothing", admin, talk, no, no},
		{"AVisitorHearsNothing", "anon", talk, no, no},
		{"APersonListensToTheirOwnChannel", marina, "user:" + marina, yes, no},
		{"NobodyListensToAnothersChannel", rafael, "user:" + marina, no, no},
		{"AnUnknownTopicIsClosed", marina, "everything:" + marina, no, no},
		{"AnIdElsewhereInTheTopicOpensNothing", rafael, talk + ":" + rafael, no, no},
		{"AVisitorsEmptyIdOpensNothing", "anon", "conversation::", no, no},
	} {
		t.Run(c.fact, func(t *testing.T) {
			t.Parallel()
			if heard := listens(t, db.Pool, c.who, c.topic); heard != c.listens {
				t.Errorf("listens: %v", heard)
			}
			said := try(t, db.Pool, c.who, `
				WITH topic AS MATERIALIZED (SELECT set_config('realtime.topic', $1, true) AS name)
				INSERT INTO realtime.messages (topic, extension) SELECT name, 'broadcast' FROM topic`, c.topic)
			if (said == "1 rows") != c.canSpeak {
				t.Errorf("speaks: %s", said)
			}
		})
	}
}
