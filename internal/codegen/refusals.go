package codegen

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// refusal is a code that a call can fail with. sentence is "" if it is not a literal beside the
// code. place is where the code was found. status is the HTTP status, 0 if it is decided at run
// time.
type refusal struct {
	code, sentence, place string
	status                int
}

const faultPackage = "automacao/internal/kernel/fault"

// goPackage is the parsed source of one folder, without tests.
type goPackage struct {
	files  []*ast.File
	places *token.FileSet
	texts  map[string]ast.Expr // the package's constants
}

// goRefusals reads the refusals of every package below a folder of the source tree. A refusal that
// cannot be read is an error, so that none is missed.
func goRefusals(root, below string, skip ...string) ([]refusal, error) {
	var found []refusal
	err := filepath.WalkDir(filepath.Join(root, below), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if slices.Contains(skip, filepath.ToSlash(name)) || entry.Name() == "testdata" {
			return fs.SkipDir
		}
		read, err := readPackage(path)
		if err != nil {
			return err
		}
		inPackage, err := read.refusals()
		found = append(found, inPackage...)
		return err
	})
	return found, err
}

func readPackage(folder string) (goPackage, error) {
	read := goPackage{places: token.NewFileSet(), texts: map[string]ast.Expr{}}
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return read, err
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(read.places, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return read, err
		}
		read.files = append(read.files, file)
		read.nameTexts(file)
	}
	return read, nil
}

func (p goPackage) nameTexts(file *ast.File) {
	for _, declaration := range file.Decls {
		group, ok := declaration.(*ast.GenDecl)
		if !ok || group.Tok != token.CONST {
			continue
		}
		for _, spec := range group.Specs {
			named, ok := spec.(*ast.ValueSpec)
			if !ok || len(named.Values) != len(named.Names) {
				continue
			}
			for i, name := range named.Names {
				p.texts[name.Name] = named.Values[i]
			}
		}
	}
}

func (p goPackage) refusals() (found []refusal, err error) {
	for _, file := range p.files {
		inside := faultReader{goPackage: p, fault: nameOfFault(file)}
		if inside.fault == "" {
			continue
		}
		ast.Inspect(file, inside.visit)
		found = append(found, inside.found...)
		err = errors.Join(err, errors.Join(inside.failed...))
	}
	return found, err
}

// nameOfFault returns the name by which a file imports package fault, "" if it does not import it.
func nameOfFault(file *ast.File) string {
	for _, spec := range file.Imports {
		if path, err := strconv.Unquote(spec.Path.Value); err != nil || path != faultPackage {
			continue
		}
		if spec.Name != nil {
			return spec.Name.Name
		}
		return "fault"
	}
	return ""
}

type faultReader struct {
	goPackage
	fault  string
	found  []refusal
	failed []error
}

// visit reads fault.New(status, code, sentence) and fault.Error{…}. Using fault.New other than in a
// call is an error, so that no code escapes under another name.
func (r *faultReader) visit(node ast.Node) bool {
	switch node := node.(type) {
	case *ast.CallExpr:
		if r.isFault(node.Fun, "New") && len(node.Args) == 3 {
			r.read(node, node.Args[0], node.Args[1], node.Args[2])
			for _, argument := range node.Args {
				ast.Inspect(argument, r.visit)
			}
			return false
		}
	case *ast.CompositeLit:
		if r.isFault(node.Type, "Error") {
			r.read(node, member(node, "Status"), member(node, "Code"), member(node, "Message"))
			return false
		}
	case *ast.SelectorExpr:
		if r.isFault(node, "New") {
			r.fail(node, "call fault.New directly, so that its code can be read")
		}
	}
	return true
}

func (r *faultReader) isFault(expression ast.Expr, name string) bool {
	selector, ok := expression.(*ast.SelectorExpr)
	if !ok || selector.Sel.Name != name {
		return false
	}
	from, ok := selector.X.(*ast.Ident)
	return ok && from.Name == r.fault
}

