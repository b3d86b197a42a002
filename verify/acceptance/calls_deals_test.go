package acceptance

import (
	"time"

	"github.com/google/uuid"

	"automacao/internal/market"
)

// What each position may do, by the right that a call needs.
var (
	negotiate = [5]string{done, done, lacks, lacks, lacks}
	publish   = [5]string{done, done, done, lacks, lacks}
	fulfil    = [5]string{done, done, done, lacks, lacks}
	pay       = [5]string{done, lacks, lacks, done, lacks}
	manage    = [5]string{done, lacks, lacks, lacks, lacks}
)

// but returns the row of a right, except that those who have it are answered otherwise.
func but(right [5]string, told string) [5]string {
	for i, answer := range right {
		if answer == done {
			right[i] = told
		}
	}
	return right
}

func all(told string) [5]string { return [5]string{told, told, told, told, told} }

// People outside a deal do not learn that it exists; the other side does.
const (
	noProposal = "404 proposal_not_found"
	noProject  = "404 project_not_found"
	noContract = "404 contract_not_found"
	noQuestion = "404 question_not_found"
	noInvite   = "404 invitation_to_propose_not_found"
	noStage    = "404 milestone_not_found"
	noList     = "404 checklist_not_found"
	noIOList   = "404 io_list_not_found"
	noAddition = "404 amendment_not_found"
	noInvoice  = "404 invoice_not_found"
	noReceipt  = "404 receipt_not_found"
	noPayment  = "404 payment_not_found"
	noDispute  = "404 dispute_not_found"
	noDeciding = "403 not_admin"
	notYours   = "403 not_your_step"
	noTax      = "404 withheld_not_found"
)

type making = func(c *cast) map[string]any

func about(name string, of func(*cast) uuid.UUID, more ...any) making {
	return func(c *cast) map[string]any {
		in := map[string]any{name: of(c)}
		for i := 0; i < len(more); i += 2 {
			in[more[i].(string)] = more[i+1]
		}
		return in
	}
}

func (c *cast) published() uuid.UUID { return c.Project(c.serra(), "Retrofit") }

// scoped is a project with a scope.
func (c *cast) scoped() uuid.UUID {
	id := c.published()
	c.Exec(`UPDATE public.projects SET scope = $2 WHERE id = $1`, id, retrofitScope)
	return id
}

func (c *cast) declinedNow() uuid.UUID { return c.declined("company") }
func (c *cast) notChosen() uuid.UUID   { return c.declined("other_chosen") }
func (c *cast) agreed() uuid.UUID      { return c.contract("agreed") }
func (c *cast) active() uuid.UUID      { return c.contract("active") }
func (c *cast) delivered() uuid.UUID   { return c.contract("delivered") }

// countered is a proposal with an open offer of the company.
func (c *cast) countered() uuid.UUID {
	return c.ID(`
		INSERT INTO public.proposal_terms (proposal_id, number, author, state, value_cents, travel_cents, milestones, valid_until)
		SELECT id, 2, 'company', 'offered', 4500000, 0, private.milestone_plan(NULL, 45000), valid_until FROM public.proposals WHERE id = $1
		RETURNING proposal_id`, c.sent())
}

// planned and given are milestones of Serra's contract with Marina.
func (c *cast) planned() uuid.UUID { return c.milestone(c.agreed()) }
func (c *cast) given() uuid.UUID   { return c.milestone(c.delivered()) }

// owed is a milestone that was accepted, payment what Serra says it paid of one.
func (c *cast) owed() uuid.UUID {
	id := c.given()
	c.Exec(`UPDATE public.milestones SET status = 'awaiting_payment', review_until = NULL, approved_at = now(), owed_due_on = private.market_day() WHERE id = $1`, id)
	return id
}

func (c *cast) payment() uuid.UUID {
	return c.ID(`
		INSERT INTO public.direct_payments (contract_id, milestone_id, value_cents, paid_on, declared_by, confirm_due_at)
		SELECT contract_id, id, value_cents, private.market_day(), $2, now() + interval '10 days' FROM public.milestones WHERE id = $1 RETURNING id`, c.owed(), c.serra())
}

