package asaas

import (
	"context"
	"net/url"

	"automacao/internal/kernel/seal"
)

// OpenAccount opens an account below the account of the key.
func (c *Client) OpenAccount(ctx context.Context, root seal.Secret, in AccountRequest) (Account, error) {
	return post[Account](ctx, c, root, "/accounts", in)
}

// Accounts lists the accounts below the account of the key.
func (c *Client) Accounts(ctx context.Context, root seal.Secret, query url.Values) (List[Account], error) {
	return get[List[Account]](ctx, c, root, "/accounts", query)
}

// IssueKey creates a further key of an account. The institution allows it for two hours after
// somebody has enabled it by hand.
func (c *Client) IssueKey(ctx context.Context, root seal.Secret, account string, in AccessToken) (AccessToken, error) {
	return post[AccessToken](ctx, c, root, "/accounts/"+url.PathEscape(account)+"/accessTokens", in)
}

// ConfigureEscrow sets whether payments to an account are held from now on.
func (c *Client) ConfigureEscrow(ctx context.Context, root seal.Secret, account string, in EscrowConfig) (EscrowConfig, error) {
	return post[EscrowConfig](ctx, c, root, "/accounts/"+url.PathEscape(account)+"/escrow", in)
}

// EscrowConfiguration returns whether payments to an account are held.
func (c *Client) EscrowConfiguration(ctx context.Context, root seal.Secret, account string) (EscrowConfig, error) {
	return get[EscrowConfig](ctx, c, root, "/accounts/"+url.PathEscape(account)+"/escrow", nil)
}

// Status returns the state of an account's approval.
func (c *Client) Status(ctx context.Context, key seal.Secret) (AccountStatus, error) {
	return get[AccountStatus](ctx, c, key, "/myAccount/status", nil)
}

// Documents lists what the holder of an account has to send.
func (c *Client) Documents(ctx context.Context, key seal.Secret) (Documents, error) {
	return get[Documents](ctx, c, key, "/myAccount/documents", nil)
}

// Customers lists the payers of an account.
func (c *Client) Customers(ctx context.Context, key seal.Secret, query url.Values) (List[Customer], error) {
	return get[List[Customer]](ctx, c, key, "/customers", query)
}

// AddCustomer adds a payer to an account.
func (c *Client) AddCustomer(ctx context.Context, key seal.Secret, in Customer) (Customer, error) {
	return post[Customer](ctx, c, key, "/customers", in)
}

// AddPayment adds a charge to an account.
func (c *Client) AddPayment(ctx context.Context, key seal.Secret, in PaymentRequest) (Payment, error) {
	return post[Payment](ctx, c, key, "/payments", in)
}

// Payment reads a charge.
func (c *Client) Payment(ctx context.Context, key seal.Secret, id string) (Payment, error) {
	return get[Payment](ctx, c, key, "/payments/"+url.PathEscape(id), nil)
}

// Payments lists the charges of an account.
func (c *Client) Payments(ctx context.Context, key seal.Secret, query url.Values) (List[Payment], error) {
	return get[List[Payment]](ctx, c, key, "/payments", query)
}

// Removed is the answer to the deletion of a charge.
type Removed struct {
	Deleted bool   `json:"deleted"`
	ID      string `json:"id"`
}

// RemovePayment deletes an unpaid charge.
func (c *Client) RemovePayment(ctx context.Context, key seal.Secret, id string) (Removed, error) {
	return remove[Removed](ctx, c, key, "/payments/"+url.PathEscape(id))
}

// QRCode reads the code of a charge.
func (c *Client) QRCode(ctx context.Context, key seal.Secret, payment string) (QRCode, error) {
	return get[QRCode](ctx, c, key, "/payments/"+url.PathEscape(payment)+"/pixQrCode", nil)
}

// PixTransaction reads the movement behind a payment.
func (c *Client) PixTransaction(ctx context.Context, key seal.Secret, id string) (PixTransaction, error) {
	return get[PixTransaction](ctx, c, key, "/pix/transactions/"+url.PathEscape(id), nil)
}

// Refund refunds a payment, in full or in part.
func (c *Client) Refund(ctx context.Context, key seal.Secret, payment string, in RefundRequest) (Payment, error) {
	return post[Payment](ctx, c, key, "/payments/"+url.PathEscape(payment)+"/refund", in)
}

// FinishEscrow ends the hold on a payment.
func (c *Client) FinishEscrow(ctx context.Context, root seal.Secret, escrow string) (Payment, error) {
	return post[Payment](ctx, c, root, "/escrow/"+url.PathEscape(escrow)+"/finish", struct{}{})
}

// AddTransfer sends money from an account to a Pix key.
func (c *Client) AddTransfer(ctx context.Context, key seal.Secret, in TransferRequest) (Transfer, error) {
	return post[Transfer](ctx, c, key, "/transfers", in)
}

// Transfer reads a transfer.
func (c *Client) Transfer(ctx context.Context, key seal.Secret, id string) (Transfer, error) {
	return get[Transfer](ctx, c, key, "/transfers/"+url.PathEscape(id), nil)
}

// Transfers lists the transfers of an account.
func (c *Client) Transfers(ctx context.Context, key seal.Secret, query url.Values) (List[Transfer], error) {
	return get[List[Transfer]](ctx, c, key, "/transfers", query)
}

// Balance reads what an account can dispose of.
func (c *Client) Balance(ctx context.Context, key seal.Secret) (Balance, error) {
	return get[Balance](ctx, c, key, "/finance/balance", nil)
}
