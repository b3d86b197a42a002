package main

import (
	"bytes"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// said is the result of a command.
type said struct {
	code        int
	out, errors string
}

func command(t *testing.T, arguments ...string) said {
	t.Helper()
	var out, complaints bytes.Buffer
	code := run(t.Context(), arguments, &out, &complaints)
	return said{code, out.String(), complaints.String()}
}

// fresh returns a data directory that does not exist yet.
func fresh(t *testing.T) string { return filepath.Join(t.TempDir(), "data") }

func isThere(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func settingsFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "automacao.env")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// inForceNow returns the output of `automacao config`, by setting.
func inForceNow(t *testing.T, arguments ...string) map[string]inForce {
	t.Helper()
	got := command(t, append([]string{"config", "--json"}, arguments...)...)
	if got.code != 0 {
		t.Fatal(got)
	}
	var list []inForce
	if err := json.Unmarshal([]byte(got.out), &list); err != nil {
		t.Fatal(err)
	}
	settings := map[string]inForce{}
	for _, one := range list {
		settings[one.Name] = one
	}
	return settings
}

// TestWhereSettingsComeFrom changes the environment, so it cannot run in parallel.
func TestWhereSettingsComeFrom(t *testing.T) {
	t.Run("FlagsWinOverTheEnvironmentAndBothOverTheFile", func(t *testing.T) {
		path := settingsFile(t, "# this market\nAUTOMACAO_ADDR=127.0.0.1:1\nAUTOMACAO_PASSWORD_MIN = \"8\"\nAUTOMACAO_CONTACT='a@b.test'\nAUTOMACAO_LIMITS=reads=900/1m,likes=5/1m\n\nAUTOMACAO_ANSWERS_MB=\n")
		t.Setenv("AUTOMACAO_CONFIG", path)
		t.Setenv("AUTOMACAO_ADDR", "127.0.0.1:2")
		t.Setenv("AUTOMACAO_PASSWORD_MIN", "9")
		t.Setenv("AUTOMACAO_LIMITS", "reads=900/1m")
		got := inForceNow(t, "--addr", "127.0.0.1:3")
		for _, want := range []inForce{
			{"AUTOMACAO_ADDR", "127.0.0.1:3", fromFlag}, {"AUTOMACAO_PASSWORD_MIN", "9", fromEnvironment},
			{"AUTOMACAO_CONTACT", "a@b.test", path}, {"AUTOMACAO_ANSWERS_MB", "64", fromDefault}, {"AUTOMACAO_LIMITS", "reads=900/1m", fromEnvironment},
		} {
			if got[want.Name] != want {
				t.Errorf("got %v, want %v", got[want.Name], want)
			}
		}
	})

	t.Run("AnEmptyVariableIsNotSet", func(t *testing.T) {
		before := inForceNow(t)
		for name := range before {
			t.Setenv(name, "")
		}
		for name, one := range inForceNow(t) {
			if one.From != fromDefault || one.Value != before[name].Value {
				t.Errorf("empty, %s is %v", name, one)
			}
		}
	})

	t.Run("WhatCannotBeReadIsNamed", func(t *testing.T) {
		t.Setenv("AUTOMACAO_PASSWORD_MIN", "many")
		if got := command(t, "config"); got.code != usageError || !strings.Contains(got.errors, "AUTOMACAO_PASSWORD_MIN of the environment") {
			t.Error(got)
		}
	})

	t.Run("AFileIsReadWholeOrRefused", func(t *testing.T) {
		for text, want := range map[string]string{
			"AUTOMACAO_ADRR=:1":                   `:1: "AUTOMACAO_ADRR" is the name of no setting`,
			"\nAUTOMACAO_JWT_SECRET geheim":       ":2 is no NAME=VALUE",
			"SMTP_URL=\nSMTP_URL=smtp://x:geheim": ":2: SMTP_URL is set a second time",
			"AUTOMACAO_ANSWERS_MB=few":            "AUTOMACAO_ANSWERS_MB of the file",
		} {
			got := command(t, "config", "--config", settingsFile(t, text))
			if got.code != usageError || !strings.Contains(got.errors, want) || strings.Contains(got.errors, "geheim") {
				t.Errorf("%q: %+v", text, got)
			}
		}
		if got := command(t, "config", "--config", "/nowhere/automacao.env"); got.code != usageError || !strings.Contains(got.errors, "cannot be read") {
			t.Error(got)
		}
	})

	t.Run("NoSecretIsPrinted", func(t *testing.T) {
		const key = "geheimgeheimgeheimgeheimgeheimgeheim"
		for name, value := range map[string]string{
			"AUTOMACAO_JWT_SECRET": key, "AUTOMACAO_JWT_RETIRED": key + "," + key, "AUTOMACAO_BARS_KEY": key, "AUTOMACAO_PUSH_KEY": key, "AUTOMACAO_SEAL_KEYS": "a:" + key,
			"DATABASE_URL": "postgres://ana:geheim@db.test/market?password=geheim", "DATABASE_MIGRATE_URL": "postgres://ana:geheim@db.test/market", "DATABASE_DIRECT_URL": "postgres://ana:geheim@db.test/market",
			"SMTP_URL": "smtp://ana:geheim@mail.test?from=a@b.test", "BLOB_URL": "s3://bucket?region=x&token=geheim", "AUTOMACAO_PIX_URL": "asaas://geheim@api.test/v3?webhook_token=" + key,
		} {
			t.Setenv(name, value)
		}
		got := command(t, "config")
		if strings.Contains(got.out+got.errors, "geheim") || !strings.Contains(got.out, "postgres://…@db.test/market?…") {
			t.Error(got)
		}
	})
}

func TestTheEngineAloneTakesItsSecretsFromTheEnvironment(t *testing.T) {
	t.Setenv("DATABASE_URL", "")
	if got := command(t, "rest"); got.code != usageError || !strings.Contains(got.errors, "DATABASE_URL, or --db") {
		t.Error(got)
	}
	t.Setenv("DATABASE_URL", "postgres://nobody@127.0.0.1:1/none")
	if got := command(t, "rest"); got.code != usageError || !strings.Contains(got.errors, "AUTOMACAO_JWT_SECRET, or --jwt-secret") {
		t.Error(got)
	}
	t.Setenv("AUTOMACAO_JWT_SECRET", strings.Repeat("s", 32))
	if got := command(t, "rest", "--addr", ":99999999"); got.code != usageError || !strings.Contains(got.errors, "--addr") {
		t.Error(got)
	}
	if got := command(t, "rest", "--addr", "127.0.0.1:0"); got.code != 1 || strings.Contains(got.errors, "JWT") {
		t.Error(got)
	}
}

func TestABadSettingStopsTheStartBeforeAnythingIsMade(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = taken.Close() }()
	t.Setenv("AWS_ACCESS_KEY_ID", "test")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "test")
	t.Setenv("AWS_EC2_METADATA_DISABLED", "true")
	t.Setenv("AWS_MAX_ATTEMPTS", "1")
	for setting, value := range map[string]string{
		"AUTOMACAO_ADDR": ":99999999", "AUTOMACAO_METRICS_ADDR": "9090", "BLOB_URL": "nonsense://x", "SMTP_URL": "smtp://mail.test", "AUTOMACAO_PIX_URL": "asaas://api.test", "AUTOMACAO_SEAL_KEYS": "x",
	} {
		data := fresh(t)
		t.Setenv("AUTOMACAO_ADDR", "127.0.0.1:0")
		t.Setenv(setting, value)
		got := command(t, "serve", "--data", data)
		if got.code != usageError || !strings.Contains(got.errors, setting) || isThere(data) {
			t.Errorf("%s: %+v, made something: %t", setting, got, isThere(data))
		}
		t.Setenv(setting, "")
	}
	for flag, why := range map[string]string{
		"--addr=" + taken.Addr().String():                                                         "AUTOMACAO_ADDR",
		"--metrics-addr=" + taken.Addr().String():                                                 "AUTOMACAO_METRICS_ADDR",
		"--blob-url=s3://bucket?region=us-east-1&use_path_style=true&endpoint=http://127.0.0.1:1": "BLOB_URL's bucket cannot be reached",
	} {
		data := fresh(t)
		got := command(t, "serve", "--addr", "127.0.0.1:0", "--data", data, flag)
		if got.code != 1 || !strings.Contains(got.errors, why) || isThere(data) {
			t.Errorf("%s: %+v, made something: %t", flag, got, isThere(data))
		}
	}
}

