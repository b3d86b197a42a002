package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/anishathalye/porcupine"

	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// sizes are the numbers of checks in each group.
var sizes = map[string]int{"A": 12, "B": 13, "C": 6, "D": 12, "E": 13, "F": 14, "G": 8, "H": 11}

func TestEveryCheckIsThereOnce(t *testing.T) {
	t.Parallel()
	var want, found []string
	for group, size := range sizes {
		for number := range size {
			want = append(want, fmt.Sprintf("%s%d", group, number+1))
		}
	}
	for _, group := range groups {
		for _, check := range group {
			if check.Title == "" || check.Limit == "" || check.Run == nil {
				t.Errorf("%s does not say what it does and asks for", check.ID)
			}
			found = append(found, check.ID)
		}
	}
	slices.Sort(want)
	slices.Sort(found)
	if !slices.Equal(want, found) {
		t.Errorf("the checks are %v,\nwant %v", found, want)
	}
}

func TestTheDocumentHasEveryCheck(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/evidence/trust.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range documented {
		for _, check := range group {
			row := regexp.MustCompile(`(?m)^\| ` + check.ID + ` \|.*\| (pass|FAIL|–) \|`)
			if !row.Match(text) {
				t.Errorf("docs/evidence/trust.md has no %s: make trust writes it", check.ID)
			}
		}
	}
}

func TestAProofIsOfTestsThatExist(t *testing.T) {
	t.Parallel()
	if err := in(".", "TestAProofIsOfTestsThatExist").areThere(); err != nil {
		t.Error(err)
	}
	if err := in(".", "TestNobodyWroteThis").areThere(); err == nil || !strings.Contains(err.Error(), "TestNobodyWroteThis") {
		t.Errorf("a test that nobody wrote: %v", err)
	}
}

// history builds operations from call, return, input and output, in that order.
func history(steps ...[4]any) (made []porcupine.Operation) {
	for caller, s := range steps {
		made = append(made, porcupine.Operation{ClientId: caller, Call: int64(s[0].(int)), Return: int64(s[1].(int)), Input: s[2], Output: s[3]})
	}
	return made
}

func TestModelsTellWhatCouldNotHaveHappened(t *testing.T) {
	t.Parallel()
	for fact, c := range map[string]struct {
		model   porcupine.Model
		history []porcupine.Operation
		holds   bool
	}{
		"OneProposalIsAcceptedAndRead": {acceptanceModel, history(
			[4]any{0, 9, acceptance{1}, accepted{isDone: true}}, [4]any{1, 8, acceptance{2}, accepted{}}, [4]any{2, 3, acceptance{nobody}, accepted{proposal: nobody}},
			[4]any{10, 11, acceptance{nobody}, accepted{proposal: 1}}), true},
		"TwoProposalsAreAccepted":       {acceptanceModel, history([4]any{0, 9, acceptance{1}, accepted{isDone: true}}, [4]any{1, 8, acceptance{2}, accepted{isDone: true}}), false},
		"AnAcceptanceIsAnsweredAndGone": {acceptanceModel, history([4]any{0, 1, acceptance{1}, accepted{isDone: true}}, [4]any{2, 3, acceptance{nobody}, accepted{proposal: nobody}}), false},
		"RefusedForNothing":             {acceptanceModel, history([4]any{0, 1, acceptance{1}, accepted{}}, [4]any{2, 3, acceptance{2}, accepted{isDone: true}}), false},
		"AFlagSeenWhileItGoesUp":        {flagModel, history([4]any{0, 9, flagging{true}, nil}, [4]any{1, 2, flagging{}, false}, [4]any{3, 4, flagging{}, true}), true},
		"AFlagGoesDown":                 {flagModel, history([4]any{0, 9, flagging{true}, nil}, [4]any{1, 2, flagging{}, true}, [4]any{3, 4, flagging{}, false}), false},
		"ASumThatAddsUp":                {balanceModel, history([4]any{0, 1, posting{70}, posted{isDone: true}}, [4]any{2, 9, posting{-60}, posted{isDone: true}}, [4]any{2, 9, posting{-50}, posted{}}, [4]any{10, 11, posting{}, posted{balance: 10}}), true},
		"BothTakeWhatIsThereOnce":       {balanceModel, history([4]any{0, 1, posting{70}, posted{isDone: true}}, [4]any{2, 9, posting{-60}, posted{isDone: true}}, [4]any{2, 9, posting{-50}, posted{isDone: true}}), false},
		"ASumOfYesterday":               {balanceModel, history([4]any{0, 1, posting{70}, posted{isDone: true}}, [4]any{2, 3, posting{}, posted{}}), false},
	} {
		t.Run(fact, func(t *testing.T) {
			t.Parallel()
			if porcupine.CheckOperations(c.model, c.history) != c.holds {
				t.Errorf("it is judged otherwise")
			}
		})
	}
}
