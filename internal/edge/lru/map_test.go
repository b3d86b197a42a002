package lru

import (
	"strconv"
	"testing"
)

func TestWhatIsUsedGoesOnBeingKnown(t *testing.T) {
	t.Parallel()
	const most = 10
	made := 0
	m := New(most, func() *int { made++; return new(int) })
	*m.Of("used") = 7
	for i := range 5 * most {
		if i%most == 0 && *m.Of("used") != 7 {
			t.Fatalf("it is forgotten after %d others", i)
		}
		m.Of(strconv.Itoa(i))
		if m.Len() > 2*most {
			t.Fatalf("%d keys are remembered", m.Len())
		}
	}
	if before := made; *m.Of("0") != 0 || made != before+1 {
		t.Error("what was not used is still known")
	}
}
