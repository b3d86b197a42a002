package database_test

import (
	"errors"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/database"
)

// PostgreSQL's codes for what grants and policies, and what checks, refuse.
const (
	forbidden = "42501"
	violated  = "23514"
)

// listens puts a row on a topic as the server and asks, in the same
// transaction, whether somebody sees it.
func listens(t *testing.T, pool *pgxpool.Pool, who, topic string) bool {
	t.Helper()
	var rows int
	err := database.As(t.Context(), pool, as(t, "service_role"), func(tx pgx.Tx) error {
		if _, err := tx.Exec(t.Context(), `INSERT INTO realtime.messages (topic, extension) VALUES ($1, 'broadcast')`, topic); err != nil {
			return err
		}
		reader := as(t, who)
		err := tx.QueryRow(t.Context(), `SELECT set_config('role', $1, true), set_config('request.jwt.claims', $2, true), set_config('realtime.topic', $3, true)`,
			reader.Role, string(reader.Claims), topic).Scan(nil, nil, nil)
		if err != nil {
			return err
		}
		if err := tx.QueryRow(t.Context(), `SELECT count(*) FROM realtime.messages`).Scan(&rows); err != nil {
			return err
		}
		return errTriedOnly
	})
	if !errors.Is(err, errTriedOnly) {
		t.Fatal(err)
	}
	return rows > 0
}

