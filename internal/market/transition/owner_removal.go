package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/party"
)

// Refusals of a step of a notice to an owner.
var (
	ErrOwnerRemovalNotFound = fault.New(http.StatusNotFound, "owner_removal_not_found", "Aviso de saída não encontrado.")
	ErrOwnerRemovalOver     = fault.New(http.StatusConflict, "owner_removal_over", "Este aviso de saída já foi respondido, retirado ou encerrado.")
)

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
		{Action: "agree_owner_removal", From: []string{"announced", "objected"}, To: "executed", Actor: Colleague, Right: party.Manage, Wrong: ErrOwnerRemovalOver,
			Effects: "Taken by the call answer_owner_removal, and only by the owner concerned. They leave, or get the other role, at once."},
		{Action: "object_owner_removal", From: []string{"announced"}, To: "objected", Actor: Colleague, Right: party.Manage, Reason: true, Wrong: ErrOwnerRemovalOver,
			Effects: "Taken by the call answer_owner_removal, and only by the owner concerned. They stay until an administrator has decided."},
		{Action: "withdraw_owner_removal", From: []string{"announced", "objected"}, To: "withdrawn", Actor: Colleague, Right: party.Manage, Wrong: ErrOwnerRemovalOver,
			Effects: "Only the owner who gave the notice may take this step."},
		{Action: "allow_owner_removal", From: []string{"objected"}, To: "executed", Actor: Admin, Reason: true, Wrong: ErrOwnerRemovalOver,
			Effects: "Taken by the call decide_owner_removal. The owner leaves, or gets the other role."},
		{Action: "stop_owner_removal", From: []string{"announced", "objected"}, To: "stopped", Actor: Admin, Reason: true, Wrong: ErrOwnerRemovalOver,
			Effects: "Taken by the call decide_owner_removal. Nothing changes."},
		{Action: "execute_owner_removal", From: []string{"announced"}, To: "executed", Actor: Time, Wrong: ErrOwnerRemovalOver,
			Effects: limits.Say("After {owner_notice_days} days without an objection.")},
		{Action: "lapse_owner_removal", From: []string{"announced", "objected"}, To: "lapsed", Actor: System, Wrong: ErrOwnerRemovalOver,
			Effects: "One of the two is no longer an owner of the organisation."},
	}}
