package export

// The words for states and kinds, in files and on screen. "automacao types" generates them for the
// web.
var (
	// EntryKinds are the kinds of entries in a statement.
	EntryKinds = []Word{
		{"guarantee", "Garantia depositada"}, {"release", "Marco liberado"}, {"fee", "Taxa da plataforma"}, {"refund", "Devolução"},
		{"split", "Divisão acordada"}, {"payout", "Saque por Pix"}, {"payout_returned", "Saque devolvido"}, {"withheld", "Tributo retido"},
		{"contest", "Pix contestado"}, {"contest_returned", "Contestação encerrada"}, {"adjustment", "Ajuste"},
	}
	// InvoiceKinds and InvoiceStates are those of invoices.
	InvoiceKinds  = []Word{{"nfse", "NFS-e"}, {"rpa", "RPA"}}
	InvoiceStates = []Word{{"pending", "Pendente"}, {"sent", "Enviada"}, {"checked", "Conferida"}, {"refused", "Recusada"}, {"replaced", "Substituída"}}
	// Taxes are the taxes that can be withheld, in display order.
	Taxes = []Word{{"iss", "ISS"}, {"inss", "INSS"}, {"irrf", "IRRF"}, {"csrf", "CSRF (PIS, COFINS e CSLL)"}}
	// ContractStates are the states of a contract.
	ContractStates = []Word{
		{"agreed", "Aguardando início"}, {"active", "Em andamento"}, {"delivered", "Entregue"}, {"completed", "Concluído"},
		{"withdrawn", "Desfeito antes do início"}, {"terminated", "Distrato"}, {"cancelled", "Encerrado"},
	}
	// MilestoneStates are the states of a milestone.
	MilestoneStates = []Word{
		{"planned", "Planejado"}, {"awaiting_payment", "Aguardando pagamento"}, {"funded", "Em garantia"}, {"delivered", "Entregue"}, {"adjusting", "Em ajustes"},
		{"released", "Pago"}, {"disputed", "Em disputa"}, {"split", "Dividido"}, {"refunded", "Devolvido"}, {"cancelled", "Cancelado"},
	}
)

// Word is the display text of a value of the API.
type Word struct{ Key, Text string }

// wordFor returns "" for an unknown key.
func wordFor(list []Word, key string) string {
	for _, one := range list {
		if one.Key == key {
			return one.Text
		}
	}
	return ""
}
