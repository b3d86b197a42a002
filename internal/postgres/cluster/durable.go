package cluster

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// lossy maps each setting to the value with which a server may lose confirmed writes, or miss that
// its disk lost them.
var lossy = map[string]string{
	"data_checksums": "off", "data_sync_retry": "on", "fsync": "off", "full_page_writes": "off", "synchronous_commit": "off",
}

// durability reads the settings as the current session sees them: a role or a database may have its
// own synchronous_commit.
const durability = `SELECT name, setting FROM pg_settings WHERE name = ANY ($1) ORDER BY name`

// Durability describes a server's settings that protect confirmed writes.
type Durability struct {
	// Lossy are the settings with a value that may lose them, as name = value.
	Lossy []string
	// Unread are the settings whose value the server does not reveal.
	Unread []string
}

// ReadDurability reads the settings over a connection or a pool.
func ReadDurability(ctx context.Context, asked interface {
	Query(ctx context.Context, statement string, arguments ...any) (pgx.Rows, error)
}) (Durability, error) {
	var found Durability
	names := DurabilitySettings()
	rows, err := asked.Query(ctx, durability, names)
	if err != nil {
		return found, fmt.Errorf("ask the database for its settings: %w", err)
	}
	settings, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct{ Name, Value string }])
	if err != nil {
		return found, fmt.Errorf("ask the database for its settings: %w", err)
	}
	found.Unread = names
	for _, setting := range settings {
		found.Unread = slices.DeleteFunc(found.Unread, func(name string) bool { return name == setting.Name })
		if setting.Value == lossy[setting.Name] {
			found.Lossy = append(found.Lossy, setting.Name+" = "+setting.Value)
		}
	}
	return found, nil
}

// Check returns an error that names the settings under which the server may lose confirmed writes.
// Settings named in accepted are not reported.
func (d Durability) Check(accepted ...string) error {
	refused := slices.DeleteFunc(slices.Clone(d.Lossy), func(setting string) bool {
		name, _, _ := strings.Cut(setting, " ")
		return slices.Contains(accepted, name)
	})
	if len(refused) > 0 {
		return fmt.Errorf("the database may lose what it confirmed (%s): change these settings back, or name them in AUTOMACAO_LOSSY_SETTINGS", strings.Join(refused, ", "))
	}
	return nil
}

// DurabilitySettings returns the names of the settings that are checked.
func DurabilitySettings() []string {
	var names []string
	for name := range lossy {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
