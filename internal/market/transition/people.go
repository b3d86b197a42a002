package transition

import (
	"net/http"
	"slices"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
)

// Refusals of a report's step.
var (
	ErrReportNotFound = fault.New(http.StatusNotFound, "report_not_found", "Denúncia não encontrada.")
	ErrReportDecided  = fault.New(http.StatusConflict, "report_decided", "Esta denúncia já foi decidida.")
)

// decided is the notice of a decision.
var decided = []Notice{{To: TheReporter, About: notification.AboutOwnReport, Title: "Sua denúncia {report} foi analisada"}}

// Report is the state machine of a complaint about content. It gets one decision, which is final
// and is taken by the call decide_report.
var Report = Machine{Noun: "report", Initial: "open", Stranger: ErrReportNotFound,
	Entering: map[string]Columns{
		"open":      {"decision": "NULL", "decided_by": "NULL", "decided_at": "NULL"},
		"upheld":    {"decision": "@reason", "decided_by": "@person", "decided_at": "@at"},
		"dismissed": {"decision": "@reason", "decided_by": "@person", "decided_at": "@at"},
	},
	Fixed: []string{"details", "excerpt", "kind", "number", "profile_id", "reason", "reporter_id", "reporter_key", "subject_id"},
	Steps: []Step{
		{Action: "uphold_report", From: []string{"open"}, To: "upheld", Actor: Admin, Reason: true, Call: "decide_report", Wrong: ErrReportDecided,
			Effects: "The decision is recorded. Nothing is removed automatically.",
			Tells:   decided},
		{Action: "dismiss_report", From: []string{"open"}, To: "dismissed", Actor: Admin, Reason: true, Call: "decide_report", Wrong: ErrReportDecided,
			Effects: "The decision is recorded.",
			Tells:   decided},
	},
	Occasions: []Occasion{
		{Name: "report_content", When: "Somebody files a complaint.",
			Tells: []Notice{{To: TheAdmins, Title: "Nova denúncia: {report}", Many: "{n} novas denúncias", Group: "reports"}}},
	},
	Kind: notification.Report, About: notification.AboutReport,
}

// Refusals of a correction's step.
var (
	ErrCorrectionNotFound = fault.New(http.StatusNotFound, "correction_not_found", "Pedido de correção não encontrado.")
	ErrCorrectionOver     = fault.New(http.StatusConflict, "correction_over", "Este pedido de correção já foi decidido ou retirado.")
)

// Correction is the state machine of a request to correct a registered CPF or CNPJ that its owner
// says is wrong. The call decide_correction takes both decisions.
var Correction = Machine{Noun: "correction", Initial: "waiting", Stranger: ErrCorrectionNotFound,
	Entering: map[string]Columns{
		"waiting":   {"answer": "NULL", "decided_by": "NULL", "decided_at": "NULL"},
		"approved":  {"answer": "@reason", "decided_by": "@person", "decided_at": "@at"},
		"refused":   {"answer": "@reason", "decided_by": "@person", "decided_at": "@at"},
		"withdrawn": {"answer": "NULL", "decided_by": "NULL", "decided_at": "@at"},
	},
	Fixed: []string{"asked_by", "kind", "new_document", "old_document", "party_id", "reason"},
	Steps: []Step{
		{Action: "approve_correction", From: []string{"waiting"}, To: "approved", Actor: Admin, Call: "decide_correction", Wrong: ErrCorrectionOver,
			Effects: "Only if nobody else has the number and the institution holds nothing of the party. Documents already signed or issued keep the earlier number. The party's receiving account has to be opened again.",
			Tells:   tell(TheHolder, "", "Correção do {number} aprovada")},
		{Action: "refuse_correction", From: []string{"waiting"}, To: "refused", Actor: Admin, Reason: true, Call: "decide_correction", Wrong: ErrCorrectionOver,
			Effects: "The number stays.",
			Tells:   tell(TheHolder, "", "Correção do {number} recusada")},
		{Action: "withdraw_correction", From: []string{"waiting"}, To: "withdrawn", Actor: Colleague, Right: party.Manage, Wrong: ErrCorrectionOver,
			Effects: "Anybody who may request a correction may take it. The number stays.",
			Silent:  "Nothing changes, and the administrators no longer see the request."},
	},
	Occasions: []Occasion{
		{Name: "request_correction", When: "Somebody asks for a correction.",
			Tells: append(tell(TheHolder, "", "Correção do {number} pedida"), Notice{
				To: TheAdmins, About: notification.AboutCorrection, Title: "Correção de {number} a conferir",
				Many: "{n} correções de CPF ou CNPJ a conferir", Group: "corrections",
			})},
	},
	Kind: notification.Account, About: notification.AboutAccount,
}

