package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
)

// Refusals of a proposal's step.
var (
	ErrProposalNotFound = fault.New(http.StatusNotFound, "proposal_not_found", "Proposta não encontrada.")
	ErrNotPending       = fault.New(http.StatusConflict, "proposal_not_pending", "Esta proposta já foi respondida ou retirada.")
	ErrNotDeclined      = fault.New(http.StatusConflict, "proposal_not_declined", "Esta proposta não está recusada.")
)

// offer holds the columns that most states of a proposal write.
var offer = Columns{"decided_at": "@at", "decline_cause": "NULL", "decline_reason": "NULL", "invites_new": "false"}

// ofTerms returns the SQL that reads a column of the terms that a step adopts.
func ofTerms(column string) string {
	return "(SELECT t." + column + " FROM public.proposal_terms t WHERE t.proposal_id = proposals.id AND t.number = @terms)"
}

// adopted holds the columns of a proposal that adopts written terms. Whoever decides on them knows
// the project as it is, so they hold for its newest revision.
var adopted = Columns{
	"terms": "@terms", "project_revision": "@revision", "value": ofTerms("value"), "travel": ofTerms("travel"), "milestones": ofTerms("milestones"),
	"deadline_days": ofTerms("deadline_days"), "valid_until": ofTerms("valid_until"), "assumptions": ofTerms("assumptions"), "exclusions": ofTerms("exclusions"),
}

// All news about the proposals to a project is grouped for its company: somebody who proposes and
// withdraws all day causes one notification and one e-mail.
const (
	groupOfProposals = "proposals:{project_id}"
	newsOfProposals  = "{n} novidades nas propostas: {project}"
)

// toBuyer returns a notice to the project's company.
func toBuyer(title string) []Notice {
	return []Notice{{To: TheCompany, Right: party.Negotiate, Kind: notification.Proposal, About: notification.AboutProject,
		Title: title + ": {project}", Many: newsOfProposals, Group: groupOfProposals}}
}

// toSender returns a notice to the professional who sent the proposal.
func toSender(title string) []Notice {
	return tell(TheProfessional, party.Negotiate, title+": {project}")
}

// toReader returns a notice to the professional who reads the project on its public page.
func toReader(title string) []Notice {
	return []Notice{{To: TheProfessional, Right: party.Negotiate, About: notification.AboutPublicProject, Title: title}}
}

// Courses of an I/O list that is attached.
const (
	FirstList   = "there was no list to compare it with"
	ListChanged = "it takes the place of another"
)

