package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
)

// Refusals of a step of an invitation to propose.
var (
	ErrInvitationToProposeNotFound = fault.New(http.StatusNotFound, "invitation_to_propose_not_found", "Convite não encontrado.")
	ErrInvitationToProposeUsed     = fault.New(http.StatusConflict, "invitation_to_propose_used", "Você já enviou uma proposta para este projeto. O convite está respondido.")
)

// firstAnswer keeps the moment of the first answer, because it says how fast somebody answers.
var firstAnswer = Columns{"answered_at": "coalesce(answered_at, @at)"}

// ofAnswers returns the notice of an answer. All answers about a project are one notification to its
// company, so that somebody who changes their mind all day causes one e-mail.
func ofAnswers(title string) []Notice {
	return []Notice{{To: TheCompany, Right: party.Publish, Kind: notification.Proposal, About: notification.AboutProject,
		Title: title + ": {project}", Many: "{n} respostas a convites: {project}", Group: "invitations:{project_id}", Mentions: "professional"}}
}

// InvitationToPropose is the state machine of a company's invitation to a professional to propose to a
// project. Expiry is not a state: the column expires_at decides it, and the end of the project sets it.
// The last answer before the proposal stands, so each answer may follow the others.
var InvitationToPropose = Machine{Noun: "invitation_to_propose", Plural: "invitations_to_propose", Initial: "sent", Stranger: ErrInvitationToProposeNotFound,
	Entering: map[string]Columns{
		"sent":       {"answered_at": Kept},
		"interested": firstAnswer,
		"busy":       firstAnswer,
		"declined":   firstAnswer,
		"proposed":   firstAnswer,
	},
	Fixed: []string{"expires_at", "note", "professional_id", "project_id"},
	Steps: []Step{
		{Action: "show_interest", From: []string{"sent", "busy", "declined"}, To: "interested", Actor: Professional, Right: party.Negotiate, Call: "answer_invitation", Wrong: ErrInvitationToProposeUsed,
			Effects: "The company knows that a proposal may come.",
			Tells:   ofAnswers("Convite com interesse")},
		{Action: "say_busy", From: []string{"sent", "interested", "declined"}, To: "busy", Actor: Professional, Right: party.Negotiate, Call: "answer_invitation", Wrong: ErrInvitationToProposeUsed,
			Effects: "The company looks for somebody else. The professional may still propose.",
			Tells:   ofAnswers("Convidado sem agenda")},
		{Action: "decline_invitation", From: []string{"sent", "interested", "busy"}, To: "declined", Actor: Professional, Right: party.Negotiate, Call: "answer_invitation", Wrong: ErrInvitationToProposeUsed,
			Effects: "The company looks for somebody else. The professional may still propose.",
			Tells:   ofAnswers("Convite recusado")},
		{Action: "send_proposal", From: []string{"sent", "interested", "busy", "declined"}, To: "proposed", Actor: System, Wrong: ErrInvitationToProposeUsed,
			Effects: "A proposal of the professional to the project answers the invitation, also one that has expired.",
			Silent:  toldByProposal},
	},
	Occasions: []Occasion{
		{Name: "invite_to_propose", When: limits.Say("A company invites a professional to one of its open projects, {project_invitations_max} at most. The mail holds a link by which the answer takes one press, without signing in."),
			Tells: []Notice{{To: TheProfessional, Right: party.Negotiate, Title: "Convite para enviar proposta: {project}", Mentions: "company"}}},
	},
	Kind: notification.Invitation, About: notification.AboutInvitation,
}
