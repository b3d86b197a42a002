package rest

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"automacao/internal/wire/rest/stored"
	"automacao/internal/wire/token"
)

// storedSettings are the settings that a database may hold for the engine, with the function that
// applies each. An empty value changes nothing, except where empty has a meaning.
var storedSettings = map[string]func(f *effectiveConfig, value string) error{
	"db_schemas": takeSchemas,
	"db_anon_role": func(f *effectiveConfig, value string) error {
		f.AnonRole, f.NoVisitors = value, value == ""
		return nil
	},
	"db_extra_search_path":        func(f *effectiveConfig, value string) error { f.ExtraSearchPath = listOf(value); return nil },
	"db_max_rows":                 takeRowsMax,
	"db_pre_request":              func(f *effectiveConfig, value string) error { f.then = value; return nil },
	"db_pre_config":               func(*effectiveConfig, string) error { return nil }, // it has been called by now
	"db_plan_enabled":             func(f *effectiveConfig, value string) error { return takeBool(&f.Plans, value) },
	"db_aggregates_enabled":       func(f *effectiveConfig, value string) error { return takeBool(&f.Aggregates, value) },
	"db_tx_end":                   takeEnd,
	"jwt_secret":                  func(*effectiveConfig, string) error { return nil }, // read together with the settings below
	"jwt_secret_is_base64":        func(*effectiveConfig, string) error { return nil },
	"jwt_aud":                     func(f *effectiveConfig, value string) error { f.audience = value; return nil },
	"jwt_role_claim_key":          takeRolePath,
	"openapi_mode":                takeDocumentMode,
	"openapi_server_proxy_uri":    takeDocumentAt,
	"server_cors_allowed_origins": func(f *effectiveConfig, value string) error { f.origins = listOf(value); return nil },
}

// take applies the settings that the database has values for.
func (f *effectiveConfig) take(values map[string]string, names []string) error {
	var problems []error
	for _, name := range names {
		value, isSet := values[name]
		if !isSet {
			continue
		}
		if err := storedSettings[name](f, strings.TrimSpace(value)); err != nil {
			problems = append(problems, fmt.Errorf("pgrst.%s: %w", name, err))
		}
	}
	if err := f.takeSecret(values, names); err != nil {
		problems = append(problems, fmt.Errorf("pgrst.jwt_secret: %w", err))
	}
	f.setAnonymousClaims()
	return errors.Join(problems...)
}

// takeSecret replaces the secret or key set that verifies tokens. Its errors never contain the
// secret.
func (f *effectiveConfig) takeSecret(values map[string]string, names []string) error {
	secret := values["jwt_secret"]
	if secret == "" || !slices.Contains(names, "jwt_secret") {
		return nil
	}
	isBase64 := false
	if err := takeBool(&isBase64, values["jwt_secret_is_base64"]); err != nil {
		return err
	}
	if isBase64 {
		plain, err := base64.StdEncoding.DecodeString(strings.NewReplacer("_", "/", "-", "+", ".", "=").Replace(strings.TrimSpace(secret)))
		if err != nil {
			return errors.New("invalid base64")
		}
		secret = string(plain)
	}
	keys, err := token.FromSetting(secret)
	if err == nil {
		f.keys = keys
	}
	return err
}

// neverExposed are PostgreSQL's own catalog schemas.
var neverExposed = []string{"pg_catalog", "information_schema"}

func takeSchemas(f *effectiveConfig, value string) error {
	schemas := listOf(value)
	if len(schemas) == 0 {
		return nil
	}
	for _, name := range schemas {
		if name == "" || slices.Contains(neverExposed, name) || slices.Contains(f.Stored.Closed, name) {
			return fmt.Errorf("%q cannot be exposed", name)
		}
	}
	f.Schemas = schemas
	return nil
}

func takeRowsMax(f *effectiveConfig, value string) error {
	if value == "" {
		return nil
	}
	most, err := strconv.ParseInt(value, 10, 64)
	if highest := f.Stored.RowsMaxHighest; err != nil || most < 0 || highest > 0 && (most == 0 || most > highest) {
		return errors.New("not an allowed number of rows")
	}
	f.RowsMax = most
	return nil
}

func takeEnd(f *effectiveConfig, value string) error {
	end, mayOverride := strings.CutSuffix(value, "-allow-override")
	switch end {
	case "":
		return nil
	case "commit", "rollback":
		f.rollsBack, f.RollbackAllowed = end == "rollback", mayOverride
		return nil
	default:
		return errors.New("must be commit, commit-allow-override, rollback or rollback-allow-override")
	}
}

func takeRolePath(f *effectiveConfig, value string) (err error) {
	if value != "" {
		f.rolePath, err = stored.ParsePath(value)
	}
	return err
}

func takeDocumentMode(f *effectiveConfig, value string) error {
	switch mode := documentMode(value); mode {
	case "":
	case followsRights, ignoresRights, noDocument:
		f.document = mode
	default:
		return errors.New("must be follow-privileges, ignore-privileges or disabled")
	}
	return nil
}

func takeDocumentAt(f *effectiveConfig, value string) error {
	address, err := url.Parse(value)
	if err != nil || value != "" && (address.Host == "" || address.Scheme != "http" && address.Scheme != "https") {
		return errors.New("must be a URL that begins with http:// or https://")
	}
	f.documentAt = value
	return nil
}

// takeBool parses a boolean as PostgREST does; empty changes nothing.
func takeBool(into *bool, value string) error {
	switch strings.ToLower(strings.Trim(value, `"' `)) {
	case "":
		return nil
	case "true":
		*into = true
	case "false":
		*into = false
	default:
		number, err := strconv.ParseInt(value, 10, 64)
		if err != nil {
			return errors.New("neither true nor false")
		}
		*into = number > 0
	}
	return nil
}

// listOf splits a comma-separated list of names.
func listOf(value string) []string {
	if value == "" {
		return []string{}
	}
	names := strings.Split(value, ",")
	for i := range names {
		names[i] = strings.TrimSpace(names[i])
	}
	return names
}
