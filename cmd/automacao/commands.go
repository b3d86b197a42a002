package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"automacao/internal/app"
	"automacao/internal/wire/standalone"
)

// badSetting marks an error as a configuration error.
type badSetting struct{ error }

// Unwrap returns the error about the setting.
func (b badSetting) Unwrap() error { return b.error }

func exitCode(err error) int {
	if _, isSetting := errors.AsType[badSetting](err); isSetting {
		return usageError
	}
	return 1
}

func validated(cfg *app.Config) error {
	if err := cfg.Check(); err != nil {
		return badSetting{err}
	}
	return nil
}

type serveCommand struct{ app.Config }

// Run serves until the process is told to stop.
func (c *serveCommand) Run(ctx context.Context) error {
	if err := validated(&c.Config); err != nil {
		return err
	}
	return app.Run(ctx, c.Config, newLog(c.Config))
}

type migrateCommand struct{ app.Config }

// Run migrates the configured database. If only MigrateURL is set, it is used as the database URL
// too.
func (c *migrateCommand) Run(ctx context.Context, out output) error {
	c.DatabaseURL = cmp.Or(c.DatabaseURL, c.MigrateURL)
	if err := validated(&c.Config); err != nil {
		return err
	}
	if err := app.Migrate(ctx, c.Config, newLog(c.Config)); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, "the schema is up to date")
	return err
}

type keysCommand struct {
	app.Config
	JSON   bool          `help:"Print one JSON object."`
	Rotate bool          `help:"First generate a new signing key, which servers use from their next start; nobody is signed out."`
	Keep   time.Duration `help:"With --rotate: how long sessions and API keys of the former key stay valid. Use 0 if the key was stolen; this signs everybody out." default:"720h"`
}

// Run prints the API keys. The service-role key may do everything.
func (c *keysCommand) Run(out output) error {
	if err := validated(&c.Config); err != nil {
		return err
	}
	if err := app.RequireKeys(c.Config); err != nil {
		return err
	}
	read := app.ReadKeys
	if c.Rotate {
		read = func(cfg app.Config) (app.Keys, error) { return app.RotateKeys(cfg, c.Keep, time.Now()) }
	}
	keys, err := read(c.Config)
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(out).Encode(keys)
	}
	_, err = fmt.Fprintf(out, "url               %s\nanon_key          %s\nservice_role_key  %s\njwt_secret        %s\n",
		keys.URL, keys.AnonKey, keys.ServiceRoleKey, keys.JWTSecret)
	return err
}

type typesCommand struct {
	app.Config
	Source string `help:"Root of the source tree." default:"." placeholder:"DIR"`
	To     string `help:"File to write the types of tables and functions to, for a program of your own; - for standard output. Nothing else is then written." placeholder:"FILE"`
}

// Run updates the generated files of the source tree, or with To writes only the types.
func (c *typesCommand) Run(ctx context.Context, out output) error {
	if err := validated(&c.Config); err != nil {
		return err
	}
	if c.To == "" {
		return app.WriteGenerated(ctx, c.Config, newLog(c.Config), c.Source)
	}
	var text bytes.Buffer
	if err := app.WriteTypes(ctx, c.Config, newLog(c.Config), &text); err != nil {
		return err
	}
	if c.To == "-" {
		_, err := out.Write(text.Bytes())
		return err
	}
	return os.WriteFile(c.To, text.Bytes(), 0o644)
}

type restCommand struct {
	DB          string   `name:"db" help:"PostgreSQL to serve; better given in the environment, since it contains a password." env:"DATABASE_URL" placeholder:"postgres://…"`
	Schemas     []string `help:"Schemas to expose; the first is the default." default:"public"`
	AnonRole    string   `help:"Role of requests without a token. When empty, they are refused." default:"anon"`
	JWTSecret   string   `name:"jwt-secret" help:"Secret that verifies tokens, at least 32 bytes, or a JSON Web Key or Key Set; better given in the environment, since other users of the machine can see flags." env:"AUTOMACAO_JWT_SECRET" placeholder:"SECRET"`
	Addr        string   `help:"Address to listen on, host:port." default:"127.0.0.1:3000"`
	SearchPath  []string `help:"Schemas to search after the request's own, for types, operators and functions." default:"public" placeholder:"SCHEMA,…"`
	PreConfig   string   `help:"Database function that sets the settings which ALTER ROLE … SET pgrst.… does not set. Settings of the database override flags." placeholder:"SCHEMA.FUNCTION"`
	MaxRows     int64    `help:"Maximum number of rows of one response, and of each list embedded in it; 0 is no limit." default:"0" placeholder:"ROWS"`
	Plans       bool     `help:"Answer the media type application/vnd.pgrst.plan with the plan of the request. For development only, since plans reveal something of rows that the caller may not see."`
	PlainErrors bool     `help:"Leave out of errors every value of a row, and every name that the API description hides from the caller's role, as 'automacao serve' does. Codes stay."`
	RegexRoles  []string `help:"Roles, besides service_role, that may filter by regular expressions (match, imatch); * is every role. A short pattern can keep the database busy until the statement times out." placeholder:"ROLE,…"`
}

// Run serves the REST protocol at the root path until the process is told to stop.
func (c *restCommand) Run(ctx context.Context) error {
	cfg := app.RestConfig{
		DatabaseURL: c.DB, Schemas: c.Schemas, AnonRole: c.AnonRole, JWTSecret: c.JWTSecret, Addr: c.Addr, RegexRoles: c.RegexRoles, PlainErrors: c.PlainErrors,
		RowsMax: c.MaxRows, Plans: c.Plans, SearchPath: c.SearchPath, PreConfig: c.PreConfig,
	}
	if err := cfg.Check(); err != nil {
		return badSetting{err}
	}
	return app.RunRest(ctx, cfg, newLog(app.Config{LogFormat: "auto", LogLevel: "info"}))
}

type wireCommand struct {
	standalone.Config
	Keys bool `help:"Print the keys of the data folder and stop."`
}

// Run serves sign-in, tables, files and live updates until the process is told to stop.
func (c *wireCommand) Run(ctx context.Context, out output) error {
	if err := c.Check(); err != nil {
		return badSetting{err}
	}
	if c.Keys {
		keys, err := standalone.ReadKeys(c.Config)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "publishable_key   %s\nsecret_key        %s\nanon_key          %s\nservice_role_key  %s\n",
			keys.Publishable, keys.Secret, keys.AnonKey, keys.ServiceRoleKey)
		return err
	}
	return standalone.Run(ctx, c.Config, newLog(app.Config{LogFormat: "auto", LogLevel: "info"}))
}