func TestColumnsNobodyWrites(t *testing.T) {
	t.Parallel()
	db := stage(t)
	for table, columns := range map[string]map[string]string{
		"profiles": {
			"id": "id", "role": "'admin'", "is_party": "true", "contact_id": "id", "status": "'active'", "rating": "5", "reviews_count": "1", "profile_views": "1",
			"contracts_completed": "1", "counterparts": "1", "active_projects": "1", "proposals_sent": "1", "search": "''", "created_at": "now()", "updated_at": "now()",
		},
		"projects": {
			"id": "id", "number": "DEFAULT", "company_id": "'" + vale + "'", "status": "'closed'", "proposals_count": "9", "revision": "2",
			"search": "''", "created_at": "now()", "updated_at": "now()",
		},
		"project_owners": {"project_id": "project_id", "company_id": "'" + vale + "'"},
		"proposals": {
			"project_id": "project_id", "professional_id": "'" + rafael + "'", "value": "1", "status": "'accepted'", "cover_letter": "'Outra'",
			"project_revision": "2", "decline_cause": "NULL", "invites_new": "false", "milestones": "'[]'", "fee_basis_points": "0",
		},
		"messages": {
			"from_id": "'" + vale + "'", "to_id": "'" + vale + "'", "party_id": "NULL", "content": "'Outra coisa'", "automatic": "true",
			"sender_visible": "false", "timestamp": "now()", "read_at": "now()",
		},
		"conversations":        {"unread_count": "0", "last_content": "'Outra'", "partner_party_id": "NULL"},
		"accounts":             {"profile_id": "profile_id", "email": "'x@exemplo.test'", "document": "NULL", "terms_accepted_at": "now()", "terms_version": "'2'"},
		"portfolio_projects":   {"id": "id", "profile_id": "'" + rafael + "'", "created_at": "now()"},
		"contracts":            {"status": "'active'", "value_cents": "1", "acceptance_due_at": "now()", "scope": "'{}'", "termination_by": "company_id", "company_id": "company_id", "professional_id": "professional_id", "completed_at": "now()"},
		"milestones":           {"status": "'released'", "value_cents": "1", "held_cents": "1", "review_until": "now()", "approved_by": "NULL"},
		"direct_payments":      {"status": "'confirmed'", "value_cents": "1", "confirm_due_at": "now()"},
		"charges":              {"status": "'paid'", "value_cents": "1", "expires_at": "now()"},
		"charge_codes":         {"br_code": "'outro'", "company_id": "company_id"},
		"receivers":            {"status": "'approved'", "onboarding_url": "NULL"},
		"amendments":           {"status": "'accepted'", "price_cents": "1", "title": "'Outro'", "lapses_at": "now()"},
		"invoices":             {"status": "'checked'", "differences": "'{}'", "value_cents": "1", "access_key": "NULL"},
		"withholdings":         {"status": "'agreed'", "value_cents": "1", "settled_cents": "0", "answer_due_at": "now()"},
		"fee_receipts":         {"number": "9", "fee_cents": "1"},
		"disputes":             {"status": "'settled'", "decided_percent": "1", "answer_due_at": "now()"},
		"dispute_entries":      {"professional_percent": "100", "content": "'Outra'", "evidence": "'[]'"},
		"project_revisions":    {"number": "2", "title": "'Outro'", "changed": "'{}'"},
		"contract_acceptances": {"person_id": "person_id", "sha256": "repeat('b', 64)", "at": "now()", "address": "NULL"},
		"project_questions":    {"content": "'Outra'", "answer": "'Outra'", "answered_at": "now()"},
		"contract_events":      {"action": "'leave'", "reason": "NULL", "actor_id": "NULL"},
		"reviews":              {"rating": "5", "content": "'Outra'", "subject_id": "subject_id", "published_at": "now()", "counted": "true", "withheld": "false", "answered_at": "now()"},
		"notifications":        {"title": "'Outra'", "subject_kind": "'account'", "profile_id": "profile_id", "mailed_at": "now()"},
		"preferences":          {"updated_at": "now()"},
		"profile_view_days":    {"views": "1"},
		"reports":              {"status": "'dismissed'", "decision": "''", "reporter_key": "''"},
		"audit_log":            {"action": "'close_project'", "details": "'{}'", "subject_label": "'Outra'"},
		"organisations":        {"id": "id", "role": "'professional'", "kind": "'pj'", "legal_name": "'Outra'", "document": "NULL"},
		"memberships":          {"organisation_id": "organisation_id", "person_id": "person_id", "role": "'owner'"},
		"invitations":          {"email": "'x@y.test'", "role": "'owner'", "token_hash": "sha256('x')", "status": "'accepted'", "accepted_by": "invited_by", "expires_at": "now()"},
		"site_images":          {"key": "key", "name": "'Outra'"},
		"skills":               {"name": "'Outra'", "label": "'Outra'"},
		"checklists":           {"status": "'signed'", "version": "1", "signed_by_company": "NULL", "executed_at": "now()"},
		"checklist_items":      {"result": "'passed'", "title": "'Outro'", "blocking": "false"},
		"deal_files":           {"sha256": "''", "name": "'Outro'", "path": "'Outro'"},
	} {
		for column, value := range columns {
			t.Run(table+"."+column, func(t *testing.T) {
				t.Parallel()
				for _, who := range []string{"anon", marina, serra, admin, bruno} {
					if got := try(t, db.Pool, who, `UPDATE public.`+table+` SET `+column+` = `+value); got != forbidden {
						t.Errorf("as %s: %s", who, got)
					}
				}
			})
		}
	}
}

// Statements of the cases below; $1 and on are theirs.
const (
	propose = `INSERT INTO public.proposals (project_id, professional_id, value, cover_letter) VALUES ($1, $2, 1500, 'Posso fazer')`
	write   = `INSERT INTO public.messages (from_id, to_id, content) VALUES ($1, $2, $3)`
	speak   = `INSERT INTO public.messages (from_id, to_id, content, party_id) VALUES ($1, $2, 'Oi', $3)`
	publish = `INSERT INTO public.projects (company_id, title, description, budget, deadline, skills) VALUES ($1, 'Linha', 'Texto', 'A combinar', '30 dias', $2)`
	exhibit = `INSERT INTO public.portfolio_projects (profile_id, title, description, role, image_urls) VALUES ($1, 'Envase', 'Linha', 'CLP', $2)`
	review  = `INSERT INTO public.reviews (contract_id, author_id, rating, content) VALUES ($1, $2, 4, 'Bom')`
	learn   = `UPDATE public.profiles SET skills = $2 WHERE id = $1`
)

