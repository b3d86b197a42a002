package codegen

import (
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"automacao/internal/codegen/sourcecode"
	"automacao/internal/market/transition"
)

const (
	appPackage        = sourcecode.Module + "/internal/app"
	restPackage       = sourcecode.Module + "/internal/wire/rest"
	limitsPackage     = sourcecode.Module + "/internal/market/limits"
	transitionPackage = sourcecode.Module + "/internal/market/transition"
)

// workflowCode is what the source of the registered functions says.
type workflowCode struct {
	program *sourcecode.Program
	of      map[string]reached
	limits  map[string]limit // by the name of the constant
}

// reached is what the code of one function can refuse with, and the limits that it names.
type reached struct {
	codes, limits, texts map[string]bool
	machines             map[string]bool
}

// readWorkflows follows the code behind each call of rest.Register.
func (s Sources) readWorkflows(ctx context.Context) (workflowCode, error) {
	rules, columns, err := readLimits(ctx, s.DB)
	if err != nil {
		return workflowCode{}, err
	}
	program, err := sourcecode.Load(s.Root, appPackage)
	if err != nil {
		return workflowCode{}, err
	}
	code := workflowCode{program: program, of: map[string]reached{}, limits: map[string]limit{}}
	for _, l := range append(rules, columns...) {
		code.limits[camel(l.Name)] = l
	}
	app := program.Package(appPackage)
	for _, file := range app.Files {
		ast.Inspect(file, func(node ast.Node) bool {
			call, isCall := node.(*ast.CallExpr)
			if !isCall || len(call.Args) != 4 || !uses(app, call.Fun, restPackage, "Register") {
				return true
			}
			if name, isText := textOf(app, call.Args[1]); isText {
				code.of[name] = code.follow(app, call.Args[2])
			}
			return false
		})
	}
	if len(code.of) == 0 {
		return workflowCode{}, fmt.Errorf("no call of rest.Register was found in %s", appPackage)
	}
	return code, nil
}

var limitName = regexp.MustCompile(`\{([a-z_.]+)\}`)

// follow collects what the code of one function reaches. It leaves out the bounds of notifications
// and of the audit log, which no caller writes.
func (c workflowCode) follow(app *sourcecode.Package, function ast.Expr) reached {
	r := reached{codes: map[string]bool{}, limits: map[string]bool{}, texts: map[string]bool{}, machines: map[string]bool{}}
	c.program.Reach(app, function, func(used types.Object) bool {
		// The steps of a machine refuse only if they are taken: see takeSteps.
		if used.Pkg().Path() == transitionPackage && isMachine(used) {
			r.machines[used.Name()] = true
			return false
		}
		if used.Pkg().Path() != limitsPackage {
			return true
		}
		if constant, isConstant := used.(*types.Const); isConstant {
			r.limits[constant.Name()] = true
		}
		return false
	}, func(in *sourcecode.Package, node ast.Node) { r.read(in, node) })
	maps.DeleteFunc(r.limits, func(name string, _ bool) bool {
		l, isLimit := c.limits[name]
		return !isLimit || strings.HasPrefix(l.Name, "notifications.") || strings.HasPrefix(l.Name, "audit_log.")
	})
	r.takeSteps()
	return r
}

// read collects the codes of faults, the texts, and the limits that sentences name.
func (r reached) read(in *sourcecode.Package, node ast.Node) {
	ast.Inspect(node, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if len(n.Args) == 3 && uses(in, n.Fun, faultPackage, "New") {
				r.add(in, n.Args[1], n.Args[2])
			}
		case *ast.BasicLit:
			if text, isText := textOf(in, n); isText && n.Kind == token.STRING {
				r.texts[text] = true
			}
		}
		return true
	})
}

func (r reached) add(in *sourcecode.Package, code, sentence ast.Expr) {
	if text, isText := textOf(in, code); isText {
		r.codes[text] = true
	}
	ast.Inspect(sentence, func(n ast.Node) bool {
		if literal, isLiteral := n.(*ast.BasicLit); isLiteral {
			for _, name := range limitName.FindAllStringSubmatch(literal.Value, -1) {
				r.limits[camel(name[1])] = true
			}
		}
		return true
	})
}

// takeSteps adds the refusals of the steps that the code names, of the machines that it uses.
func (r reached) takeSteps() {
	for _, machine := range transition.Machines() {
		if !r.machines[camel(machine.Noun)] {
			continue
		}
		for _, step := range machine.Steps {
			if !r.texts[step.Action] || step.Actor == transition.System || step.Actor == transition.Time {
				continue
			}
			if step.Wrong != nil {
				r.codes[step.Wrong.Code] = true
			}
			if machine.Stranger != nil {
				r.codes[machine.Stranger.Code] = true
			}
		}
	}
}

func isMachine(object types.Object) bool {
	named, isNamed := object.Type().(*types.Named)
	return isNamed && named.Obj().Name() == "Machine" && object.Parent() == object.Pkg().Scope()
}

// uses reports whether an expression names a function of a package.
func uses(in *sourcecode.Package, expression ast.Expr, path, name string) bool {
	selector, isSelector := expression.(*ast.SelectorExpr)
	if !isSelector || selector.Sel.Name != name {
		return false
	}
	used := in.Info.Uses[selector.Sel]
	return used != nil && used.Pkg() != nil && used.Pkg().Path() == path
}

// textOf returns the value of a constant text.
func textOf(in *sourcecode.Package, expression ast.Expr) (string, bool) {
	value := in.Info.Types[expression].Value
	if value == nil || value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(value), true
}

// about returns the comment on the type of a function's arguments, on one line.
func (c workflowCode) about(t reflect.Type) string {
	from := c.program.Package(t.PkgPath())
	if from == nil || t.Name() == "" {
		return ""
	}
	return strings.Join(strings.Fields(from.About(t.Name())), " ")
}

// stepsOf links the tables in which a function is a step.
func stepsOf(function string) (links []string) {
	for _, machine := range transition.Machines() {
		if slices.ContainsFunc(machine.Steps, func(s transition.Step) bool { return cmp.Or(s.Call, s.Action) == function }) {
			links = append(links, fmt.Sprintf("[%s](transitions.md#%s)", strings.ReplaceAll(machine.Noun, "_", " "), machine.Noun))
		}
	}
	return links
}
