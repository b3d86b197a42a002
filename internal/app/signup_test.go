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

func TestOfManyWhoSignUpWithOneDocumentOneDoes(t *testing.T) {
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
