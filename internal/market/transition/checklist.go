package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/party"
)

// Refusals of a checklist's step.
var (
	ErrChecklistNotFound = fault.New(http.StatusNotFound, "checklist_not_found", "Lista de aceite não encontrada.")
	ErrChecklistAgreed   = fault.New(http.StatusConflict, "checklist_agreed", "As duas partes já concordaram com esta lista, e ela não muda mais.")
	ErrChecklistProposed = fault.New(http.StatusConflict, "checklist_not_agreed", "As duas partes ainda não concordaram com esta lista.")
	ErrChecklistSigned   = fault.New(http.StatusConflict, "checklist_signed", "Esta lista já foi assinada pelas duas partes.")
)

// ofSide is what becomes of the columns of both sides when @side takes a step: its own has
// the value, and the other's is otherwise.
func ofSide(side, value, otherwise string) string {
	return "CASE @side WHEN '" + side + "' THEN " + value + " ELSE " + otherwise + " END"
}

// What the steps of a checklist write. A step leaves alone what it does not name.
var (
	agreedByASide = Columns{
		"agreed_by_company":      ofSide("company", "@person", "agreed_by_company"),
		"agreed_by_professional": ofSide("professional", "@person", "agreed_by_professional"),
	}
	signedByASide = Columns{
		"signed_by_company":      ofSide("company", "@person", "signed_by_company"),
		"company_signed_at":      ofSide("company", "@at", "company_signed_at"),
		"signed_by_professional": ofSide("professional", "@person", "signed_by_professional"),
		"professional_signed_at": ofSide("professional", "@at", "professional_signed_at"),
	}
	// revised is a new text, which whoever wrote it agrees to and the other side does not yet.
	revised = Columns{
		"version":                "version + 1",
		"agreed_by_company":      ofSide("company", "@person", "NULL"),
		"agreed_by_professional": ofSide("professional", "@person", "NULL"),
	}
)

// unsigned is a new version of the results, which nobody has signed.
var unsigned = Columns{
	"version": "version + 1", "signed_by_company": "NULL", "signed_by_professional": "NULL", "company_signed_at": "NULL", "professional_signed_at": "NULL",
}

// Checklist is the way of the items that a milestone is accepted by. It is made
// by start_checklist, agreed on by whoever wrote it.
var Checklist = Machine{Noun: "checklist", Initial: "proposed", Stranger: ErrNotYourStep,
	Args:  map[string]string{"side": "text"},
	Fixed: []string{"contract_id", "executed_at", "holds_clock", "kind", "milestone_id", "template"},
	Steps: []Step{
		{Action: "revise_checklist", From: []string{"proposed"}, Actor: EitherSide, Right: party.Fulfil, Wrong: ErrChecklistAgreed, Sets: revised,
			Effects: "Whoever revises it agrees; the other side has to read it again."},
		{Action: "agree_checklist", From: []string{"proposed"}, To: "agreed", Actor: EitherSide, Right: party.Fulfil, Wrong: ErrChecklistAgreed, Sets: agreedByASide,
			Effects: "The side that did not write this version. From here on an open blocking item stops approval, and the clock of silence, which waits for the witness too."},
		{Action: "record_result", From: []string{"agreed"}, Actor: EitherSide, Right: party.Fulfil, Wrong: ErrChecklistProposed, Sets: unsigned,
			Effects: "What one side had signed is to be signed again, and what the other had witnessed of the item is void: it is asked to witness it, with a date. A failure is lifted by the side that recorded it, or answered after a new delivery."},
		{Action: "record_result", From: []string{"signed"}, To: "agreed", Actor: EitherSide, Right: party.Fulfil, Wrong: ErrChecklistProposed, Sets: unsigned,
			Effects: "Only of an item that both signed as failed; what both signed as passed stays so."},
		{Action: "witness_result", From: []string{"agreed"}, Actor: EitherSide, Right: party.Fulfil, Wrong: ErrChecklistProposed,
			Effects: "By witness_results, of what the other side recorded as passed, in the version that was read; also by recording the same result, by a signature, a delivery or an approval. With it a blocking item is lifted."},
		{Action: "witness_by_silence", From: []string{"agreed"}, Actor: Time, Wrong: ErrChecklistProposed,
			Effects: limits.Say("{witness_days} days after a blocking item was recorded as passed, to the end of the day, and a reminder: it counts as witnessed, and the record says by silence.")},
		{Action: "sign_checklist", From: []string{"agreed"}, Actor: EitherSide, Right: party.Fulfil, Wrong: ErrChecklistSigned, Sets: signedByASide,
			Effects: "The first signature, of the version that was read and with no item pending."},
		{Action: "countersign_checklist", From: []string{"agreed"}, To: "signed", Actor: EitherSide, Right: party.Fulfil, Wrong: ErrChecklistSigned, Sets: signedByASide,
			Effects: "The other side's signature of the same version, by sign_checklist or execute_tac. A TAC without an open blocking item is executed, which starts the clock of who waits for it."},
	}}
