package asaas

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

const patience = 2 * time.Minute

func answering(t *testing.T, status int, body string) *Client {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body)) // the client cuts off an answer that is too long
	}))
	t.Cleanup(server.Close)
	return New(server.URL)
}

func TestRefusedAndUnavailableAreToldApart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		status  int
		body    string
		refused string
	}{
		{400, string(fixture(t, "errors_400")), "invalid_value"}, {401, "", "status_401"}, {403, "<html>", "status_403"},
		{404, `{"errors":[]}`, "status_404"}, {422, "{", "status_422"},
		{408, "", ""}, {429, string(fixture(t, "errors_400")), ""}, {500, "", ""}, {502, "<html>", ""}, {503, "", ""},
		{200, "", ""}, {200, "<html>", ""}, {200, `{"value":"muito"}`, ""}, {204, "", ""}, {302, "", ""},
		{200, `{"id":"` + strings.Repeat("a", answerMax) + `"}`, ""},
	} {
		_, err := answering(t, c.status, c.body).Payment(t.Context(), key, "pay_1")
		refused, isRefused := errors.AsType[*Refused](err)
		_, isUnavailable := errors.AsType[*Unavailable](err)
		if isRefused != (c.refused != "") || isUnavailable == isRefused || isRefused && (refused.Code != c.refused || refused.Status != c.status) {
			t.Errorf("%d %.20s: %v, want %q", c.status, c.body, err, c.refused)
		}
		if strings.Contains(err.Error(), key.Reveal()) {
			t.Errorf("%v shows the key", err)
		}
	}
}

func TestTheKeyIsNotCarriedElsewhere(t *testing.T) {
	t.Parallel()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("the redirect was followed") }))
	t.Cleanup(elsewhere.Close)
	server := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	t.Cleanup(server.Close)
	if _, err := New(server.URL).AddTransfer(t.Context(), key, TransferRequest{}); err == nil {
		t.Error("a redirect counts as an answer")
	}
}

// silent returns a client of an institution that accepts calls and answers none before the test
// ends.
func silent(t *testing.T) (client *Client, running *atomic.Int32, arrived chan struct{}) {
	t.Helper()
	arrived, letGo := make(chan struct{}, 1000), make(chan struct{})
	running = new(atomic.Int32)
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		running.Add(1)
		arrived <- struct{}{}
		<-letGo
		running.Add(-1)
	}))
	t.Cleanup(func() { close(letGo); server.Close() })
	return New(server.URL), running, arrived
}

func TestSilenceIsUnavailable(t *testing.T) {
	t.Parallel()
	client, _, _ := silent(t)
	client.timeout = time.Millisecond
	_, err := client.AddPayment(t.Context(), key, PaymentRequest{})
	if _, ok := errors.AsType[*Unavailable](err); !ok || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v, want Unavailable", err)
	}
}

func TestNobodyListening(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(nil)
	server.Close()
	_, err := New(server.URL).Status(t.Context(), key)
	if _, ok := errors.AsType[*Unavailable](err); !ok {
		t.Errorf("%v, want Unavailable", err)
	}
}

func TestNoMoreCallsAtOnceThanAllowed(t *testing.T) {
	t.Parallel()
	client, running, arrived := silent(t)
	client.timeout = time.Hour
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	for range 3 * callsMax {
		all.Go(func() { _, _ = client.Status(ctx, key) })
	}
	for range callsMax {
		select {
		case <-arrived:
		case <-time.After(patience):
			t.Fatal("fewer calls than allowed")
		}
	}
	if now := running.Load(); now != callsMax || len(client.slots) != callsMax {
		t.Errorf("%d calls at once, want %d", now, callsMax)
	}
	cancel()
	all.Wait()
	if len(arrived) > 0 {
		t.Errorf("%d calls more than allowed", len(arrived))
	}
}

