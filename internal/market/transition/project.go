package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/people/party"
)

// Refusals of a project's step.
var (
	ErrProjectNotFound = fault.New(http.StatusNotFound, "project_not_found", "Projeto não encontrado.")
	ErrNotOpen         = fault.New(http.StatusConflict, "project_not_open", "Este projeto não está recebendo propostas.")
)

// Project is the state machine of a published project. Except for closing, its steps follow from
// those of its proposals and its contract.
var Project = Machine{Noun: "project", Initial: "open", Stranger: ErrProjectNotFound,
	Fixed: []string{
		"budget", "budget_max_cents", "budget_min_cents", "category", "city", "city_key", "company_id", "deadline",
		"deadline_on", "description", "experience_level", "files_count", "is_confidential", "number", "proposals_count",
		"revision", "scope", "scope_clarity", "search", "skills", "starts_on", "state", "technologies", "technology_levels",
		"title", "work_mode",
	},
	Steps: []Step{
		{Action: "accept_proposal", From: []string{"open"}, To: "in_progress", Actor: System, Wrong: ErrNotOpen,
			Effects: "A proposal became a contract.",
			Silent:  toldByProposal},
		{Action: "deliver_contract", From: []string{"in_progress"}, To: "delivered", Actor: System, Wrong: ErrNotOpen,
			Effects: "The professional delivered.",
			Silent:  toldByContract},
		{Action: "request_adjustments", From: []string{"delivered"}, To: "in_progress", Actor: System, Wrong: ErrNotOpen,
			Effects: "The company asked for adjustments.",
			Silent:  toldByContract},
		{Action: "accept_amendment", From: []string{"delivered"}, To: "in_progress", Actor: System, Wrong: ErrNotOpen,
			Effects: "Work was added to the contract.",
			Silent:  toldByContract},
		{Action: "complete_contract", From: []string{"delivered"}, To: "completed", Actor: System, Wrong: ErrNotOpen,
			Effects: "The company accepted the delivery, or silence did.",
			Silent:  toldByContract},
		{Action: "follow_milestones", From: []string{"in_progress", "delivered"}, To: "completed", Actor: System, Wrong: ErrNotOpen,
			Effects: "Every milestone of the contract is over, and the last one ended otherwise than by acceptance.",
			Silent:  toldByContract},
		{Action: "reopen_project", From: []string{"in_progress", "delivered"}, To: "open", Actor: System, Wrong: ErrNotOpen,
			Effects: "The contract ended early, and the company looks for somebody else.",
			Silent:  toldByContract},
		{Action: "close_project", From: []string{"open"}, To: "closed", Actor: Company, Right: party.Publish, Wrong: ErrNotOpen,
			Effects: "Pending proposals are declined. For a project under way, the call close_project withdraws a contract on which work has not begun, or proposes a termination.",
			Silent:  toldByProposal},
		{Action: "close_project", From: []string{"open"}, To: "closed", Actor: Admin, Wrong: ErrNotOpen,
			Effects: "The administrator's action is recorded.",
			Silent:  toldByProposal},
		{Action: "close_project", From: []string{"open", "in_progress", "delivered"}, To: "closed", Actor: System, Wrong: ErrNotOpen,
			Effects: "The contract ended early and the company looks for nobody else, or the company left the market.",
			Silent:  toldByProposal},
	},
}
