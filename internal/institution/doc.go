// Package institution connects to the institutions of Brazilian payments and taxes: the payment
// institution that holds money (psp, with its client for Asaas and a simulator), Pix codes, tax
// numbers and electronic invoices. It calls an institution or reads its documents. It posts nothing
// to the ledger and knows no contract: market/money does that.
//
// Start reading at psp.Provider, the calls that the product makes to a payment institution.
package institution