// Proposal is the state machine of a professional's answer to a project.
var Proposal = Machine{Noun: "proposal", Initial: "pending", Stranger: ErrProposalNotFound,
	Entering: map[string]Columns{
		"pending":   offer.with(Columns{"decided_at": "NULL"}),
		"waiting":   offer.with(Columns{"decided_at": "NULL"}),
		"accepted":  offer,
		"declined":  offer.with(Columns{"decline_cause": "@cause", "decline_reason": "@reason", "invites_new": "@invites_new"}),
		"withdrawn": offer,
		"expired":   offer,
		"ended":     offer.with(Columns{"decided_at": Kept}),
	},
	Args: map[string]string{"cause": "text", "ids": "uuid[]", "invites_new": "boolean", "revision": "integer", "terms": "integer"},
	Fixed: []string{
		"cover_letter", "fee_basis_points", "professional_id", "project_id",
	},
	Steps: []Step{
		{Action: "accept_proposal", From: []string{"pending"}, To: "accepted", Actor: Company, Right: party.Negotiate, Wrong: ErrNotPending,
			Effects: "It becomes a contract, the project is in progress, and the other proposals are declined or kept waiting. The conversation opens with a message from the company.",
			Tells:   []Notice{{To: TheProfessional, Right: party.Negotiate, About: notification.AboutContract, Title: "Proposta aceita: {project}"}}},
		{Action: "decline_proposal", From: []string{"pending", "waiting"}, To: "declined", Actor: Company, Right: party.Negotiate, Reason: true, Wrong: ErrNotPending,
			Effects: "The company may invite the same professional to send another proposal.",
			Tells:   toSender("Proposta recusada")},
		{Action: "undo_decline", From: []string{"declined"}, To: "pending", Actor: Company, Right: party.Negotiate, Wrong: ErrNotDeclined,
			Effects: limits.Say("Within {undo_decline_minutes} minutes of the company's own refusal, while the project is open."),
			Tells:   toSender("Recusa desfeita")},
		{Action: "reopen_proposal", From: []string{"declined"}, To: "pending", Actor: Company, Right: party.Negotiate, Wrong: ErrNotDeclined,
			Effects: "Only for a proposal declined because another was chosen, while the project is open.",
			Tells:   toSender("Sua proposta voltou a concorrer")},
		{Action: "confirm_proposal", From: []string{"pending", "waiting"}, Actor: Professional, Right: party.Negotiate, Wrong: ErrNotPending, Sets: Columns{"project_revision": "@revision"},
			Effects: "The proposal holds for the project's newest revision.",
			Tells:   toBuyer("Proposta confirmada")},
		{Action: "revise_proposal", From: []string{"pending", "waiting"}, Actor: Professional, Right: party.Negotiate, Wrong: ErrNotPending, Sets: adopted,
			Effects: "It has new terms, which also answer an open counter-offer. The terms that the company read before can no longer be accepted.",
			Tells:   toBuyer("Proposta revisada")},
		{Action: "renew_proposal", From: []string{"expired"}, To: "pending", Actor: Professional, Right: party.Negotiate, Call: "revise_proposal", Wrong: ErrNotPending, Sets: adopted,
			Effects: "A revision with a new validity, while the project is open.",
			Tells:   toBuyer("Proposta revisada")},
		{Action: "counter_proposal", From: []string{"pending"}, Actor: Company, Right: party.Negotiate, Wrong: ErrNotPending,
			Effects: "Offers other terms, which change nothing until the professional accepts them.",
			Tells:   toSender("Contraproposta recebida")},
		{Action: "accept_counter", From: []string{"pending"}, Actor: Professional, Right: party.Negotiate, Call: "answer_counter", Wrong: ErrNotPending, Sets: adopted,
			Effects: "Makes the offer the proposal's terms. The company still has to accept the proposal.",
			Tells:   toBuyer("Contraproposta aceita")},
		{Action: "decline_counter", From: []string{"pending"}, Actor: Professional, Right: party.Negotiate, Call: "answer_counter", Wrong: ErrNotPending,
			Effects: "Leaves the terms as they are.",
			Tells:   toBuyer("Contraproposta recusada")},
		{Action: "withdraw_counter", From: []string{"pending"}, Actor: Company, Right: party.Negotiate, Wrong: ErrNotPending,
			Effects: "The offer is withdrawn.",
			Tells:   toSender("Contraproposta retirada")},
		{Action: "expire", From: []string{"pending", "waiting"}, To: "expired", Actor: Time, Wrong: ErrNotPending,
			Effects: "On the day after valid_until. The sender may renew it.",
			Tells:   append(toSender("Proposta vencida"), toBuyer("Proposta vencida")...)},
		{Action: "withdraw_proposal", From: []string{"pending", "waiting"}, To: "withdrawn", Actor: Professional, Right: party.Negotiate, Wrong: ErrNotPending,
			Effects: limits.Say("The sender may send another, {proposals_party_max} in all."),
			Tells:   toBuyer("Proposta retirada")},
		{Action: "keep_waiting", From: []string{"pending"}, To: "waiting", Actor: System, Wrong: ErrNotPending,
			Effects: "Another was accepted, and the company keeps this one waiting until the work starts.",
			Tells:   toSender("Proposta em espera")},
		{Action: "choose_other", From: []string{"pending", "waiting"}, To: "declined", Actor: System, Wrong: ErrNotPending,
			Effects: "Another was accepted, or work on the accepted one started.",
			Tells:   toSender("Proposta não selecionada")},
		{Action: "close_project", From: []string{"pending", "waiting"}, To: "declined", Actor: System, Wrong: ErrNotPending,
			Effects: "The project was closed.",
			Tells:   toSender("Projeto encerrado")},
		{Action: "reopen_project", From: []string{"waiting"}, To: "pending", Actor: System, Wrong: ErrNotPending,
			Effects: "The contract ended before its work did.",
			Tells:   toSender("Sua proposta voltou a concorrer")},
		{Action: "leave", From: []string{"pending", "waiting"}, To: "withdrawn", Actor: System, Wrong: ErrNotPending,
			Effects: "The sender left the market.",
			Tells:   toBuyer("Proposta retirada")},
		{Action: "end_contract", From: []string{"accepted"}, To: "ended", Actor: System, Wrong: ErrNotPending,
			Effects: "Its contract was withdrawn, terminated or cancelled.",
			Silent:  toldByContract},
	},
	Occasions: []Occasion{
		{Name: "send_proposal", When: "A professional sends a proposal. The company reads it as a message too.",
			Tells: []Notice{{To: TheCompany, Right: party.Negotiate, Kind: notification.Proposal, About: notification.AboutProject,
				Title: "Nova proposta: {project}", Many: newsOfProposals, Group: groupOfProposals, Mentions: "professional"}}},
		{Name: "revise_project", When: "The company changes the project, and the proposal has to be confirmed.",
			Tells: []Notice{{To: TheProfessional, Right: party.Negotiate,
				Title: "O projeto mudou: {project}", Group: "revision:{proposal_id}"}}},
		{Name: "attach_io_list", When: "The company attaches an I/O list to the project, and the sender may read it.",
			Tells: append(in(FirstList, toReader("Lista de I/O anexada a {project}: {signals}")), in(ListChanged, toReader("A lista de I/O de {project} mudou: {signals}"))...)},
	},
	Kind: notification.Decision, About: notification.AboutProposal,
}
