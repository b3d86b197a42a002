package app_test

import (
	"strings"
	"testing"
)

// TestFunctionsAreNamedAfterTheirCalls checks that the name of the Go function behind a call begins
// with the call's verb: answer_invoice is invoice.Answer.
func TestFunctionsAreNamedAfterTheirCalls(t *testing.T) {
	t.Parallel()
	found := 0
	eachRegistered(t, func(name, _, function string) {
		found++
		if verb, _, _ := strings.Cut(name, "_"); !strings.HasPrefix(strings.ToLower(function), verb) {
			t.Errorf("%s is answered by %s, whose name does not begin with %s", name, function, verb)
		}
	})
	if found == 0 {
		t.Error("no function is registered")
	}
}