// list is one of a milestone of Serra's with Marina, which Marina wrote.
func (c *cast) list(kind string) uuid.UUID {
	id := c.ID(`INSERT INTO public.checklists (contract_id, milestone_id, kind, agreed_by_professional) SELECT contract_id, id, $2, $3 FROM public.milestones WHERE id = $1 RETURNING id`,
		c.planned(), kind, c.marina())
	c.Exec(`INSERT INTO public.checklist_items (checklist_id, contract_id, position, title) SELECT id, contract_id, 1, 'Parada' FROM public.checklists WHERE id = $1`, id)
	return id
}

func (c *cast) drafted() uuid.UUID { return c.list("tac") }

// tested is a TAC that both agreed on, with its result; item is that.
func (c *cast) tested() uuid.UUID {
	id := c.list("tac")
	c.Exec(`UPDATE public.checklists SET status = 'agreed', agreed_by_company = $2 WHERE id = $1`, id, c.serra())
	c.Exec(`UPDATE public.checklist_items SET result = 'passed', recorded_by = $2, recorded_side = 'professional', recorded_at = now() WHERE checklist_id = $1`, id, c.marina())
	return id
}

func (c *cast) item() uuid.UUID {
	return c.ID(`SELECT id FROM public.checklist_items WHERE checklist_id = $1`, c.tested())
}

// amendment is what Marina wants to add to a contract with Serra.
func (c *cast) amendment() uuid.UUID {
	return c.ID(`
		INSERT INTO public.amendments (contract_id, number, author, title, description, reason, price_cents, proposed_by, lapses_at)
		VALUES ($1, 1, 'professional', 'Segundo painel', 'Montar', 'Fora do escopo', 150000, $2, now() + interval '14 days') RETURNING id`, c.active(), c.marina())
}

// invoiced is what Marina sent for a milestone that Serra owes.
func (c *cast) invoiced() uuid.UUID {
	return c.ID(`
		INSERT INTO public.invoices (contract_id, milestone_id, professional_id, kind, status, expected_cents, access_key, number, value_cents, issued_on, provider_document, sent_by, sent_at)
		SELECT contract_id, id, $2, 'nfse', 'sent', value_cents, '35503082211222333000181' || lpad((random() * 1e15)::bigint::text, 27, '0'), '42', value_cents, private.market_day(), '11222333000181', $2, now()
		FROM public.milestones WHERE id = $1 RETURNING id`, c.owed(), c.marina())
}

// taxed is a milestone whose taxes Serra recorded.
func (c *cast) taxed() uuid.UUID {
	return c.ID(`
		INSERT INTO public.withholdings (contract_id, milestone_id, round, tax, payee, gross_cents, base_cents, rate_basis_points, value_cents, recorded_by, answer_due_at)
		SELECT contract_id, id, 1, 'iss', 'pj', value_cents, value_cents, 200, 1, $2, now() + interval '30 days' FROM public.milestones WHERE id = $1 RETURNING milestone_id`, c.planned(), c.serra())
}

// unproved and overdue are taxes that Serra withheld and did not prove, in time and not;
// shown and doubted are those of which Marina reads the proof, and an administrator.
func (c *cast) unproved() uuid.UUID { return c.withheld("due") }
func (c *cast) overdue() uuid.UUID  { return c.withheld("owed") }
func (c *cast) shown() uuid.UUID    { return c.proved("shown") }
func (c *cast) doubted() uuid.UUID  { return c.proved("mediation") }

