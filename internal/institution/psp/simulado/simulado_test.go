package simulado

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"automacao/internal/institution/psp/asaas"
	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

const patience = 2 * time.Minute

// bundle is a simulator without a client: tests call its API directly.
type bundle struct {
	t   *testing.T
	sim *Simulator
	now time.Time
	key string // of Marina's account
}

func setup(t *testing.T, cfg Config) *bundle {
	t.Helper()
	b := &bundle{t: t, now: time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)}
	if cfg.Data == "" {
		cfg.Data = t.TempDir()
	}
	cfg.Now = func() time.Time { return b.now }
	cfg.ControlToken = "controle"
	b.open(cfg)
	t.Cleanup(func() { b.must(b.sim.Close()) })
	return b
}

func (b *bundle) open(cfg Config) {
	b.t.Helper()
	var err error
	b.sim, err = New(cfg)
	b.must(err)
}

func (b *bundle) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

// ask sends a body, and reads the answer into out unless it is nil.
func (b *bundle) ask(method, path, key, body string, out any) int {
	b.t.Helper()
	request := httptest.NewRequestWithContext(b.t.Context(), method, path, strings.NewReader(body))
	request.RemoteAddr = "127.0.0.1:4000"
	request.Header.Set("access_token", key)
	request.Header.Set("Authorization", "Bearer controle")
	answer := httptest.NewRecorder()
	b.sim.ServeHTTP(answer, request)
	if out != nil {
		b.must(json.Unmarshal(answer.Body.Bytes(), out))
	}
	return answer.Code
}

func (b *bundle) did(method, path, key, body string, out any) {
	b.t.Helper()
	if out == nil {
		out = new(any)
	}
	if code := b.ask(method, path, key, body, out); code != http.StatusOK {
		b.t.Fatalf("%s %s %s: %d %+v", method, path, body, code, out)
	}
}

const holder = `{"name":"Marina Conceição","email":"marina@exemplo.com","cpfCnpj":"52998224725","birthDate":"1988-03-14","incomeValue":12000.00,
	"mobilePhone":"11987654321","address":"Avenida Paulista","addressNumber":"1000","province":"Bela Vista","postalCode":"01310100"}`

// market opens Marina's account, with the hold, and adds a payer.
func (b *bundle) market() (customer string) {
	b.t.Helper()
	var opened asaas.Account
	b.did("POST", "/v3/accounts", RootKey, holder, &opened)
	b.key = opened.APIKey
	b.did("POST", "/v3/accounts/"+opened.ID+"/escrow", RootKey, `{"enabled":true,"daysToExpire":90,"isFeePayer":false}`, nil)
	var payer asaas.Customer
	b.did("POST", "/v3/customers", b.key, `{"name":"Serra Azul","cpfCnpj":"11222333000181","notificationDisabled":true}`, &payer)
	return payer.ID
}

func (b *bundle) charge(customer string, number int) asaas.Payment {
	b.t.Helper()
	var made asaas.Payment
	b.did("POST", "/v3/payments", b.key, fmt.Sprintf(
		`{"customer":%q,"billingType":"PIX","value":1000.00,"dueDate":"2026-11-25","externalReference":"AUTO%026d","split":[{"walletId":%q,"fixedValue":80.00}]}`,
		customer, number, Wallet), &made)
	return made
}

func (b *bundle) cause(id, event string) {
	b.t.Helper()
	b.did("POST", "/simulado/events", "", fmt.Sprintf(`{"id":%q,"event":%q}`, id, event), nil)
}

