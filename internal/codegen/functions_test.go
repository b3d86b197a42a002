package codegen

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"automacao/internal/kernel/money"
)

func TestSplitArguments(t *testing.T) {
	t.Parallel()
	for list, want := range map[string][]string{
		"":                              nil,
		"party uuid DEFAULT auth.uid()": {"party uuid DEFAULT auth.uid()"},
		"a numeric(12,2), b text DEFAULT 'x, y'::text, c int": {"a numeric(12,2)", "b text DEFAULT 'x, y'::text", "c int"},
	} {
		if got := splitArguments(list); !slices.Equal(got, want) {
			t.Errorf("%q splits into %q, want %q", list, got, want)
		}
	}
}

func TestArgumentsAreDescribedAsJSON(t *testing.T) {
	t.Parallel()
	type reference struct {
		ID uuid.UUID `json:"id"`
	}
	type call struct {
		reference
		Price  money.Money `json:"price_cents"`
		Until  *time.Time  `json:"until"`
		Files  []reference `json:"files,omitempty"`
		Hidden string      `json:"-"`
	}
	want := [][2]string{{"id", "uuid"}, {"price_cents", "centavos"}, {"until", "timestamp or null"}, {"files", "list of {`id` uuid}"}}
	if got := jsonFields(reflect.TypeFor[call]()); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
