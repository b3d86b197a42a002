package conventions

import (
	"bytes"
	"fmt"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// source is the header of a Go file, up to its first declaration.
type source struct {
	path, folder string
	isTest       bool
	hasDoc       bool
	imports      []string
}

// sources reads every Go file of the module. Folders and imports are relative to the module's root.
func sources(t *testing.T) []source {
	t.Helper()
	var found []source
	eachFile(t, goFolders, func(path string) error {
		if filepath.Ext(path) != ".go" {
			return nil
		}
		read, err := readSource(path)
		found = append(found, read)
		return err
	})
	return found
}

func readSource(path string) (source, error) {
	file, err := parser.ParseFile(token.NewFileSet(), fullPath(path), nil, parser.ImportsOnly|parser.ParseComments)
	if err != nil {
		return source{}, err
	}
	read := source{
		path: path, folder: filepath.ToSlash(filepath.Dir(path)),
		isTest: strings.HasSuffix(path, "_test.go"), hasDoc: file.Doc != nil,
	}
	for _, spec := range file.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return source{}, err
		}
		if own, ok := strings.CutPrefix(name, "automacao/"); ok {
			read.imports = append(read.imports, own)
		}
	}
	return read, nil
}

func TestEveryPackageHasOneComment(t *testing.T) {
	t.Parallel()
	comments := map[string]int{}
	for _, file := range sources(t) {
		if file.isTest {
			continue
		}
		comments[file.folder] += 0
		if file.hasDoc {
			comments[file.folder]++
		}
	}
	for folder, count := range comments {
		if count != 1 {
			t.Errorf("%s has %d package comments", folder, count)
		}
	}
}

// TestOneWayToBecomeTheCaller checks that only one place sets a transaction's role.
func TestOneWayToBecomeTheCaller(t *testing.T) {
	t.Parallel()
	for _, file := range sources(t) {
		if file.isTest || within(file.folder, "verify") || file.folder == "internal/postgres/become" {
			continue
		}
		text, err := os.ReadFile(filepath.Join("../..", file.path))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "set_config('role'") || strings.Contains(string(text), "request.jwt.claims") {
			t.Errorf("%s sets a role or claims itself: that is internal/postgres/become's", file.path)
		}
	}
}

// comparesAParty matches comparisons of the caller's own id with a party's id. Only package party
// decides who acts for a party.
var comparesAParty = regexp.MustCompile(`(?i)\b(who|UserID)\s*(==|!=)\s*[\w.]*(company|professional|organisation|author|subject)_?id\b|` +
	`\b[\w.]*(company|professional|organisation|author|subject)_?id\s*(==|!=)\s*[\w.()]*\b(who|UserID)\b|` +
	`\$\d+(::uuid)? (=|<>|IN) \(?(\w+\.)?(company|professional)_id, `)

// TestPeopleActForPartiesByMembership checks that no workflow treats the caller as the party
// itself.
func TestPeopleActForPartiesByMembership(t *testing.T) {
	t.Parallel()
	for _, file := range sources(t) {
		if file.isTest || !within(file.folder, "internal/market") && !within(file.folder, "internal/site") {
			continue
		}
		text, err := os.ReadFile(filepath.Join("../..", file.path))
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range comparesAParty.FindAllString(string(text), -1) {
			t.Errorf("%s: %s: ask package party", file.path, found)
		}
	}
	for _, wrong := range []string{
		`who == project.CompanyID`, `caller.From(ctx).UserID != in.ProfessionalID`, `project.CompanyID == caller.From(ctx).UserID`, `$2 IN (c.company_id, c.professional_id)`,
	} {
		if !comparesAParty.MatchString(wrong) {
			t.Errorf("%s is not found", wrong)
		}
	}
}

func within(folder, parent string) bool {
	return folder == parent || strings.HasPrefix(folder, parent+"/")
}

// fractions are the identifiers with which Go code uses inexact numbers.
var fractions = []string{"float32", "float64", "complex64", "complex128", "ParseFloat", "FormatFloat", "AppendFloat", "NewFloat", "SetFloat64", "Float8", "Float4"}

// inexact lists the inexact types and functions that a source uses, and every fractional literal.
func inexact(text []byte) []string {
	var found []string
	var reader scanner.Scanner
	files := token.NewFileSet()
	reader.Init(files.AddFile("", files.Base(), len(text)), text, nil, 0)
	for {
		_, kind, word := reader.Scan()
		switch {
		case kind == token.EOF:
			return found
		case kind == token.FLOAT, kind == token.IDENT && slices.Contains(fractions, word):
			found = append(found, word)
		}
	}
}

