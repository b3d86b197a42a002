// Package stored reads the settings that a database holds for the server: those of ALTER ROLE … SET
// pgrst.…, those set by a database function, and the settings of the roles that requests run under.
// It does not interpret them. Reference: PostgREST 14, "In-Database Configuration" and
// "Impersonated Role Settings".
package stored

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/postgres/become"
)

// The server's settings begin with prefix. Settings that begin with appPrefix are the
// application's, for its SQL functions to read.
const (
	prefix          = "pgrst."
	appPrefix       = "app.settings."
	functionSetting = "db_pre_config"
)

// appName matches the name of an application setting.
var appName = regexp.MustCompile(`^app\.settings\.[A-Za-z0-9_.-]{1,200}$`)

// Source says whose settings are read.
type Source struct {
	// Role is the role whose settings count; empty is the role that is logged in.
	Role string
	// Function supplies the settings that the role does not have; empty is none. The role's
	// pgrst.db_pre_config overrides it.
	Function string
	// Names are the settings that the function may supply, without their prefix.
	Names []string
}

// Settings are the settings that a database holds.
type Settings struct {
	// Values are the server's settings by name, without the prefix.
	Values map[string]string
	// App are the application's settings.
	App []become.Setting
	// Roles are the settings of each role that requests may run under.
	Roles map[string]Role
}

// Role is the settings of one role.
type Role struct {
	Settings []become.Setting
	// Isolation is the isolation level of its transactions, such as serializable; empty is the
	// default.
	Isolation string
}

//go:embed stored.sql
var statement string

// ErrBad means that the stored settings are invalid. Any other error is one of reaching the
// database.
var ErrBad = errors.New("the settings in the database are invalid")

// Load reads the settings that a database holds.
func Load(ctx context.Context, pool *pgxpool.Pool, source Source) (Settings, error) {
	var document []byte
	if err := pool.QueryRow(ctx, statement, source.Role).Scan(&document); err != nil {
		return Settings{}, fmt.Errorf("read the settings in the database: %w", err)
	}
	var read struct {
		Values map[string]string           `json:"values"`
		Roles  map[string][]become.Setting `json:"roles"`
	}
	if err := json.Unmarshal(document, &read); err != nil {
		return Settings{}, fmt.Errorf("read the settings in the database: %w", err)
	}
	found := Settings{Values: map[string]string{}, Roles: map[string]Role{}}
	for name, value := range read.Values {
		if after, isServers := strings.CutPrefix(name, prefix); isServers {
			found.Values[after] = value
		} else if appName.MatchString(name) {
			found.App = append(found.App, become.Setting{Name: name, Value: value})
		}
	}
	slices.SortFunc(found.App, func(a, b become.Setting) int { return strings.Compare(a.Name, b.Name) })
	for name, settings := range read.Roles {
		found.Roles[name] = roleOf(settings)
	}
	if named := found.Values[functionSetting]; named != "" {
		source.Function = named
	}
	return found, found.ask(ctx, pool, source)
}

// Isolation is the setting of a role's default isolation level.
const Isolation = "default_transaction_isolation"

// roleOf separates the isolation level, which PostgreSQL requires to be set first.
func roleOf(settings []become.Setting) Role {
	role := Role{}
	for _, s := range settings {
		if strings.EqualFold(s.Name, Isolation) {
			role.Isolation = strings.ToLower(s.Value)
			continue
		}
		role.Settings = append(role.Settings, s)
	}
	return role
}

// unset is a setting's value until the function sets it.
const unset = "\x01"

const toldByFunction = `
SELECT coalesce(json_object_agg(n, current_setting(n, true)) FILTER (WHERE current_setting(n, true) <> $2), '{}') FROM unnest($1::text[]) AS n`

// ask calls the function in a transaction and takes the settings that it sets and the role does not
// have.
func (s *Settings) ask(ctx context.Context, pool *pgxpool.Pool, source Source) error {
	if source.Function == "" {
		return nil
	}
	names := make([]string, len(source.Names))
	for i, name := range source.Names {
		names[i] = prefix + name
	}
	var document []byte
	err := pgx.BeginTxFunc(ctx, pool, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		// A pooled connection still has the settings that the role had when it was opened.
		if _, err := tx.Exec(ctx, `SELECT set_config(n, $2, true) FROM unnest($1::text[]) AS n`, names, unset); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "SELECT "+pgx.Identifier(strings.Split(source.Function, ".")).Sanitize()+"()"); err != nil {
			return err
		}
		return tx.QueryRow(ctx, toldByFunction, names, unset).Scan(&document)
	})
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		return fmt.Errorf("%w: the function %s: %w", ErrBad, source.Function, refused)
	}
	if err != nil {
		return fmt.Errorf("read settings from %s: %w", source.Function, err)
	}
	var values map[string]string
	if err := json.Unmarshal(document, &values); err != nil {
		return fmt.Errorf("read settings from %s: %w", source.Function, err)
	}
	for name, value := range values {
		name = strings.TrimPrefix(name, prefix)
		if _, isSet := s.Values[name]; !isSet {
			s.Values[name] = value
		}
	}
	return nil
}
