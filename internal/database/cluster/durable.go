package cluster

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// lossy names the settings under which a server may lose what it confirmed,
// or not notice that its disk did.
const lossy = `
SELECT name || ' = ' || setting
FROM pg_settings
WHERE (name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums') AND setting = 'off'
   OR name = 'data_sync_retry' AND setting = 'on')
  AND name <> ALL ($1)
ORDER BY name`

// CheckDurable refuses a server that may lose what it confirmed and says by
// which settings. The ones named in except may stand as they are.
func CheckDurable(ctx context.Context, conn *pgx.Conn, except ...string) error {
	// A nil list would be NULL, to which nothing compares.
	rows, err := conn.Query(ctx, lossy, append([]string{}, except...))
	if err != nil {
		return fmt.Errorf("ask the database for its settings: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("ask the database for its settings: %w", err)
	}
	if len(found) > 0 {
		return errors.New("the database may lose what it confirmed (" + strings.Join(found, ", ") + "): change these settings back")
	}
	return nil
}
