package transition

import (
	"net/http"
	"slices"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
)

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
