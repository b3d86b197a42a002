package demo_test

import (
	"os"
	"strings"
	"testing"

	"automacao/internal/market/demo"
)

func TestTheReadmeNamesTheAccounts(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{demo.Password, demo.CompanyEmail, demo.ProfessionalEmail, demo.AdminEmail, "`compras@`, `engenharia@` and `financeiro@automacao.demo`"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("README.md does not name %s", want)
		}
	}
}