func member(literal *ast.CompositeLit, name string) ast.Expr {
	for _, element := range literal.Elts {
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			if key, ok := pair.Key.(*ast.Ident); ok && key.Name == name {
				return pair.Value
			}
		}
	}
	return nil
}

func (r *faultReader) read(node ast.Node, status, code, sentence ast.Expr) {
	text, ok := r.text(code)
	if !ok || text == "" {
		r.fail(node, "write the code as a literal, so that it can be read")
		return
	}
	// A computed sentence is known only at run time.
	literal, _ := r.text(sentence)
	number, err := statusOf(status)
	if err != nil {
		r.fail(node, err.Error())
		return
	}
	r.found = append(r.found, refusal{code: text, sentence: literal, place: r.place(node), status: number})
}

func (r *faultReader) fail(node ast.Node, why string) {
	r.failed = append(r.failed, fmt.Errorf("%s: %s", r.place(node), why))
}

func (r *faultReader) place(node ast.Node) string {
	at := r.places.Position(node.Pos())
	return fmt.Sprintf("%s:%d", filepath.ToSlash(at.Filename), at.Line)
}

// isSay recognises limits.Say(sentence), whose limits are filled in later.
func isSay(call *ast.CallExpr) bool {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || selector.Sel.Name != "Say" || len(call.Args) != 1 {
		return false
	}
	from, ok := selector.X.(*ast.Ident)
	return ok && from.Name == "limits"
}

// text returns the value of a constant string expression: a literal, a name, or a concatenation.
func (p goPackage) text(expression ast.Expr) (string, bool) {
	switch expression := expression.(type) {
	case *ast.BasicLit:
		if expression.Kind != token.STRING {
			return "", false
		}
		text, err := strconv.Unquote(expression.Value)
		return text, err == nil
	case *ast.Ident:
		named, ok := p.texts[expression.Name]
		if !ok {
			return "", false
		}
		return p.text(named)
	case *ast.ParenExpr:
		return p.text(expression.X)
	case *ast.CallExpr:
		if isSay(expression) {
			return p.text(expression.Args[0])
		}
	case *ast.BinaryExpr:
		left, leftOK := p.text(expression.X)
		right, rightOK := p.text(expression.Y)
		return left + right, leftOK && rightOK && expression.Op == token.ADD
	}
	return "", false
}

var (
	refuseCall    = regexp.MustCompile(`\bprivate\.refuse\s*\(`)
	refuseWritten = regexp.MustCompile(`\bprivate\.refuse\s*\(\s*(\d{3})\s*,\s*'([a-z_]+)'\s*,\s*'((?:[^']|'')+)'\s*[,)]`)
)

// sqlRefusals reads the refusals of every function in the database. A refusal that cannot be read
// is an error, so that none is missed.
func sqlRefusals(ctx context.Context, db Querier) ([]refusal, error) {
	rows, err := db.Query(ctx, `
		SELECT p.oid::regproc::text, p.prosrc
		FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
		WHERE p.prosrc LIKE '%private.refuse%' AND n.nspname NOT IN ('pg_catalog', 'information_schema')
		ORDER BY 1`)
	if err != nil {
		return nil, fmt.Errorf("list functions: %w", err)
	}
	type function struct{ Name, Source string }
	functions, err := pgx.CollectRows(rows, pgx.RowToStructByPos[function])
	if err != nil {
		return nil, fmt.Errorf("list functions: %w", err)
	}
	var found []refusal
	for _, f := range functions {
		written := refuseWritten.FindAllStringSubmatch(f.Source, -1)
		if len(written) != len(refuseCall.FindAllString(f.Source, -1)) {
			return nil, fmt.Errorf("function %s: write code and sentence as literals, private.refuse(status, 'code', 'sentence'[, wait]), so that they can be read", f.Name)
		}
		for _, call := range written {
			status, err := strconv.Atoi(call[1])
			if err != nil {
				return nil, fmt.Errorf("function %s: read a status: %w", f.Name, err)
			}
			found = append(found, refusal{code: call[2], sentence: strings.ReplaceAll(call[3], "''", "'"), place: "function " + f.Name, status: status})
		}
	}
	return found, nil
}