func (c *cast) proved(status string) uuid.UUID {
	id := c.withheld("due")
	c.Exec(`
		WITH paper AS (
		  INSERT INTO public.deal_files (contract_id, milestone_id, purpose, name, media_type, bytes, sha256, version, uploaded_by, path)
		  SELECT contract_id, milestone_id, 'receipt', 'guia.pdf', 'application/pdf', 9, repeat('a', 64), 1, $2, 'guia/' || id FROM public.withholding_proofs WHERE id = $1 RETURNING id)
		INSERT INTO public.withholding_proof_rounds (proof_id, contract_id, round, reference, file_id, given_by, due_at)
		SELECT p.id, p.contract_id, 1, '858100000014', paper.id, $2, p.due_at FROM public.withholding_proofs p, paper WHERE p.id = $1`, id, c.serra())
	c.Exec(`UPDATE public.withholding_proofs SET status = 'shown', round = 1, answer_until = now() + interval '9 days' WHERE id = $1`, id)
	if status != "shown" {
		c.Exec(`UPDATE public.withholding_proofs SET status = $2, answer_until = NULL WHERE id = $1`, id, status)
	}
	return id
}

func (c *cast) withheld(status string) uuid.UUID {
	return c.ID(`
		WITH line AS (
		  INSERT INTO public.withholdings (contract_id, milestone_id, round, tax, payee, gross_cents, base_cents, rate_basis_points, value_cents, recorded_by, answer_due_at)
		  SELECT contract_id, id, 1, 'iss', 'pj', value_cents, value_cents, 200, 1, $2, now() FROM public.milestones WHERE id = $1 RETURNING id, contract_id, milestone_id)
		INSERT INTO public.withholding_proofs (withholding_id, contract_id, milestone_id, tax, value_cents, settlement, status, due_at, ended_at, acceptances_stop_on)
		SELECT id, contract_id, milestone_id, 'iss', 1, 'direct', $3, now() + interval '30 days', ended.at, ended.at + interval '15 days' FROM line, (SELECT CASE WHEN $3 <> 'due' THEN now() END AS at) AS ended RETURNING id`, c.planned(), c.serra(), status)
}

// feed is a milestone of which a fee was taken.
func (c *cast) feed() uuid.UUID {
	return c.ID(`
		INSERT INTO public.fee_receipts (number, contract_id, milestone_id, party_id, base_cents, fee_cents)
		SELECT (SELECT coalesce(max(number), 0) + 1 FROM public.fee_receipts), contract_id, id, $2, value_cents, 100 FROM public.milestones WHERE id = $1 RETURNING milestone_id`, c.planned(), c.marina())
}

// disputed is a dispute that Serra opened; the others are further on.
func (c *cast) disputed() uuid.UUID { return c.dispute("open") }
func (c *cast) talkedOf() uuid.UUID { return c.dispute("negotiating") }
func (c *cast) mediated() uuid.UUID { return c.dispute("mediation") }
func (c *cast) judged() uuid.UUID   { return c.dispute("decided") }

func (c *cast) dispute(status string) uuid.UUID {
	milestone := c.given()
	c.Exec(`UPDATE public.milestones SET status = 'disputed', review_until = NULL WHERE id = $1`, milestone)
	id := c.ID(`
		INSERT INTO public.disputes (contract_id, milestone_id, status, opened_by, opener_id, reason, professional_percent, milestone_status, value_cents, answer_due_at,
		                             decided_percent, decided_by, decided_at, appeal_until)
		SELECT m.contract_id, m.id, $2, 'company', $3, 'O painel não liga.', 0, 'delivered', m.value_cents, now() + interval '7 days', d.percent, d.by, d.at, d.at + interval '3 days'
		FROM public.milestones m LEFT JOIN (SELECT 50 AS percent, $3::uuid AS by, now() AS at) d ON $2 = 'decided' WHERE m.id = $1 RETURNING id`,
		milestone, status, c.serra())
	for number, side := range []string{"company", "professional"} {
		c.Exec(`INSERT INTO public.dispute_entries (dispute_id, contract_id, number, kind, side, author_id, professional_percent, offer)
			SELECT id, contract_id, $2::int, CASE $3::text WHEN 'company' THEN 'claim' ELSE 'offer' END, $3, $4, 50, $2::int FROM public.disputes WHERE id = $1`, id, number+1, side, c.serra())
	}
	return id
}