// Refusals of an invitation's step.
var (
	ErrInvitationNotFound = fault.New(http.StatusNotFound, "invitation_not_found", "Convite não encontrado. Peça outro a quem convidou você.")
	ErrInvitationOver     = fault.New(http.StatusConflict, "invitation_over", "Este convite já foi usado, cancelado ou venceu. Peça outro a quem convidou você.")
)

// linkSays says why the invited address gets no word.
const linkSays = "Its link says so to whoever opens it."

// Invitation is the state machine of an organisation's invitation. Expiry is not a state: the
// column expires_at decides it.
var Invitation = Machine{Noun: "invitation", Initial: "pending", Stranger: ErrInvitationNotFound,
	Entering: map[string]Columns{
		"pending":  {"decided_at": Kept, "accepted_by": Kept},
		"accepted": {"decided_at": "@at", "accepted_by": "@person"},
		"revoked":  {"decided_at": "@at", "accepted_by": "NULL"},
	},
	Args:  map[string]string{"organisation": "uuid", "email": "text"},
	Fixed: []string{"email", "expires_at", "invited_by", "organisation_id", "role", "token_hash"},
	Steps: []Step{
		{Action: "accept_invitation", From: []string{"pending"}, To: "accepted", Actor: Invited, Wrong: ErrInvitationOver,
			Effects: "The person with that address becomes a member of the organisation.",
			Tells:   []Notice{{To: TheManagers, Title: "{person} entrou na equipe", Mentions: "person"}}},
		{Action: "revoke_invitation", From: []string{"pending"}, To: "revoked", Actor: Colleague, Right: party.Manage, Wrong: ErrInvitationOver,
			Effects: "Its link no longer works.",
			Silent:  linkSays},
		{Action: "invite_member", From: []string{"pending"}, To: "revoked", Actor: System, Wrong: ErrInvitationOver,
			Effects: "The same address was invited again, with another link.",
			Silent:  linkSays},
		{Action: "settle_access", From: []string{"pending"}, To: "revoked", Actor: System, Wrong: ErrInvitationOver,
			Effects: "The person who sent it no longer manages the organisation.",
			Silent:  linkSays},
	},
	Kind: notification.Organisation, About: notification.AboutOrganisation,
}

// Refusals of a step of a notice to an owner.
var (
	ErrOwnerRemovalNotFound = fault.New(http.StatusNotFound, "owner_removal_not_found", "Aviso de saída não encontrado.")
	ErrOwnerRemovalOver     = fault.New(http.StatusConflict, "owner_removal_over", "Este aviso de saída já foi respondido, retirado ou encerrado.")
)

// The two courses of a removal that takes effect.
const (
	Leaves      = "they leave the organisation"
	ChangesRole = "they get another role"
)

// executed holds the notices of a removal that takes effect.
var executed = slices.Concat(
	in(Leaves, append(toOwner("Você não faz mais parte de {organisation}"), toManagers("{person} saiu da equipe"))),
	in(ChangesRole, append(toOwner("Seu papel em {organisation} mudou"), toManagers("{person} deixou de ser proprietário"))),
)

func toOwner(title string) []Notice {
	return []Notice{{To: TheOwner, Title: title, Mentions: "organisation"}}
}

func toManagers(title string) Notice {
	return Notice{To: TheManagers, Title: title, Mentions: "person"}
}

