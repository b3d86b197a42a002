package markettest

import (
	"slices"
	"testing"

	"automacao/internal/market/transition"
	"automacao/internal/postgres/dbtest"
)

func TestAForgottenNoticeIsMissed(t *testing.T) {
	t.Parallel()
	deliver := taken{step: "deliver_milestone of milestone", owes: []transition.Audience{transition.TheCompany}}
	follow := taken{step: "deliver_contract of contract", owes: []transition.Audience{transition.TheCompany}}
	silence := taken{step: "accept_by_silence of milestone", owes: []transition.Audience{transition.TheCompany, transition.TheProfessional}}
	delivered := told{of: "deliver_milestone of milestone", to: transition.TheCompany}
	for name, c := range map[string]struct {
		act  act
		want []string
	}{
		"Nothing":         {act{}, nil},
		"Told":            {act{took: []taken{deliver}, told: []told{delivered}}, nil},
		"ToldOnceOfTwo":   {act{took: []taken{deliver, follow}, told: []told{delivered}}, nil},
		"Reminder":        {act{told: []told{{to: transition.TheCompany}}}, nil},
		"Forgotten":       {act{took: []taken{deliver}}, []string{"deliver_milestone of milestone did not tell the company"}},
		"OneSideOnly":     {act{took: []taken{deliver, silence}, told: []told{delivered}}, []string{"accept_by_silence of milestone did not tell the professional"}},
		"OfAStepNotTaken": {act{told: []told{delivered}}, []string{"the company was told of deliver_milestone of milestone, which was not taken"}},
	} {
		if got := c.act.missed(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }
