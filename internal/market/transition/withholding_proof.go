package transition

import (
	"net/http"

	"automacao/internal/fault"
	"automacao/internal/market/limits"
	"automacao/internal/market/party"
)

// Refusals of a step of a proof.
var (
	ErrProofNotFound = fault.New(http.StatusNotFound, "withheld_not_found", "Tributo retido não encontrado.")
	ErrProofOver     = fault.New(http.StatusConflict, "withheld_over", "Este tributo retido já não espera comprovante.")
	ErrNotOwed       = fault.New(http.StatusConflict, "withheld_not_owed", "Este tributo retido não é devido ao profissional.")
)

// WithholdingProof is the way of a withheld tax from the payment of its milestone on:
// until the company proves that it paid the tax, the value is nobody's.
var WithholdingProof = Machine{Noun: "withholding_proof", Initial: "due", Stranger: ErrNotYourStep, Steps: []Step{
	{Action: "prove_withheld", From: []string{"due"}, To: "proved", Actor: Company, Right: party.Pay, Wrong: ErrProofOver,
		Effects: "With the number of the guia or DARF and its PDF, until its date. What is held returns to the company, who paid the tax. Nobody on both sides can."},
	{Action: "release_withheld", From: []string{"due"}, To: "released", Actor: Time, Wrong: ErrProofOver,
		Effects: limits.Say("In a guarantee contract, {withholding_proof_days} days after the milestone was paid: what is held is the professional's.")},
	{Action: "owe_withheld", From: []string{"due"}, To: "owed", Actor: Time, Wrong: ErrProofOver,
		Effects: limits.Say("In a direct contract, {withholding_proof_days} days after the milestone was paid: the company owes it to the professional.")},
	{Action: "confirm_withheld", From: []string{"owed"}, To: "settled", Actor: Professional, Right: party.Pay, Wrong: ErrNotOwed,
		Effects: "The professional says that the company paid it. Nobody on both sides can."},
	{Action: "lose_withheld", From: []string{"due"}, To: "lost", Actor: System, Wrong: ErrProofOver,
		Effects: "In a guarantee contract, when the payer's bank gave the whole payment back: nothing is held any more."},
}}
