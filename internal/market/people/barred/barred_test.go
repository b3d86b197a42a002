package barred_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/market/markettest"
	"automacao/internal/market/people/barred"
	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// A key of the server, and a valid CPF.
const (
	key = "a key of the server that nobody else has"
	cpf = "52998224725"
)

// person creates a person with an address and a document.
func person(s *markettest.Stage, name string) (id uuid.UUID, email string) {
	id = s.Member("professional", name)
	s.Exec(`UPDATE public.accounts SET document = $2 WHERE profile_id = $1`, id, cpf)
	return id, s.Text(`SELECT email FROM public.accounts WHERE profile_id = $1`, id)
}

// in runs a step in a transaction of its own.
func in(t *testing.T, s *markettest.Stage, step func(ctx context.Context, tx pgx.Tx) error) error {
	t.Helper()
	return pgx.BeginFunc(t.Context(), s.Pool, func(tx pgx.Tx) error { return step(t.Context(), tx) })
}

func TestWhoIsBarredIsKeptOutByAddressAndDocument(t *testing.T) {
	t.Parallel()
	s, list := markettest.Open(t), barred.New([]byte(key))
	marina, email := person(s, "Marina Alves")
	refuse := func(list barred.List, id uuid.UUID) string {
		return markettest.Code(in(t, s, func(ctx context.Context, tx pgx.Tx) error { return list.Refuse(ctx, tx, id) }))
	}
	if code := refuse(list, marina); code != "" {
		t.Errorf("before she is barred she is told %q", code)
	}
	for range 2 {
		if err := in(t, s, func(ctx context.Context, tx pgx.Tx) error { return list.Add(ctx, tx, marina) }); err != nil {
			t.Fatal(err)
		}
	}
	if stored := s.Text(`SELECT count(*)::text FROM private.barred_documents WHERE profile_id = $1`, marina); stored != "2" {
		t.Errorf("%s rows are stored", stored)
	}
	if plain := s.Text(`SELECT count(*)::text FROM private.barred_documents d WHERE d::text LIKE '%' || $1 || '%'`, cpf); plain != "0" {
		t.Error("a document is stored as it is")
	}
	s.Exec(`UPDATE public.accounts SET document = NULL WHERE profile_id = $1`, marina)
	other := s.Member("professional", "Outro Nome")
	s.Exec(`UPDATE public.accounts SET document = $2 WHERE profile_id = $1`, other, cpf)
	if code := refuse(list, other); code != "account_barred" {
		t.Errorf("another account with her document is told %q", code)
	}
	if code := refuse(barred.New([]byte("another key")), other); code != "" {
		t.Errorf("under another key they are told %q", code)
	}
	err := in(t, s, func(ctx context.Context, tx pgx.Tx) error { return list.RefuseDocument(ctx, tx, cpf) })
	if code := markettest.Code(err); code != "account_barred" {
		t.Errorf("a firm with her document is told %q", code)
	}
	lift := func(value string) (whose uuid.UUID) {
		if err := in(t, s, func(ctx context.Context, tx pgx.Tx) (err error) { whose, err = list.Lift(ctx, tx, value); return err }); err != nil {
			t.Fatal(err)
		}
		return whose
	}
	if whose := lift(strings.ToUpper(email)); whose != marina {
		t.Errorf("her address was %s's", whose)
	}
	if code := refuse(list, other); code != "account_barred" {
		t.Errorf("with her address alone lifted the document is told %q", code)
	}
	if lift(cpf) != marina || lift(cpf) != uuid.Nil {
		t.Error("a document is lifted twice, or never")
	}
	if code := refuse(list, other); code != "" {
		t.Errorf("after both are lifted they are told %q", code)
	}
}
