package route_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/kernel/route"
)

func TestWordsAreTheWebs(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("../../../web/src/lib/words-examples.json")
	if err != nil {
		t.Fatal(err)
	}
	var examples [][2]string
	if err := json.Unmarshal(content, &examples); err != nil || len(examples) == 0 {
		t.Fatal(err)
	}
	for _, example := range examples {
		if got := route.Words(example[0]); got != example[1] {
			t.Errorf("the words of %q are %q, want %q", example[0], got, example[1])
		}
	}
}

func TestAnAddressKeepsItsKeyWhateverItsWords(t *testing.T) {
	t.Parallel()
	id := uuid.MustParse("0198f0c0-0000-7000-8000-00000000000a")
	for key, want := range map[string]bool{
		id.String(): true, route.Readable(id, "Retrofit de painel"): true, "velho-nome-" + id.String(): true, route.Readable(id, "漢字"): true, "-" + id.String(): true,
		"x" + id.String(): false, id.String() + "-x": false, "retrofit": false, "": false, "urn:uuid:" + id.String(): false, id.String()[:35]: false,
	} {
		if got, ok := route.ID(key); ok != want || ok && got != id {
			t.Errorf("the id in %q is %s, %v", key, got, ok)
		}
	}
}
