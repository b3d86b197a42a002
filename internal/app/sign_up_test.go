package app_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/app"
	"automacao/internal/edge/ratelimit"
	"automacao/internal/market/markettest"
	"automacao/internal/market/people/organisation"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/auth"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/token"
	"automacao/verify/apptest"
)

type silentMailer struct{}

func (silentMailer) Send(context.Context, pgx.Tx, core.MailKind, string, string, string) error {
	return nil
}

func TestRegistrationTellsNothingOfATakenAddress(t *testing.T) {
	t.Parallel()
	keys, err := token.FromSecret(strings.Repeat("s", 32))
	if err != nil {
		t.Fatal(err)
	}
	cfg := app.AuthConfig(apptest.Config())
	cfg.Mailer, cfg.ConfirmEmail = silentMailer{}, true
	cfg.Limits.MailsPerAsker = ratelimit.Rate{Max: 10, Per: time.Minute}
	server := auth.New(dbtest.New(t), keys, cfg, slog.New(slog.DiscardHandler))
	t.Cleanup(server.Close)
	register := func(email, cpf string) (status int, body string) {
		recorder := httptest.NewRecorder()
		server.ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), "POST", "/signup", strings.NewReader(
			`{"email":"`+email+`","password":"`+apptest.Password+`","data":{"name":"Marina Alves","document":"`+cpf+`","terms":true}}`)))
		return recorder.Code, recorder.Body.String()
	}
	for _, c := range []struct{ email, cpf string }{
		{"marina@exemplo.com.br", "900.000.011-47"}, {"marina@exemplo.com.br", "900.000.012-28"}, {"rafael@exemplo.com.br", "900.000.013-09"},
	} {
		if status, body := register(c.email, "900.000.011-48"); status != 422 || !strings.Contains(body, "invalid_cpf") {
			t.Errorf("%s with an invalid CPF is answered %d %s", c.email, status, body)
		}
		if status, body := register(c.email, c.cpf); status != 200 {
			t.Errorf("%s is answered %d %s", c.email, status, body)
		}
		if status, body := register(c.email, "900.000.011-47"); status != 409 || !strings.Contains(body, "cpf_taken") {
			t.Errorf("%s with Marina's CPF is answered %d %s", c.email, status, body)
		}
	}
}

func TestOneOfManySignUpsWithOneDocumentSucceeds(t *testing.T) {
	t.Parallel()
	h := open(t)
	codes := make(chan string, 12)
	var signing sync.WaitGroup
	for i := range cap(codes) {
		signing.Go(func() {
			err := pgx.BeginFunc(t.Context(), h.Pool, func(tx pgx.Tx) error {
				_, err := app.NewMembers(h.auth).CreateMember(t.Context(), tx, fmt.Sprintf("marina%d@exemplo.com.br", i), apptest.Password, map[string]any{
					"name": "Marina Alves", "document": "900.000.011-47", "terms": true,
				})
				return err
			})
			codes <- markettest.Code(err)
		})
	}
	signing.Wait()
	close(codes)
	answers := map[string]int{}
	for code := range codes {
		answers[code]++
	}
	if answers[""] != 1 || answers["cpf_taken"] != cap(codes)-1 {
		t.Errorf("they are answered %v", answers)
	}
	if got := h.Text(`SELECT count(*)::text FROM auth.users`); got != "1" {
		t.Errorf("there are %s users", got)
	}
}

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
