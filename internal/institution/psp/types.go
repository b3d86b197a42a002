package psp

import (
	"time"

	"automacao/internal/institution/pix"
	"automacao/internal/kernel/money"
	"automacao/internal/kernel/seal"
)

// Secret is a key that no log shows.
type Secret = seal.Secret

// Holder is who an account is opened for. The institution checks all of it
// with Receita Federal.
type Holder struct {
	Reference     string // ours for the receiver; comes back in the webhook's address as ?receiver=
	Name, Email   string
	Document      string      // CPF or CNPJ without separators
	BirthOn       string      // of a person, 2006-01-02
	CompanyType   CompanyType // of a CNPJ
	MonthlyIncome money.Money
	Phone         string // area code and number, digits
	PostalCode    string // eight digits
	Address       string
	AddressNumber string
	Complement    string
	District      string
}

// CompanyType is what a CNPJ is in law.
type CompanyType string

// The kinds of company that an account can be opened for.
const (
	MEI         CompanyType = "MEI"
	Limited     CompanyType = "LIMITED"
	Individual  CompanyType = "INDIVIDUAL"
	Association CompanyType = "ASSOCIATION"
)

// Account is whose charges and transfers a call is about.
type Account struct {
	ID  string
	Key Secret
}

// Receiver is an account that was opened.
type Receiver struct {
	AccountID string
	WalletID  string
	APIKey    Secret
	Status    ReceiverStatus
}

// ReceiverStatus is how far the approval of an account is.
type ReceiverStatus string

// States of an account.
const (
	ReceiverPending   ReceiverStatus = "pending"   // the holder has to send something
	ReceiverReviewing ReceiverStatus = "reviewing" // the institution has to decide
	ReceiverApproved  ReceiverStatus = "approved"  // can be paid, and what arrives is held
	ReceiverRejected  ReceiverStatus = "rejected"
)

// ReceiverState is the status, where a pending holder sends selfie and
// document (at the institution, never here), and in the institution's words why
// what was sent is not enough.
type ReceiverState struct {
	Status        ReceiverStatus
	OnboardingURL string
	Reason        string
}

// Payer is who a charge is made out to.
type Payer struct{ Name, Document, Email string }

// ChargeRequest is a charge of one receiver to one payer.
type ChargeRequest struct {
	Reference   string // 26 to 35 letters and digits, never used for another value
	Value       money.Money
	Fee         money.Money // the part of Value that goes to our own wallet
	Payer       Payer
	Receiver    Account
	Description string
	// ExpiresAt is when the caller cancels the charge. Institutions know days
	// only, and may take a payment after them until it is cancelled.
	ExpiresAt time.Time
}

// ChargeKey names a charge by the institution's identifier or our reference;
// the identifier is used where both are given.
type ChargeKey struct{ ID, Reference string }

// ChargeStatus is what became of a charge.
type ChargeStatus string

// States of a charge. A part given back leaves it paid.
const (
	ChargePending   ChargeStatus = "pending"
	ChargePaid      ChargeStatus = "paid"
	ChargeExpired   ChargeStatus = "expired" // and can be paid still, until it is cancelled
	ChargeCancelled ChargeStatus = "cancelled"
	ChargeRefunding ChargeStatus = "refunding"
	ChargeRefunded  ChargeStatus = "refunded" // the whole of it
	ChargeContested ChargeStatus = "contested"
)

// Charge is a charge as the institution tells it.
type Charge struct {
	ID, Reference string
	Status        ChargeStatus
	Value, Fee    money.Money
	Net           money.Money // Value less the institution's own price; Fee comes out of it
	BRCode        string      // while it can be paid
	ExpiresAt     time.Time   // until when its code can be read; a bound, not the due date
	PaidAt        time.Time   // a day without a time until Fetch has asked for more
	EndToEndID    string      // of the payment, where Fetch has asked
	EscrowID      string      // of the hold, once it is paid
	IsHeld        bool
	HeldUntil     time.Time // when the institution would let go by itself
	ReleasedAt    time.Time
	Refunds       []Refund
}

// IsPaid says whether the payer has paid, whatever became of it since.
func (c Charge) IsPaid() bool {
	switch c.Status {
	case ChargePaid, ChargeRefunding, ChargeRefunded, ChargeContested:
		return true
	}
	return false
}

// Refunded is the sum of what was or is being given back.
func (c Charge) Refunded() (sum money.Money) {
	for _, refund := range c.Refunds {
		if refund.Status != RefundFailed {
			sum += refund.Value
		}
	}
	return sum
}

// RefundRequest gives Value of a charge back; Fee of it comes out of our own
// wallet and the rest out of the receiver's part.
type RefundRequest struct {
	Account    Account
	Charge     ChargeKey
	Value, Fee money.Money
	Reference  string // of this refund
	Reason     string // shown to the payer
}

// RefundStatus is how far a refund is.
type RefundStatus string

// States of a refund.
const (
	RefundPending RefundStatus = "pending"
	RefundDone    RefundStatus = "done"
	RefundFailed  RefundStatus = "failed"
)

// Refund is money that goes back. Reference is empty where we did not ask.
type Refund struct {
	Reference  string
	Status     RefundStatus
	Value      money.Money
	EndToEndID string
	CreatedAt  time.Time
}

// TransferRequest sends Value to a key of the holder's own.
type TransferRequest struct {
	Account     Account
	Value       money.Money
	Key         pix.Key
	Reference   string
	Description string
	// AskedAt is when this transfer was asked for first: the search for an
	// earlier one goes back to the day before.
	AskedAt time.Time
}

// TransferKey names a transfer by identifier, or by our reference and AskedAt.
type TransferKey struct {
	ID, Reference string
	AskedAt       time.Time
}

// TransferStatus is how far a transfer is.
type TransferStatus string

// States of a transfer. Failed and cancelled leave the money where it was.
const (
	TransferPending   TransferStatus = "pending"
	TransferDone      TransferStatus = "done"
	TransferFailed    TransferStatus = "failed"
	TransferCancelled TransferStatus = "cancelled"
)

// Transfer is money on its way out.
type Transfer struct {
	ID, Reference string
	Status        TransferStatus
	Value         money.Money
	EndToEndID    string
	FailReason    string
	CreatedAt     time.Time
	DoneAt        time.Time
}

// HasFailed reports whether the money is where it was.
func (t Transfer) HasFailed() bool {
	return t.Status == TransferFailed || t.Status == TransferCancelled
}

// EventKind is what an event is about.
type EventKind string

// Kinds of event. Each says that something may have changed, and Fetch says
// what: events overtake each other.
const (
	EventPaid      EventKind = "paid"
	EventExpired   EventKind = "expired"
	EventCancelled EventKind = "cancelled"
	EventRefunded  EventKind = "refunded"  // in whole, in part, or on its way
	EventContested EventKind = "contested" // MED; without ChargeID where a balance was blocked
	EventUnblocked EventKind = "unblocked" // a contested value was set free
	EventTransfer  EventKind = "transfer"
	EventReceiver  EventKind = "receiver" // the approval of an account
	EventOther     EventKind = "other"
)

// Event is what the institution told by itself. ID is the same whenever it is
// repeated.
type Event struct {
	ID         string
	Kind       EventKind
	Name       string // the institution's own
	AccountID  string // of EventReceiver
	ChargeID   string
	TransferID string
	Reference  string
	Value      money.Money
	EndToEndID string
	OccurredAt time.Time
}