func TestWhatTheInstitutionRefuses(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	customer := b.market()
	charge := b.charge(customer, 1)
	pay := func(change string, to string) string {
		body := fmt.Sprintf(`{"customer":%q,"billingType":"PIX","value":10.00,"dueDate":"2026-11-25","externalReference":"x","split":[]}`, customer)
		return strings.Replace(body, change, to, 1)
	}
	for _, c := range []struct{ name, method, path, key, body, code string }{
		{"NoKey", "GET", "/v3/payments", "", "", "invalid_access_token"},
		{"AnUnknownKey", "GET", "/v3/payments", "outra", "", "invalid_access_token"},
		{"ThePlatformsKeyForAnAccount", "GET", "/v3/payments", RootKey, "", "insufficient_permission"},
		{"AnAccountsKeyForThePlatform", "GET", "/v3/accounts", b.key, "", "insufficient_permission"},
		{"ASecondAccountOfADocument", "POST", "/v3/accounts", RootKey, holder, "invalid_object"},
		{"AWrongDocument", "POST", "/v3/accounts", RootKey, strings.Replace(holder, "52998224725", "52998224726", 1), "invalid_cpfCnpj"},
		{"APersonWithoutBirth", "POST", "/v3/accounts", RootKey, strings.Replace(holder, "1988-03-14", "", 1), "invalid_birthDate"},
		{"NoPostalCode", "POST", "/v3/accounts", RootKey, strings.Replace(holder, "01310100", "0131", 1), "invalid_postalCode"},
		{"NoAddress", "POST", "/v3/accounts", RootKey, strings.Replace(holder, "Avenida Paulista", " ", 1), "invalid_address"},
		{"AFieldThatIsNone", "POST", "/v3/payments", b.key, pay(`"value"`, `"valor"`), "invalid_object"},
		{"NoJSON", "POST", "/v3/payments", b.key, "{", "invalid_object"},
		{"NoValue", "POST", "/v3/payments", b.key, pay("10.00", "0"), "invalid_value"},
		{"ADayBehind", "POST", "/v3/payments", b.key, pay("2026-11-25", "2026-11-21"), "invalid_dueDate"},
		{"NoDay", "POST", "/v3/payments", b.key, pay("2026-11-25", "amanhã"), "invalid_dueDate"},
		{"AForeignPayer", "POST", "/v3/payments", b.key, pay(customer, "cus_9"), "invalid_customer"},
		{"ABankSlip", "POST", "/v3/payments", b.key, pay("PIX", "BOLETO"), "invalid_billingType"},
		{"ASplitOfAll", "POST", "/v3/payments", b.key, pay(`[]`, `[{"walletId":"`+Wallet+`","fixedValue":10.00}]`), "invalid_split"},
		{"ASplitToNobody", "POST", "/v3/payments", b.key, pay(`[]`, `[{"walletId":"x","fixedValue":1.00}]`), "invalid_split"},
		{"ARefundOfWhatIsNotPaid", "POST", "/v3/payments/" + charge.ID + "/refund", b.key, `{"value":1.00,"description":""}`, "invalid_action"},
		{"AnEscrowThatIsNone", "POST", "/v3/escrow/esc_9/finish", RootKey, `{}`, "not_found"},
		{"ATransferOfNothing", "POST", "/v3/transfers", b.key, `{"value":1.00,"operationType":"PIX","pixAddressKey":"52998224725","pixAddressKeyType":"CPF","externalReference":"x"}`, "insufficient_balance"},
		{"ATransferToAKeyAsWritten", "POST", "/v3/transfers", b.key, `{"value":1.00,"operationType":"PIX","pixAddressKey":"529.982.247-25","pixAddressKeyType":"CPF","externalReference":"x"}`, "invalid_pixAddressKey"},
		{"AListOfTooMany", "GET", "/v3/payments?limit=101", b.key, "", "invalid_limit"},
		{"ADayThatIsNone", "GET", "/v3/payments?dateCreated%5Bge%5D=hoje", b.key, "", "invalid_dateCreated"},
		{"AnEventThatIsNone", "POST", "/simulado/events", "", `{"id":"` + charge.ID + `","event":"pago"}`, "invalid_event"},
		{"AContestationOfWhatIsNotPaid", "POST", "/simulado/events", "", `{"id":"` + charge.ID + `","event":"contest"}`, "invalid_action"},
		{"AnEventOfNoCharge", "POST", "/simulado/events", "", `{"reference":"x","event":"paid"}`, "not_found"},
		{"FaultsBeyondBounds", "POST", "/simulado/faults", "", `{"lose_rate":2}`, "invalid_faults"},
	} {
		var answer struct {
			Errors []struct{ Code string } `json:"errors"`
		}
		status := b.ask(c.method, c.path, c.key, c.body, &answer)
		if status < 400 || status >= 500 || len(answer.Errors) != 1 || answer.Errors[0].Code != c.code {
			t.Errorf("%s: %d %+v, want %s", c.name, status, answer, c.code)
		}
	}
}

