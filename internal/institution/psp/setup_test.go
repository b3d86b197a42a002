package psp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"automacao/internal/institution/psp"
	"automacao/internal/institution/psp/simulado"
	"automacao/internal/kernel/leaktest"
	"automacao/internal/kernel/money"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// patience is how long a test waits for something asynchronous.
const patience = 2 * time.Minute

const webhookToken = "token-do-webhook-com-32-caracteres"

// bundle is a provider, the simulator behind it, and the events that it posted.
type bundle struct {
	t         *testing.T
	ctx       context.Context
	provider  psp.Provider
	simulator *simulado.Server
	posts     chan post
	sequence  int
}

type post struct {
	header http.Header
	body   []byte
}

func setup(t *testing.T) *bundle {
	t.Helper()
	b := &bundle{t: t, ctx: t.Context(), posts: make(chan post, 1000)}
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		b.posts <- post{r.Header, body}
	}))
	t.Cleanup(hook.Close)
	var err error
	b.simulator, err = simulado.Start(simulado.Config{
		Data: t.TempDir(), WebhookURL: hook.URL, WebhookToken: webhookToken, RetryPause: time.Millisecond,
	}, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.simulator.Close(); err != nil {
			t.Error(err)
		}
	})
	b.provider, err = psp.Open("simulado://"+b.simulator.Addr()+"?webhook_token="+webhookToken, psp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.must(b.provider.Close()) })
	return b
}

func (b *bundle) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

// reference returns an unused reference.
func (b *bundle) reference() string {
	b.sequence++
	return fmt.Sprintf("AUTO%026d", b.sequence)
}

func marina() psp.Holder {
	return psp.Holder{
		Reference: "marina", Name: "Marina Conceição", Email: "marina@exemplo.com", Document: "52998224725", BirthOn: "1988-03-14",
		MonthlyIncome: money.Reais(12000), Phone: "11987654321", PostalCode: "01310100", Address: "Avenida Paulista", AddressNumber: "1000", District: "Bela Vista",
	}
}

var serraAzul = psp.Payer{Name: "Serra Azul Bebidas", Document: "11222333000181", Email: "financeiro@serraazul.exemplo"}

// receiver returns Marina's account, approved.
func (b *bundle) receiver() psp.Account {
	b.t.Helper()
	opened, err := b.provider.OpenReceiver(b.ctx, marina())
	b.must(err)
	return psp.Account{ID: opened.AccountID, Key: opened.APIKey}
}

func (b *bundle) request(account psp.Account) psp.ChargeRequest {
	return psp.ChargeRequest{
		Reference: b.reference(), Value: money.Reais(1000), Fee: money.Reais(80), Payer: serraAzul, Receiver: account,
		Description: "Marco 1", ExpiresAt: time.Now().Add(72 * time.Hour),
	}
}

// paid returns a charge that Serra Azul has paid.
func (b *bundle) paid(account psp.Account) psp.ChargeKey {
	b.t.Helper()
	request := b.request(account)
	charge, err := b.provider.Charge(b.ctx, request)
	b.must(err)
	b.cause(request.Reference, "paid")
	return psp.ChargeKey{ID: charge.ID, Reference: request.Reference}
}

func (b *bundle) fetch(account psp.Account, key psp.ChargeKey) psp.Charge {
	b.t.Helper()
	charge, err := b.provider.Fetch(b.ctx, account, key)
	b.must(err)
	return charge
}

func (b *bundle) balance(account psp.Account) money.Money {
	b.t.Helper()
	balance, err := b.provider.Balance(b.ctx, account)
	b.must(err)
	return balance
}

// cause makes an event happen that the product cannot cause.
func (b *bundle) cause(reference, event string) {
	b.t.Helper()
	b.control("POST", "/simulado/events", map[string]any{"reference": reference, "event": event})
}

func (b *bundle) faults(faults simulado.Faults) {
	b.t.Helper()
	b.control("POST", "/simulado/faults", faults)
}

func (b *bundle) control(method, path string, in any) (out map[string]any) {
	b.t.Helper()
	return b.send(method, path, in, "Authorization", "Bearer "+b.simulator.ControlToken())
}

// asPlatform calls the institution's API directly.
func (b *bundle) asPlatform(path string, in any) {
	b.t.Helper()
	b.send("POST", path, in, "access_token", simulado.RootKey)
}

func (b *bundle) send(method, path string, in any, header, value string) (out map[string]any) {
	b.t.Helper()
	text, err := json.Marshal(in)
	b.must(err)
	request, err := http.NewRequestWithContext(b.ctx, method, "http://"+b.simulator.Addr()+path, bytes.NewReader(text))
	b.must(err)
	request.Header.Set(header, value)
	response, err := http.DefaultClient.Do(request)
	b.must(err)
	defer func() { b.must(response.Body.Close()) }()
	b.must(json.NewDecoder(response.Body).Decode(&out))
	if response.StatusCode != http.StatusOK {
		b.t.Fatalf("%s %s %s: %d %v", method, path, text, response.StatusCode, out)
	}
	return out
}

// count returns the number of charges at the institution.
func (b *bundle) count() int {
	b.t.Helper()
	return int(b.control("GET", "/simulado/charges", nil)["totalCount"].(float64))
}

// event waits for the next event with a name and parses it as the server would.
func (b *bundle) event(name string) psp.Event {
	b.t.Helper()
	for {
		select {
		case got := <-b.posts:
			events, err := b.provider.Events(got.header, got.body)
			b.must(err)
			for _, event := range events {
				if event.Name == name {
					return event
				}
			}
		case <-time.After(patience):
			b.t.Fatalf("event %s did not arrive", name)
		}
	}
}

func hides(t *testing.T, err error, secrets ...string) {
	t.Helper()
	for _, secret := range secrets {
		if err != nil && strings.Contains(err.Error(), secret) {
			t.Errorf("%v shows %s", err, secret)
		}
	}
}
