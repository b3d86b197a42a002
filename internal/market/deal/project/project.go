// Package project owns what a company or an administrator does with a published project besides
// editing it. What two sides have agreed on belongs to the contract.
package project

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/transition"
)

// Refusals of a change of a project.
var (
	ErrNotFound     = transition.ErrProjectNotFound
	ErrNotOpen      = transition.ErrNotOpen
	ErrHasProposals = fault.New(http.StatusConflict, "has_proposals", "Este projeto já recebeu propostas e não pode ser excluído. Você pode encerrá-lo.")
)
