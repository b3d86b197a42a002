package caller

import (
	"testing"

	"github.com/google/uuid"

	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

func TestWhoIsCounted(t *testing.T) {
	t.Parallel()
	member := uuid.MustParse("01890a5d-ac96-774b-bcce-b302099a8057")
	for fact, c := range map[string]struct {
		from Caller
		want string
	}{
		"AMemberByTheirID":         {Caller{UserID: member, IP: "203.0.113.7"}, member.String()},
		"AVisitorByTheirAddress":   {Caller{IP: "203.0.113.7"}, "203.0.113.7"},
		"AVisitorByTheirNetwork":   {Caller{IP: "2001:db8:1:2:3:4:5:6"}, "2001:db8:1:2::/64"},
		"AVisitorWithoutAnAddress": {Caller{IP: "@"}, "@"},
	} {
		if got := c.from.Counted(); got != c.want {
			t.Errorf("%s: %q, want %q", fact, got, c.want)
		}
	}
}
