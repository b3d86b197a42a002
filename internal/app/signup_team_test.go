package app_test

import (
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"automacao/internal/app"
	"automacao/internal/market/markettest"
	"automacao/internal/market/people/organisation"
	"automacao/internal/wire/auth"
	"automacao/internal/wire/token"
	"automacao/verify/apptest"
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
	cfg := app.AuthConfig(apptest.Config())
	cfg.Mailer, cfg.ConfirmEmail = silentMailer{}, true
	server := auth.New(h.Pool, keys, cfg, slog.New(slog.DiscardHandler))
	t.Cleanup(server.Close)
	register := func(email string) (status int, body string) {
		recorder := httptest.NewRecorder()
		server.ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), "POST", "/signup", strings.NewReader(
			`{"email":"`+email+`","password":"`+apptest.Password+`","data":{"name":"Eva Martins","terms":true,"invitation":"`+strings.TrimPrefix(sent.Link, "/convite#")+`"}}`)))
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
