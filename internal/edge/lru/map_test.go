package lru

import (
	"strconv"
	"testing"
)

func TestWhatIsUsedGoesOnBeingKnown(t *testing.T) {
	t.Parallel()
	const maxKeys = 10
	made := 0
	m := New(maxKeys, func() *int { made++; return new(int) })
	*m.Of("used") = 7
	for i := range 5 * maxKeys {
		if i%maxKeys == 0 && *m.Of("used") != 7 {
			t.Fatalf("a key in use is forgotten after %d others", i)
		}
		m.Of(strconv.Itoa(i))
		if m.Len() > 2*maxKeys {
			t.Fatalf("%d keys are remembered", m.Len())
		}
	}
	if before := made; *m.Of("0") != 0 || made != before+1 {
		t.Error("an unused key is still known")
	}
}
