package payment_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/institution/psp"
	"automacao/internal/institution/psp/simulado"
	"automacao/internal/kernel/money"
	"automacao/internal/market/deal"
	"automacao/internal/market/deal/milestone"
	"automacao/internal/market/markettest"
	"automacao/internal/market/money/payment"
)

// institution is set when the test binary has to run as the institution; its value is the folder
// and the webhook.
const institution = "AUTOMACAO_TEST_INSTITUTION"

// TestInstitutionUntilKilled is the process that TestAnInstitutionThatFails starts.
func TestInstitutionUntilKilled(t *testing.T) {
	data, hook, is := strings.Cut(os.Getenv(institution), "|")
	if !is {
		t.Skip("runs in a process of its own")
	}
	s, err := simulado.Start(simulado.Config{Data: data, WebhookURL: hook, WebhookToken: token, RetryPause: time.Millisecond}, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println(s.Addr(), s.ControlToken())
	select {}
}

// apart is a scene whose institution is another process, with the same checks as the real one.
type apart struct {
	*scene
	addr, control string
}

func setupProcess(t *testing.T) apart {
	t.Helper()
	s := &scene{Stage: markettest.Open(t), t: t, posts: &atomic.Int64{}, drops: &atomic.Bool{}}
	hook := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.desk.Webhook(w, r) }))
	t.Cleanup(hook.Close)
	program := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestInstitutionUntilKilled$", "-test.v=false")
	program.Env = append(os.Environ(), institution+"="+t.TempDir()+"|"+hook.URL)
	out, err := program.StdoutPipe()
	s.must(err)
	s.must(program.Start())
	t.Cleanup(func() { _ = program.Process.Kill(); _ = program.Wait() })
	lines := bufio.NewScanner(out)
	lines.Scan()
	addr, control, _ := strings.Cut(lines.Text(), " ")
	s.open(t, "simulado://"+addr+"?webhook_token="+token+"&control_token="+control, psp.Options{})
	s.people()
	return apart{s, addr, control}
}

func (a apart) ask(method, path string, in any) (out struct {
	Data []struct {
		Status string
		IsHeld bool `json:"is_held"`
	}
}) {
	a.t.Helper()
	body, err := json.Marshal(in)
	a.must(err)
	r, err := http.NewRequestWithContext(a.t.Context(), method, "http://"+a.addr+path, bytes.NewReader(body))
	a.must(err)
	r.Header.Set("Authorization", "Bearer "+a.control)
	response, err := http.DefaultClient.Do(r)
	a.must(err)
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		a.t.Fatalf("%s is answered %d", path, response.StatusCode)
	}
	a.must(json.NewDecoder(response.Body).Decode(&out))
	return out
}

// TestAnInstitutionThatFails makes calls fail or succeed without an answer, and makes events arrive
// twice, in groups, in any order or never. Nothing is lost, and nothing is done twice.
func TestAnInstitutionThatFails(t *testing.T) {
	t.Parallel()
	a := setupProcess(t)
	a.approvedReceiver()
	parts := a.many(3)
	a.ask("POST", "/simulado/faults", simulado.Faults{Repeat: 2, Shuffle: true, Group: 4, DropRate: 0.1, FailRate: 0.1, LoseRate: 0.1, Seed: 7})
	for _, part := range parts {
		a.pay(part)
	}
	a.until("everything is held", func() bool {
		return a.Text(`SELECT count(*)::text FROM public.milestones WHERE status = 'funded'`) == fmt.Sprint(len(parts))
	})
	for _, part := range parts {
		must(a.scene, a.marina, milestone.Deliver, milestone.Delivery{MilestoneID: part})
		must(a.scene, a.serra, milestone.Approve, milestone.Reference{MilestoneID: part})
	}
	a.until("everything is released", func() bool {
		return a.Text(`SELECT string_agg(DISTINCT state, ',') FROM private.provider_orders`) == "done"
	})
	a.ask("POST", "/simulado/faults", simulado.Faults{})
	a.must(a.desk.Reconcile(a.Watch(t.Context())))
	if got := a.differences(); got != "" {
		t.Errorf("listed is %q", got)
	}
	a.ledgerHas("available 270000, fee 30000, outside:company -300000")
	for _, charge := range a.ask("GET", "/simulado/charges?limit=100", nil).Data {
		if charge.Status != "RECEIVED" || charge.IsHeld {
			t.Errorf("there a charge is %+v", charge)
		}
	}
	if got := len(a.ask("GET", "/simulado/charges?limit=100", nil).Data); got != len(parts) {
		t.Errorf("there are %d charges for %d milestones", got, len(parts))
	}
}

// approvedReceiver gives the institution all the data it requires of Marina.
func (a apart) approvedReceiver() {
	a.t.Helper()
	must(a.scene, a.marina, a.desk.OpenReceiver, payment.Holder{
		PartyID: a.marina, BirthOn: "1988-03-14", MonthlyIncome: money.Reais(12000), Phone: "11987654321",
		PostalCode: "01310100", Address: "Avenida Paulista", AddressNumber: "1000", District: "Bela Vista",
	})
}

// pay requests a code until there is an answer, and pays it.
func (a apart) pay(part uuid.UUID) {
	a.t.Helper()
	var f payment.Funding
	a.await("a code", func() bool {
		var err error
		f, err = call(a.scene, a.serra, a.desk.Fund, payment.Reference{MilestoneID: part})
		if code := markettest.Code(err); err != nil && code != "institution_unavailable" {
			a.t.Fatal(err)
		}
		return err == nil
	})
	a.must(a.provider.(psp.Simulator).Cause(a.t.Context(), f.TxID, "paid"))
}

// until processes waiting work and compares with the institution until a condition holds.
func (a apart) until(what string, isSo func() bool) {
	a.t.Helper()
	a.await(what, func() bool {
		a.Exec(`UPDATE private.provider_events SET next_at = now() WHERE state = 'waiting'`)
		a.Exec(`UPDATE private.provider_orders SET next_at = now() WHERE state = 'waiting'`)
		a.work()
		// It may fail, as every call may.
		if err := a.desk.Reconcile(deal.WithSettler(a.t.Context(), a.desk.Settle)); err != nil {
			a.t.Log(err)
		}
		return isSo()
	})
}
