package export

// The words for states and kinds, in files and, written to the web by "automacao
// types", on screen.
var (
	// EntryKinds are what a line of the statement is about.
	EntryKinds = []Word{
		{"guarantee", "Garantia depositada"}, {"release", "Marco liberado"}, {"fee", "Taxa da plataforma"}, {"refund", "Devolução"},
		{"split", "Divisão acordada"}, {"payout", "Saque por Pix"}, {"payout_returned", "Saque devolvido"}, {"withheld", "Tributo retido"},
		{"contest", "Pix contestado"}, {"contest_returned", "Contestação encerrada"}, {"adjustment", "Ajuste"},
	}
	// InvoiceKinds and InvoiceStates are of invoices.
	InvoiceKinds  = []Word{{"nfse", "NFS-e"}, {"rpa", "RPA"}}
	InvoiceStates = []Word{{"pending", "Pendente"}, {"sent", "Enviada"}, {"checked", "Conferida"}, {"refused", "Recusada"}, {"replaced", "Substituída"}}
	// Taxes are what is withheld, in the order of a list.
	Taxes = []Word{{"iss", "ISS"}, {"inss", "INSS"}, {"irrf", "IRRF"}, {"csrf", "CSRF (PIS, COFINS e CSLL)"}}
	// ContractStates are where a contract stands.
	ContractStates = []Word{
		{"agreed", "Aguardando início"}, {"active", "Em andamento"}, {"delivered", "Entregue"}, {"completed", "Concluído"},
		{"withdrawn", "Desfeito antes do início"}, {"terminated", "Distrato"}, {"cancelled", "Encerrado"},
	}
	// MilestoneStates are where a milestone stands.
	MilestoneStates = []Word{
		{"planned", "Planejado"}, {"awaiting_payment", "Aguardando pagamento"}, {"funded", "Em garantia"}, {"delivered", "Entregue"}, {"adjusting", "Em ajustes"},
		{"released", "Pago"}, {"disputed", "Em disputa"}, {"split", "Dividido"}, {"refunded", "Devolvido"}, {"cancelled", "Cancelado"},
	}
)

// Word is what something of the wire is called on screen.
type Word struct{ Key, Text string }

// wordFor is empty for what is not known.
func wordFor(list []Word, key string) string {
	for _, one := range list {
		if one.Key == key {
			return one.Text
		}
	}
	return ""
}
