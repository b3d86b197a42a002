package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Where a setting comes from, unless it comes from a file.
const (
	fromDefault     = "default"
	fromEnvironment = "environment"
	fromFlag        = "flag"
)

// configVariable is the environment variable that names the settings file.
const configVariable = "AUTOMACAO_CONFIG"

// settings supplies flags that are missing on the command line: from the environment, else from the
// file. An empty value counts as missing.
type settings struct {
	environment func(string) (string, bool)
	// all lists the environment as NAME=VALUE.
	all func() []string
	// known are the names of all settings of all commands.
	known []string
	// origin says where each flag's value came from. It has no entry for fromDefault.
	origin map[*kong.Flag]string

	isRead bool
	path   string
	file   map[string]string
}

// newSettings removes the variables from kong's model, because kong accepts an empty variable as a
// value and prefers a file to the environment.
func newSettings(environment func(string) (string, bool), all func() []string, model *kong.Application) *settings {
	s := &settings{environment: environment, all: all, origin: map[*kong.Flag]string{}}
	eachFlag(model.Node, func(_ *kong.Node, flag *kong.Flag) {
		flag.Tag.Envs = nil
		s.known = append(s.known, flag.Envs...)
	})
	return s
}

func eachFlag(node *kong.Node, visit func(*kong.Node, *kong.Flag)) {
	for _, flag := range node.Flags {
		visit(node, flag)
	}
	for _, child := range node.Children {
		eachFlag(child, visit)
	}
}

// Validate is called by kong before any flag is resolved.
func (s *settings) Validate(*kong.Application) error { return nil }

// Resolve is called by kong for every flag that the command line does not set.
func (s *settings) Resolve(parsing *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	if len(flag.Envs) == 0 {
		return nil, nil
	}
	for _, name := range flag.Envs {
		if value, _ := s.environment(name); value != "" {
			return s.take(flag, value, name, fromEnvironment)
		}
	}
	if err := s.read(parsing); err != nil {
		return nil, err
	}
	for _, name := range flag.Envs {
		if value := s.file[name]; value != "" && name != configVariable {
			return s.take(flag, value, name, s.path)
		}
	}
	return nil, nil
}

// take parses the value first, because kong's own error would name the flag instead of the variable
// or file.
func (s *settings) take(flag *kong.Flag, value, name, from string) (any, error) {
	target := reflect.New(flag.Target.Type()).Elem()
	if err := flag.Parse(kong.Scan().PushTyped(value, kong.FlagValueToken), target); err != nil {
		return nil, fmt.Errorf("%s of the %s cannot be read: %w", name, s.describe(from), err)
	}
	s.origin[flag] = from
	return value, nil
}

func (s *settings) describe(from string) string {
	if from == fromEnvironment {
		return from
	}
	return "file " + from
}

// read reads the file that the flag or the environment names, once.
func (s *settings) read(parsing *kong.Context) error {
	if s.isRead {
		return nil
	}
	s.path, _ = s.environment(configVariable)
	for _, part := range parsing.Path {
		if part.Flag != nil && slices.Contains(part.Flag.Envs, configVariable) {
			s.path, _ = parsing.FlagValue(part.Flag).(string)
		}
	}
	s.isRead = true
	if err := refuseMisspelt(s.all(), s.known); err != nil || s.path == "" {
		return err
	}
	var err error
	s.file, err = readSettings(s.path, s.known)
	return err
}

// readSettings reads one NAME=VALUE per line. A # begins a comment, and quotes around a whole value
// are removed. Errors never repeat a value, because it may be secret.
func readSettings(path string, known []string) (map[string]string, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s names a file that cannot be read: %w", configVariable, err)
	}
	defer func() { _ = file.Close() }()
	found := map[string]string{}
	lines := bufio.NewScanner(file)
	for number := 1; lines.Scan(); number++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, value, isSetting := strings.Cut(line, "=")
		name = strings.TrimSpace(name)
		_, isTwice := found[name]
		switch {
		case !isSetting:
			return nil, fmt.Errorf("%s:%d is no NAME=VALUE", path, number)
		case !slices.Contains(known, name):
			return nil, fmt.Errorf("%s:%d: %q is the name of no setting; `automacao serve --help` lists them", path, number, name)
		case isTwice:
			return nil, fmt.Errorf("%s:%d: %s is set a second time", path, number, name)
		}
		found[name] = unquoted(strings.TrimSpace(value))
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return found, nil
}

func unquoted(value string) string {
	for _, quote := range []string{`"`, `'`} {
		if len(value) >= 2 && strings.HasPrefix(value, quote) && strings.HasSuffix(value, quote) {
			return value[1 : len(value)-1]
		}
	}
	return value
}

// originOf returns where the value of a command's flag came from.
func (s *settings) originOf(parsed *kong.Context, flag *kong.Flag) string {
	if from, found := s.origin[flag]; found {
		return from
	}
	for _, part := range parsed.Path {
		if part.Flag == flag {
			return fromFlag
		}
	}
	return fromDefault
}

// The settings that each command other than serve uses.
var (
	usesStore   = []string{"config", "data", "new-market", "database-url", "database-migrate-url", "database-direct-url", "lossy-settings", "pg-bin", "pg-settings", "demo", "log-format", "log-level"}
	usesAdmin   = append(slices.Clone(usesStore), "password-min")
	usesByNames = map[string][]string{
		"migrate": usesStore, "seed": usesAdmin, "types": usesStore,
		"make": append(slices.Clone(usesStore), "blob-url", "backup-to", "backup-recipient"), "restore": append(slices.Clone(usesStore), "blob-url"), "remove": usesStore,
		"ready": {"config", "addr"},
		"keys":  {"config", "data", "new-market", "addr", "public-url", "jwt-secret", "jwt-retired", "jwks-file", "bars-key"},
	}
)

// listOnlyUsed makes the help of each command list only the settings that it uses. The others are
// still accepted, so that one set of flags works with all commands.
func listOnlyUsed(model *kong.Application) error {
	var all []string
	serving, found := commandOf(model.Node, "serve")
	if !found {
		return errors.New("there is no command serve")
	}
	for _, flag := range serving.Flags {
		all = append(all, flag.Name)
	}
	eachFlag(model.Node, func(command *kong.Node, flag *kong.Flag) {
		uses, isListed := usesByNames[command.Name]
		if command.Parent != nil && command.Parent.Name == "admin" {
			uses, isListed = usesAdmin, true
		}
		if isListed {
			flag.Hidden = slices.Contains(all, flag.Name) && !slices.Contains(uses, flag.Name)
		} else if flag.Name == "new-market" {
			flag.Hidden = true
		}
	})
	return nil
}

func commandOf(node *kong.Node, name string) (*kong.Node, bool) {
	for _, child := range node.Children {
		if child.Name == name {
			return child, true
		}
	}
	return nil, false
}

// describe returns a flag's help line with its variables, which newSettings has removed from kong's
// model.
func describe(value *kong.Value) string {
	if value.Flag == nil || len(value.Flag.Envs) == 0 {
		return value.Help
	}
	return strings.TrimSuffix(value.Help, ".") + " ($" + strings.Join(value.Flag.Envs, ", $") + ")."
}
