package payment

import (
	"testing"

	"automacao/internal/market/deal"
)

// A payment guarantees its milestone only while the milestone waits for exactly this value and
// nothing is held for it yet.
func TestWhichPaymentsGuaranteeTheirMilestone(t *testing.T) {
	t.Parallel()
	waiting := deal.Milestone{Status: "awaiting_payment", Value: 900}
	with := func(change func(*deal.Milestone)) deal.Milestone {
		m := waiting
		change(&m)
		return m
	}
	for name, row := range map[string]struct {
		milestone deal.Milestone
		contract  string
		want      bool
	}{
		"AMilestoneThatWaits":                  {waiting, "active", true},
		"ADeliveredMilestone":                  {with(func(m *deal.Milestone) { m.Status = "delivered" }), "delivered", true},
		"AMilestoneUnderAdjustment":            {with(func(m *deal.Milestone) { m.Status = "adjusting" }), "active", true},
		"APlannedMilestone":                    {with(func(m *deal.Milestone) { m.Status = "planned" }), "active", false},
		"AReleasedMilestone":                   {with(func(m *deal.Milestone) { m.Status = "released" }), "active", false},
		"ADisputedMilestone":                   {with(func(m *deal.Milestone) { m.Status = "disputed" }), "active", false},
		"AMilestoneThatIsHeldAlready":          {with(func(m *deal.Milestone) { m.Held = 900 }), "active", false},
		"ADeliveredMilestoneThatIsHeldAlready": {with(func(m *deal.Milestone) { m.Status, m.Held = "delivered", 900 }), "delivered", false},
		"AMilestoneThatIsHeldInPart":           {with(func(m *deal.Milestone) { m.Held = 1 }), "active", false},
		"AMilestoneThatIsWorthMore":            {with(func(m *deal.Milestone) { m.Value = 901 }), "active", false},
		"AMilestoneThatIsWorthLess":            {with(func(m *deal.Milestone) { m.Value = 899 }), "active", false},
		"AContractThatEnded":                   {waiting, "terminated", false},
		"ADebtOfAContractThatEnded":            {with(func(m *deal.Milestone) { m.IsOwed = true }), "completed", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := locked{value: 900, milestone: &row.milestone, contract: deal.Contract{Status: row.contract}}
			if got := l.fits(); got != row.want {
				t.Errorf("fits: %t, want %t", got, row.want)
			}
		})
	}
}
