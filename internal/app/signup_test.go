package app

import (
	"context"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/database/dbtest"
	"automacao/internal/wire/auth"
	"automacao/internal/wire/token"
)

type silentMailer struct{}

func (silentMailer) Send(context.Context, pgx.Tx, auth.MailKind, string, string, string) error {
	return nil
}

func TestRegistrationTellsNothingOfATakenAddress(t *testing.T) {
	t.Parallel()
	keys, err := token.FromSecret(strings.Repeat("s", 32))
	if err != nil {
		t.Fatal(err)
	}
	cfg := (&App{cfg: valid()}).authConfig()
	cfg.Mailer, cfg.ConfirmEmail = silentMailer{}, true
	cfg.Limits.MailsPerAccount = auth.Quota{Max: 10, Per: time.Minute}
	server := auth.New(dbtest.New(t), keys, cfg, slog.New(slog.DiscardHandler))
	t.Cleanup(server.Close)
	register := func(email, cpf string) (status int, body string) {
		recorder := httptest.NewRecorder()
		server.ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), "POST", "/signup", strings.NewReader(
			`{"email":"`+email+`","password":"`+password+`","data":{"name":"Marina Alves","document":"`+cpf+`","terms":true}}`)))
		return recorder.Code, recorder.Body.String()
	}
	for _, email := range []string{"marina@exemplo.com.br", "marina@exemplo.com.br", "rafael@exemplo.com.br"} {
		if status, body := register(email, "900.000.011-48"); status != 422 || !strings.Contains(body, "invalid_cpf") {
			t.Errorf("%s with an invalid CPF is answered %d %s", email, status, body)
		}
		if status, body := register(email, "900.000.011-47"); status != 200 {
			t.Errorf("%s is answered %d %s", email, status, body)
		}
	}
}
