package main

import (
	"testing"

	"github.com/anishathalye/porcupine"
)

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
