package limits

import (
	"testing"

	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

func TestSay(t *testing.T) {
	t.Parallel()
	for sentence, want := range map[string]string{
		"Até {review_days} dias.":                   "Até 14 dias.",
		"A carta tem {proposals.cover_letter}. {1}": "A carta tem 10.000. {1}",
	} {
		if got := Say(sentence); got != want {
			t.Errorf("%q is said %q", sentence, got)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a limit that does not exist is said")
		}
	}()
	Say("Até {review_dyas} dias.")
}
