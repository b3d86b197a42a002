package acceptance

import (
	"encoding/json"
	"testing"
)

// TestAnAcceptanceIsRepeated repeats a call through the whole server. The contract is made once,
// also if the call comes again under another key, and nobody else gets the stored answer.
func TestAnAcceptanceIsRepeated(t *testing.T) {
	t.Parallel()
	b := setup(t)
	serra, vale, marina := b.Member("company", "Serra Azul"), b.Member("company", "Vale Verde"), b.Member("professional", "Marina Alves")
	proposal := b.Proposal(b.Project(serra, "Retrofit da envasadora"), marina)
	accept := func(token, key string) answer {
		return b.Ask(request{Method: "POST", Path: "/rest/v1/rpc/accept_proposal", Token: token,
			Headers: map[string]string{"Idempotency-Key": key}, Body: map[string]any{"proposal_id": proposal}})
	}
	session := b.Session(serra)
	first, again, another := accept(session, "a"), accept(session, "a"), accept(session, "b")
	if first.Status != 200 || first.Headers.Get("Idempotent-Replayed") != "" {
		t.Fatalf("the first is answered %d %s", first.Status, first.Body)
	}
	if again.Status != first.Status || again.Body != first.Body || again.Headers.Get("Content-Type") != first.Headers.Get("Content-Type") || again.Headers.Get("Idempotent-Replayed") != "true" {
		t.Errorf("the repeat is answered %d %s %v", again.Status, again.Body, again.Headers)
	}
	var made, known struct {
		ID string `json:"contract_id"`
	}
	if json.Unmarshal([]byte(first.Body), &made) != nil || json.Unmarshal([]byte(another.Body), &known) != nil || made.ID == "" || known != made {
		t.Errorf("another click is answered %s, the first %s", another.Body, first.Body)
	}
	if got := accept(b.Session(vale), "a"); got.Status < 400 || got.Headers.Get("Idempotent-Replayed") != "" {
		t.Errorf("another company is answered %d %s", got.Status, got.Body)
	}
	if got := b.Text(`SELECT count(*)::text FROM public.contracts`); got != "1" {
		t.Errorf("there are %s contracts", got)
	}
	b.Exec(`DELETE FROM auth.sessions WHERE user_id = $1`, serra)
	if got := accept(session, "a"); got.Status != 401 {
		t.Errorf("an ended session is answered %d %s", got.Status, got.Body)
	}
	if got := accept("", "a"); got.Code() != "idempotency_needs_session" {
		t.Errorf("a visitor is answered %d %s", got.Status, got.Body)
	}
}
