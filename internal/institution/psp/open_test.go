package psp_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"automacao/internal/institution/psp"
)

const (
	apiKey = "$aact_hmlg_000MzkwODA2::0001:$aach_segredo"
	asked  = "?webhook_token=" + webhookToken + "&wallet=48548710-9baa-4ec1-a11f-9010193527c6"
)

func TestOpenNamesTheInstitution(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"asaas://" + apiKey + "@api-sandbox.asaas.com/v3" + asked:            "Asaas Gestão Financeira Instituição de Pagamento S.A.",
		"asaas://" + apiKey + "@api.asaas.com/v3/" + asked + "&hold_days=30": "Asaas Gestão Financeira Instituição de Pagamento S.A.",
		"simulado://127.0.0.1:8117?webhook_token=x":                          "Instituição Simulada (demonstração)",
		"simulado://chave@localhost:8117?webhook_token=x":                    "Instituição Simulada (demonstração)",
		"simulado:": "Instituição Simulada (demonstração)",
	} {
		provider, err := psp.Open(url, psp.Options{Data: t.TempDir()})
		if err != nil {
			t.Errorf("%s: %v", url, err)
			continue
		}
		if provider.Institution() != want {
			t.Errorf("%s is %s", url, provider.Institution())
		}
		if err := provider.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestOpenSaysWhatIsWrongAndShowsNoKey(t *testing.T) {
	t.Parallel()
	for url, about := range map[string]string{
		"":      "AUTOMACAO_PIX_URL",
		"://":   "AUTOMACAO_PIX_URL",
		"asaas": "asaas://",
		"http://" + apiKey + "@api.asaas.com/v3" + asked:                        "http",
		"asaas://api.asaas.com/v3" + asked:                                      "key",
		"asaas://" + apiKey + "@/v3" + asked:                                    "host",
		"asaas://" + apiKey + "@api.asaas.com" + asked:                          "path",
		"asaas://" + apiKey + "@api.asaas.com/v3?wallet=w":                      "webhook_token",
		"asaas://" + apiKey + "@api.asaas.com/v3?webhook_token=curto&wallet=w":  "webhook_token",
		"asaas://" + apiKey + "@api.asaas.com/v3?webhook_token=" + webhookToken: "wallet",
		"asaas://" + apiKey + "@api.asaas.com/v3" + asked + "&hold_days=0":      "hold_days",
		"asaas://" + apiKey + "@api.asaas.com/v3" + asked + "&hold_days=muitos": "hold_days",
		"asaas+http://" + apiKey + "@api.asaas.com/v3" + asked:                  "this machine",
		"asaas://" + apiKey + "%zz@api.asaas.com/v3" + asked:                    "AUTOMACAO_PIX_URL",
		"simulado://10.0.0.1:8117?webhook_token=x":                              "this machine",
		"simulado://127.0.0.1?webhook_token=x":                                  "port",
		"simulado://127.0.0.1:8117":                                             "webhook_token",
		"simulado:algo":                                                         "takes only",
		"simulado:?addr=0.0.0.0:0":                                              "this machine",
	} {
		provider, err := psp.Open(url, psp.Options{Data: t.TempDir()})
		if err == nil || provider != nil || !strings.Contains(err.Error(), about) {
			t.Errorf("%s: %v", url, err)
		}
		hides(t, err, "aact_hmlg", "segredo", webhookToken)
	}
	if _, err := psp.Open("simulado:", psp.Options{}); err == nil {
		t.Error("a simulator without a folder was started")
	}
}

// The key of a real institution contains colons and dollar signs.
func TestTheWholeKeyIsSent(t *testing.T) {
	t.Parallel()
	got := make(chan string, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got <- r.Header.Get("access_token")
		w.WriteHeader(http.StatusUnauthorized)
	}))
	t.Cleanup(server.Close)
	provider, err := psp.Open("asaas+http://"+apiKey+"@"+server.Listener.Addr().String()+"/v3"+asked, psp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = provider.OpenReceiver(t.Context(), marina())
	if key := <-got; key != apiKey {
		t.Errorf("sent %s", key)
	}
	hides(t, err, "aact_hmlg", "segredo")
}

// The simulator in the server's own process continues from its stored state.
func TestTheSimulatorInThisProcessKeepsItsState(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	events := make(chan []byte, 100)
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		events <- nil
		if r.URL.Query().Get("receiver") != "marina" {
			t.Errorf("posted to %s", r.URL)
		}
	}))
	t.Cleanup(hook.Close)
	open := func() psp.Provider {
		t.Helper()
		provider, err := psp.Open("simulado:", psp.Options{Data: data, WebhookURL: hook.URL})
		if err != nil {
			t.Fatal(err)
		}
		return provider
	}
	first := open()
	receiver, err := first.OpenReceiver(t.Context(), marina())
	if err != nil {
		t.Fatal(err)
	}
	select {
	case <-events:
	case <-time.After(patience):
		t.Fatal("no event arrived")
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second := open()
	if state, err := second.ReceiverState(t.Context(), psp.Account{ID: receiver.AccountID, Key: receiver.APIKey}); err != nil || state.Status != psp.ReceiverApproved {
		t.Errorf("%+v, %v", state, err)
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
}
