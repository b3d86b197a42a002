package volume

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestEverySlotOfEveryPhraseHasWords(t *testing.T) {
	t.Parallel()
	phrases := slices.Concat(conditions, deliveries, materials, deadlines, letters, abouts, factories)
	for _, k := range kinds {
		phrases = append(phrases, k.headline)
		for _, chosen := range k.jobs {
			phrases = append(phrases, chosen.title, chosen.scope)
		}
	}
	for _, exchange := range exchanges {
		phrases = append(phrases, exchange[:]...)
	}
	for _, phrase := range phrases {
		if filled := newDocument(chance(9)).fill(phrase); strings.ContainsAny(filled, "{}") {
			t.Errorf("%q became %q", phrase, filled)
		}
	}
}

func TestASlotKeepsItsWordWithinADocument(t *testing.T) {
	t.Parallel()
	text := newDocument(chance(9))
	first := text.fill("{plc} {1-1000000}")
	if again := text.fill("{plc} {1-1000000}"); again != first {
		t.Errorf("%q, then %q", first, again)
	}
}

func TestKeysAreUniqueAndRiseWithTime(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	earlier, same, later := key(at, 5), key(at, 6), key(at.Add(time.Millisecond), 5)
	if earlier.Version() != 7 || !strings.HasSuffix(earlier.String(), markText) {
		t.Errorf("%s is no marked version 7 key", earlier)
	}
	if earlier.String() >= same.String() || same.String() >= later.String() {
		t.Errorf("%s, %s, %s do not rise", earlier, same, later)
	}
}
