package asaas

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"reflect"
	"testing"
	"time"

	"automacao/internal/kernel/leaktest"
	"automacao/internal/kernel/seal"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

const key = seal.Secret("$aact_hmlg_000exemplo")

func fixture(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// asked reads a request from its fixture.
func asked[T any](t *testing.T, name string) (in T) {
	t.Helper()
	if err := json.Unmarshal(fixture(t, name), &in); err != nil {
		t.Fatal(err)
	}
	return in
}

func local(year int, month time.Month, day, hour, minute, second int) Time {
	return Time{time.Date(year, month, day, hour, minute, second, 0, Zone)}
}

const (
	reference  = "AUTO00000000000000000000000001"
	movement   = "fa3ff2a5-6d2b-4c0b-9a3e-0f6f2a0c7c11"
	splitID    = "f2b5b2b0-0b1c-4a5e-9d5f-111111111111"
	platform   = "48548710-9baa-4ec1-a11f-9010193527c6"
	accountID  = "4f468235-cec3-482f-b3d0-348af4c7194"
	transferID = "777eb7c8-b1a2-4356-8fd8-a1b0644b5282"
)

func pending() Payment {
	return Payment{
		Object: "payment", ID: "pay_080225913252", DateCreated: local(2026, 11, 22, 0, 0, 0), Customer: "cus_000005219613", Value: 100000, NetValue: 99801,
		Description: "Etapa 1", BillingType: "PIX", Status: PaymentPending, DueDate: "2026-11-25", ExternalReference: reference,
		Split: []Split{{ID: splitID, WalletID: platform, FixedValue: 8000, Status: Pending}},
	}
}

func held() Payment {
	p := pending()
	p.PixTransaction, p.Status = movement, PaymentReceived
	p.PaymentDate, p.ClientPaymentDate = local(2026, 11, 23, 0, 0, 0), local(2026, 11, 23, 0, 0, 0)
	p.Escrow = &Escrow{ID: "esc_123456", Status: EscrowActive, ExpirationDate: local(2027, 2, 21, 0, 0, 0)}
	return p
}

func released() Payment {
	p := held()
	p.Escrow = &Escrow{
		ID: "esc_123456", Status: EscrowDone, ExpirationDate: local(2027, 2, 21, 0, 0, 0), FinishDate: local(2026, 11, 30, 0, 0, 0), FinishReason: "REQUESTED_BY_CUSTOMER",
	}
	return p
}

func partlyRefunded() Payment {
	p := held()
	p.Refunds = []RefundEntry{{
		DateCreated: local(2026, 11, 24, 10, 28, 40), Status: RefundDone, Value: 200, EndToEndIdentifier: "D99999999202611241328a1b2c3d4e5f",
		Description: "AUTO00000000000000000000000002 Decisão da disputa", EffectiveDate: local(2026, 11, 24, 10, 28, 41),
	}}
	return p
}

var sent = Transfer{
	ID: transferID, DateCreated: local(2026, 11, 30, 0, 0, 0), Value: 15075, NetValue: 15075, Status: TransferDone,
	EffectiveDate: local(2026, 11, 30, 0, 0, 0), EndToEndIdentifier: "E99999999202611301512a1b2c3d4e5f", ExternalReference: "AUTO00000000000000000000000003",
}

var opened = Account{
	ID: accountID, Name: "Marina Conceição", Email: "marina@exemplo.com", CpfCnpj: "52998224725",
	WalletID: "c0c1688f-636b-42c0-b6ee-7339182276b7", APIKey: "$aact_hmlg_000exemplo::0001:$aach_exemplo",
}

// wanted is a call as documented: the request, and the answer.
type wanted struct {
	name, method, target string
	request, answer      string // fixtures; none for an empty body
	call                 func(context.Context, *Client) (any, error)
	want                 any
}

func contract(t *testing.T) []wanted {
	t.Helper()
	return []wanted{
		{"OpenAccount", "POST", "/v3/accounts", "account_request", "account_created", func(ctx context.Context, c *Client) (any, error) {
			return c.OpenAccount(ctx, key, asked[AccountRequest](t, "account_request"))
		}, opened},
		{"ConfigureEscrow", "POST", "/v3/accounts/" + accountID + "/escrow", "escrow_config", "escrow_config", func(ctx context.Context, c *Client) (any, error) {
			return c.ConfigureEscrow(ctx, key, accountID, EscrowConfig{Enabled: true, DaysToExpire: 90})
		}, EscrowConfig{Enabled: true, DaysToExpire: 90}},
		{"EscrowConfiguration", "GET", "/v3/accounts/" + accountID + "/escrow", "", "escrow_config", func(ctx context.Context, c *Client) (any, error) {
			return c.EscrowConfiguration(ctx, key, accountID)
		}, EscrowConfig{Enabled: true, DaysToExpire: 90}},
		{"Status", "GET", "/v3/myAccount/status", "", "account_status", func(ctx context.Context, c *Client) (any, error) {
			return c.Status(ctx, key)
		}, AccountStatus{ID: "5f468235-cec3-482f-b3d0-348af4c7194", CommercialInfo: Approved, BankAccountInfo: Approved, Documentation: AwaitingApproval, General: Pending}},
		{"Customers", "GET", "/v3/customers?cpfCnpj=11222333000181", "", "customers", func(ctx context.Context, c *Client) (any, error) {
			list, err := c.Customers(ctx, key, url.Values{"cpfCnpj": {"11222333000181"}})
			return list.Data, err
		}, []Customer{{ID: "cus_000005219613", Name: "Serra Azul Bebidas", CpfCnpj: "11222333000181", Email: "financeiro@serraazul.exemplo", NotificationDisabled: true}}},
		{"AddPayment", "POST", "/v3/payments", "payment_request", "payment_pending", func(ctx context.Context, c *Client) (any, error) {
			return c.AddPayment(ctx, key, PaymentRequest{
				Customer: "cus_000005219613", BillingType: "PIX", Value: 100000, DueDate: "2026-11-25", Description: "Etapa 1", ExternalReference: reference,
				Split: []Split{{WalletID: platform, FixedValue: 8000}},
			})
		}, pending()},
		{"Payment", "GET", "/v3/payments/pay_080225913252", "", "payment_held", func(ctx context.Context, c *Client) (any, error) {
			return c.Payment(ctx, key, "pay_080225913252")
		}, held()},
		{"Payments", "GET", "/v3/payments?dateCreated%5Bge%5D=2026-11-22&limit=100&offset=0", "", "payments_list", func(ctx context.Context, c *Client) (any, error) {
			return c.Payments(ctx, key, url.Values{"dateCreated[ge]": {"2026-11-22"}, "limit": {"100"}, "offset": {"0"}})
		}, List[Payment]{Object: "list", HasMore: true, TotalCount: 101, Limit: 100, Data: []Payment{held()}}},
		{"QRCode", "GET", "/v3/payments/pay_080225913252/pixQrCode", "", "pix_qr_code", func(ctx context.Context, c *Client) (any, error) {
			code, err := c.QRCode(ctx, key, "pay_080225913252")
			return code.ExpirationDate, err
		}, local(2027, 11, 25, 23, 59, 59)},
		{"Refund", "POST", "/v3/payments/pay_080225913252/refund", "refund_request", "payment_refunded_part", func(ctx context.Context, c *Client) (any, error) {
			return c.Refund(ctx, key, "pay_080225913252", RefundRequest{
				Value: 200, Description: "AUTO00000000000000000000000002 Decisão da disputa", SplitRefunds: []SplitRefund{{splitID, 16}},
			})
		}, partlyRefunded()},
		{"FinishEscrow", "POST", "/v3/escrow/esc_123456/finish", "{}", "payment_released", func(ctx context.Context, c *Client) (any, error) {
			return c.FinishEscrow(ctx, key, "esc_123456")
		}, released()},
		{"PixTransaction", "GET", "/v3/pix/transactions/" + movement, "", "pix_transaction", func(ctx context.Context, c *Client) (any, error) {
			return c.PixTransaction(ctx, key, movement)
		}, PixTransaction{movement, "E99999999202611231512a1b2c3d4e5f", local(2026, 11, 23, 12, 12, 30)}},
		{"AddTransfer", "POST", "/v3/transfers", "transfer_request", "transfer_done", func(ctx context.Context, c *Client) (any, error) {
			return c.AddTransfer(ctx, key, TransferRequest{
				Value: 15075, OperationType: "PIX", PixAddressKey: "marina@exemplo.com", PixAddressKeyType: "EMAIL", ExternalReference: "AUTO00000000000000000000000003",
			})
		}, sent},
		{"Transfer", "GET", "/v3/transfers/" + transferID, "", "transfer_done", func(ctx context.Context, c *Client) (any, error) {
			return c.Transfer(ctx, key, transferID)
		}, sent},
		{"APathIsOneSegment", "GET", "/v3/payments/..%2Faccounts", "", "payment_held", func(ctx context.Context, c *Client) (any, error) {
			return c.Payment(ctx, key, "../accounts")
		}, held()},
	}
}

func TestCallsAreAsDocumented(t *testing.T) {
	t.Parallel()
	for _, c := range contract(t) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, err := io.ReadAll(r.Body)
				if err != nil {
					t.Error(err)
				}
				if r.Method != c.method || r.RequestURI != c.target || r.Header.Get("access_token") != key.Reveal() || r.Header.Get("User-Agent") == "" {
					t.Errorf("%s %s with %v; want %s %s", r.Method, r.RequestURI, r.Header, c.method, c.target)
				}
				checkBody(t, c.request, body, r.Header.Get("Content-Type"))
				if _, err := w.Write(fixture(t, c.answer)); err != nil {
					t.Error(err)
				}
			}))
			t.Cleanup(server.Close)
			got, err := c.call(t.Context(), New(server.URL+"/v3"))
			if err != nil || !reflect.DeepEqual(got, c.want) {
				t.Errorf("%+v, %v; want %+v", got, err, c.want)
			}
		})
	}
}

// checkBody compares the body as JSON, with numbers digit by digit.
func checkBody(t *testing.T, name string, body []byte, contentType string) {
	t.Helper()
	if name == "" {
		if len(body) != 0 || contentType != "" {
			t.Errorf("a GET with the body %s of type %q: the API answers 403", body, contentType)
		}
		return
	}
	want := []byte(name)
	if name != "{}" {
		want = fixture(t, name)
	}
	if got := canonical(t, body); got != canonical(t, want) || contentType != "application/json" {
		t.Errorf("sent %s of %q", got, contentType)
	}
}

func canonical(t *testing.T, text []byte) string {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var read any
	if err := decoder.Decode(&read); err != nil {
		t.Error(err)
	}
	again, err := json.Marshal(read)
	if err != nil {
		t.Error(err)
	}
	return string(again)
}