// TestMoneyIsWhole checks that code about amounts uses no fractions.
func TestMoneyIsWhole(t *testing.T) {
	t.Parallel()
	for _, file := range sources(t) {
		if file.isTest || within(file.folder, "internal/market/jobs") || !within(file.folder, "internal/market") && !within(file.folder, "internal/kernel/money") {
			continue
		}
		text, err := os.ReadFile(filepath.Join("../..", file.path))
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range inexact(text) {
			t.Errorf("%s uses %s: amounts are whole centavos", file.path, found)
		}
	}
	for wrong, want := range map[string]int{
		"var value float64": 1, "value := float32(cents) / 100": 1, "total := cents * 1.05": 1, "strconv.ParseFloat(text, 64)": 1,
		"var value pgtype.Float8": 1, "cents := reais * 100 // not a float64, nor 1.5": 0, `text := "1.5"`: 0,
	} {
		if found := inexact([]byte(wrong)); len(found) != want {
			t.Errorf("%s: found %q", wrong, found)
		}
	}
}

// TestNoPackageLeaks checks that every package with tests fails if a goroutine outlives them.
func TestNoPackageLeaks(t *testing.T) {
	t.Parallel()
	watched := map[string]bool{}
	for _, file := range sources(t) {
		if !file.isTest {
			continue
		}
		text, err := os.ReadFile(filepath.Join("../..", file.path))
		if err != nil {
			t.Fatal(err)
		}
		watched[file.folder] = watched[file.folder] || bytes.Contains(text, []byte("VerifyNoLeaks(m)")) || bytes.Contains(text, []byte("Main(m)"))
	}
	for folder, isWatched := range watched {
		if !isWatched {
			t.Errorf("%s has no TestMain that looks for goroutines that outlive its tests", folder)
		}
	}
	t.Attr("figure", fmt.Sprintf("%d packages are watched for leaks", len(watched)))
}

// goFolders are the folders of the root that hold Go code.
var goFolders = []string{"cmd", "internal", "verify"}

// fullPath returns the path from this package to a file of the root.
func fullPath(path string) string { return filepath.Join("../..", filepath.FromSlash(path)) }

// eachFile visits every file below the given folders of the root, by its path from the root with
// slashes. It leaves out testdata and what npm installed.
func eachFile(t *testing.T, folders []string, visit func(path string) error) {
	t.Helper()
	visited := 0
	for _, folder := range folders {
		err := filepath.WalkDir(fullPath(folder), func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == "testdata"):
				return fs.SkipDir
			case entry.IsDir():
				return nil
			}
			visited++
			return visit(strings.TrimPrefix(filepath.ToSlash(path), "../../"))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if visited == 0 {
		t.Fatalf("there is no file below %q", folders)
	}
}

// freely lists the files that notify people of something that is no step of a noun, each with what
// it is. Everybody else is told through the tables of package transition, which name the readers.
var freely = map[string]string{
	"internal/market/deal/question/question.go":           "questions and their answers",
	"internal/market/jobs/keep_copies.go":                 "a failed backup",
	"internal/market/money/ledger/verify.go":              "a ledger that does not add up",
	"internal/market/money/payment/payment.go":            "differences from the institution",
	"internal/market/money/payment/payouts.go":            "payouts, whose state is the institution's",
	"internal/market/money/payment/receiver.go":           "receiving accounts, whose state is the institution's",
	"internal/market/money/payment/retire.go":             "receiving accounts under an earlier number",
	"internal/market/people/message/message.go":           "messages",
	"internal/market/people/organisation/organisation.go": "members who come and go",
	"internal/market/people/review/review.go":             "reviews",
	"internal/market/people/search/digest.go":             "results of saved searches, in a letter",
	"internal/market/people/search/tell.go":               "results of saved searches, at once",
	"internal/market/transition/notice.go":                "the steps themselves",
}

var notifies = regexp.MustCompile(`notification\.Tell[A-Za-z]*\(`)

// TestStepsAreToldFromTheirTables checks that nobody notifies people of a step past its table.
func TestStepsAreToldFromTheirTables(t *testing.T) {
	t.Parallel()
	found := map[string]bool{}
	for _, file := range sources(t) {
		if file.isTest || !within(file.folder, "internal/market") || file.folder == "internal/market/people/notification" {
			continue
		}
		text, err := os.ReadFile(filepath.Join("../..", file.path))
		if err != nil {
			t.Fatal(err)
		}
		if !notifies.Match(text) {
			continue
		}
		found[file.path] = true
		if freely[file.path] == "" {
			t.Errorf("%s notifies people by itself: declare whom its step tells in internal/market/transition, and call Tell there", path.Base(file.path))
		}
	}
	for name := range freely {
		if !found[name] {
			t.Errorf("%s notifies nobody any more", name)
		}
	}
}