func TestAmountsAreExact(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Amount{
		"0": 0, "null": 0, "10": 1000, "10.5": 1050, "10.50": 1050, "10.500": 1050, "0.01": 1, "-3.1": -310, "94.51": 9451,
		"1.0E7": 1_000_000_000, "1.234567891E7": 1_234_567_891, "99999999999999.99": 9_999_999_999_999_999,
	} {
		var got Amount
		if err := json.Unmarshal([]byte(text), &got); err != nil || got != want {
			t.Errorf("%s is %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"0.001", "1e99", "1e-2", "1E999999999", `"10"`, "true", "[1]", "1.234567891E2", "999999999999999"} {
		var got Amount
		if err := json.Unmarshal([]byte(text), &got); err == nil {
			t.Errorf("%s is accepted as %d", text, got)
		}
	}
	if text, err := json.Marshal(Amount(123450)); err != nil || string(text) != "1234.50" {
		t.Errorf("%s, %v", text, err)
	}
}

func TestTimesAreOfSaoPaulo(t *testing.T) {
	t.Parallel()
	var got struct{ Day, Moment, None, Empty Time }
	err := json.Unmarshal([]byte(`{"Day":"2026-11-22","Moment":"2026-11-22 16:45:03","None":null,"Empty":""}`), &got)
	if err != nil || got.Day.UTC() != time.Date(2026, 11, 22, 3, 0, 0, 0, time.UTC) || got.Moment.UTC() != time.Date(2026, 11, 22, 19, 45, 3, 0, time.UTC) ||
		!got.None.IsZero() || !got.Empty.IsZero() {
		t.Errorf("%v, %v", got, err)
	}
	if err := json.Unmarshal([]byte(`{"Day":"22/11/2026"}`), &got); err == nil {
		t.Error("a date in another form was read")
	}
}

// FuzzAmount checks that an amount of the API is read exactly, or refused.
func FuzzAmount(f *testing.F) {
	// Inputs that earlier runs found.
	for _, seed := range []string{
		"                                0                               ",
		"1000000000000.00000100",
		"\"\U000a69a6\"",
		"\"0000000000000000000000000000000",
		"[[[[[[[[]]]]]]]0",
		"[[[[[[[[[[[[[[[[0",
	} {
		f.Add(seed)
	}
	for _, seed := range []string{"0", "10.5", "1e7", "1E+12", "1e99", "-0.05", "0.001", "null", `"10"`, "1.000000000000", "99999999999999e9", "NaN", "1e-2", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var amount Amount
		if json.Unmarshal([]byte(text), &amount) != nil || amount == 0 {
			return
		}
		want, ok := new(big.Rat).SetString(string(trimmed(text)))
		if !ok || want.Mul(want, big.NewRat(100, 1)).Cmp(new(big.Rat).SetInt64(int64(amount))) != 0 {
			t.Fatalf("%q is read as %d centavos", text, amount)
		}
	})
}

// trimmed returns a number without the blanks that JSON allows around it.
func trimmed(text string) json.RawMessage {
	var raw json.RawMessage
	_ = json.Unmarshal([]byte(text), &raw)
	return raw
}

// FuzzTime checks that writing a time and reading it again gives the same time.
func FuzzTime(f *testing.F) {
	// Inputs that earlier runs found.
	for _, seed := range []string{
		"\n\n\n\n\n\n\n\n0       ",
		"1000000000000000000000000000000000000000000000000000000000000000",
		"0               ",
		"{\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n",
		"[\r\r\r\r\r\r\r\r",
		"\"\\b\\b\\b\\b",
	} {
		f.Add(seed)
	}
	for _, seed := range []string{`"2026-11-22"`, `"2026-11-22 08:00:00"`, `null`, `""`, `"0000-00-00"`, `"9999-12-31 23:59:59"`, `{}`, `"2026-02-30"`, `"2026-11-22T08:00:00Z"`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var read, again Time
		if json.Unmarshal([]byte(text), &read) != nil {
			return
		}
		written, err := json.Marshal(read)
		if err != nil || json.Unmarshal(written, &again) != nil || !again.Equal(read.Time) {
			t.Fatalf("%q is %v, written as %s, read as %v: %v", text, read, written, again, err)
		}
	})
}
