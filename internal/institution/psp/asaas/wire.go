package asaas

// The data types of API v3, with only the fields that are used. testdata/README.md lists their
// sources, page by page.

// AccountRequest opens an account for somebody (POST /accounts).
type AccountRequest struct {
	Name          string    `json:"name"`
	Email         string    `json:"email"`
	CpfCnpj       string    `json:"cpfCnpj"`
	BirthDate     string    `json:"birthDate,omitempty"`
	CompanyType   string    `json:"companyType,omitempty"`
	IncomeValue   Amount    `json:"incomeValue"`
	MobilePhone   string    `json:"mobilePhone"`
	Address       string    `json:"address"`
	AddressNumber string    `json:"addressNumber"`
	Complement    string    `json:"complement,omitempty"`
	Province      string    `json:"province"` // the district, despite the name
	PostalCode    string    `json:"postalCode"`
	Webhooks      []Webhook `json:"webhooks,omitempty"`
}

// Webhook is where an account's events are posted.
type Webhook struct {
	Name        string   `json:"name"`
	URL         string   `json:"url"`
	Email       string   `json:"email"`
	Enabled     bool     `json:"enabled"`
	Interrupted bool     `json:"interrupted"`
	APIVersion  int      `json:"apiVersion"`
	AuthToken   string   `json:"authToken"`
	SendType    string   `json:"sendType"`
	Events      []string `json:"events"`
}

// Account is an account. APIKey is set only in the answer that opened it.
type Account struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Email    string `json:"email"`
	CpfCnpj  string `json:"cpfCnpj"`
	WalletID string `json:"walletId"`
	APIKey   string `json:"apiKey,omitempty"`
}

// AccessToken is a further key of an account (POST /accounts/{id}/accessTokens).
type AccessToken struct {
	ID     string `json:"id,omitempty"`
	Name   string `json:"name,omitempty"`
	APIKey string `json:"apiKey,omitempty"`
}

// EscrowConfig says whether payments to an account are held (POST and GET /accounts/{id}/escrow).
type EscrowConfig struct {
	Enabled      bool `json:"enabled"`
	DaysToExpire int  `json:"daysToExpire"`
	IsFeePayer   bool `json:"isFeePayer"`
}

// AccountStatus is the state of the approval (GET /myAccount/status).
type AccountStatus struct {
	ID              string `json:"id"`
	CommercialInfo  string `json:"commercialInfo"`
	BankAccountInfo string `json:"bankAccountInfo"`
	Documentation   string `json:"documentation"`
	General         string `json:"general"`
}

// Values of every part of AccountStatus.
const (
	Approved         = "APPROVED"
	Rejected         = "REJECTED"
	AwaitingApproval = "AWAITING_APPROVAL"
	Pending          = "PENDING"
)

// Documents are what the holder has to send, and why it was not enough (GET /myAccount/documents).
type Documents struct {
	RejectReasons string     `json:"rejectReasons,omitempty"`
	Data          []Document `json:"data"`
}

// Document is one document to send.
type Document struct {
	ID            string `json:"id"`
	Status        string `json:"status"`
	OnboardingURL string `json:"onboardingUrl"`
}

// Customer is a payer.
type Customer struct {
	ID                   string `json:"id,omitempty"`
	Name                 string `json:"name"`
	CpfCnpj              string `json:"cpfCnpj"`
	Email                string `json:"email,omitempty"`
	NotificationDisabled bool   `json:"notificationDisabled"`
	Deleted              bool   `json:"deleted,omitempty"`
}

// PaymentRequest makes a charge (POST /payments).
type PaymentRequest struct {
	Customer          string  `json:"customer"`
	BillingType       string  `json:"billingType"`
	Value             Amount  `json:"value"`
	DueDate           string  `json:"dueDate"`
	Description       string  `json:"description,omitempty"`
	ExternalReference string  `json:"externalReference"`
	Split             []Split `json:"split,omitempty"`
}

// Split is the part of a payment that goes to another wallet.
type Split struct {
	ID         string `json:"id,omitempty"`
	WalletID   string `json:"walletId,omitempty"`
	FixedValue Amount `json:"fixedValue"`
	Status     string `json:"status,omitempty"`
}

// Payment is a charge.
type Payment struct {
	Object            string        `json:"object"`
	ID                string        `json:"id"`
	DateCreated       Time          `json:"dateCreated"`
	Customer          string        `json:"customer"`
	Value             Amount        `json:"value"`
	NetValue          Amount        `json:"netValue"`
	Description       string        `json:"description"`
	BillingType       string        `json:"billingType"`
	PixTransaction    string        `json:"pixTransaction"`
	Status            string        `json:"status"`
	DueDate           string        `json:"dueDate"`
	PaymentDate       Time          `json:"paymentDate"`
	ClientPaymentDate Time          `json:"clientPaymentDate"`
	ExternalReference string        `json:"externalReference"`
	Deleted           bool          `json:"deleted"`
	Split             []Split       `json:"split"`
	Escrow            *Escrow       `json:"escrow"`
	Refunds           []RefundEntry `json:"refunds"`
}

