package codegen

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// protocols are the packages whose codes a client of the product can receive. The codes of
// wire/rest are PostgreSQL's and the client library's own; the screens know the few that matter to
// a reader.
var protocols = []string{"internal/wire/auth", "internal/wire/storage"}

// repeatPackage is the only package of wire/rest that addresses people: no protocol has codes for its
// refusals.
const repeatPackage = "internal/wire/rest/repeat"

const codesHeader = `// Written by "automacao types"; do not edit.

/** Every code with which the server refuses a call, and the sentence that the screen shows. */
export const REFUSALS = {
`

const countingHeader = `/** Codes whose sentence names a limit of this marketplace: the server's own sentence contains its value. */
export const COUNTING: ReadonlySet<string> = new Set<RefusalCode>([
`

// naming returns the sorted codes whose sentence names a limit.
func naming(refusals []refusal) []string {
	named := map[string]bool{}
	for _, r := range refusals {
		if strings.Contains(r.sentence, "{") {
			named[r.code] = true
		}
	}
	return slices.Sorted(maps.Keys(named))
}

// catalogue is every code of Go and of the database in force: its sentence, its HTTP statuses, and
// which sentences name a limit.
type catalogue struct {
	sentences map[string]string
	statuses  map[string][]int
	counting  []string
}

// readCodes reads the catalogue of codes.
func (s Sources) readCodes(ctx context.Context) (all catalogue, err error) {
	product, err := goRefusals(s.Root, "internal", "internal/wire", "internal/edge", "internal/kernel/fault")
	if err != nil {
		return all, err
	}
	repeats, err := goRefusals(s.Root, repeatPackage)
	if err != nil {
		return all, err
	}
	product = append(product, repeats...)
	inSQL, err := sqlRefusals(ctx, s.DB)
	if err != nil {
		return all, err
	}
	var ofProtocols []refusal
	for _, folder := range protocols {
		found, err := goRefusals(s.Root, folder)
		if err != nil {
			return all, err
		}
		ofProtocols = append(ofProtocols, found...)
	}
	rules, columns, err := readLimits(ctx, s.DB)
	if err != nil {
		return all, err
	}
	if product, err = filled(product, rules, columns); err != nil {
		return all, err
	}
	all.counting = naming(inSQL)
	// The database fills in what it can ask for by name, which no check is.
	if inSQL, err = filled(inSQL, rules); err != nil {
		return all, err
	}
	product = append(product, inSQL...)
	all.statuses = statusesOf(slices.Concat(product, ofProtocols))
	all.sentences, err = settle(product, ofProtocols, s.Sentences)
	return all, err
}

// codes writes the codes for the screens.
func (s Sources) codes(ctx context.Context) ([]byte, error) {
	all, err := s.readCodes(ctx)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	text.WriteString(codesHeader)
	for _, code := range slices.Sorted(maps.Keys(all.sentences)) {
		fmt.Fprintf(&text, "  %s: %s,\n", code, quoteTS(all.sentences[code]))
	}
	text.WriteString("} as const\n\nexport type RefusalCode = keyof typeof REFUSALS\n\n" + countingHeader)
	for _, code := range all.counting {
		fmt.Fprintf(&text, "  %s,\n", quoteTS(code))
	}
	text.WriteString("])\n")
	return []byte(text.String()), nil
}

const codesPreamble = `<!-- Written by "make types" (automacao types); do not edit. -->
# Error codes

A refused call answers with a code and, for people, a sentence in Portuguese. Each code
has one sentence. A client decides by the code and never by the sentence. In a sentence
marked with * the number is the limit of the market that answers: the table shows the
default.

The list has the codes of the product, of sign-in (` + "`/auth/v1`" + `) and of storage
(` + "`/storage/v1`" + `). ` + "`/rest/v1`" + ` also answers with PostgreSQL's and PostgREST's own codes.

A code with several HTTP statuses is answered by several places. Where none is shown, it is
decided when the call is refused.

| code | status | sentence |
|---|---|---|
`

// codesDocument writes the codes for integrators.
func (s Sources) codesDocument(ctx context.Context) ([]byte, error) {
	all, err := s.readCodes(ctx)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	text.WriteString(codesPreamble)
	for _, code := range slices.Sorted(maps.Keys(all.sentences)) {
		mark := ""
		if slices.Contains(all.counting, code) {
			mark = " *"
		}
		fmt.Fprintf(&text, "| `%s` | %s | %s%s |\n", code, statusText(all.statuses[code]), strings.ReplaceAll(all.sentences[code], "|", `\|`), mark)
	}
	return []byte(text.String()), nil
}