func TestACodeIsPaidOnce(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	charge := b.charge(b.market(), 1)
	b.cause(charge.ID, "paid")
	if status := b.ask("POST", "/simulado/events", "", `{"id":"`+charge.ID+`","event":"paid"}`, nil); status != http.StatusBadRequest {
		t.Errorf("paid twice: %d", status)
	}
	if status := b.ask("DELETE", "/v3/payments/"+charge.ID, b.key, "", nil); status != http.StatusBadRequest {
		t.Errorf("withdrawn after it was paid: %d", status)
	}
	var fees asaas.Balance
	b.did("GET", "/v3/finance/balance", RootKey, "", &fees)
	if fees.Balance != 8000 {
		t.Errorf("fees of %d centavos, want 8000", fees.Balance)
	}
}

func TestTimeHasItsEffects(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	customer := b.market()
	late, paid := b.charge(customer, 1), b.charge(customer, 2)
	b.cause(paid.ID, "paid")
	b.now = b.now.AddDate(0, 0, 4)
	b.did("GET", "/v3/payments/"+late.ID, b.key, "", &late)
	if late.Status != asaas.PaymentOverdue {
		t.Errorf("%s after its day", late.Status)
	}
	b.now = b.now.AddDate(0, 0, 90)
	b.did("GET", "/v3/payments/"+paid.ID, b.key, "", &paid)
	if paid.Escrow.Status != asaas.EscrowDone || paid.Escrow.FinishReason != "EXPIRED" {
		t.Errorf("%+v after 90 days", paid.Escrow)
	}
}

func TestControlIsForThisMachineWithTheToken(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	for _, c := range []struct {
		from, token string
		want        int
	}{
		{"127.0.0.1:4000", "Bearer controle", 200}, {"[::1]:4000", "Bearer controle", 200},
		{"10.0.0.7:4000", "Bearer controle", 403}, {"", "Bearer controle", 403},
		{"127.0.0.1:4000", "Bearer outro", 401}, {"127.0.0.1:4000", "", 401}, {"127.0.0.1:4000", "Bearer ", 401},
	} {
		request := httptest.NewRequestWithContext(t.Context(), "GET", "/simulado/faults", nil)
		request.RemoteAddr = c.from
		request.Header.Set("Authorization", c.token)
		answer := httptest.NewRecorder()
		b.sim.ServeHTTP(answer, request)
		if answer.Code != c.want {
			t.Errorf("from %q with %q: %d, want %d", c.from, c.token, answer.Code, c.want)
		}
	}
}

func TestTheJournalGoesOnWhereItWasCut(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	customer := b.market()
	kept := b.charge(customer, 1)
	b.cause(kept.ID, "paid")
	cfg := b.sim.cfg
	path := filepath.Join(cfg.Data, "journal.jsonl")
	if _, err := New(cfg); err == nil {
		t.Fatal("two simulators opened one journal")
	}
	b.must(b.sim.Close())
	whole, err := os.ReadFile(path)
	b.must(err)
	b.must(os.WriteFile(path, append(whole, `{"payments":[{"id":"pay_9","val`...), 0o600))
	b.open(cfg)
	var charge asaas.Payment
	b.did("GET", "/v3/payments/"+kept.ID, b.key, "", &charge)
	if charge.Status != asaas.PaymentReceived || charge.Escrow == nil {
		t.Errorf("%+v", charge)
	}
	if next := b.charge(customer, 2); next.ID <= kept.ID {
		t.Errorf("identifier %s was used again", next.ID)
	}
	b.must(b.sim.Close())
	b.must(os.WriteFile(path, append([]byte("{\n"), whole...), 0o600))
	if _, err := New(cfg); err == nil {
		t.Error("a damaged journal was accepted")
	}
	b.must(os.WriteFile(path, whole, 0o600))
	b.open(cfg)
}

func TestALongJournalIsWrittenAnew(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	customer := b.market()
	for i := range linesMax {
		b.charge(customer, i)
	}
	cfg := b.sim.cfg
	b.must(b.sim.Close())
	b.open(cfg)
	text, err := os.ReadFile(filepath.Join(cfg.Data, "journal.jsonl"))
	b.must(err)
	var list asaas.List[asaas.Payment]
	b.did("GET", "/v3/payments", b.key, "", &list)
	if lines := bytes.Count(text, []byte("\n")); lines != 1 || list.TotalCount != linesMax {
		t.Errorf("%d lines with %d charges", lines, list.TotalCount)
	}
	if _, err := New(cfg); err == nil {
		t.Error("the new journal is not locked")
	}
	b.charge(customer, linesMax)
	b.must(b.sim.Close())
	b.open(cfg)
	b.did("GET", "/v3/payments", b.key, "", &list)
	if list.TotalCount != linesMax+1 {
		t.Errorf("%d charges", list.TotalCount)
	}
}
