package plan_test

import (
	"testing"

	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/plan"
)

// BenchmarkPlan measures parsing and planning an address, without the database.
func BenchmarkPlan(b *testing.B) {
	known, err := catalog.Load(b.Context(), dbtest.Open(b).Pool, []string{"public"})
	if err != nil {
		b.Fatal(err)
	}
	for name, address := range map[string]string{
		"List": "select=id,title,description,skills,budget,created_at,company:profiles!projects_company_id_fkey(id,name,avatar_url)&status=eq.open&order=created_at.desc,id.desc&limit=24&offset=0",
		"Key":  "select=id,title,status&id=eq.5f0c8a3e-1111-4222-8333-123456789012",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := planned(known, address, "", plan.Array); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
