package psp

import (
	"time"

	"automacao/internal/institution/pix"
	"automacao/internal/kernel/money"
	"automacao/internal/kernel/seal"
)

// Secret is a key that no log shows.
type Secret = seal.Secret

// Holder is whom an account is opened for. The institution checks all of it with Receita Federal.
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

// CompanyType is the legal form of a company.
type CompanyType string

// The legal forms for which an account can be opened.
const (
	MEI         CompanyType = "MEI"
	Limited     CompanyType = "LIMITED"
	Individual  CompanyType = "INDIVIDUAL"
	Association CompanyType = "ASSOCIATION"
)

// Account is the account whose charges and transfers a call is about.
type Account struct {
	ID  string
	Key Secret
}

// Receiver is a newly opened account.
type Receiver struct {
	AccountID string
	WalletID  string
	APIKey    Secret
	Status    ReceiverStatus
}

// ReceiverStatus is the state of an account's approval.
type ReceiverStatus string

// States of an account.
const (
	ReceiverPending   ReceiverStatus = "pending"   // the holder has to send something
	ReceiverReviewing ReceiverStatus = "reviewing" // the institution has to decide
	ReceiverApproved  ReceiverStatus = "approved"  // can be paid, and payments are held
	ReceiverRejected  ReceiverStatus = "rejected"
)

// ReceiverState is the status, the address where a pending holder sends selfie and document (at the
// institution, never here), and the institution's reason why what was sent is not enough.
type ReceiverState struct {
	Status        ReceiverStatus
	OnboardingURL string
	Reason        string
}

// Payer is whom a charge is made out to.
type Payer struct{ Name, Document, Email string }

// ChargeRequest is a charge by one receiver to one payer.
type ChargeRequest struct {
	Reference   string // 26 to 35 letters and digits, never used for another value
	Value       money.Money
	Fee         money.Money // the part of Value that goes to our own wallet
	Payer       Payer
	Receiver    Account
	Description string
	// ExpiresAt is when the caller will cancel the charge. Institutions know only days, and may
	// accept a payment after that day until the charge is cancelled.
	ExpiresAt time.Time
}

// ChargeKey identifies a charge by the institution's identifier or our reference. If both are
// given, the identifier is used.
type ChargeKey struct{ ID, Reference string }

// ChargeStatus is the state of a charge.
type ChargeStatus string

// States of a charge. After a partial refund it is still paid.
const (
	ChargePending   ChargeStatus = "pending"
	ChargePaid      ChargeStatus = "paid"
	ChargeExpired   ChargeStatus = "expired" // can still be paid until it is cancelled
	ChargeCancelled ChargeStatus = "cancelled"
	ChargeRefunding ChargeStatus = "refunding"
	ChargeRefunded  ChargeStatus = "refunded" // in full
	ChargeContested ChargeStatus = "contested"
)

// Charge is a charge as the institution reports it.
type Charge struct {
	ID, Reference string
	Status        ChargeStatus
	Value, Fee    money.Money
	Net           money.Money // Value minus the institution's own price; Fee is taken out of it
	BRCode        string      // while it can be paid
	ExpiresAt     time.Time   // until when its code can be read; a bound, not the due date
	PaidAt        time.Time   // a date without time until Fetch has read more
	EndToEndID    string      // of the payment, if read by Fetch
	EscrowID      string      // of the hold, once it is paid
	IsHeld        bool
	HeldUntil     time.Time // when the institution would release it by itself
	ReleasedAt    time.Time
	Refunds       []Refund
}

// IsPaid reports whether the payer has paid, whatever happened since.
func (c Charge) IsPaid() bool {
	switch c.Status {
	case ChargePaid, ChargeRefunding, ChargeRefunded, ChargeContested:
		return true
	}
	return false
}

// Refunded returns the sum of completed and pending refunds.
func (c Charge) Refunded() (sum money.Money) {
	for _, refund := range c.Refunds {
		if refund.Status != RefundFailed {
			sum += refund.Value
		}
	}
	return sum
}

// RefundRequest refunds Value of a charge. Fee of it comes out of our own wallet, the rest out of
// the receiver's part.
type RefundRequest struct {
	Account    Account
	Charge     ChargeKey
	Value, Fee money.Money
	Reference  string // of this refund
	Reason     string // shown to the payer
}

// RefundStatus is the state of a refund.
type RefundStatus string

// States of a refund.
const (
	RefundPending RefundStatus = "pending"
	RefundDone    RefundStatus = "done"
	RefundFailed  RefundStatus = "failed"
)

// Refund is money returned to the payer. Reference is empty if we did not request it.
type Refund struct {
	Reference  string
	Status     RefundStatus
	Value      money.Money
	EndToEndID string
	CreatedAt  time.Time
}

// TransferRequest sends Value to one of the holder's own keys.
type TransferRequest struct {
	Account     Account
	Value       money.Money
	Key         pix.Key
	Reference   string
	Description string
	// AskedAt is when this transfer was first requested. The search for an earlier one goes back to
	// the day before.
	AskedAt time.Time
}

// TransferKey identifies a transfer by identifier, or by our reference and AskedAt.
type TransferKey struct {
	ID, Reference string
	AskedAt       time.Time
}

// TransferStatus is the state of a transfer.
type TransferStatus string

// States of a transfer. A failed or cancelled transfer leaves the money in the account.
const (
	TransferPending   TransferStatus = "pending"
	TransferDone      TransferStatus = "done"
	TransferFailed    TransferStatus = "failed"
	TransferCancelled TransferStatus = "cancelled"
)

// Transfer is an outgoing transfer.
type Transfer struct {
	ID, Reference string
	Status        TransferStatus
	Value         money.Money
	EndToEndID    string
	FailReason    string
	CreatedAt     time.Time
	DoneAt        time.Time
}

// HasFailed reports whether the money is still, or again, in the account.
func (t Transfer) HasFailed() bool {
	return t.Status == TransferFailed || t.Status == TransferCancelled
}

// EventKind is what an event is about.
type EventKind string

// Kinds of event. Each only says that something may have changed; Fetch returns the current state,
// because events can arrive out of order.
const (
	EventPaid      EventKind = "paid"
	EventExpired   EventKind = "expired"
	EventCancelled EventKind = "cancelled"
	EventRefunded  EventKind = "refunded"  // in full, in part, or pending
	EventContested EventKind = "contested" // MED; without ChargeID if a balance was blocked
	EventUnblocked EventKind = "unblocked" // a contested value was released
	EventTransfer  EventKind = "transfer"
	EventReceiver  EventKind = "receiver" // the approval of an account
	EventOther     EventKind = "other"
)

// Event is a notification from the institution. A repeated event has the same ID.
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
