package transition

import (
	"net/http"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/limits"
	"automacao/internal/market/people/notification"
	"automacao/internal/market/people/party"
)

// Refusals of a checklist's step.
var (
	ErrChecklistNotFound = fault.New(http.StatusNotFound, "checklist_not_found", "Lista de aceite não encontrada.")
	ErrChecklistAgreed   = fault.New(http.StatusConflict, "checklist_agreed", "As duas partes já concordaram com esta lista, e ela não muda mais.")
	ErrChecklistProposed = fault.New(http.StatusConflict, "checklist_not_agreed", "As duas partes ainda não concordaram com esta lista.")
	ErrChecklistSigned   = fault.New(http.StatusConflict, "checklist_signed", "Esta lista já foi assinada pelas duas partes.")
)

// The columns that the steps of a checklist write. A step leaves every column that it does not name
// unchanged.
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
	// revised starts a new version, which its author agrees to and the other side does not yet.
	revised = Columns{
		"version":                "version + 1",
		"agreed_by_company":      ofSide("company", "@person", "NULL"),
		"agreed_by_professional": ofSide("professional", "@person", "NULL"),
	}
)

// unsigned starts a new version of the results, which nobody has signed.
var unsigned = Columns{
	"version": "version + 1", "signed_by_company": "NULL", "signed_by_professional": "NULL", "company_signed_at": "NULL", "professional_signed_at": "NULL",
}

// askedToWitness says why a result itself tells nobody.
const askedToWitness = "A result concerns the other side only if it has to witness it, and ask_witness then tells."

// Checklist is the state machine of the items by which a milestone is accepted. The call
// start_checklist creates it, and its author agrees to it by creating it.
var Checklist = Machine{Noun: "checklist", Initial: "proposed", Stranger: ErrNotYourStep,
	Args:  map[string]string{"side": "text"},
	Fixed: []string{"contract_id", "executed_at", "holds_clock", "kind", "milestone_id", "template"},
	Steps: []Step{
		{Action: "revise_checklist", From: []string{"proposed"}, Actor: EitherSide, Right: party.Fulfil, Wrong: ErrChecklistAgreed, Sets: revised,
			Effects: "The author of the revision agrees to it. The other side has to read it again and agree.",
			Tells:   tell(TheOther, party.Fulfil, "Lista de aceite mudou: {project}")},
		{Action: "agree_checklist", From: []string{"proposed"}, To: "agreed", Actor: EitherSide, Right: party.Fulfil, Wrong: ErrChecklistAgreed, Sets: agreedByASide,
			Effects: "Taken by the side that did not write this version. From now on an open blocking item prevents approval and stops the clock of acceptance by silence. A blocking item that only one side has lifted stops that clock too.",
			Tells:   tell(TheOther, party.Fulfil, "Lista de aceite combinada: {project}")},
		{Action: "record_result", From: []string{"agreed"}, Actor: EitherSide, Right: party.Fulfil, Wrong: ErrChecklistProposed, Sets: unsigned,
			Effects: "Starts a new version: any signature is void and has to be given again. A witness of the item's earlier result is void as well, and the other side is asked to witness the new one by a date. A recorded failure can be lifted only by the side that recorded it, or by the other side after a new delivery.",
			Silent:  askedToWitness},
		{Action: "record_result", From: []string{"signed"}, To: "agreed", Actor: EitherSide, Right: party.Fulfil, Wrong: ErrChecklistProposed, Sets: unsigned,
			Effects: "Only for an item that both sides signed as failed. An item that both signed as passed cannot change.",
			Silent:  askedToWitness},
		{Action: "witness_result", From: []string{"agreed"}, Actor: EitherSide, Right: party.Fulfil, Call: "witness_results", Wrong: ErrChecklistProposed,
			Effects: "For items that the other side recorded as passed, in the version that was read. Recording the same result, signing, delivering or approving counts as witnessing too. It lifts a blocking item.",
			Tells:   tell(TheOther, party.Fulfil, "Resultado testemunhado: {project}")},
		{Action: "witness_by_silence", From: []string{"agreed"}, Actor: Time, Wrong: ErrChecklistProposed,
			Effects: limits.Say("{witness_days} days after a blocking item was recorded as passed, counted to the end of the day, and after a reminder. The item counts as witnessed, and the record says that it was by silence."),
			Tells:   tellBoth(party.Fulfil, "Testemunhado pelo silêncio: {project}")},
		{Action: "sign_checklist", From: []string{"agreed"}, Actor: EitherSide, Right: party.Fulfil, Wrong: ErrChecklistSigned, Sets: signedByASide,
			Effects: "The first signature, of the version that was read, with no item pending.",
			Tells:   tell(TheOther, party.Fulfil, "Lista de aceite assinada pela outra parte: {project}")},
		{Action: "countersign_checklist", From: []string{"agreed"}, To: "signed", Actor: EitherSide, Right: party.Fulfil, Call: "sign_checklist", Wrong: ErrChecklistSigned, Sets: signedByASide,
			Effects: "The other side's signature of the same version. The call execute_tac takes it too. A TAC without an open blocking item is then executed, which starts the acceptance clock of a milestone that waits for it.",
			Tells:   tell(TheOther, party.Fulfil, "Lista de aceite assinada pelas duas partes: {project}")},
	},
	Occasions: []Occasion{
		{Name: "start_checklist", When: "A side proposes a list.",
			Tells: tell(TheOther, party.Fulfil, "Lista de aceite proposta: {project}")},
		{Name: "ask_witness", When: "A blocking item was recorded as passed, or its witness is due.",
			Tells: []Notice{{To: TheOther, Right: party.Fulfil, Title: "Testemunhe o resultado: {project}",
				Many: "{n} resultados a testemunhar: {project}", Group: "witness:{checklist_id}"}}},
	},
	Kind: notification.Contract, About: notification.AboutContract,
}
