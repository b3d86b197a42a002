package rest

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/rest/query"
)

func (e *Engine) readBody(req *request) error {
	if req.http.Method == http.MethodDelete || req.http.Method == http.MethodOptions {
		return nil
	}
	if !slices.Contains(bodyTypes[req.isCall], req.bodyType()) {
		return fault.New(http.StatusBadRequest, "PGRST102", "Content-Type not acceptable: "+req.bodyType())
	}
	if req.http.ContentLength > e.config().BodyBytesMax {
		return errTooLarge
	}
	body, err := io.ReadAll(http.MaxBytesReader(nil, req.http.Body, e.config().BodyBytesMax))
	if err != nil {
		return bodyError(err)
	}
	switch req.bodyType() {
	case csvType:
		req.body, err = csvToJSON(body, e.config().BodyBytesMax)
	case formType:
		fields := formFields(body)
		if req.body, err = formToJSON(fields); req.isCall {
			req.query.Arguments = fields
		}
	default:
		req.body = body
	}
	return err
}

const (
	bodyJSON = "application/json"
	formType = "application/x-www-form-urlencoded"
	csvType  = "text/csv"
)

// bodyTypes are the accepted media types of bodies: true for calls, false for writes.
var bodyTypes = map[bool][]string{
	true:  {bodyJSON, formType, csvType, "text/plain", "text/xml", "application/octet-stream"},
	false: {bodyJSON, formType, csvType},
}

// bodyType is the media type of the body without parameters; JSON if the request names none.
func (r *request) bodyType() string {
	kind, _, _ := strings.Cut(r.http.Header.Get("Content-Type"), ";")
	return cmp.Or(strings.ToLower(strings.TrimSpace(kind)), bodyJSON)
}

var (
	errSlow = fault.New(http.StatusRequestTimeout, "PGRST102", "The body did not arrive in time")
	errCut  = fault.New(http.StatusBadRequest, "PGRST102", "The body could not be read")
)

// bodyError maps the error that ended reading a body to a public error.
func bodyError(err error) error {
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return errTooLarge.Because(tooLarge)
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return errSlow.Because(err)
	}
	return errCut.Because(err)
}

var errCSV = fault.New(http.StatusBadRequest, "PGRST102", "All lines must have same number of fields")

// csvToJSON turns every line after the first into an object; the text NULL becomes null. Every
// object repeats the column names, so bytesMax also bounds the JSON that a small body expands to.
func csvToJSON(body []byte, bytesMax int64) ([]byte, error) {
	lines := csv.NewReader(bytes.NewReader(body))
	names, err := lines.Read()
	if err != nil {
		return nil, errCSV.Because(err)
	}
	rows := []byte{'['}
	for {
		line, err := lines.Read()
		if errors.Is(err, io.EOF) {
			return append(bytes.TrimSuffix(rows, []byte(",")), ']'), nil
		}
		if err != nil {
			return nil, errCSV.Because(err)
		}
		if rows = appendRow(rows, names, line); int64(len(rows)) > bytesMax {
			return nil, errTooLarge
		}
	}
}

func appendRow(rows []byte, names, line []string) []byte {
	row := make(map[string]*string, len(names))
	for i, name := range names {
		row[name] = &line[i]
		if line[i] == "NULL" {
			row[name] = nil
		}
	}
	object, _ := json.Marshal(row)
	return append(append(rows, object...), ',')
}

// formToJSON turns a form into an object. If a name occurs several times, the last value counts.
func formToJSON(fields []query.Argument) ([]byte, error) {
	row := map[string]string{}
	for _, field := range fields {
		row[field.Name] = field.Value
	}
	return json.Marshal(row)
}

// formFields returns the fields of a form in order. A name may occur several times, for a function
// that takes a list.
func formFields(body []byte) []query.Argument {
	list := []query.Argument{}
	for pair := range strings.SplitSeq(string(body), "&") {
		name, value, _ := strings.Cut(pair, "=")
		if name = unescape(name); name != "" {
			list = append(list, query.Argument{Name: name, Value: unescape(value)})
		}
	}
	return list
}

// unescape returns badly escaped text unchanged.
func unescape(text string) string {
	if plain, err := url.QueryUnescape(text); err == nil {
		return plain
	}
	return text
}

// nestingMax bounds the nesting of a JSON body. It is more than any real document needs and far
// below the depth that exhausts PostgreSQL's stack.
const nestingMax = 100

var errNesting = fault.New(http.StatusBadRequest, "PGRST102", fmt.Sprintf("The JSON nests deeper than %d levels", nestingMax))

func checkNesting(body []byte) error {
	depth, quoted := 0, false
	for i := 0; i < len(body); i++ {
		switch char := body[i]; {
		case char == '\\' && quoted:
			i++
		case char == '"':
			quoted = !quoted
		case quoted:
		case char == '[' || char == '{':
			if depth++; depth > nestingMax {
				return errNesting
			}
		case char == ']' || char == '}':
			depth--
		}
	}
	return nil
}