// today is Brazil's.
var today = time.Now().In(market.Zone).Format(time.DateOnly)

func (c *cast) milestone(contractID uuid.UUID) uuid.UUID {
	return c.ID(`SELECT id FROM public.milestones WHERE contract_id = $1`, contractID)
}

// abandoned is a contract whose professional is blocked.
func (c *cast) abandoned() uuid.UUID {
	c.Exec(`UPDATE public.profiles SET status = 'blocked' WHERE id = $1`, c.marina())
	return c.active()
}

// retrofitScope answers one field of a model, and takes its current version.
var retrofitScope = map[string]any{"model": "retrofit-clp", "answers": map[string]any{"plc_now": "S7-300"}}

const reason = "Mudança de planos da fábrica."

var dealCalls = []row{
	{"accept_proposal", about("proposal_id", (*cast).sent), negotiate, but(negotiate, noProposal), noProposal, nil},
	{"decline_proposal", about("proposal_id", (*cast).sent, "reason", reason), negotiate, but(negotiate, noProposal), noProposal, nil},
	{"undo_decline", about("proposal_id", (*cast).declinedNow), negotiate, but(negotiate, noProposal), noProposal, nil},
	{"reopen_proposal", about("proposal_id", (*cast).notChosen), negotiate, but(negotiate, noProposal), noProposal, nil},
	{"confirm_proposal", about("proposal_id", (*cast).sent), but(negotiate, noProposal), negotiate, noProposal, nil},
	{"revise_proposal", about("proposal_id", (*cast).sent, "terms", 1, "value", 50000), but(negotiate, noProposal), negotiate, noProposal, nil},
	{"counter_proposal", about("proposal_id", (*cast).sent, "terms", 1, "value", 45000), negotiate, but(negotiate, noProposal), noProposal, nil},
	{"answer_counter", about("proposal_id", (*cast).countered, "number", 2, "accept", true), but(negotiate, noProposal), negotiate, noProposal, nil},
	{"withdraw_counter", about("proposal_id", (*cast).countered), negotiate, but(negotiate, noProposal), noProposal, nil},
	{"withdraw_proposal", about("proposal_id", (*cast).sent), but(negotiate, noProposal), negotiate, noProposal, nil},

	{"close_project", about("project_id", (*cast).published, "reason", reason), publish, all(noProject), noProject, map[string]string{"admin": done}},
	{"delete_project", about("project_id", (*cast).published), publish, all(noProject), noProject, nil},
	{"set_project_files", about("project_id", (*cast).published, "files", []map[string]string{}), publish, all(noProject), noProject, nil},
	{"attach_io_list", about("project_id", (*cast).published, "path", "nenhuma.csv", "name", "Lista.csv", "audience", "proposers"),
		but(publish, "422 project_file_unknown"), all(noProject), noProject, nil},
	{"read_io_list", func(*cast) map[string]any { return map[string]any{"path": "nenhuma.csv"} }, all(noIOList), all(noIOList), noIOList, nil},

	{"start_contract", about("contract_id", (*cast).agreed), but(fulfil, notYours), fulfil, noContract, nil},
	{"deliver_contract", about("contract_id", (*cast).active), but(fulfil, notYours), fulfil, noContract, nil},
	{"complete_contract", about("contract_id", (*cast).delivered), fulfil, but(fulfil, notYours), noContract, nil},
	{"request_adjustments", about("contract_id", (*cast).delivered, "reason", reason), fulfil, but(fulfil, notYours), noContract, nil},
	{"deliver_milestone", about("milestone_id", (*cast).planned, "note", "No repositório."), but(fulfil, notYours), fulfil, noStage, nil},
	{"approve_milestone", about("milestone_id", (*cast).given), fulfil, but(fulfil, notYours), noStage, nil},
	{"record_payment", about("milestone_id", (*cast).owed, "paid_on", today), pay, but(pay, notYours), noStage, nil},
	{"confirm_receipt", about("payment_id", (*cast).payment), but(pay, notYours), pay, noPayment, nil},
	{"contest_receipt", about("payment_id", (*cast).payment, "reason", reason), but(pay, notYours), pay, noPayment, nil},
	{"open_dispute", about("milestone_id", (*cast).given, "reason", reason, "professional_percent", 0), negotiate, negotiate, noStage, nil},
	{"answer_dispute", about("dispute_id", (*cast).disputed, "statement", "Liga."), but(negotiate, "403 own_dispute"), negotiate, noDispute, nil},
	{"add_to_dispute", about("dispute_id", (*cast).disputed, "statement", "E mais."), negotiate, negotiate, noDispute, nil},
	{"propose_split", about("dispute_id", (*cast).talkedOf, "professional_percent", 60), negotiate, negotiate, noDispute, nil},
	{"accept_split", about("dispute_id", (*cast).talkedOf), negotiate, but(negotiate, "409 offer_older"), noDispute, nil},
	{"call_mediation", about("dispute_id", (*cast).talkedOf, "reason", reason), negotiate, negotiate, noDispute, nil},
	{"decide_dispute", about("dispute_id", (*cast).mediated, "professional_percent", 60, "reason", reason), all(noDeciding), all(noDeciding), noDeciding, map[string]string{"admin": done}},
	{"accept_decision", about("dispute_id", (*cast).judged), negotiate, negotiate, noDispute, nil},
	{"appeal_dispute", about("dispute_id", (*cast).judged, "reason", reason), negotiate, negotiate, noDispute, nil},
	{"withdraw_dispute", about("dispute_id", (*cast).disputed), negotiate, but(negotiate, "403 others_dispute"), noDispute, nil},
	{"print_dispute_document", about("dispute_id", (*cast).disputed), all(done), all(done), noDispute, map[string]string{"admin": done}},
	{"read_contract_document", about("contract_id", (*cast).agreed), all(done), all(done), noContract, nil},
	{"print_contract_document", about("contract_id", (*cast).agreed), all(done), all(done), noContract, nil},
	{"withdraw_contract", about("contract_id", (*cast).agreed, "reason", reason), negotiate, negotiate, noContract, nil},
	{"cancel_contract", about("contract_id", (*cast).abandoned, "reason", reason), negotiate, all(lacks), noContract, nil},
	{"propose_termination", about("contract_id", (*cast).active, "reason", reason), negotiate, negotiate, noContract, nil},
	{"answer_termination", about("contract_id", (*cast).termination, "accept", true), negotiate, but(negotiate, "403 own_termination"), noContract, nil},
	{"withdraw_termination", about("contract_id", (*cast).termination), but(negotiate, "403 others_termination"), negotiate, noContract, nil},

	{"start_checklist", about("milestone_id", (*cast).planned, "kind", "taf", "template", "retrofit"), fulfil, fulfil, noStage, nil},
	{"revise_checklist", about("checklist_id", (*cast).drafted, "version", 1, "items", []map[string]string{{"title": "Outra"}}), fulfil, fulfil, noList, nil},
	{"agree_checklist", about("checklist_id", (*cast).drafted, "version", 1), fulfil, but(fulfil, "409 checklist_own_version"), noList, nil},
	{"record_result", about("item_id", (*cast).item, "result", "not_applicable"), fulfil, fulfil, noList, nil},
	{"witness_results", about("checklist_id", (*cast).tested, "version", 1), fulfil, but(fulfil, "409 nothing_to_witness"), noList, nil},
	{"sign_checklist", about("checklist_id", (*cast).tested, "version", 1), fulfil, fulfil, noList, nil},
	{"execute_tac", about("checklist_id", (*cast).tested, "version", 1), fulfil, fulfil, noList, nil},
	{"read_checklist_document", about("checklist_id", (*cast).tested), all(done), all(done), noList, nil},
	{"print_checklist_document", about("checklist_id", (*cast).tested), all(done), all(done), noList, nil},
	{"attach_file", about("contract_id", (*cast).active, "purpose", "evidence", "path", "nenhum.pdf"),
		but(fulfil, "422 file_unknown"), but(fulfil, "422 file_unknown"), noContract, nil},
	{"send_invoice", about("milestone_id", (*cast).owed, "kind", "nfse"), but(pay, notYours), but(pay, "422 invoice_proof_missing"), noStage, nil},
	{"answer_invoice", about("invoice_id", (*cast).invoiced, "accept", true), pay, but(pay, notYours), noInvoice, nil},
	{"record_withholdings", about("milestone_id", (*cast).planned, "lines", []map[string]any{{"tax": "iss", "base": 100, "rate": 2.5}}), pay, but(pay, notYours), noStage, nil},
	{"answer_withholdings", about("milestone_id", (*cast).taxed, "accept", true), but(pay, notYours), pay, noStage, nil},
	{"suggest_withholdings", about("milestone_id", (*cast).planned), pay, but(pay, notYours), noStage, nil},
	{"prove_withheld", about("proof_id", (*cast).unproved, "reference", "858100000014", "file_id", uuid.Nil), but(pay, "422 withheld_paper_missing"), but(pay, notYours), noTax, nil},
	{"accept_withheld_proof", about("proof_id", (*cast).shown, "round", 1), but(pay, notYours), pay, noTax, nil},
	{"contest_withheld_proof", about("proof_id", (*cast).shown, "round", 1, "reason", reason), but(pay, notYours), pay, noTax, nil},
	{"decide_withheld", about("proof_id", (*cast).doubted, "outcome", "unproved", "reason", reason), all(noDeciding), all(noDeciding), noDeciding, map[string]string{"admin": done}},
	{"confirm_withheld", about("proof_id", (*cast).overdue), but(pay, notYours), pay, noTax, nil},
	{"print_fee_receipt", about("milestone_id", (*cast).feed), all(noReceipt), all(done), noReceipt, map[string]string{"admin": done}},
	{"propose_amendment", about("contract_id", (*cast).active, "title", "Segundo painel", "description", "Montar", "price", 1500.5, "reason", reason), negotiate, negotiate, noContract, nil},
	{"answer_amendment", about("amendment_id", (*cast).amendment, "accept", true), negotiate, but(negotiate, "403 own_amendment"), noAddition, nil},
	{"withdraw_amendment", about("amendment_id", (*cast).amendment), but(negotiate, "403 others_amendment"), negotiate, noAddition, nil},
	{"print_amendment_document", about("amendment_id", (*cast).amendment), all(done), all(done), noAddition, nil},
	{"write_scope", about("project_id", (*cast).scoped), all(done), all(done), done, map[string]string{visitors: done}},
	{"preview_scope", func(*cast) map[string]any { return map[string]any{"scope": retrofitScope} }, all(done), all(done), done, nil},
	{"print_scope", about("project_id", (*cast).scoped), all(done), all(done), done, nil},
	{"ask_question", about("project_id", (*cast).published, "content", "Há desenhos?"),
		all("409 own_project_question"), [5]string{done, done, done, "403 professionals_only", "403 professionals_only"}, "403 professionals_only",
		map[string]string{"rafael": done}},
	{"answer_question", about("question_id", (*cast).question, "answer", "Há."), publish, all(noQuestion), noQuestion, nil},
	{"invite_to_propose", func(c *cast) map[string]any {
		return map[string]any{"project_id": c.published(), "professional_id": c.rafael(), "note": "Pode visitar na terça?"}
	}, publish, all(noProject), noProject, nil},
	{"answer_invitation", about("invitation_id", (*cast).invitationToPropose, "status", "interested"), all(noInvite), negotiate, noInvite, nil},
	{"publish_clarification", about("project_id", (*cast).published, "content", "A visita é na terça."), publish, all(noProject), noProject, nil},
}
