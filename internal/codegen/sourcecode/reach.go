package sourcecode

import (
	"go/ast"
	"go/types"
)

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