// Values of Payment.Status for Pix charges.
const (
	PaymentPending            = "PENDING"
	PaymentConfirmed          = "CONFIRMED"
	PaymentReceived           = "RECEIVED"
	PaymentOverdue            = "OVERDUE"
	PaymentRefunded           = "REFUNDED"
	PaymentRefundRequested    = "REFUND_REQUESTED"
	PaymentRefundInProgress   = "REFUND_IN_PROGRESS"
	PaymentChargebackAsked    = "CHARGEBACK_REQUESTED"
	PaymentChargebackDispute  = "CHARGEBACK_DISPUTE"
	PaymentChargebackReversal = "AWAITING_CHARGEBACK_REVERSAL"
)

// Escrow is the hold on a payment.
type Escrow struct {
	ID             string `json:"id"`
	Status         string `json:"status"` // EscrowActive or EscrowDone
	ExpirationDate Time   `json:"expirationDate"`
	FinishDate     Time   `json:"finishDate"`
	FinishReason   string `json:"finishReason"`
}

// Values of Escrow.Status.
const (
	EscrowActive = "ACTIVE"
	EscrowDone   = "DONE"
)

// RefundRequest refunds a payment, in full or in part (POST /payments/{id}/refund).
type RefundRequest struct {
	Value        Amount        `json:"value"`
	Description  string        `json:"description"`
	SplitRefunds []SplitRefund `json:"splitRefunds,omitempty"`
}

// SplitRefund is the part of a refund that comes out of a split.
type SplitRefund struct {
	ID    string `json:"id"`
	Value Amount `json:"value"`
}

// RefundEntry is one refund of a payment. It has no identifier of its own.
type RefundEntry struct {
	DateCreated        Time   `json:"dateCreated"`
	Status             string `json:"status"`
	Value              Amount `json:"value"`
	EndToEndIdentifier string `json:"endToEndIdentifier"`
	Description        string `json:"description"`
	EffectiveDate      Time   `json:"effectiveDate"`
}

// Values of RefundEntry.Status besides Pending.
const (
	RefundDone      = "DONE"
	RefundCancelled = "CANCELLED"
)

// QRCode is what the payer scans (GET /payments/{id}/pixQrCode).
type QRCode struct {
	EncodedImage   string `json:"encodedImage"`
	Payload        string `json:"payload"`
	ExpirationDate Time   `json:"expirationDate"`
}

// PixTransaction is the movement behind a payment (GET /pix/transactions/{id}).
type PixTransaction struct {
	ID                 string `json:"id"`
	EndToEndIdentifier string `json:"endToEndIdentifier"`
	EffectiveDate      Time   `json:"effectiveDate"`
}

// TransferRequest sends money to a Pix key (POST /transfers).
type TransferRequest struct {
	Value             Amount `json:"value"`
	OperationType     string `json:"operationType"`
	PixAddressKey     string `json:"pixAddressKey"`
	PixAddressKeyType string `json:"pixAddressKeyType"`
	Description       string `json:"description,omitempty"`
	ExternalReference string `json:"externalReference"`
}

// Transfer is an outgoing transfer.
type Transfer struct {
	ID                 string `json:"id"`
	DateCreated        Time   `json:"dateCreated"`
	Value              Amount `json:"value"`
	NetValue           Amount `json:"netValue"`
	Status             string `json:"status"`
	EffectiveDate      Time   `json:"effectiveDate"`
	EndToEndIdentifier string `json:"endToEndIdentifier"`
	FailReason         string `json:"failReason"`
	ExternalReference  string `json:"externalReference"`
	Description        string `json:"description"`
}

// Values of Transfer.Status besides Pending.
const (
	TransferProcessing = "BANK_PROCESSING"
	TransferDone       = "DONE"
	TransferCancelled  = "CANCELLED"
	TransferFailed     = "FAILED"
)

// Balance is what an account can dispose of (GET /finance/balance).
type Balance struct {
	Balance Amount `json:"balance"`
}

// List is one page of a list.
type List[T any] struct {
	Object     string `json:"object"`
	HasMore    bool   `json:"hasMore"`
	TotalCount int    `json:"totalCount"`
	Limit      int    `json:"limit"`
	Offset     int    `json:"offset"`
	Data       []T    `json:"data"`
}

// Notice is an event as it is posted to a webhook.
type Notice struct {
	ID            string         `json:"id"`
	Event         string         `json:"event"`
	DateCreated   Time           `json:"dateCreated"`
	Payment       *Payment       `json:"payment,omitempty"`
	Transfer      *Transfer      `json:"transfer,omitempty"`
	AccountStatus *AccountStatus `json:"accountStatus,omitempty"`
	Balance       *BlockedValue  `json:"balance,omitempty"`
}

// BlockedValue is a part of a balance that was blocked or released.
type BlockedValue struct {
	Value       Amount `json:"value"`
	Date        string `json:"date"`
	Description string `json:"description"`
	Type        string `json:"type"` // PIX_INFRACTION is MED
}

// TokenHeader is the header with which a webhook call authenticates itself.
const TokenHeader = "asaas-access-token"
