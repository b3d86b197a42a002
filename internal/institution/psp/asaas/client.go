// Package asaas is a client for version 3 of the API of Asaas, the institution that holds the
// money. It has one method per call, the data types of the documentation, and bounds on time, size
// and number of calls. It decides nothing and retries nothing.
package asaas

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"automacao/internal/kernel/seal"
)

// Bounds of a call. The API allows 50 calls at once and 25,000 in twelve hours.
const (
	timeoutMax  = 5 * time.Second
	answerMax   = 1 << 20
	callsMax    = 16
	connections = 16
)

// Client calls the API. The key of each call determines the account.
type Client struct {
	base    string
	http    *http.Client
	timeout time.Duration
	slots   chan struct{}
}

// New returns a client of the API at base, for example https://api.asaas.com/v3.
func New(base string) *Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxConnsPerHost, transport.MaxIdleConnsPerHost = connections, connections
	return &Client{
		base: base,
		http: &http.Client{
			Transport: transport,
			// Following a redirect would send the key to another host.
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		timeout: timeoutMax,
		slots:   make(chan struct{}, callsMax),
	}
}

// Close closes idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Refused is an answer that the same call would get again.
type Refused struct {
	Status        int
	Code, Message string
}

// Error returns the institution's answer.
func (r *Refused) Error() string {
	return "refused with " + strconv.Itoa(r.Status) + " " + r.Code + ": " + r.Message
}

// Unavailable means no answer, or one that does not show the effect of the call: it may have
// happened.
type Unavailable struct{ Cause error }

// Error returns what came instead of an answer.
func (u *Unavailable) Error() string { return "no usable answer: " + u.Cause.Error() }

// Unwrap returns the underlying error.
func (u *Unavailable) Unwrap() error { return u.Cause }

// call sends in, unless it is nil, and reads the answer into out.
func (c *Client) call(ctx context.Context, key seal.Secret, method, path string, in, out any) error {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
	case <-ctx.Done():
		return &Unavailable{ctx.Err()}
	}
	request, err := c.request(ctx, key, method, path, in)
	if err != nil {
		return err
	}
	response, err := c.http.Do(request)
	if err != nil {
		return &Unavailable{err}
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(response.Body, answerMax+1))
	if err != nil {
		return &Unavailable{err}
	}
	return read(response.StatusCode, body, out)
}

func (c *Client) request(ctx context.Context, key seal.Secret, method, path string, in any) (*http.Request, error) {
	var body io.Reader
	if in != nil {
		text, err := json.Marshal(in)
		if err != nil {
			return nil, fmt.Errorf("encode the call: %w", err)
		}
		body = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.base+path, body)
	if err != nil {
		return nil, fmt.Errorf("create the call: %w", err)
	}
	request.Header.Set("access_token", key.Reveal())
	request.Header.Set("User-Agent", "automacao")
	request.Header.Set("Accept", "application/json")
	if in != nil {
		// The API answers 403 to a GET with a body or a content type.
		request.Header.Set("Content-Type", "application/json")
	}
	return request, nil
}

func read(status int, body []byte, out any) error {
	switch {
	case len(body) > answerMax:
		return &Unavailable{errors.New("the answer is too long")}
	case status == http.StatusOK || status == http.StatusCreated:
		if err := json.Unmarshal(body, out); err != nil {
			return &Unavailable{fmt.Errorf("read the answer: %w", err)}
		}
		return nil
	case status >= 400 && status < 500 && status != http.StatusRequestTimeout && status != http.StatusTooManyRequests:
		return refusal(status, body)
	}
	return &Unavailable{fmt.Errorf("status %d", status)}
}

// refusal reads the first of the errors in the answer.
func refusal(status int, body []byte) error {
	var answer struct {
		Errors []struct {
			Code        string `json:"code"`
			Description string `json:"description"`
		} `json:"errors"`
	}
	refused := &Refused{Status: status, Code: "status_" + strconv.Itoa(status), Message: http.StatusText(status)}
	if json.Unmarshal(body, &answer) == nil && len(answer.Errors) > 0 {
		refused.Code, refused.Message = answer.Errors[0].Code, answer.Errors[0].Description
	}
	return refused
}

// get, post and remove are the methods of the API.
func get[T any](ctx context.Context, c *Client, key seal.Secret, path string, query url.Values) (out T, err error) {
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	return out, c.call(ctx, key, http.MethodGet, path, nil, &out)
}

func post[T any](ctx context.Context, c *Client, key seal.Secret, path string, in any) (out T, err error) {
	return out, c.call(ctx, key, http.MethodPost, path, in, &out)
}

func remove[T any](ctx context.Context, c *Client, key seal.Secret, path string) (out T, err error) {
	return out, c.call(ctx, key, http.MethodDelete, path, nil, &out)
}

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
