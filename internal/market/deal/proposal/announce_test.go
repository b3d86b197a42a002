package proposal

import (
	"testing"

	"automacao/internal/kernel/money"
)

func TestAnnouncementIsWrittenInBrazilianReais(t *testing.T) {
	t.Parallel()
	got := Announcement("Migração de S7-300 para S7-1500", "Marina Alves Teixeira", money.Reais(48500))
	want := `Nova proposta recebida para o projeto "Migração de S7-300 para S7-1500" de Marina Alves Teixeira. Valor: R$ 48.500,00`
	if got != want {
		t.Errorf("announcement = %q, want %q", got, want)
	}
}
