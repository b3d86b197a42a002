package conventions

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The longest that a function and a file outside tests may be, in lines.
const (
	functionLinesMax = 45
	fileLinesMax     = 300
)

// longer lists what exceeds these bounds, with its own bound. An entry that is no longer needed
// fails, so the list only shrinks.
var longer = map[string]int{
	"internal/market/demo/stories.go cans":                    46,
	"internal/market/money/settlement/record.go Record":       47,
	"internal/market/money/withholding/withholding.go Record": 48,
	"internal/market/register/people.go":                      327,
	"internal/postgres/backup/point_in_time.go RestoreAt":     53,
	"internal/postgres/backup/tools.go Transfer":              52,
	"internal/postgres/migrate.go up":                         46,
	"internal/site/pagination.go beside":                      49,
	"internal/site/rows.go rowsOf":                            48,
	"internal/site/site.go":                                   304,
	"internal/wire/auth/account/change.go PutUser":            59,
	"internal/wire/auth/admin/factor.go ChangeFactor":         54,
	"internal/wire/auth/routes.go routes":                     63,
	"internal/wire/realtime/join.go enter":                    52,
	"internal/wire/rest/openapi/openapi.go":                   308,
	"internal/wire/rest/openapi/openapi.go call":              48,
	"internal/wire/rest/plan/write.go":                        306,
	"internal/wire/rest/query/query.go":                       344,
	"internal/wire/rest/request.go read":                      48,
	"internal/wire/standalone/standalone.go compose":          51,
	"internal/wire/storage/errors.go fromPostgres":            56,
	"verify/bench/rivals.go calls":                            56,
	"verify/trust/crash.go":                                   417,
	"verify/trust/drain.go":                                   338,
	"verify/trust/hostile.go":                                 354,
	"verify/trust/tokens.go forgeries":                        55,
	"verify/trust/wire.go":                                    337,
}

// TestFunctionsAndFilesAreShort checks code that is neither generated nor a test.
func TestFunctionsAndFilesAreShort(t *testing.T) {
	t.Parallel()
	needed := map[string]bool{}
	check := func(what string, lines, bound int) {
		if lines <= bound {
			return
		}
		if own, ok := longer[what]; ok {
			needed[what] = true
			bound = own
		}
		if lines > bound {
			t.Errorf("%s has %d lines, and may have %d", what, lines, bound)
		}
	}
	eachFile(t, goFolders, func(path string) error {
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(fullPath(path))
		if err != nil {
			return err
		}
		positions := token.NewFileSet()
		file, err := parser.ParseFile(positions, path, text, parser.ParseComments)
		if err != nil || ast.IsGenerated(file) {
			return err
		}
		check(path, bytes.Count(text, []byte("\n")), fileLinesMax)
		for _, declaration := range file.Decls {
			if function, ok := declaration.(*ast.FuncDecl); ok {
				first, last := positions.Position(function.Pos()), positions.Position(function.End())
				check(path+" "+function.Name.Name, last.Line-first.Line+1, functionLinesMax)
			}
		}
		return nil
	})
	for what := range longer {
		if !needed[what] {
			t.Errorf("%s is short enough now: remove it from the list", what)
		}
	}
}