func TestWhoOnlyMigratesNamesOneDatabase(t *testing.T) {
	t.Setenv("DATABASE_MIGRATE_URL", "postgres://nobody@127.0.0.1:1/none")
	if got := command(t, "migrate"); got.code != 1 || !strings.Contains(got.errors, "reach the database") {
		t.Error(got)
	}
}

func TestNoMarketIsMadeUnasked(t *testing.T) {
	for _, arguments := range [][]string{
		{"keys"}, {"keys", "--rotate"}, {"migrate"}, {"seed"}, {"types"}, {"admin", "list"}, {"admin", "block", "a@b.test"},
		{"admin", "promote", "a@b.test"}, {"admin", "reset-password", "a@b.test"}, {"admin", "create", "a@b.test", "--password", "comprida e boa"},
	} {
		data := fresh(t)
		got := command(t, append(arguments, "--data", data)...)
		if got.code != 1 || !strings.Contains(got.errors, "--new-market") || !strings.Contains(got.errors, data) || isThere(data) {
			t.Errorf("%v: %+v, made something: %t", arguments, got, isThere(data))
		}
	}
	data := fresh(t)
	if got := command(t, "keys", "--json", "--new-market", "--data", data); got.code != 0 || !isThere(filepath.Join(data, "secrets.json")) {
		t.Error(got)
	}
	if got := command(t, "keys", "--data", data); got.code != 0 || !strings.Contains(got.out, "service_role_key") {
		t.Error(got)
	}
}

