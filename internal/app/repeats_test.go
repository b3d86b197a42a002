package app

import (
	"encoding/json"
	"testing"
)

// TestAnAcceptanceIsRepeated through the whole server: the contract is made
// once, also where another key asks for it again, and nobody else gets the answer.
func TestAnAcceptanceIsRepeated(t *testing.T) {
	t.Parallel()
	b := setup(t)
	serra, vale, marina := b.Member("company", "Serra Azul"), b.Member("company", "Vale Verde"), b.Member("professional", "Marina Alves")
	proposal := b.Proposal(b.Project(serra, "Retrofit da envasadora"), marina)
	accept := func(token, key string) answer {
		return b.ask(request{method: "POST", path: "/rest/v1/rpc/accept_proposal", token: token,
			headers: map[string]string{"Idempotency-Key": key}, body: map[string]any{"proposal_id": proposal}})
	}
	session := b.session(serra)
	first, again, another := accept(session, "a"), accept(session, "a"), accept(session, "b")
	if first.status != 200 || first.headers.Get("Idempotent-Replayed") != "" {
		t.Fatalf("the first is answered %d %s", first.status, first.body)
	}
	if again.status != first.status || again.body != first.body || again.headers.Get("Content-Type") != first.headers.Get("Content-Type") || again.headers.Get("Idempotent-Replayed") != "true" {
		t.Errorf("the repeat is answered %d %s %v", again.status, again.body, again.headers)
	}
	var made, known struct {
		ID string `json:"contract_id"`
	}
	if json.Unmarshal([]byte(first.body), &made) != nil || json.Unmarshal([]byte(another.body), &known) != nil || made.ID == "" || known != made {
		t.Errorf("another click is answered %s, the first %s", another.body, first.body)
	}
	if got := accept(b.session(vale), "a"); got.status < 400 || got.headers.Get("Idempotent-Replayed") != "" {
		t.Errorf("another company is answered %d %s", got.status, got.body)
	}
	if got := b.Text(`SELECT count(*)::text FROM public.contracts`); got != "1" {
		t.Errorf("there are %s contracts", got)
	}
	b.Exec(`DELETE FROM auth.sessions WHERE user_id = $1`, serra)
	if got := accept(session, "a"); got.status != 401 {
		t.Errorf("an ended session is answered %d %s", got.status, got.body)
	}
	if got := accept("", "a"); got.code() != "idempotency_needs_session" {
		t.Errorf("a visitor is answered %d %s", got.status, got.body)
	}
}
