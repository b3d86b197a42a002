package app_test

import (
	"encoding/json"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// TestEveryFunctionSaysWhatItDoes checks that functions.json has the first sentence of the comment
// on each registered function. The description of the API shows it.
func TestEveryFunctionSaysWhatItDoes(t *testing.T) {
	t.Parallel()
	const path = "functions.json"
	said := sentences(t)
	want, err := json.MarshalIndent(said, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != string(want) {
		t.Errorf("internal/app/functions.json is out of date (%v): go test ./internal/app -run EveryFunctionSays -update", err)
	}
	for name, sentence := range said {
		if len(sentence) < 12 {
			t.Errorf("%s says of itself %q", name, sentence)
		}
	}
}

// sentences returns the comments of the functions that this package registers.
func sentences(t *testing.T) map[string]string {
	t.Helper()
	said, folders := map[string]string{}, map[string]map[string]string{}
	eachRegistered(t, func(name, folder, function string) {
		if folders[folder] == nil {
			folders[folder] = comments(t, folder)
		}
		said[name] = sentence(folders[folder][function], function)
	})
	return said
}

// eachRegistered visits the functions that this package registers: the name of each call, and the
// folder and name of the Go function behind it.
func eachRegistered(t *testing.T, visit func(name, folder, function string)) {
	t.Helper()
	for _, file := range parsed(t, ".") {
		imports := map[string]string{}
		for _, one := range file.Imports {
			at, err := strconv.Unquote(one.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			imports[filepath.Base(at)] = at
		}
		ast.Inspect(file, func(node ast.Node) bool {
			call, isCall := node.(*ast.CallExpr)
			if !isCall || len(call.Args) < 4 || !isRegister(call.Fun) {
				return true
			}
			name, err := strconv.Unquote(call.Args[1].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			folder, function := where(call.Args[2], imports)
			visit(name, folder, function)
			return true
		})
	}
}

func isRegister(call ast.Expr) bool {
	selected, isSelector := call.(*ast.SelectorExpr)
	if !isSelector || selected.Sel.Name != "Register" {
		return false
	}
	from, isName := selected.X.(*ast.Ident)
	return isName && from.Name == "rest"
}

// where a function lies: `proposal.Accept`, what `dispute.Open(…)` makes, or a method: of this package, of payments or of the demonstration's clock.
func where(expression ast.Expr, imports map[string]string) (folder, function string) {
	if made, isCall := expression.(*ast.CallExpr); isCall {
		expression = made.Fun
	}
	switch e := expression.(type) {
	case *ast.Ident:
		return ".", e.Name
	case *ast.SelectorExpr:
		if _, isMade := e.X.(*ast.CallExpr); isMade {
			return filepath.Join("..", "market", "demo"), e.Sel.Name
		}
		if from, isName := e.X.(*ast.Ident); isName && imports[from.Name] != "" {
			return filepath.Join("..", strings.TrimPrefix(imports[from.Name], "automacao/internal/")), e.Sel.Name
		}
		if field, isField := e.X.(*ast.SelectorExpr); isField && field.Sel.Name == "payments" {
			return filepath.Join("..", "market", "money", "payment"), e.Sel.Name
		}
		return ".", e.Sel.Name
	}
	return "", ""
}

func comments(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, file := range parsed(t, folder) {
		for _, declaration := range file.Decls {
			if function, isFunction := declaration.(*ast.FuncDecl); isFunction && function.Doc != nil {
				all[function.Name.Name] = function.Doc.Text()
			}
		}
	}
	return all
}

func parsed(t *testing.T, folder string) (files []*ast.File) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return files
}

// sentence returns the first sentence of a comment without the function's name.
func sentence(comment, function string) string {
	text := strings.TrimPrefix(new(doc.Package).Synopsis(comment), function+" ")
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

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
