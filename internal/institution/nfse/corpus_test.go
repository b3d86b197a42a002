package nfse_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"automacao/internal/institution/nfse"
)

// TestTheCorpusIsRead reads each file of testdata/corpus and compares it with the table beside it.
func TestTheCorpusIsRead(t *testing.T) {
	t.Parallel()
	table, err := os.ReadFile("testdata/README.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^\| (\S+\.xml) \|.*\| ([a-z ]+) \|$`).FindAllStringSubmatch(string(table), -1)
	files, err := filepath.Glob("testdata/corpus/*.xml")
	if err != nil || len(rows) != len(files) || len(rows) < 20 {
		t.Fatalf("%d rows and %d files, %v", len(rows), len(files), err)
	}
	for _, row := range rows {
		file, err := os.Open(filepath.Join("testdata/corpus", row[1]))
		if err != nil {
			t.Fatal(err)
		}
		got, err := nfse.Read(file)
		_ = file.Close()
		state := strings.TrimPrefix(row[2], "in force")
		if err != nil || string(got.State) != state || got.Value != 123456 || got.Provider != "11222333000181" || got.Taker != "12ABC34501DE35" || !got.IssuedOn.Equal(day) {
			t.Errorf("%s is read as %+v, %v", row[1], got, err)
		}
		if isNational := strings.Contains(row[1], "national"); (got.AccessKey != "") != isNational || isNational == (got.VerificationCode != "") || !strings.HasSuffix(got.Number, "42") && !strings.HasSuffix(got.Number, "43") {
			t.Errorf("%s is read as %+v", row[1], got)
		}
	}
}
