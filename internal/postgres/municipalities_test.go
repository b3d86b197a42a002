package postgres_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/postgres/dbtest"
)

// TestACityIsAMunicipality writes existing places, as users spell them, and others, which only a
// profile may keep. Values from before the list existed stay until they are changed.
func TestACityIsAMunicipality(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	owner := db.Pool
	one := func(t *testing.T, sql string, args ...any) string {
		t.Helper()
		var got string
		if err := owner.QueryRow(t.Context(), sql, args...).Scan(&got); err != nil {
			return outcome(pgconn.CommandTag{}, err)
		}
		return got
	}
	id := uuid.New()
	fixture(t, owner, `INSERT INTO auth.users (id) VALUES ($1)`, id)
	fixture(t, owner, `INSERT INTO public.profiles (id, role, name) VALUES ($1, 'company', 'Serra Azul')`, id)
	if got := one(t, `SELECT count(*) || ' ' || count(DISTINCT state) FROM public.municipalities`); got != "5571 27" {
		t.Errorf("there are %s municipalities and states", got)
	}
	for _, c := range []struct{ written, want string }{
		{"sao jose dos campos, sp", "São José dos Campos/SP"},
		{"SANTA BARBARA D OESTE - SP", "Santa Bárbara d'Oeste/SP"},
		{"Brasília/DF", "Brasília/DF"},
		{"Bonito (MS)", "Bonito/MS"},
		{"Bonito/BA", "Bonito/BA"},
		{"Bonito/SP", "Bonito/SP"},
		{"Jundiaí e região", "Jundiaí e região"},
		{"Remoto", "Remoto"},
		{"", ""},
	} {
		if got := one(t, `UPDATE public.profiles SET location = $2 WHERE id = $1 RETURNING location`, id, c.written); got != c.want {
			t.Errorf("%q became %q, want %q", c.written, got, c.want)
		}
	}
	publish := `INSERT INTO public.projects (company_id, title, description, budget, deadline, skills, state, city)
	            VALUES ($1, 'Retrofit', 'Texto', 'A combinar', '30 dias', '{retrofit}', 'SP', $2) RETURNING city`
	if got := one(t, publish, id, "  JUNDIAI "); got != "Jundiaí" {
		t.Errorf("a project is in %q", got)
	}
	if got := one(t, publish, id, "Joinville"); got != "unknown_city" {
		t.Errorf("a project in a city of another state gets %q", got)
	}
	t.Run("WhatWasWrittenBeforeStays", func(t *testing.T) {
		fixture(t, db.Owner, `ALTER TABLE public.projects DISABLE TRIGGER know_city`)
		fixture(t, owner, `UPDATE public.projects SET city = 'Distrito Industrial'`)
		fixture(t, db.Owner, `ALTER TABLE public.projects ENABLE TRIGGER know_city`)
		keep := `UPDATE public.projects SET title = 'Retrofit da linha 2', city = $1, state = 'SP' RETURNING city`
		if got := one(t, keep, "Distrito Industrial"); got != "Distrito Industrial" {
			t.Errorf("an edit of something else made the city %q", got)
		}
		if got := one(t, keep, "Distrito"); got != "unknown_city" {
			t.Errorf("another unknown city gets %q", got)
		}
	})
	for _, c := range []struct{ words, state, want string }{
		{"jundiai", "", "Jundiaí/SP Jundiaí do Sul/PR"},
		{"JUNDIAÍ/SP", "", "Jundiaí/SP"},
		{"bras", "DF", "Brasília/DF"},
		{"bel", "PA", "Belém/PA Belterra/PA"},
		{"do jari", "AP", "Laranjal do Jari/AP Vitória do Jari/AP"},
		{"100%_", "", ""},
		{"", "", ""},
	} {
		got := one(t, `SELECT coalesce(string_agg(name || '/' || state, ' '), '') FROM public.suggest_cities($1, $2)`, c.words, c.state)
		if got != c.want {
			t.Errorf("%q of %q suggests %q, want %q", c.words, c.state, got, c.want)
		}
	}
	t.Run("TheOneThatIsMeantComesFirst", func(t *testing.T) {
		first := func(words string, rows int) string {
			return one(t, `SELECT string_agg(name || '/' || state, ' ') FROM (SELECT name, state FROM public.suggest_cities($1) LIMIT $2) AS s`, words, rows)
		}
		for words, want := range map[string]string{
			"sao jos": "São José do Rio Preto/SP São José dos Campos/SP",
			"camp":    "Campo Grande/MS Campina Grande/PB",
			"sao":     "São Luís/MA São Paulo/SP",
		} {
			if got := first(words, 2); got != want {
				t.Errorf("%q suggests first %q, want %q", words, got, want)
			}
		}
		fixture(t, owner, `INSERT INTO private.directory_counts (directory, facet, value, city_key, label, total)
		                   VALUES ('projects', 'city', 'SC', 'sao jose do cedro', 'São José do Cedro', 3)`)
		want := "São José do Rio Preto/SP São José dos Campos/SP São José do Cedro/SC"
		if got := first("sao jos", 3); got != want {
			t.Errorf("where one occurs, suggested are %q, want %q", got, want)
		}
	})
	if got := one(t, `SELECT count(*)::text FROM public.suggest_cities('s')`); got != "8" {
		t.Errorf("one letter suggests %s", got)
	}
}
