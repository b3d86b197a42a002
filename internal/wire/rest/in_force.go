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

// inForce is what the engine goes by until the schema is read again. What the
// database says stands in it in place of what the Config said.
type inForce struct {
	Config
	keys *token.Keys
	// visitorClaims are those of who brings no token.
	visitorClaims json.RawMessage
	// rolePath leads to the role in a token, where it is not "role"; audience is whom
	// one has to be made for, if it says so; empty is anybody.
	rolePath stored.Path
	audience string
	// then is a function of the database's own that runs before each statement.
	then string
	app  []become.Setting
	// roles are the settings of those that requests run under.
	roles map[string]stored.Role
	// rollsBack ends every transaction so, unless Prefer may say otherwise and does.
	rollsBack bool
	document  documentMode
	// documentAt is the address that the description names; empty is the request's.
	documentAt string
	origins    []string
}

// documentMode says whom the description at the root tells of what.
type documentMode string

const (
	followsRights documentMode = "follow-privileges"
	ignoresRights documentMode = "ignore-privileges"
	noDocument    documentMode = "disabled"
)

// now is what is in force.
func (e *Engine) now() *inForce { return e.force.Load() }

// Origins are the browser origins that may call, as the database says; false where
// it says nothing.
func (e *Engine) Origins() ([]string, bool) {
	origins := e.now().origins
	return origins, origins != nil
}

// ofConfig is what is in force where the database says nothing.
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

// visit writes what visitors claim: their role.
func (f *inForce) visit() { f.visitorClaims = json.RawMessage(fmt.Sprintf(`{"role":%q}`, f.AnonRole)) }

// reconfigure reads what the database says of settings. What cannot be used is
// told, and leaves everything as it was: half of it might be the half that opens.
// At the start there is nothing to leave, and it is an error.
func (e *Engine) reconfigure(ctx context.Context) (*inForce, error) {
	if e.base.Stored == nil {
		return e.now(), nil
	}
	fresh, err := e.readStored(ctx)
	if errors.Is(err, stored.ErrBad) && e.catalog.Load() != nil {
		e.log.Error("the settings in the database stay as they were", "cause", err)
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
			e.log.Warn("a setting in the database is not obeyed", "setting", "pgrst."+name)
		}
	}
	return fresh, nil
}

// ofRole adds the settings that the caller's role has in the database.
func (f *inForce) ofRole(s *become.Settings) {
	role := f.roles[s.Role]
	s.OfRole, s.Isolation = role.Settings, role.Isolation
	s.More = append(s.More, f.app...)
}
