// Package sourcecode type-checks this module's own packages from their source and finds what a
// function's code reaches. It serves the generated reference alone and never runs in a server. It
// must not import the packages that it reads.
//
// Start reading at Load, then Reach.
package sourcecode

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
)

// Module is the path of this module.
const Module = "automacao"

// Program is the packages of this module that have been type-checked so far.
type Program struct {
	root     string
	places   *token.FileSet
	packages map[string]*Package
}

// Package is one type-checked package. Types that come from outside the module are unknown, so
// Info is incomplete where they are used.
type Package struct {
	Files []*ast.File
	Info  *types.Info
	types *types.Package
	nodes map[types.Object]ast.Node // functions, and the values of package-level variables
	about map[string]string
}

// Load type-checks the package with the given path and all packages of the module that it imports.
// Root is the folder of the source tree.
func Load(root, path string) (*Program, error) {
	p := &Program{root: root, places: token.NewFileSet(), packages: map[string]*Package{}}
	_, err := p.Import(path)
	return p, err
}

// Package returns a package of the program, nil if it is not part of it.
func (p *Program) Package(path string) *Package { return p.packages[path] }

// Import implements types.Importer. A package from outside the module is returned empty.
func (p *Program) Import(path string) (*types.Package, error) {
	if !strings.HasPrefix(path, Module+"/") {
		return outside(path), nil
	}
	if known := p.packages[path]; known != nil {
		return known.types, nil
	}
	loaded := &Package{
		Info:  &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}, Types: map[ast.Expr]types.TypeAndValue{}},
		nodes: map[types.Object]ast.Node{}, about: map[string]string{},
	}
	if err := p.parse(loaded, path); err != nil {
		return nil, err
	}
	// Errors are expected: nothing is known of packages from outside.
	config := types.Config{Importer: p, Error: func(error) {}, FakeImportC: true}
	loaded.types, _ = config.Check(path, p.places, loaded.Files, loaded.Info)
	loaded.index()
	p.packages[path] = loaded
	return loaded.types, nil
}

var _ types.Importer = (*Program)(nil)

func (p *Program) parse(into *Package, path string) error {
	paths, err := filepath.Glob(filepath.Join(p.root, strings.TrimPrefix(path, Module+"/"), "*.go"))
	if err != nil {
		return fmt.Errorf("list package %s: %w", path, err)
	}
	for _, name := range paths {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(p.places, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return fmt.Errorf("parse package %s: %w", path, err)
		}
		into.Files = append(into.Files, file)
	}
	if len(into.Files) == 0 {
		return errors.New("no Go files in " + path)
	}
	return nil
}

// outside returns an empty package under the name that its path suggests.
func outside(path string) *types.Package {
	name := filepath.Base(path)
	if len(name) > 1 && name[0] == 'v' && strings.Trim(name[1:], "0123456789") == "" {
		name = filepath.Base(filepath.Dir(path))
	}
	empty := types.NewPackage(path, strings.TrimPrefix(name, "go-"))
	empty.MarkComplete()
	return empty
}

func (p *Package) index() {
	for _, file := range p.Files {
		for _, declaration := range file.Decls {
			switch d := declaration.(type) {
			case *ast.FuncDecl:
				if d.Body != nil {
					p.nodes[p.Info.Defs[d.Name]] = d.Body
				}
			case *ast.GenDecl:
				p.indexSpecs(d)
			}
		}
	}
}

func (p *Package) indexSpecs(group *ast.GenDecl) {
	for _, spec := range group.Specs {
		switch s := spec.(type) {
		case *ast.ValueSpec:
			for i, name := range s.Names {
				if len(s.Values) == len(s.Names) {
					p.nodes[p.Info.Defs[name]] = s.Values[i]
				}
			}
		case *ast.TypeSpec:
			if p.about[s.Name.Name] = s.Doc.Text(); s.Doc == nil {
				p.about[s.Name.Name] = group.Doc.Text()
			}
		}
	}
}

// About returns the comment on a type, "" if the type has none.
func (p *Package) About(name string) string { return p.about[name] }

// Reach visits the code that stands in node, a part of the package in, and the code of everything
// that it uses: functions, methods and package-level variables of the module, each once. It asks
// follow about every package-level object and method that it meets, and leaves out the code of those
// for which follow returns false. What is called through an interface is not found.
func (p *Program) Reach(in *Package, node ast.Node, follow func(types.Object) bool, visit func(in *Package, node ast.Node)) {
	seen := map[types.Object]bool{}
	var walk func(in *Package, node ast.Node)
	walk = func(in *Package, node ast.Node) {
		visit(in, node)
		ast.Inspect(node, func(n ast.Node) bool {
			name, isName := n.(*ast.Ident)
			if !isName {
				return true
			}
			used := origin(in.Info.Uses[name])
			if used == nil || used.Pkg() == nil || seen[used] {
				return true
			}
			seen[used] = true
			if from := p.packages[used.Pkg().Path()]; from != nil && follow(used) && from.nodes[used] != nil {
				walk(from, from.nodes[used])
			}
			return true
		})
	}
	walk(in, node)
}

// origin returns the declared function of an instance of a generic one.
func origin(used types.Object) types.Object {
	if function, isFunction := used.(*types.Func); isFunction {
		return function.Origin()
	}
	return used
}
