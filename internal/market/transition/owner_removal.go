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

// OwnerRemoval is the way of a notice that an owner is to leave an organisation or to
// lose that role. It is given by announce_owner_removal, by another owner.
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
			Effects: "By answer_owner_removal, only of the owner it is about: they leave, or have the other role, at once."},
		{Action: "object_owner_removal", From: []string{"announced"}, To: "objected", Actor: Colleague, Right: party.Manage, Reason: true, Wrong: ErrOwnerRemovalOver,
			Effects: "By answer_owner_removal, only of the owner it is about: they stay until an administrator has decided."},
		{Action: "withdraw_owner_removal", From: []string{"announced", "objected"}, To: "withdrawn", Actor: Colleague, Right: party.Manage, Wrong: ErrOwnerRemovalOver,
			Effects: "Only of the owner who gave the notice."},
		{Action: "allow_owner_removal", From: []string{"objected"}, To: "executed", Actor: Admin, Reason: true, Wrong: ErrOwnerRemovalOver,
			Effects: "By decide_owner_removal. The owner leaves, or has the other role."},
		{Action: "stop_owner_removal", From: []string{"announced", "objected"}, To: "stopped", Actor: Admin, Reason: true, Wrong: ErrOwnerRemovalOver,
			Effects: "By decide_owner_removal. Nothing changes."},
		{Action: "execute_owner_removal", From: []string{"announced"}, To: "executed", Actor: Time, Wrong: ErrOwnerRemovalOver,
			Effects: limits.Say("After {owner_notice_days} days without an objection.")},
		{Action: "lapse_owner_removal", From: []string{"announced", "objected"}, To: "lapsed", Actor: System, Wrong: ErrOwnerRemovalOver,
			Effects: "Either of the two owns the organisation no more."},
	}}
