package app

import (
	"automacao/internal/codegen"
	"automacao/internal/market/export"
)

// words are those that the files of package export and the screens share.
func words() (all []codegen.Words) {
	for _, list := range []struct {
		name, meaning string
		words         []export.Word
	}{
		{"ENTRY_KINDS", "What a line of the statement is about.", export.EntryKinds},
		{"INVOICE_KINDS", "What an invoice is.", export.InvoiceKinds},
		{"INVOICE_STATES", "How an invoice stands.", export.InvoiceStates},
		{"TAXES", "What is withheld, in the order of a list.", export.Taxes},
		{"CONTRACT_STATES", "Where a contract stands.", export.ContractStates},
		{"MILESTONE_STATES", "Where a milestone stands.", export.MilestoneStates},
	} {
		one := codegen.Words{Name: list.name, Meaning: list.meaning}
		for _, word := range list.words {
			one.Keys, one.Texts = append(one.Keys, word.Key), append(one.Texts, word.Text)
		}
		all = append(all, one)
	}
	return all
}
