package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"automacao/internal/postgres/become"
	"automacao/internal/wire/rest/stored"
	"automacao/internal/wire/token"
)

// inForce is the configuration in effect until the schema is read again: the Config overridden by
// the settings in the database.
type inForce struct {
	Config
	keys *token.Keys
	// visitorClaims are the claims of a request without a token.
	visitorClaims json.RawMessage
	// rolePath locates the role in a token's claims, if it is not "role". audience is the required
	// audience; empty accepts any.
	rolePath stored.Path
	audience string
	// then is a database function that runs before each statement.
	then string
	app  []become.Setting
	// roles are the settings of the roles that requests run under.
	roles map[string]stored.Role
	// rollsBack rolls back every transaction, unless Prefer may override that and does.
	rollsBack bool
	document  documentMode
	// documentAt is the base URL that the OpenAPI document names; empty is the request's.
	documentAt string
	origins    []string
}

// documentMode says what the OpenAPI document at the root shows to whom.
type documentMode string

const (
	followsRights documentMode = "follow-privileges"
	ignoresRights documentMode = "ignore-privileges"
	noDocument    documentMode = "disabled"
)

// now returns the configuration in effect.
func (e *Engine) now() *inForce { return e.force.Load() }

// Origins returns the browser origins that the database allows to call; false if it has no such
// setting.
func (e *Engine) Origins() ([]string, bool) {
	origins := e.now().origins
	return origins, origins != nil
}

// ofConfig returns the configuration without any setting from the database.
func ofConfig(cfg Config, keys *token.Keys) *inForce {
	f := &inForce{Config: cfg, keys: keys, document: followsRights}
	f.visit()
	return f
}

func (f *inForce) pathToRole() stored.Path {
	if f.rolePath != nil {
		return f.rolePath
	}
	return stored.RolePath
}

// visit sets the claims of anonymous requests to their role.
func (f *inForce) visit() { f.visitorClaims = json.RawMessage(fmt.Sprintf(`{"role":%q}`, f.AnonRole)) }

// reconfigure reads the settings from the database. If one is invalid, it logs the error and keeps
// the previous configuration as a whole, because applying half of it might open what the other half
// closes. At the start there is no previous one, so it returns the error.
func (e *Engine) reconfigure(ctx context.Context) (*inForce, error) {
	if e.base.Stored == nil {
		return e.now(), nil
	}
	fresh, err := e.readStored(ctx)
	if errors.Is(err, stored.ErrBad) && e.catalog.Load() != nil {
		e.log.Error("invalid settings in the database; keeping the previous ones", "cause", err)
		return e.now(), nil
	}
	return fresh, err
}

func (e *Engine) readStored(ctx context.Context) (*inForce, error) {
	from := e.base.Stored
	names := make([]string, 0, len(storedSettings))
	for name := range storedSettings {
		if !slices.Contains(from.Fixed, name) {
			names = append(names, name)
		}
	}
	found, err := stored.Load(ctx, e.pool, stored.Source{Role: from.Role, Function: from.Function, Names: names})
	if err != nil {
		return nil, err
	}
	fresh := ofConfig(e.base, e.keys)
	fresh.app, fresh.roles = found.App, found.Roles
	if err := fresh.take(found.Values, names); err != nil {
		return nil, fmt.Errorf("%w: %w", stored.ErrBad, err)
	}
	for name := range found.Values {
		if !slices.Contains(names, name) {
			e.log.Warn("ignoring an unsupported setting in the database", "setting", "pgrst."+name)
		}
	}
	return fresh, nil
}

// ofRole adds the settings that the database has for the caller's role.
func (f *inForce) ofRole(s *become.Settings) {
	role := f.roles[s.Role]
	s.OfRole, s.Isolation = role.Settings, role.Isolation
	s.More = append(s.More, f.app...)
}
