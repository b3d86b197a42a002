// Package institution is the room of the outside world of Brazilian payments and taxes: the
// payment institution that holds money (psp, with its client for Asaas and a simulator), Pix codes,
// tax numbers and electronic invoices. It speaks to an institution or reads its documents. It posts
// nothing to the ledger and knows no contract: market/money does that.
//
// Begin with psp.Provider, the calls that the product makes of a payment institution.
package institution
