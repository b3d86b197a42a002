// Package markettest sets up the people and projects that the workflows'
// tests are about, on a database of their own.
package markettest

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/kernel/caller"
	"automacao/internal/kernel/fault"
	"automacao/internal/postgres"
	"automacao/internal/postgres/dbtest"
)

// Stage is a market with nobody in it.
type Stage struct {
	t    testing.TB
	Pool *pgxpool.Pool
}

// whole is set where figures are taken, as docs/evidence/money-checks.md tells.
const whole = "AUTOMACAO_TEST_WHOLE"

// Times is how often a test repeats something: a few times, so that all tests
// together stay quick, or all of them where AUTOMACAO_TEST_WHOLE is set.
func Times(few, all int) int {
	if os.Getenv(whole) != "" {
		return all
	}
	return few
}

// Open returns a stage on a fresh database.
func Open(t testing.TB) *Stage {
	t.Helper()
	return On(t, dbtest.New(t))
}

// On returns a stage on a database that is there already.
func On(t testing.TB, pool *pgxpool.Pool) *Stage {
	return &Stage{t: t, Pool: pool}
}

// Member adds somebody by role and name, with an account.
func (s *Stage) Member(role, name string) uuid.UUID {
	s.t.Helper()
	id := uuid.New()
	email := id.String() + "@exemplo.test"
	s.Exec(`INSERT INTO auth.users (id, email) VALUES ($1, $2)`, id, email)
	s.Exec(`INSERT INTO public.profiles (id, role, name) VALUES ($1, $2, $3)`, id, role, name)
	s.Exec(`INSERT INTO public.accounts (profile_id, email) VALUES ($1, $2)`, id, email)
	return id
}

// Colleague adds somebody to a party with a role; he is no party himself. A
// party that is none yet becomes an organisation.
func (s *Stage) Colleague(partyID uuid.UUID, role, name string) uuid.UUID {
	s.t.Helper()
	s.Exec(`
		WITH founded AS (
		  INSERT INTO public.organisations (id, role, kind, legal_name)
		  SELECT id, role, CASE role WHEN 'company' THEN 'company' ELSE 'pj' END, name FROM public.profiles WHERE id = $1
		  ON CONFLICT DO NOTHING RETURNING id
		)
		INSERT INTO public.memberships (organisation_id, person_id, role) SELECT id, id, 'owner' FROM founded`, partyID)
	id := s.Member(s.Text(`SELECT role FROM public.profiles WHERE id = $1`, partyID), name)
	s.Exec(`UPDATE public.profiles SET is_party = false WHERE id = $1`, id)
	s.Exec(`INSERT INTO public.memberships (organisation_id, person_id, role) VALUES ($1, $2, $3)`, partyID, id, role)
	return id
}

// Project publishes an open project of a company.
func (s *Stage) Project(companyID uuid.UUID, title string) uuid.UUID {
	s.t.Helper()
	return s.ID(`
		INSERT INTO public.projects (company_id, title, description, budget, deadline, skills)
		VALUES ($1, $2, 'Painel antigo', 'A combinar', '60 dias', '{retrofit}') RETURNING id`, companyID, title)
}

// Proposal sends a proposal of R$ 48.500,00.
func (s *Stage) Proposal(projectID, professionalID uuid.UUID) uuid.UUID {
	s.t.Helper()
	return s.ID(`
		INSERT INTO public.proposals (project_id, professional_id, value, cover_letter)
		VALUES ($1, $2, 48500, 'Já fiz três parecidos.') RETURNING id`, projectID, professionalID)
}

// ID runs a statement that returns one key.
func (s *Stage) ID(statement string, arguments ...any) (id uuid.UUID) {
	s.t.Helper()
	if err := s.Pool.QueryRow(context.Background(), statement, arguments...).Scan(&id); err != nil {
		s.t.Fatalf("%s: %v", statement, err)
	}
	return id
}

// Exec runs a statement as the server.
func (s *Stage) Exec(statement string, arguments ...any) {
	s.t.Helper()
	if _, err := s.Pool.Exec(context.Background(), statement, arguments...); err != nil {
		s.t.Fatalf("%s: %v", statement, err)
	}
}

// Text is the one text a query returns; NULL is the empty one.
func (s *Stage) Text(query string, arguments ...any) string {
	s.t.Helper()
	var found *string
	if err := s.Pool.QueryRow(context.Background(), query, arguments...).Scan(&found); err != nil {
		s.t.Fatalf("%s: %v", query, err)
	}
	if found == nil {
		return ""
	}
	return *found
}

// Seen is the one value that somebody reads under grants and policies, nobody
// (uuid.Nil) being a visitor; a refusal comes back as its SQLSTATE.
func (s *Stage) Seen(who uuid.UUID, query string, arguments ...any) (found string) {
	s.t.Helper()
	from := caller.Caller{Role: "anon"}
	if who != uuid.Nil {
		from = caller.Caller{Role: "authenticated", UserID: who, Claims: []byte(`{"sub":"` + who.String() + `","role":"authenticated"}`)}
	}
	err := postgres.As(context.Background(), s.Pool, from, func(tx pgx.Tx) error {
		return tx.QueryRow(context.Background(), query, arguments...).Scan(&found)
	})
	if refusal, ok := errors.AsType[*pgconn.PgError](err); ok {
		return refusal.Code
	}
	if err != nil {
		s.t.Fatalf("%s: %v", query, err)
	}
	return found
}

// Workflow is what a call runs.
type Workflow[In, Out any] = func(context.Context, pgx.Tx, In) (Out, error)

// Call runs a workflow as somebody, in a transaction of its own.
func Call[In, Out any](s *Stage, who uuid.UUID, workflow Workflow[In, Out], in In) (out Out, err error) {
	ctx := caller.NewContext(context.Background(), caller.Caller{Role: "authenticated", UserID: who})
	err = pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		out, err = workflow(ctx, tx, in)
		return err
	})
	return out, err
}

// Code is the code of a refusal, be it the server's or the database's, ""
// without an error, and the error's text for anything else.
func Code(err error) string {
	if err == nil {
		return ""
	}
	if refusal, ok := errors.AsType[*fault.Error](err); ok {
		return refusal.Code
	}
	var raised struct{ Code string }
	if refusal, ok := errors.AsType[*pgconn.PgError](err); ok && refusal.Code == "PGRST" && json.Unmarshal([]byte(refusal.Message), &raised) == nil {
		return raised.Code
	}
	return err.Error()
}
