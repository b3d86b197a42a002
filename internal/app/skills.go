package app

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/wire/rest/catalog"
)

// skillReaders have filters take skills by slug, name or label. The catalogue of
// skills changes with a release only, so that its slugs are read once.
func skillReaders(ctx context.Context, pool *pgxpool.Pool) ([]catalog.Reader, error) {
	var slugs []string
	if err := pool.QueryRow(ctx, `SELECT array_agg(slug) FROM public.skills`).Scan(&slugs); err != nil {
		return nil, fmt.Errorf("read the catalogue of skills: %w", err)
	}
	var readers []catalog.Reader
	for _, table := range []string{"profiles", "professionals", "projects", "project_revisions"} {
		readers = append(readers, catalog.Reader{
			Relation: catalog.Name{Schema: "public", Name: table}, Column: "skills", Function: "private.read_skills", Plain: slugs,
		})
	}
	return readers, nil
}
