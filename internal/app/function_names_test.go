package app_test

import (
	"go/ast"
	"strconv"
	"strings"
	"testing"
)

// TestFunctionsAreNamedAfterTheirCalls holds that the Go function behind a call begins with the
// call's verb: answer_invoice is invoice.Answer.
func TestFunctionsAreNamedAfterTheirCalls(t *testing.T) {
	t.Parallel()
	found := 0
	for _, file := range parsed(t, ".") {
		ast.Inspect(file, func(node ast.Node) bool {
			call, isCall := node.(*ast.CallExpr)
			if !isCall || len(call.Args) < 4 || !isRegister(call.Fun) {
				return true
			}
			name, err := strconv.Unquote(call.Args[1].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			found++
			verb, _, _ := strings.Cut(name, "_")
			if _, function := where(call.Args[2], nil); !strings.HasPrefix(strings.ToLower(function), verb) {
				t.Errorf("%s is answered by %s, whose name does not begin with %s", name, function, verb)
			}
			return true
		})
	}
	if found == 0 {
		t.Error("no function is registered")
	}
}
