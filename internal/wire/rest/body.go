package rest

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"

	"automacao/internal/fault"
	"automacao/internal/wire/rest/query"
)

func (e *Engine) readBody(req *request) error {
	if req.http.Method == http.MethodDelete || req.http.Method == http.MethodOptions {
		return nil
	}
	if req.http.ContentLength > e.cfg.BodyBytesMax {
		return errTooLarge
	}
	body, err := io.ReadAll(http.MaxBytesReader(nil, req.http.Body, e.cfg.BodyBytesMax))
	if err != nil {
		return bodyError(err)
	}
	switch req.bodyType() {
	case "text/csv":
		req.body, err = csvToJSON(body, e.cfg.BodyBytesMax)
	case formType:
		if req.body, err = formToJSON(body); req.isCall && err == nil {
			req.query.Arguments = formArguments(body)
		}
	default:
		req.body = body
	}
	return err
}

const formType = "application/x-www-form-urlencoded"

// bodyType is the media type of the body, without its parameters.
func (r *request) bodyType() string {
	kind, _, _ := strings.Cut(r.http.Header.Get("Content-Type"), ";")
	return strings.ToLower(strings.TrimSpace(kind))
}

var (
	errSlow = fault.New(http.StatusRequestTimeout, "PGRST102", "The body did not arrive in time")
	errCut  = fault.New(http.StatusBadRequest, "PGRST102", "The body could not be read")
)

// bodyError names what ended a body early.
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

// csvToJSON makes an object of every line after the first; NULL is null. Every
// object repeats the names, so that a small body could grow without bound.
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

func formToJSON(body []byte) ([]byte, error) {
	values, err := url.ParseQuery(string(body))
	if err != nil {
		return nil, errBody.Because(err)
	}
	row := map[string]string{}
	for name := range values {
		row[name] = values.Get(name)
	}
	return json.Marshal(row)
}

// formArguments are the fields of a readable form in their order: of one name
// there may be several, for a function that takes a list.
func formArguments(body []byte) []query.Argument {
	list := []query.Argument{}
	for pair := range strings.SplitSeq(string(body), "&") {
		name, value, _ := strings.Cut(pair, "=")
		name, _ = url.QueryUnescape(name)
		value, _ = url.QueryUnescape(value)
		if name != "" {
			list = append(list, query.Argument{Name: name, Value: value})
		}
	}
	return list
}

// nestingMax is how deep a JSON body nests at most: past any document, and far
// from where PostgreSQL's stack ends.
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