// OwnerRemoval is the state machine of a notice that an owner will leave an organisation or lose
// the role of owner. Another owner gives the notice with the call announce_owner_removal.
var OwnerRemoval = Machine{Noun: "owner_removal", Initial: "announced", Stranger: ErrOwnerRemovalNotFound,
	Entering: map[string]Columns{
		"announced": {"closed_at": "NULL", "objection": Kept},
		"objected":  {"closed_at": "NULL", "objection": "@reason"},
		"executed":  {"closed_at": "@at", "objection": Kept},
		"withdrawn": {"closed_at": "@at", "objection": Kept},
		"stopped":   {"closed_at": "@at", "objection": Kept},
		"lapsed":    {"closed_at": "@at", "objection": Kept},
	},
	Fixed: []string{"decided_by", "decision", "organisation_id", "person_id", "proposed_by", "role", "takes_effect_at"},
	Steps: []Step{
		{Action: "agree_owner_removal", From: []string{"announced", "objected"}, To: "executed", Actor: Colleague, Right: party.Manage, Call: "answer_owner_removal", Wrong: ErrOwnerRemovalOver,
			Effects: "Only the owner concerned may take this step. They leave, or get the other role, at once.",
			Tells:   executed},
		{Action: "object_owner_removal", From: []string{"announced"}, To: "objected", Actor: Colleague, Right: party.Manage, Reason: true, Call: "answer_owner_removal", Wrong: ErrOwnerRemovalOver,
			Effects: "Only the owner concerned may take this step. They stay until an administrator has decided.",
			Tells: []Notice{
				toManagers("{person} se opôs à saída"),
				{To: TheAdmins, Kind: notification.Account, About: notification.AboutOwnerRemoval, Title: "Saída de proprietário a decidir: {organisation}",
					Many: "{n} saídas de proprietários a decidir", Group: "owner_removals"},
			}},
		{Action: "withdraw_owner_removal", From: []string{"announced", "objected"}, To: "withdrawn", Actor: Colleague, Right: party.Manage, Wrong: ErrOwnerRemovalOver,
			Effects: "Only the owner who gave the notice may take this step.",
			Tells:   toOwner("Aviso de saída retirado")},
		{Action: "allow_owner_removal", From: []string{"objected"}, To: "executed", Actor: Admin, Reason: true, Call: "decide_owner_removal", Wrong: ErrOwnerRemovalOver,
			Effects: "The owner leaves, or gets the other role.",
			Tells:   executed},
		{Action: "stop_owner_removal", From: []string{"announced", "objected"}, To: "stopped", Actor: Admin, Reason: true, Call: "decide_owner_removal", Wrong: ErrOwnerRemovalOver,
			Effects: "Nothing changes.",
			Tells:   append(toOwner("Aviso de saída encerrado pela administração"), Notice{To: TheAnnouncer, Title: "Aviso de saída encerrado pela administração", Mentions: "organisation"})},
		{Action: "execute_owner_removal", From: []string{"announced"}, To: "executed", Actor: Time, Wrong: ErrOwnerRemovalOver,
			Effects: limits.Say("After {owner_notice_days} days without an objection."),
			Tells:   executed},
		{Action: "lapse_owner_removal", From: []string{"announced", "objected"}, To: "lapsed", Actor: System, Wrong: ErrOwnerRemovalOver,
			Effects: "One of the two is no longer an owner of the organisation.",
			Silent:  "The change that made it void was told."},
	},
	Occasions: []Occasion{
		{Name: "announce_owner_removal", When: "An owner gives another notice.",
			Tells: []Notice{
				toManagers("Aviso de saída de {person}"),
				{To: TheOwner, Title: "Aviso de saída de {person}", Mentions: "person"},
				{To: TheAdmins, Kind: notification.Account, About: notification.AboutOwnerRemoval, Title: "Aviso de saída de proprietário: {organisation}",
					Many: "{n} avisos de saída de proprietários", Group: "owner_removals", Mentions: "person"},
			}},
	},
	Kind: notification.Organisation, About: notification.AboutOrganisation,
}
