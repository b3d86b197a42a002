// Package stored reads the settings that a database keeps for the server: those
// of ALTER ROLE … SET pgrst.…, what a function of the database sets, and the
// settings of the roles that requests run under. What they mean it does not know.
// Reference: PostgREST 14, "In-Database Configuration" and "Impersonated Role Settings".
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

// The settings of the server begin with prefix; what begins with appPrefix is the
// app's, for its functions to read.
const (
	prefix          = "pgrst."
	appPrefix       = "app.settings."
	functionSetting = "db_pre_config"
)

// appName is a name of a setting of the app's.
var appName = regexp.MustCompile(`^app\.settings\.[A-Za-z0-9_.-]{1,200}$`)

// Source says whose settings are read.
type Source struct {
	// Role is whose settings count; the role that is logged in where it is empty.
	Role string
	// Function sets those that the role has none of; empty is none. A role's
	// pgrst.db_pre_config names another.
	Function string
	// Names are the settings that a function is asked about, without their prefix.
	Names []string
}

// Settings are what a database keeps.
type Settings struct {
	// Values are the server's by name, without its prefix.
	Values map[string]string
	// App are the app's own.
	App []become.Setting
	// Roles are those of each role that requests may run under.
	Roles map[string]Role
}

// Role is what a request runs under besides.
type Role struct {
	Settings []become.Setting
	// Isolation is the level of its transactions, such as serializable; empty is
	// the usual one.
	Isolation string
}

//go:embed stored.sql
var statement string

// ErrBad says that what is kept cannot be used; any other error is of the way to
// the database.
var ErrBad = errors.New("the settings in the database cannot be used")

// Load reads what a database keeps.
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

// Isolation is the setting that says at which level transactions are.
const Isolation = "default_transaction_isolation"

// roleOf takes the level apart: PostgreSQL wants it before anything else.
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

// unset stands in a setting until the function sets it.
const unset = "\x01"

const toldByFunction = `
SELECT coalesce(json_object_agg(n, current_setting(n, true)) FILTER (WHERE current_setting(n, true) <> $2), '{}') FROM unnest($1::text[]) AS n`

// ask has the function set what it wants to, for a transaction, and takes of it
// what the role's own settings leave open.
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
		// A connection that was opened earlier has what the role had then.
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
		return fmt.Errorf("ask %s for settings: %w", source.Function, err)
	}
	var values map[string]string
	if err := json.Unmarshal(document, &values); err != nil {
		return fmt.Errorf("ask %s for settings: %w", source.Function, err)
	}
	for name, value := range values {
		name = strings.TrimPrefix(name, prefix)
		if _, isSet := s.Values[name]; !isSet {
			s.Values[name] = value
		}
	}
	return nil
}