// settle gives every code its one sentence: the product's own say it where
// they refuse, the protocols' have theirs in a table.
func settle(product, ofProtocols []refusal, table map[string]string) (map[string]string, error) {
	sentences, places := map[string]string{}, map[string]string{}
	var failed []error
	for _, r := range product {
		switch said, known := sentences[r.code]; {
		case r.sentence == "":
			failed = append(failed, fmt.Errorf("%s: the sentence of %s must be a literal, so that it can be read", r.place, r.code))
		case known && said != r.sentence:
			failed = append(failed, fmt.Errorf("%s has two sentences: %q (%s) and %q (%s)", r.code, said, places[r.code], r.sentence, r.place))
		default:
			sentences[r.code], places[r.code] = r.sentence, r.place
		}
	}
	left := maps.Clone(table)
	for _, r := range ofProtocols {
		if _, own := places[r.code]; own {
			continue
		}
		delete(left, r.code)
		if table[r.code] == "" {
			failed = append(failed, fmt.Errorf("%s: %s has no sentence in the table of the protocols' codes", r.place, r.code))
		}
		sentences[r.code] = table[r.code]
	}
	for _, code := range slices.Sorted(maps.Keys(left)) {
		failed = append(failed, fmt.Errorf("%s is in the table of the protocols' codes, but no protocol alone uses it", code))
	}
	return sentences, errors.Join(failed...)
}

// quoteTS writes a text in single quotes, or in double quotes if it contains a character to escape.
func quoteTS(text string) string {
	if strings.ContainsAny(text, "'\\\n") {
		return fmt.Sprintf("%q", text)
	}
	return "'" + text + "'"
}

// statuses are the names of net/http that refusals use.
var statuses = map[string]int{
	"StatusBadGateway":                   http.StatusBadGateway,
	"StatusBadRequest":                   http.StatusBadRequest,
	"StatusConflict":                     http.StatusConflict,
	"StatusForbidden":                    http.StatusForbidden,
	"StatusGatewayTimeout":               http.StatusGatewayTimeout,
	"StatusGone":                         http.StatusGone,
	"StatusInsufficientStorage":          http.StatusInsufficientStorage,
	"StatusInternalServerError":          http.StatusInternalServerError,
	"StatusLocked":                       http.StatusLocked,
	"StatusLoopDetected":                 http.StatusLoopDetected,
	"StatusMethodNotAllowed":             http.StatusMethodNotAllowed,
	"StatusMultipleChoices":              http.StatusMultipleChoices,
	"StatusNotAcceptable":                http.StatusNotAcceptable,
	"StatusNotFound":                     http.StatusNotFound,
	"StatusNotImplemented":               http.StatusNotImplemented,
	"StatusPreconditionFailed":           http.StatusPreconditionFailed,
	"StatusRequestEntityTooLarge":        http.StatusRequestEntityTooLarge,
	"StatusRequestTimeout":               http.StatusRequestTimeout,
	"StatusRequestedRangeNotSatisfiable": http.StatusRequestedRangeNotSatisfiable,
	"StatusServiceUnavailable":           http.StatusServiceUnavailable,
	"StatusTooManyRequests":              http.StatusTooManyRequests,
	"StatusUnauthorized":                 http.StatusUnauthorized,
	"StatusUnprocessableEntity":          http.StatusUnprocessableEntity,
	"StatusUnsupportedMediaType":         http.StatusUnsupportedMediaType,
}

// statusOf reads the status of a refusal: a name of net/http or a number; 0 if it is computed.
func statusOf(expression ast.Expr) (int, error) {
	switch e := expression.(type) {
	case *ast.BasicLit:
		if e.Kind == token.INT {
			return strconv.Atoi(e.Value)
		}
	case *ast.SelectorExpr:
		if from, isName := e.X.(*ast.Ident); isName && from.Name == "http" {
			if status, known := statuses[e.Sel.Name]; known {
				return status, nil
			}
			return 0, fmt.Errorf("add http.%s to statuses, so that its number can be read", e.Sel.Name)
		}
	}
	return 0, nil
}

// statusesOf returns the statuses of every code in ascending order, without the computed ones.
func statusesOf(refusals []refusal) map[string][]int {
	all := map[string][]int{}
	for _, r := range refusals {
		if r.status != 0 && !slices.Contains(all[r.code], r.status) {
			all[r.code] = append(all[r.code], r.status)
		}
	}
	for code := range maps.Keys(all) {
		slices.Sort(all[code])
	}
	return all
}

// statusText joins the statuses of a code for a table cell.
func statusText(statuses []int) string {
	texts := make([]string, len(statuses))
	for i, status := range statuses {
		texts[i] = strconv.Itoa(status)
	}
	return strings.Join(texts, ", ")
}