func TestHelpListsWhatACommandUses(t *testing.T) {
	for name, want := range map[string]struct{ lists, hides []string }{
		"serve":       {[]string{"--addr", "--metrics-addr", "--smtp-url", "($AUTOMACAO_ADDR)", "--config"}, []string{"--new-market"}},
		"keys":        {[]string{"--jwt-secret", "--rotate", "--data", "--new-market"}, []string{"--smtp-url", "--pg-bin"}},
		"migrate":     {[]string{"--database-migrate-url", "--pg-bin", "--new-market"}, []string{"--smtp-url", "--addr", "--jwt-secret"}},
		"seed":        {[]string{"--projects", "--data"}, []string{"--smtp-url", "--addr"}},
		"types":       {[]string{"--source", "--data"}, []string{"--smtp-url", "--jwt-secret"}},
		"backup make": {[]string{"--to", "--backup-to", "--backup-recipient", "--blob-url"}, []string{"--smtp-url", "--backup-keep"}},
		"admin list":  {[]string{"--data", "--json"}, []string{"--smtp-url", "--trusted-proxies"}},
		"rest":        {[]string{"--db", "($DATABASE_URL)", "--jwt-secret", "($AUTOMACAO_JWT_SECRET)"}, []string{"--data"}},
	} {
		got := command(t, append(strings.Fields(name), "--help")...)
		words := strings.FieldsFunc(got.out, func(r rune) bool { return strings.ContainsRune(" \n=.,[]", r) })
		for _, word := range want.lists {
			if !slices.ContainsFunc(words, func(found string) bool { return strings.HasPrefix(found, word) }) {
				t.Errorf("%s does not list %s", name, word)
			}
		}
		for _, word := range want.hides {
			if slices.Contains(words, word) {
				t.Errorf("%s lists %s", name, word)
			}
		}
	}
}

// TestTheFlagsOfRestAreThoseOfTheDocument checks that docs/reference/commands.md lists exactly the
// flags of `automacao rest`.
func TestTheFlagsOfRestAreThoseOfTheDocument(t *testing.T) {
	document, err := os.ReadFile(filepath.Join("..", "..", "docs", "reference", "commands.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(document), "\n## automacao rest\n")
	rest, _, _ = strings.Cut(rest, "\n## ")
	flag := regexp.MustCompile("--[a-z-]+")
	listed := []string{"--help"}
	for _, row := range regexp.MustCompile("(?m)^\\| `(--[a-z-]+)`").FindAllStringSubmatch(rest, -1) {
		listed = append(listed, row[1])
	}
	var has []string
	for _, line := range regexp.MustCompile("(?m)^ +(-h, )?--.*$").FindAllString(command(t, "rest", "--help").out, -1) {
		has = append(has, flag.FindString(line))
	}
	slices.Sort(listed)
	slices.Sort(has)
	if !slices.Equal(listed, has) {
		t.Errorf("docs/reference/commands.md lists %v, the program has %v", listed, has)
	}
}

func TestAMisspeltVariableIsRefused(t *testing.T) {
	for name, want := range map[string]string{
		"AUTOMACAO_ADRR":       "is AUTOMACAO_ADDR meant?",
		"AUTOMACAO_BACKUPS_TO": "is AUTOMACAO_BACKUP_TO meant?",
		"AUTOMACAO_PUBLIC_ULR": "is AUTOMACAO_PUBLIC_URL meant?",
		"AUTOMACOA_DATA":       "is AUTOMACAO_DATA meant?",
		"AUTOMACAO_WHATEVER":   "take it out",
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(name, "geheim")
			for _, arguments := range [][]string{{"config"}, {"serve"}, {"doctor"}, {"backup", "--to", t.TempDir()}} {
				got := command(t, arguments...)
				if got.code != usageError || !strings.Contains(got.errors, name+" of the environment is the name of no setting") || !strings.Contains(got.errors, want) || strings.Contains(got.errors, "geheim") {
					t.Errorf("%v: %+v", arguments, got)
				}
			}
			if got := command(t, "version"); got.code != 0 {
				t.Errorf("a command without settings: %+v", got)
			}
			if err := os.Setenv(name, ""); err != nil {
				t.Fatal(err)
			}
			inForceNow(t)
		})
	}
}

func TestVariablesOfOthersAreLeftAlone(t *testing.T) {
	for name, value := range map[string]string{
		"AUTOMACAO_SERVICE_HOST": "10.0.0.1", "AUTOMACAO_SERVICE_PORT_HTTP": "80", "AUTOMACAO_PORT": "tcp://10.0.0.1:80", "AUTOMACAO_PORT_80_TCP_ADDR": "10.0.0.1",
		"AUTOMACAO_METRICS_SERVICE_HOST": "10.0.0.2", "AUTOMACAO_TEST_SOMETHING": "1", "AUTOMACAO_URL": "http://127.0.0.1:1", "DATABASE_URI": "postgres://other", "MY_DATA": "x",
	} {
		t.Setenv(name, value)
	}
	inForceNow(t)
}
