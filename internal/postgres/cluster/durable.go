package cluster

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// lossy says under which value of a setting a server may lose what it
// confirmed, or not notice that its disk did.
var lossy = map[string]string{
	"data_checksums": "off", "data_sync_retry": "on", "fsync": "off", "full_page_writes": "off", "synchronous_commit": "off",
}

// durability reads them as they are for whoever asks: a role or a database may
// have a synchronous_commit of its own.
const durability = `SELECT name, setting FROM pg_settings WHERE name = ANY ($1) ORDER BY name`

// Durability is what a server tells of its care for what it confirmed.
type Durability struct {
	// Lossy are the settings under which it may lose it, as name = value.
	Lossy []string
	// Unread are the settings that it does not tell.
	Unread []string
}

// ReadDurability asks a connection, or a pool of them.
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

// Check refuses a server that may lose what it confirmed and says by which
// settings. Those named in accepted may stand as they are.
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

// DurabilitySettings are the names of the settings that are looked at.
func DurabilitySettings() []string {
	var names []string
	for name := range lossy {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
