package organisation_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/account"
	"automacao/internal/market/markettest"
)

// stage is a market whose people register as they do on the site.
type stage struct {
	*markettest.Stage
	t *testing.T
}

func setup(t *testing.T) stage {
	t.Helper()
	return stage{markettest.Open(t), t}
}

// register signs somebody up, his address confirmed; "" of an error is none.
func (s stage) register(email string, data map[string]any) (id uuid.UUID, refusal string) {
	s.t.Helper()
	data["terms"] = true
	err := pgx.BeginFunc(s.t.Context(), s.Pool, func(tx pgx.Tx) error {
		err := tx.QueryRow(s.t.Context(), `INSERT INTO auth.users (email, email_confirmed_at) VALUES ($1, now()) RETURNING id`, email).Scan(&id)
		if err != nil {
			return err
		}
		_, err = account.Register(context.WithoutCancel(s.t.Context()), tx, id, email, data, time.Now())
		return err
	})
	return id, markettest.Code(err)
}

// company registers a company by the first word of its name.
func (s stage) company(name, document string) uuid.UUID {
	s.t.Helper()
	return s.must(s.register(emailOf(name), map[string]any{"name": name, "role": "company", "document": document}))
}

func (s stage) professional(name, document string) uuid.UUID {
	s.t.Helper()
	return s.must(s.register(emailOf(name), map[string]any{"name": name, "role": "professional", "document": document}))
}

func (s stage) must(id uuid.UUID, refusal string) uuid.UUID {
	s.t.Helper()
	if refusal != "" {
		s.t.Fatal(refusal)
	}
	return id
}

func emailOf(name string) string {
	return strings.ToLower(strings.Fields(name)[0]) + "@exemplo.test"
}

const (
	serrasCNPJ = "DE.MO0.001/0001-07"
	valesCNPJ  = "DEMO0002000151"
	marinasCPF = "900.000.011-47"
)