func TestWrites(t *testing.T) {
	t.Parallel()
	db := stage(t)
	known := []string{"retrofit", "iiot", "calibracao", "visao-maquina", "projeto-eletrico", "comissionamento"}
	for _, c := range []struct {
		fact, who, statement string
		arguments            []any
		want                 string
	}{
		{"AProfessionalProposes", rafael, propose, []any{openProject, rafael}, "1 rows"},
		{"AProfessionalProposesToAConfidentialProject", rafael, propose, []any{secretProject, rafael}, "1 rows"},
		{"NobodyProposesForAnother", rafael, propose, []any{secretProject, marina}, forbidden},
		{"NobodyProposesToAClosedProject", rafael, propose, []any{closedProject, rafael}, "project_not_open"},
		{"NobodyProposesToAMissingProject", rafael, propose, []any{marina, rafael}, "project_not_found"},
		{"NobodyProposesTwice", marina, propose, []any{openProject, marina}, "already_proposed"},
		{"ACompanyDoesNotProposeToItsOwnProject", serra, propose, []any{openProject, serra}, "own_project"},
		{"ACompanyDoesNotProposeToItsOwnConfidentialProject", vale, propose, []any{secretProject, vale}, "own_project"},
		{"ACompanyDoesNotPropose", vale, propose, []any{openProject, vale}, forbidden},
		{"AnAdministratorDoesNotPropose", admin, propose, []any{openProject, admin}, forbidden},
		{"ABlockedProfessionalDoesNotPropose", bruno, propose, []any{openProject, bruno}, forbidden},
		{"AVisitorDoesNotPropose", "anon", propose, []any{openProject, marina}, forbidden},
		{"AProposalStartsPending", rafael, `INSERT INTO public.proposals (project_id, professional_id, value, cover_letter, status) VALUES ($1, $2, 1, 'Posso', 'accepted')`, []any{openProject, rafael}, forbidden},
		{"AProposalCostsSomething", rafael, `INSERT INTO public.proposals (project_id, professional_id, value, cover_letter) VALUES ($1, $2, 0, 'Posso')`, []any{openProject, rafael}, violated},
		{"ACompanyNotesWhatItThinks", serra, `UPDATE public.proposal_notes SET shortlisted = true`, nil, "1 rows"},
		{"AColleagueWhoOnlyReadsNotesNothing", rui, `UPDATE public.proposal_notes SET shortlisted = true`, nil, "0 rows"},
		{"NobodyNotesForAnotherCompany", vale, `UPDATE public.proposal_notes SET note = 'Nosso' WHERE company_id = $1`, []any{serra}, "0 rows"},
		{"AProfessionalNotesNothing", marina, `INSERT INTO public.proposal_notes (proposal_id, note) SELECT id, 'Meu' FROM public.proposals WHERE professional_id = $1`, []any{marina}, forbidden},
		{"NobodySignsANoteAsAnother", serra, `UPDATE public.proposal_notes SET updated_by = $1`, []any{eva}, forbidden},
		{"NobodyDeletesAProposal", marina, `DELETE FROM public.proposals`, nil, forbidden},

		{"AMemberWrites", marina, write, []any{marina, rafael, "Oi"}, "1 rows"},
		{"NobodyWritesAsAnother", marina, write, []any{serra, rafael, "Oi"}, forbidden},
		{"AColleagueWrites", eva, write, []any{eva, rafael, "Oi"}, "1 rows"},
		{"AColleagueWritesForTheCompany", eva, speak, []any{eva, rafael, serra}, "1 rows"},
		{"NobodyWritesForAPartyOfOthers", eva, speak, []any{eva, rafael, vale}, forbidden},
		{"AMemberWritesForHimself", marina, speak, []any{marina, rafael, marina}, "1 rows"},
		{"AColleagueDoesNotWriteForTheFounder", eva, write, []any{serra, rafael, "Oi"}, forbidden},
		{"NobodyWritesToABlockedMember", marina, write, []any{marina, bruno, "Oi"}, forbidden},
		{"ABlockedMemberDoesNotWrite", bruno, write, []any{bruno, marina, "Oi"}, forbidden},
		{"AVisitorDoesNotWrite", "anon", write, []any{marina, serra, "Oi"}, forbidden},
		{"NobodyWritesToThemselves", marina, write, []any{marina, marina, "Oi"}, violated},
		{"AMessageOfBlanksIsRefused", marina, write, []any{marina, serra, " \t\n\u3000"}, violated},
		{"AnEmptyMessageIsRefused", marina, write, []any{marina, serra, ""}, violated},
		{"NobodyForgesAnAutomaticMessage", marina, `INSERT INTO public.messages (from_id, to_id, content, automatic) VALUES ($1, $2, 'Oi', true)`, []any{marina, serra}, forbidden},
		{"NobodyHidesAMessageFromItsSender", marina, `INSERT INTO public.messages (from_id, to_id, content, sender_visible) VALUES ($1, $2, 'Oi', false)`, []any{marina, serra}, forbidden},
		{"NobodyBackdatesAMessage", marina, `INSERT INTO public.messages (from_id, to_id, content, timestamp) VALUES ($1, $2, 'Oi', now())`, []any{marina, serra}, forbidden},
		{"TheRecipientMarksAMessage", serra, `UPDATE public.messages SET read = true`, nil, "1 rows"},
		{"TheSenderDoesNotMarkAMessage", marina, `UPDATE public.messages SET read = true WHERE from_id = $1`, []any{marina}, "0 rows"},
		{"NobodyDeletesAMessage", marina, `DELETE FROM public.messages`, nil, forbidden},
		{"NobodyFilesAConversation", marina, `INSERT INTO public.conversations (owner_id, partner_id, thread, last_message_id, last_from_id, last_content, last_at) VALUES ($1, $2, '', $1, $1, 'Oi', now())`, []any{marina, vale}, forbidden},

		{"ACompanyPublishes", serra, publish, []any{serra, known[:1]}, "1 rows"},
		{"NobodyPublishesForAnother", serra, publish, []any{vale, known[:1]}, forbidden},
		{"NobodyPublishesForNoOne", serra, publish, []any{nil, known[:1]}, forbidden},
		{"AProfessionalDoesNotPublish", marina, publish, []any{marina, known[:1]}, forbidden},
		{"AProjectOfAnUnknownSkillIsRefused", serra, publish, []any{serra, []string{"astrologia"}}, "unknown_skill"},
		{"AProjectWithoutASkillIsRefused", serra, publish, []any{serra, []string{}}, violated},
		{"ACompanyEditsItsProject", vale, `UPDATE public.projects SET title = 'Outro' WHERE id = $1`, []any{secretProject}, "1 rows"},
		{"AnotherCompanyDoesNot", vale, `UPDATE public.projects SET title = 'Outro' WHERE id = $1`, []any{openProject}, "0 rows"},
		{"AClosedProjectStaysAsItIs", serra, `UPDATE public.projects SET title = 'Outro' WHERE id = $1`, []any{closedProject}, "0 rows"},
		{"NobodyTakesOverAProject", serra, `INSERT INTO public.project_owners (project_id, company_id) VALUES ($1, $2)`, []any{secretProject, serra}, forbidden},
		{"NobodyDeletesAProject", serra, `DELETE FROM public.projects`, nil, forbidden},

		{"NobodyReviewsAStrangersContract", marina, review, []any{doneContract, marina}, "contract_not_found"},
		{"NobodyReviewsTwice", rafael, review, []any{doneContract, rafael}, "already_reviewed"},
		{"NobodyReviewsForAnother", marina, review, []any{doneContract, serra}, "contract_not_found"},
		{"AVisitorDoesNotReview", "anon", review, []any{doneContract, rafael}, forbidden},
		{"TheSubjectAnswers", serra, `UPDATE public.reviews SET answer = 'Obrigada' WHERE id = $1`, []any{publishedReview}, "1 rows"},
		{"NobodyElseAnswers", marina, `UPDATE public.reviews SET answer = 'Obrigada' WHERE id = $1`, []any{publishedReview}, "0 rows"},
		{"NobodyAnswersAHiddenReview", rafael, `UPDATE public.reviews SET answer = 'Como assim?' WHERE id = $1`, []any{hiddenReview}, "0 rows"},
		{"AnAnswerSaysSomething", serra, `UPDATE public.reviews SET answer = ' ' WHERE id = $1`, []any{publishedReview}, violated},
		{"NobodySignsAContract", serra, `INSERT INTO public.contracts (project_id, proposal_id, company_id, professional_id, value_cents) VALUES ($1, $1, $2, $3, 1)`, []any{openProject, serra, marina}, forbidden},

		{"NobodyAsksPastTheServer", rafael, `INSERT INTO public.project_questions (project_id, content) VALUES ($1, 'Há fonte?')`, []any{openProject}, forbidden},
		{"NobodyReadsWhatWasAnswered", marina, `SELECT FROM private.idempotency_keys`, nil, forbidden},
		{"NobodyRecallsWhatWasAnswered", marina, `SELECT FROM private.recall_answer($1, sha256('k'))`, []any{marina}, forbidden},
		{"NobodyKeepsAnAnswer", marina, `SELECT private.keep_answer($1, sha256('k'), sha256('k'), 200, '{}', NULL)`, []any{marina}, forbidden},
		{"TheServerDoesNotChangeWhatItAnswered", "service_role", `UPDATE private.idempotency_keys SET status = 200`, nil, forbidden},
		{"NobodyReadsTheKeysOfReceivers", marina, `SELECT FROM private.receiver_accounts`, nil, forbidden},
		{"NobodyChargesPastTheServer", serra, `INSERT INTO public.charges (contract_id, milestone_id, txid, value_cents, fee_cents, expires_at) VALUES ($1, $1, 'x', 1, 0, now())`, []any{doneContract}, forbidden},
		{"NobodyOrdersPastTheServer", admin, `SELECT FROM private.provider_orders`, nil, forbidden},
		{"NobodyReadsWhatTheInstitutionTold", admin, `SELECT FROM private.provider_events`, nil, forbidden},
		{"NobodyReadsWhatWasMeasured", serra, `SELECT FROM private.measured`, nil, forbidden},
		{"NobodyTakesBackWhatWasMeasured", serra, `DELETE FROM private.measured WHERE who = $1`, []any{serra}, forbidden},
		{"NobodyMeasuresAnother", rafael, `SELECT private.measure($1, 'projects', 20, 'projects_daily_max', interval '1 day')`, []any{serra}, forbidden},
		{"NobodyWidensALimit", serra, `UPDATE private.limits SET value = 1000`, nil, forbidden},
		{"NobodyReadsWhoAsked", serra, `SELECT FROM private.question_askers`, nil, forbidden},
		{"NobodyChoosesTheRevisionHeAnswers", rafael, `INSERT INTO public.proposals (project_id, professional_id, value, cover_letter, project_revision) VALUES ($1, $2, 1, 'Posso', 9)`, []any{openProject, rafael}, forbidden},
		{"NobodyMakesARevision", serra, `INSERT INTO public.project_revisions (project_id, number, title, description, category, experience_level, budget, deadline, skills, changed)
			VALUES ($1, 9, 'a', 'b', 'c', 'd', 'e', 'f', '{}', '{title}')`, []any{openProject}, forbidden},
		{"NobodyPlansAMilestonePastTheServer", serra, `INSERT INTO public.milestones (contract_id, position, title, value_cents) VALUES ($1, 9, 'Mais', 1)`, []any{doneContract}, forbidden},
		{"NobodyPaysPastTheServer", serra, `INSERT INTO public.direct_payments (contract_id, milestone_id, value_cents, paid_on, declared_by, confirm_due_at) VALUES ($1, $1, 1, now(), $2, now())`, []any{doneContract, serra}, forbidden},
		{"NobodyDisputesPastTheServer", serra, `INSERT INTO public.disputes (contract_id, milestone_id, opened_by, opener_id, reason, professional_percent, milestone_status, value_cents, answer_due_at) VALUES ($1, $1, 'company', $2, 'Não', 0, 'delivered', 1, now())`, []any{doneContract, serra}, forbidden},
		{"NobodyOffersPastTheServer", serra, `INSERT INTO public.dispute_entries (dispute_id, contract_id, number, kind, side, author_id, professional_percent, offer) VALUES ($1, $1, 9, 'offer', 'professional', $2, 0, 9)`, []any{doneContract, serra}, forbidden},
		{"TheServerDoesNotChangeWhatWasSaidInADispute", "service_role", `UPDATE public.dispute_entries SET content = 'Outra'`, nil, forbidden},
		{"NobodyChoosesItsFee", rafael, `INSERT INTO public.proposals (project_id, professional_id, value, cover_letter, fee_basis_points) VALUES ($1, $2, 1, 'Posso', 0)`, []any{openProject, rafael}, forbidden},
		{"NobodyReadsTheSettings", admin, `SELECT FROM private.settings`, nil, forbidden},
		{"NobodyProposesAnAmendmentPastTheServer", serra, `INSERT INTO public.amendments (contract_id, number, author, title, description, reason, price_cents, proposed_by, lapses_at) VALUES ($1, 9, 'company', 'Mais', 'Mais', 'Mais', 1, $2, now())`, []any{doneContract, serra}, forbidden},
		{"NobodySendsAnInvoicePastTheServer", rafael, `INSERT INTO public.invoices (contract_id, milestone_id, professional_id, kind, expected_cents) VALUES ($1, $1, $2, 'nfse', 1)`, []any{doneContract, rafael}, forbidden},
		{"NobodyWithholdsPastTheServer", serra, `INSERT INTO public.withholdings (contract_id, milestone_id, round, tax, payee, gross_cents, base_cents, rate_basis_points, value_cents, recorded_by, answer_due_at) VALUES ($1, $1, 9, 'iss', 'pj', 100, 100, 200, 2, $2, now())`, []any{doneContract, serra}, forbidden},
		{"TheServerDoesNotRewriteWhatIsWithheld", "service_role", `UPDATE public.withholdings SET value_cents = 1`, nil, forbidden},
		{"TheServerDoesNotRewriteAReceipt", "service_role", `UPDATE public.fee_receipts SET fee_cents = 1`, nil, forbidden},
		{"NobodyStartsAChecklistPastTheServer", serra, `INSERT INTO public.checklists (contract_id, milestone_id, kind) VALUES ($1, $1, 'taf')`, []any{doneContract}, forbidden},
		{"NobodyAttachesAFilePastTheServer", serra, `INSERT INTO public.deal_files (contract_id, purpose, name, media_type, bytes, sha256, version, uploaded_by, path) VALUES ($1, 'evidence', 'a', 'b', 1, '', 1, $2, 'c')`, []any{doneContract, serra}, forbidden},
		{"TheServerDoesNotChangeAFile", "service_role", `UPDATE public.deal_files SET sha256 = ''`, nil, forbidden},
		{"TheServerDoesNotTakeAFileBack", "service_role", `DELETE FROM public.deal_files`, nil, forbidden},
		{"TheServerDoesNotRewriteAnItem", "service_role", `UPDATE public.checklist_items SET blocking = false`, nil, forbidden},
		{"TheServerDoesNotRewriteAnAmendment", "service_role", `UPDATE public.amendments SET price_cents = 1`, nil, forbidden},
		{"NobodyWritesTheLogOfAContract", serra, `INSERT INTO public.contract_events (contract_id, action, to_status) VALUES ($1, 'complete_contract', 'completed')`, []any{doneContract}, forbidden},
		{"TheServerDoesNotChangeTheLogOfAContract", "service_role", `UPDATE public.contract_events SET reason = 'Outro'`, nil, forbidden},
		{"TheServerDoesNotShortenTheLogOfAContract", "service_role", `DELETE FROM public.contract_events`, nil, forbidden},
		{"TheServerTakesNoStepThatNoTableHas", "service_role", `UPDATE public.contracts SET status = 'active' WHERE id = $1`, []any{doneContract}, "transition_refused"},

		{"OwnersStateTheirPreferences", rafael, `INSERT INTO public.preferences (profile_id, newsletter) VALUES ($1, true)`, []any{rafael}, "1 rows"},
		{"NobodyStatesAnothers", serra, `INSERT INTO public.preferences (profile_id, newsletter) VALUES ($1, true)`, []any{vale}, forbidden},
		{"OwnersMarkTheirNews", marina, `UPDATE public.notifications SET read = true WHERE kind = 'account'`, nil, "1 rows"},
		{"NobodyMarksAnothersNews", serra, `UPDATE public.notifications SET read = true WHERE profile_id = $1`, []any{marina}, "0 rows"},
		{"NobodyUnreads", marina, `UPDATE public.notifications SET read = false`, nil, forbidden},
		{"AColleagueDoesNotChangeTheFoundersPreferences", eva, `UPDATE public.preferences SET newsletter = true`, nil, "0 rows"},
		{"AColleagueDoesNotMarkTheFoundersNews", eva, `UPDATE public.notifications SET read = true`, nil, "0 rows"},
		{"NobodyTellsNews", marina, `INSERT INTO public.notifications (profile_id, kind, title, subject_kind) VALUES ($1, 'account', 'Ganhou', 'account')`, []any{serra}, forbidden},
		{"NobodyFilesAReportPastTheServer", marina, `INSERT INTO public.reports (kind, subject_id, excerpt, reason, reporter_key) VALUES ('profile', $1, '', 'spam', sha256('x'))`, []any{serra}, forbidden},
		{"NobodyWritesTheLog", admin, `INSERT INTO public.audit_log (action, subject_kind, subject_id) VALUES ('block_user', 'profile', 'x')`, nil, forbidden},
		{"TheServerDoesNotChangeTheLog", "service_role", `UPDATE public.audit_log SET action = 'activate_user'`, nil, forbidden},
		{"TheServerTakesNamesOutOfTheLogOnly", "service_role", `UPDATE public.audit_log SET subject_label = 'Outra coisa'`, nil, "log_is_final"},
		{"TheServerDoesNotForgetWhatWasDone", "service_role", `UPDATE public.audit_log SET details = '{"by": "Usuário removido"}'`, nil, "log_is_final"},
		{"TheServerDoesNotShortenTheLog", "service_role", `DELETE FROM public.audit_log`, nil, forbidden},
		{"ABlockedProfessionalDoesNotEditTheirPortfolio", bruno, `UPDATE public.portfolio_projects SET title = 'Outro'`, nil, "0 rows"},
		{"ABlockedProfessionalDoesNotEmptyTheirPortfolio", bruno, `DELETE FROM public.portfolio_projects`, nil, "0 rows"},

		{"FiveSkillsAreFine", marina, learn, []any{marina, known[:5]}, "1 rows"},
		{"SixSkillsAreTooMany", marina, learn, []any{marina, known}, violated},
		{"AnUnknownSkillIsRefused", marina, learn, []any{marina, []string{"astrologia"}}, "unknown_skill"},
		{"ARepeatedSkillIsRefused", marina, learn, []any{marina, []string{"iiot", "iiot"}}, "unknown_skill"},
		{"NobodyEditsAnothersProfile", rafael, learn, []any{marina, known[:1]}, "0 rows"},
		{"AnAdministratorDoesNotEditAnothersProfile", admin, learn, []any{marina, known[:1]}, "0 rows"},
		{"ABlockedMemberDoesNotEditTheirProfile", bruno, learn, []any{bruno, known[:1]}, "0 rows"},
		{"NobodyMakesAProfile", marina, `INSERT INTO public.profiles (id, role, name) VALUES ($1, 'admin', 'Eu')`, []any{marina}, forbidden},
		{"NobodyMakesAnAccount", marina, `INSERT INTO public.accounts (profile_id, email) VALUES ($1, 'x@exemplo.test')`, []any{marina}, forbidden},
		{"NobodyDeletesAnAccount", marina, `DELETE FROM public.accounts`, nil, forbidden},

		{"FivePicturesAreFine", marina, exhibit, []any{marina, []string{"1", "2", "3", "4", "5"}}, "1 rows"},
		{"SixPicturesAreTooMany", marina, exhibit, []any{marina, []string{"1", "2", "3", "4", "5", "6"}}, violated},
		{"NobodyExhibitsForAnother", rafael, exhibit, []any{marina, []string{}}, forbidden},
		{"ACompanyDoesNotExhibit", serra, exhibit, []any{serra, []string{}}, forbidden},
		{"NobodyRemovesAnothersPortfolio", rafael, `DELETE FROM public.portfolio_projects`, nil, "0 rows"},
		{"AnAdministratorReplacesASiteImage", admin, `UPDATE public.site_images SET url = '/x.webp' WHERE key = 'landingHero'`, nil, "1 rows"},
		{"AMemberDoesNotReplaceASiteImage", marina, `UPDATE public.site_images SET url = '/x.webp'`, nil, "0 rows"},
	} {
		t.Run(c.fact, func(t *testing.T) {
			t.Parallel()
			if got := try(t, db.Pool, c.who, c.statement, c.arguments...); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestOfProposalsSentTogetherOneIsKept(t *testing.T) {
	t.Parallel()
	db := stage(t)
	const together = 50
	outcomes := make(chan string, together)
	var senders sync.WaitGroup
	for range together {
		senders.Go(func() {
			var tag pgconn.CommandTag
			err := database.As(t.Context(), db.Pool, as(t, rafael), func(tx pgx.Tx) error {
				var err error
				tag, err = tx.Exec(t.Context(), propose, openProject, rafael)
				return err
			})
			outcomes <- outcome(tag, err)
		})
	}
	senders.Wait()
	close(outcomes)
	told := map[string]int{}
	for what := range outcomes {
		told[what]++
	}
	if told["1 rows"] != 1 || told["already_proposed"] != together-1 {
		t.Errorf("they were told %v", told)
	}
	if rows := count(t, db.Pool, rafael, `public.proposals WHERE project_id = '`+openProject+`'`); rows != 1 {
		t.Errorf("%d proposals are kept", rows)
	}
	if rows := count(t, db.Pool, "anon", `public.projects WHERE id = '`+openProject+`' AND proposals_count = 2`); rows != 1 {
		t.Error("the project does not count them")
	}
}

func TestAProjectThatBecomesConfidentialLosesItsCompany(t *testing.T) {
	t.Parallel()
	db := stage(t)
	for _, step := range []struct {
		secret bool
		named  int
	}{{true, 0}, {false, 1}} {
		err := database.As(t.Context(), db.Pool, as(t, serra), func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE public.projects SET is_confidential = $2 WHERE id = $1`, openProject, step.secret)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if named := count(t, db.Pool, marina, `public.projects WHERE id = '`+openProject+`' AND company_id IS NOT NULL`); named != step.named {
			t.Errorf("confidential %v: %d name it", step.secret, named)
		}
	}
}
