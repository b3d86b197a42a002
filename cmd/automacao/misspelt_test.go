package main

import (
	"os"
	"strings"
	"testing"
)

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
