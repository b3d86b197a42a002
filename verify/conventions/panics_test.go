package conventions

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// A panic in a goroutine ends the process unless that goroutine recovers. The listed ones do not
// recover, each for a reason. Each row names the function that starts goroutines and how many it
// starts.
var unguarded = map[string]struct {
	starts int
	why    string
}{
	"internal/app.RunRest":                     {1, "waits for the end and closes"},
	"internal/postgres/backup.countRows":       {1, "of a command, which ends with it"},
	"internal/files/clamd.ask":                 {1, "ends a connection"},
	"internal/files/clamd/clamdtest.Start":     {1, "of tests"},
	"internal/postgres/cluster.Start":          {1, "the supervisor: without it nothing is to be kept alive, and PostgreSQL ends with its parent"},
	"internal/postgres/cluster.follow":         {1, "the same of its log, whose pipe would fill"},
	"internal/postgres/cluster.initdb":         {1, "signals a child"},
	"internal/postgres/cluster.launch":         {1, "waits for the child"},
	"internal/postgres/dbtest.open":            {1, "of tests"},
	"internal/notify/mail/mailtest.PostOffice": {2, "of tests"},
	"internal/institution/psp/simulado.Start":  {1, "serves HTTP, which recovers by itself, and holds no money"},
	"internal/wire/realtime.Shutdown":          {1, "waits for a counter"},
	"internal/market/volume.store":             {3, "of a command, which ends with them"},
	"internal/wire/realtime.deliver":           {1, "each reading, and each telling, survives by itself"},
	"internal/wire/realtime.serveSocket":       {1, "waits for a byte on a stack that is to stay small; whatever it finds is handled under the socket's guard"},
	"internal/wire/realtime.wait":              {3, "what they start reads, or leaves, under the socket's guard"},
	"internal/wire/realtime.readMessages":      {1, "has read under the socket's guard, and waits again"},
	"internal/wire/realtime.send":              {1, "writes under the socket's guard"},
	"internal/wire/realtime.finish":            {1, "the same"},
	"internal/edge/loadshed.turn":              {1, "closes a channel of its own"},
	"internal/wire/storage.Missing":            {1, "of the doctor, a command, which ends with them"},
	"internal/wire/storage.withStepTimer":      {1, "ends a context"},
}

// guards are the functions that make a goroutine survive a panic.
var guards = []string{"background.Keep", "background.Survive", "s.guard"}

// TestEveryGoroutineOutlivesAPanic checks that goroutines outside a request recover, because a
// panic in one would end the whole server.
func TestEveryGoroutineOutlivesAPanic(t *testing.T) {
	t.Parallel()
	found := map[string]int{}
	guarded := 0
	for _, file := range sources(t) {
		// Verification programs are not servers: a panic should end them.
		if file.isTest || within(file.folder, "verify") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join("../..", file.path), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for starter, bare := range goroutines(parsed) {
			if bare == 0 {
				guarded++
				continue
			}
			found[file.folder+"."+starter] += bare
		}
	}
	for starter, starts := range found {
		if unguarded[starter].starts != starts {
			t.Errorf("%s starts %d goroutines that do not outlive a panic: use package background, or say here why not", starter, starts)
		}
	}
	for starter, row := range unguarded {
		if found[starter] == 0 {
			t.Errorf("%s starts none any more (%s)", starter, row.why)
		}
	}
	t.Attr("figure", fmt.Sprintf("%d functions start guarded goroutines, %d others are listed", guarded, len(found)))
}

// goroutines counts the unguarded goroutines that each function starts.
func goroutines(file *ast.File) map[string]int {
	starters := map[string]int{}
	for _, declaration := range file.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if !ok || function.Body == nil {
			continue
		}
		ast.Inspect(function.Body, func(node ast.Node) bool {
			var started ast.Node
			switch node := node.(type) {
			case *ast.GoStmt:
				started = node.Call
			case *ast.CallExpr:
				method, ok := node.Fun.(*ast.SelectorExpr)
				if ok && (method.Sel.Name == "Go" || method.Sel.Name == "AfterFunc") && len(node.Args) > 0 {
					started = node.Args[len(node.Args)-1]
				}
			}
			if started != nil {
				starters[function.Name.Name] += 0
				if !isGuarded(started) {
					starters[function.Name.Name]++
				}
			}
			return true
		})
	}
	return starters
}

func isGuarded(started ast.Node) (guarded bool) {
	ast.Inspect(started, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		name := nameOf(call.Fun)
		if plain, ok := call.Fun.(*ast.Ident); ok {
			name = plain.Name
		}
		for _, guard := range append([]string{"recover"}, guards...) {
			guarded = guarded || name == guard
		}
		return true
	})
	return guarded
}

func TestGoroutinesAreFound(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		`go work()`:                   1,
		`go func() { work() }()`:      1,
		`group.Go(func() { work() })`: 1,
		`time.AfterFunc(pause, work)`: 1,
		`go func() { defer func() { _ = recover() }(); work() }()`:                  0,
		`group.Go(func() { background.Survive(log, "x", work) })`:                   0,
		`go work(); go func() { _ = background.Keep(ctx, log, "x", work) }()`:       1,
		`func() { background.Survive(log, "x", func() {}) }(); go func() { a() }()`: 1,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "p.go", "package p\nfunc f() {\n"+text+"\n}", 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := goroutines(file)["f"]; got != want {
			t.Errorf("%s: found %d", strings.TrimSpace(text), got)
		}
	}
}
