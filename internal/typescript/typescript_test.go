package typescript_test

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/database/dbtest"
	"automacao/internal/typescript"
)

type input struct {
	UserID uuid.UUID `json:"user_id"`
	Reason *string   `json:"reason,omitempty"`
}

func TestGenerate(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	err := typescript.Generate(context.Background(), dbtest.New(t), []string{"public"}, []typescript.Function{
		{Name: "block_user", In: reflect.TypeFor[input](), Out: reflect.TypeFor[[]string]()},
	}, &out)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"      projects: {\n        Row: {\n",
		"          budget_max_cents: number | null;\n",
		"          skills: string[];\n",
		"          number?: never;\n",
		`          { foreignKeyName: "projects_company_id_fkey"; columns: ["company_id"]; isOneToOne: false; referencedRelation: "profiles"; referencedColumns: ["id"] },`,
		"      block_user: { Args: { user_id: string; reason?: string | null }; Returns: (string)[] };\n",
	} {
		if !strings.Contains(out.String(), line) {
			t.Errorf("the types lack %q", line)
		}
	}
}
