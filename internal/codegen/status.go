package codegen

import (
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

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
