package postgres_test

import (
	"strings"
	"testing"

	"automacao/internal/postgres/dbtest"
)

func TestLimitsAreAskedForByName(t *testing.T) {
	t.Parallel()
	db := dbtest.New(t)
	for question, want := range map[string]string{
		`SELECT private.limit_of('review_days')`:                                "14",
		`SELECT private.span_of('review_days')`:                                 "14 days",
		`SELECT private.span_of('review_hidden_hours')`:                         "24:00:00",
		`SELECT private.say('Até {review_days} dias, {review_days} ao todo.')`:  "Até 14 dias, 14 ao todo.",
		`SELECT private.say('Em {closing_reason_characters} letras {e nada}.')`: "Em 900 letras {e nada}.",
	} {
		var got string
		err := db.QueryRow(t.Context(), `SELECT (`+question+`)::text`).Scan(&got)
		if err != nil || got != want {
			t.Errorf("%s is %q, %v, want %q", question, got, err, want)
		}
	}
	for _, unknown := range []string{`private.limit_of('review_dyas')`, `private.span_of('closing_reason_characters')`} {
		if _, err := db.Exec(t.Context(), "SELECT "+unknown); err == nil {
			t.Errorf("%s has a value", unknown)
		}
	}
	if _, err := db.Exec(t.Context(), `SELECT private.refuse(409, 'late', 'Depois de {review_days} dias.')`); err == nil || !strings.Contains(err.Error(), "Depois de 14 dias.") {
		t.Errorf("refused with %v", err)
	}
}
