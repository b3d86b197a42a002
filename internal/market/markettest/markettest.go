// Package markettest sets up the people and projects of the workflows' tests, each test on its own
// database.
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

// Stage is an empty market.
type Stage struct {
	t    testing.TB
	Pool *pgxpool.Pool
	news *news
}

// whole is set when figures are measured, as docs/evidence/money-checks.md describes.
const whole = "AUTOMACAO_TEST_WHOLE"

// Times is the number of repetitions of a test: few, to keep the whole suite fast, or all if
// AUTOMACAO_TEST_WHOLE is set.
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

// On returns a stage on an existing database.
func On(t testing.TB, pool *pgxpool.Pool) *Stage {
	s := &Stage{t: t, Pool: pool, news: &news{acts: map[string]*act{}}}
	t.Cleanup(func() { s.news.compare(t, pool) })
	return s
}

// Member creates a person with an account.
func (s *Stage) Member(role, name string) uuid.UUID {
	s.t.Helper()
	id := uuid.New()
	email := id.String() + "@exemplo.test"
	s.Exec(`INSERT INTO auth.users (id, email) VALUES ($1, $2)`, id, email)
	s.Exec(`INSERT INTO public.profiles (id, role, name) VALUES ($1, $2, $3)`, id, role, name)
	s.Exec(`INSERT INTO public.accounts (profile_id, email) VALUES ($1, $2)`, id, email)
	return id
}

// Colleague adds a person to a party with a role. The person is not a party themselves. A party
// that is not an organisation yet becomes one.
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

// Text returns the one text of a query, "" for NULL.
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

// Seen returns the one value that a person can read under grants and row-level security. uuid.Nil
// is an anonymous caller. A refusal is returned as its SQLSTATE.
func (s *Stage) Seen(who uuid.UUID, query string, arguments ...any) (found string) {
	s.t.Helper()
	from := caller.Caller{Role: "anon"}
	if who != uuid.Nil {
		from = member(who)
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

func member(who uuid.UUID) caller.Caller {
	return caller.Caller{Role: "authenticated", UserID: who, Claims: []byte(`{"sub":"` + who.String() + `","role":"authenticated"}`)}
}

// Workflow is the function that a call runs.
type Workflow[In, Out any] = func(context.Context, pgx.Tx, In) (Out, error)

// Call runs a workflow as a person, in its own transaction.
func Call[In, Out any](s *Stage, who uuid.UUID, workflow Workflow[In, Out], in In) (out Out, err error) {
	ctx := s.Watch(caller.NewContext(context.Background(), member(who)))
	err = pgx.BeginFunc(ctx, s.Pool, func(tx pgx.Tx) error {
		out, err = workflow(ctx, tx, in)
		return err
	})
	return out, err
}

// Code returns the code of a refusal by the server or the database, "" for nil, and the error's
// text for any other error.
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
