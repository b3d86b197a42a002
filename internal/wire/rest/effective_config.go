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

// effectiveConfig is the configuration in effect until the schema is read again: the Config
// overridden by the settings in the database.
type effectiveConfig struct {
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

// config returns the configuration in effect.
func (e *Engine) config() *effectiveConfig { return e.force.Load() }

// Origins returns the browser origins that the database allows to call; false if it has no such
// setting.
func (e *Engine) Origins() ([]string, bool) {
	origins := e.config().origins
	return origins, origins != nil
}

// newEffectiveConfig returns the configuration without any setting from the database.
func newEffectiveConfig(cfg Config, keys *token.Keys) *effectiveConfig {
	f := &effectiveConfig{Config: cfg, keys: keys, document: followsRights}
	f.setAnonymousClaims()
	return f
}

func (f *effectiveConfig) pathToRole() stored.Path {
	if f.rolePath != nil {
		return f.rolePath
	}
	return stored.RolePath
}

// setAnonymousClaims sets the claims of anonymous requests to their role.
func (f *effectiveConfig) setAnonymousClaims() {
	f.visitorClaims = json.RawMessage(fmt.Sprintf(`{"role":%q}`, f.AnonRole))
}

// reconfigure reads the settings from the database. If one is invalid, it logs the error and keeps
// the previous configuration as a whole, because applying half of it might open what the other half
// closes. At the start there is no previous one, so it returns the error.
func (e *Engine) reconfigure(ctx context.Context) (*effectiveConfig, error) {
	if e.base.Stored == nil {
		return e.config(), nil
	}
	fresh, err := e.readStored(ctx)
	if errors.Is(err, stored.ErrBad) && e.catalog.Load() != nil {
		e.log.Error("invalid settings in the database; keeping the previous ones", "cause", err)
		return e.config(), nil
	}
	return fresh, err
}

func (e *Engine) readStored(ctx context.Context) (*effectiveConfig, error) {
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
	fresh := newEffectiveConfig(e.base, e.keys)
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

// addRoleSettings adds the settings that the database has for the caller's role.
func (f *effectiveConfig) addRoleSettings(s *become.Settings) {
	role := f.roles[s.Role]
	s.OfRole, s.Isolation = role.Settings, role.Isolation
	s.More = append(s.More, f.app...)
}
