package sourcecode_test

import (
	"go/ast"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"automacao/internal/codegen/sourcecode"
	"automacao/internal/kernel/leaktest"
)

func TestReachFollowsWhatIsUsed(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for name, text := range map[string]string{
		"internal/shop/shop.go": "package shop\n\nimport \"automacao/internal/till\"\n\n// Order is a purchase.\ntype Order struct{}\n\n" +
			"func Buy(o Order) error { return o.pay() }\n\nfunc (Order) pay() error { return till.Open[int](0) }\n\nfunc Unused() string { return \"unused\" }\n",
		"internal/till/till.go": "package till\n\nimport \"errors\"\n\nvar errEmpty = errors.New(\"empty\")\n\n" +
			"func Open[T any](T) error { return errEmpty }\n",
	} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const path = sourcecode.Module + "/internal/shop"
	program, err := sourcecode.Load(root, path)
	if err != nil {
		t.Fatal(err)
	}
	shop := program.Package(path)
	if about := shop.About("Order"); about != "Order is a purchase.\n" {
		t.Errorf("the comment on Order is %q", about)
	}
	var buy ast.Node
	for _, declaration := range shop.Files[0].Decls {
		if function, isFunction := declaration.(*ast.FuncDecl); isFunction && function.Name.Name == "Buy" {
			buy = function.Body
		}
	}
	var met []string
	program.Reach(shop, buy, func(used types.Object) bool {
		met = append(met, used.Name())
		return true
	}, func(*sourcecode.Package, ast.Node) {})
	for _, want := range []string{"pay", "Open", "errEmpty"} {
		if !slices.Contains(met, want) {
			t.Errorf("%s is not reached, only %q", want, met)
		}
	}
	if slices.Contains(met, "Unused") {
		t.Error("what nobody uses is reached")
	}
}

func TestAPackageWithoutFilesIsAnError(t *testing.T) {
	t.Parallel()
	if _, err := sourcecode.Load(t.TempDir(), sourcecode.Module+"/internal/shop"); err == nil {
		t.Error("an empty package was loaded")
	}
}

func TestMain(m *testing.M) { leaktest.Main(m) }
