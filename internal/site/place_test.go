package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"testing"
)

// TestAColumnHasItsOwnValues uses the examples that the web application is tested with, too.
func TestAColumnHasItsOwnValues(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("../../web/src/lib/place-examples.json")
	if err != nil {
		t.Fatal(err)
	}
	var examples []struct {
		Column         string
		Nullable, Fits bool
		Value          any
	}
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.UseNumber()
	if err := decoder.Decode(&examples); err != nil || len(examples) == 0 {
		t.Fatalf("%d examples: %v", len(examples), err)
	}
	for _, example := range examples {
		t.Run(fmt.Sprintf("%s=%v", example.Column, example.Value), func(t *testing.T) {
			t.Parallel()
			text, ok := textOf(example.Value)
			if got := ok && (ordered{column: example.Column, nullable: example.Nullable}).fits(text); got != example.Fits {
				t.Errorf("fits returns %v", got)
			}
		})
	}
}
