package conventions

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// guardMin is the shortest timeout that a test may use, so that a machine that is busy for less
// does not fail it.
const guardMin = time.Minute

// Files whose strings may contain pg_sleep, each with the reason.
var sleepers = map[string]string{
	"verify/conventions/clock_test.go":     "is the rule itself",
	"internal/postgres/migrate_test.go":    "makes two migrations overlap; what comes out does not depend on it",
	"internal/wire/auth/hook/hook_test.go": "is cut by the time-out that the test is about",
	"internal/wire/rest/limits_test.go":    "is cut by the time-out that the test is about",
}

// harness is the code that tests of several packages share. The same rule applies to it, and its
// constants may bound their waits.
const harness = "verify/apptest"

// Elapsed time depends on the machine and not on the program. A test waits for conditions and
// signals, counts work, or uses testing/synctest or an injected clock.
func TestTestsDoNotLookAtTheClock(t *testing.T) {
	t.Parallel()
	folders := map[string]map[string]*ast.File{}
	files := token.NewFileSet()
	eachFile(t, goFolders, func(path string) error {
		folder := filepath.ToSlash(filepath.Dir(path))
		if !strings.HasSuffix(path, "_test.go") && folder != harness {
			return nil
		}
		parsed, err := parser.ParseFile(files, fullPath(path), nil, 0)
		if err != nil {
			return err
		}
		if folders[folder] == nil {
			folders[folder] = map[string]*ast.File{}
		}
		folders[folder][path] = parsed
		return nil
	})
	shared := constantsOf(folders[harness])
	for _, parsed := range folders {
		constants := constantsOf(parsed)
		for name, value := range shared {
			constants[filepath.Base(harness)+"."+name] = value
		}
		for path, file := range parsed {
			for _, found := range clockReads(file, constants, sleepers[path] != "") {
				t.Errorf("%s: %s: wait for a condition or a signal, count the work, or use testing/synctest", files.Position(found.at), found.what)
			}
		}
	}
}

func TestClockReadsAreFound(t *testing.T) {
	t.Parallel()
	const head = "package p\nimport (\"context\"; \"testing/synctest\"; \"time\")\nconst patience = 2 * time.Minute\nconst brief = time.Second\nfunc f() {\n"
	for text, want := range map[string]int{
		`time.Sleep(1)`: 1,
		`began := time.Now(); if took := time.Since(began); took > 1 {}`:    1,
		`if time.Now().After(deadline) {}`:                                  1,
		`if deadline.Before(time.Now()) {}`:                                 1,
		`_ = time.Now().Sub(began)`:                                         1,
		`<-time.After(brief)`:                                               1,
		`<-time.After(10 * time.Second)`:                                    1,
		`ctx, cancel := context.WithTimeout(c, time.Duration(n))`:           1,
		`query("SELECT pg_sleep(1)")`:                                       1,
		`<-time.After(patience); <-time.After(0); <-time.After(time.Hour)`:  0,
		`token := sign(time.Now().Add(-time.Second))`:                       0,
		`synctest.Test(t, func() { time.Sleep(1); _ = time.Since(began) })`: 0,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "p_test.go", head+text+"\n}", 0)
		if err != nil {
			t.Fatal(err)
		}
		if found := clockReads(file, constantsOf(map[string]*ast.File{"": file}), false); len(found) != want {
			t.Errorf("%s: found %v", text, found)
		}
	}
}

type clockRead struct {
	at   token.Pos
	what string
}

// clockReads lists the calls outside a synctest bubble that depend on the machine's clock.
func clockReads(file *ast.File, constants map[string]ast.Expr, maySleep bool) (found []clockRead) {
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.CallExpr:
			name := nameOf(node.Fun)
			if name == "synctest.Test" {
				return false
			}
			if why := refusedCall(name, node, constants); why != "" {
				found = append(found, clockRead{node.Pos(), why})
			}
		case *ast.BasicLit:
			if node.Kind == token.STRING && strings.Contains(node.Value, "pg_sleep(") && !maySleep {
				found = append(found, clockRead{node.Pos(), "a statement sleeps"})
			}
		}
		return true
	})
	return found
}

// refusedCall returns what is wrong with a call, or "".
func refusedCall(name string, call *ast.CallExpr, constants map[string]ast.Expr) string {
	switch name {
	case "time.Sleep", "time.Since", "time.Until", "time.Tick":
		return name
	case "time.After", "time.NewTimer", "time.AfterFunc":
		return shortGuard(name, call.Args[0], constants)
	case "context.WithTimeout", "context.WithTimeoutCause":
		return shortGuard(name, call.Args[1], constants)
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	switch method.Sel.Name {
	case "After", "Before", "Sub", "Compare":
		for _, side := range append([]ast.Expr{method.X}, call.Args...) {
			if now, ok := side.(*ast.CallExpr); ok && nameOf(now.Fun) == "time.Now" {
				return "time.Now() is compared"
			}
		}
	}
	return ""
}

func shortGuard(name string, wait ast.Expr, constants map[string]ast.Expr) string {
	length, ok := lengthOf(wait, constants)
	if ok && (length == 0 || length >= guardMin) {
		return ""
	}
	return name + " gives up before " + guardMin.String()
}

// lengthOf evaluates a constant duration.
func lengthOf(value ast.Expr, constants map[string]ast.Expr) (time.Duration, bool) {
	switch value := value.(type) {
	case *ast.BasicLit:
		number, err := strconv.ParseInt(value.Value, 0, 64)
		return time.Duration(number), err == nil
	case *ast.ParenExpr:
		return lengthOf(value.X, constants)
	case *ast.Ident:
		constant, ok := constants[value.Name]
		if !ok {
			return 0, false
		}
		return lengthOf(constant, nil)
	case *ast.SelectorExpr:
		unit, ok := map[string]time.Duration{
			"time.Nanosecond": 1, "time.Microsecond": time.Microsecond, "time.Millisecond": time.Millisecond,
			"time.Second": time.Second, "time.Minute": time.Minute, "time.Hour": time.Hour,
		}[nameOf(value)]
		if constant := constants[nameOf(value)]; constant != nil {
			return lengthOf(constant, nil)
		}
		return unit, ok
	case *ast.BinaryExpr:
		left, isLeft := lengthOf(value.X, constants)
		right, isRight := lengthOf(value.Y, constants)
		return left * right, isLeft && isRight && value.Op == token.MUL
	}
	return 0, false
}

// nameOf returns a call's function as package.Name, or "".
func nameOf(function ast.Expr) string {
	selector, ok := function.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	owner, ok := selector.X.(*ast.Ident)
	if !ok {
		return ""
	}
	return owner.Name + "." + selector.Sel.Name
}

// constantsOf returns the constants that a package's tests declare.
func constantsOf(parsed map[string]*ast.File) map[string]ast.Expr {
	constants := map[string]ast.Expr{}
	for _, file := range parsed {
		for _, declaration := range file.Decls {
			group, ok := declaration.(*ast.GenDecl)
			if !ok || group.Tok != token.CONST {
				continue
			}
			for _, spec := range group.Specs {
				value, ok := spec.(*ast.ValueSpec)
				if ok && len(value.Names) == 1 && len(value.Values) == 1 {
					constants[value.Names[0].Name] = value.Values[0]
				}
			}
		}
	}
	return constants
}
