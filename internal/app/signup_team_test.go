package app

import (
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"automacao/internal/market/markettest"
	"automacao/internal/market/people/organisation"
	"automacao/internal/wire/auth"
	"automacao/internal/wire/token"
)

func TestAnInvitationTellsNothingOfOtherAddresses(t *testing.T) {
	t.Parallel()
	keys, err := token.FromSecret(strings.Repeat("s", 32))
	if err != nil {
		t.Fatal(err)
	}
	h := open(t)
	serra := h.register("company", "Serra Azul", "DE.MO0.001/0001-07")
	h.register("professional", "Marina Alves", "900.000.011-47")
	sent, err := markettest.Call(h.Stage, serra, organisation.Invite(organisation.Outgoing{}, time.Now), organisation.Invitation{OrganisationID: serra, Email: "eva@exemplo.com.br", Role: "buyer"})
	if err != nil {
		t.Fatal(err)
	}
	cfg := (&App{cfg: valid()}).authConfig()
	cfg.Mailer, cfg.ConfirmEmail = silentMailer{}, true
	server := auth.New(h.Pool, keys, cfg, slog.New(slog.DiscardHandler))
	t.Cleanup(server.Close)
	register := func(email string) (status int, body string) {
		recorder := httptest.NewRecorder()
		server.ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), "POST", "/signup", strings.NewReader(
			`{"email":"`+email+`","password":"`+password+`","data":{"name":"Eva Martins","terms":true,"invitation":"`+strings.TrimPrefix(sent.Link, "/convite#")+`"}}`)))
		return recorder.Code, recorder.Body.String()
	}
	for _, email := range []string{"marina@exemplo.com.br", "ninguem@exemplo.com.br"} {
		if status, body := register(email); status != 403 || !strings.Contains(body, "invitation_for_another") {
			t.Errorf("%s is answered %d %s", email, status, body)
		}
	}
	if status, body := register("Eva@exemplo.com.br"); status != 200 {
		t.Errorf("the invited address is answered %d %s", status, body)
	}
	if got := h.Text(`SELECT m.role FROM public.memberships m JOIN public.accounts a ON a.profile_id = m.person_id WHERE m.organisation_id = $1 AND a.email = 'eva@exemplo.com.br'`, serra); got != "buyer" {
		t.Errorf("she is %q", got)
	}
}

// TestABarredFirmIsNotRegisteredAnew under another person's account.
func TestABarredFirmIsNotRegisteredAnew(t *testing.T) {
	t.Parallel()
	c := newCast(setup(t))
	registers := func(token, document string) string {
		return c.ask(request{method: "POST", path: "/rest/v1/rpc/register_firm", token: token,
			body: map[string]any{"kind": "pj", "legal_name": "Nunes Automação", "document": document}}).told()
	}
	const barred, other = "DE.MO0.001/0001-07", "11.222.333/0001-81"
	if got := registers(c.tokens["rafael"], barred); got != done {
		t.Fatalf("Rafael's firm: %s", got)
	}
	if got := c.calls("admin", "block_user", map[string]any{"user_id": c.rafael()}); got.status != 200 {
		t.Fatal(got.body)
	}
	if got := c.ask(request{method: "DELETE", path: "/auth/v1/admin/users/" + c.rafael().String(), headers: map[string]string{"Apikey": c.app.Keys().ServiceRoleKey}}); got.status != 200 {
		t.Fatal(got.body)
	}
	friend := c.session(c.Member("professional", "Amigo Nunes"))
	if got := registers(friend, barred); got != "403 account_barred" {
		t.Errorf("a friend registers it: %s", got)
	}
	if got := registers(friend, other); got != done {
		t.Errorf("he registers another: %s", got)
	}
}
