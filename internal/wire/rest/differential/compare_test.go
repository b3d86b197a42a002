package differential_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// exchange is a request with both responses to it.
type exchange struct {
	ask
	theirs, ours answer
}

// difference is one aspect in which two responses differ.
type difference struct{ aspect, theirs, ours string }

// passing are headers that no client reads, or that the transport sets.
var passing = []string{
	"Date", "Server", "Transfer-Encoding", "Content-Length", "Connection", "Server-Timing", "Cache-Control", "Vary", "X-Request-Id", "X-Content-Type-Options",
}

// differences lists how two responses differ. If status or error code differ, only that is listed,
// since all else follows from it.
func (x exchange) differences() (found []difference) {
	if x.theirs.status != x.ours.status {
		return []difference{{"status", x.theirs.String(), x.ours.String()}}
	}
	if x.theirs.Code != x.ours.Code {
		return []difference{{"code", x.theirs.String(), x.ours.String()}}
	}
	note := func(aspect, theirs, ours string) {
		if theirs != ours {
			found = append(found, difference{aspect, theirs, ours})
		}
	}
	for _, name := range x.headers() {
		note(name, strings.Join(x.theirs.header[name], " & "), strings.Join(x.ours.header[name], " & "))
	}
	if x.theirs.isRefusal && x.ours.isRefusal {
		note("message", x.theirs.Message, x.ours.Message)
		note("details", string(x.theirs.Details), string(x.ours.Details))
		note("hint", string(x.theirs.Hint), string(x.ours.Hint))
		return found
	}
	aspect, theirs, ours := compareBodies(x.theirs.body, x.ours.body)
	note(aspect, theirs, ours)
	return found
}

func (x exchange) headers() []string {
	var names []string
	for _, header := range []map[string][]string{x.theirs.header, x.ours.header} {
		for name := range header {
			if !slices.Contains(passing, name) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names
}

// compareBodies distinguishes JSON that differs only in the order of rows or keys from JSON with
// another content. Space between tokens is ignored.
func compareBodies(theirs, ours []byte) (aspect, a, b string) {
	a, b = compact(theirs), compact(ours)
	if a == b {
		return "body", "", ""
	}
	x, isOne := parse(theirs)
	y, isOther := parse(ours)
	switch {
	case !isOne || !isOther:
		return "body", a, b
	case canonical(x, false) == canonical(y, false):
		return "order of keys", a, b
	case canonical(x, true) == canonical(y, true):
		return "order of rows", a, b
	}
	return "body", a, b
}

func compact(body []byte) string {
	var out bytes.Buffer
	if json.Compact(&out, body) != nil {
		return string(body)
	}
	return out.String()
}

func parse(body []byte) (value any, isJSON bool) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	return value, decoder.Decode(&value) == nil
}

// canonical writes a value with sorted keys, and sorted lists if their order means nothing.
func canonical(value any, sorts bool) string {
	switch v := value.(type) {
	case map[string]any:
		parts := []string{}
		for key, inner := range v {
			parts = append(parts, fmt.Sprintf("%q:%s", key, canonical(inner, sorts)))
		}
		slices.Sort(parts)
		return "{" + strings.Join(parts, ",") + "}"
	case []any:
		parts := []string{}
		for _, inner := range v {
			parts = append(parts, canonical(inner, sorts))
		}
		if sorts {
			slices.Sort(parts)
		}
		return "[" + strings.Join(parts, ",") + "]"
	case string:
		return fmt.Sprintf("%q", v)
	default:
		return fmt.Sprint(v)
	}
}

// loose writes JSON as jsonb would: keys sorted and unique, numbers without an exponent. In CSV it
// rewrites every cell that is JSON.
func loose(body []byte) string {
	if value, isJSON := parse(body); isJSON {
		return canonical(plainNumbers(value), false)
	}
	lines, err := csv.NewReader(bytes.NewReader(body)).ReadAll()
	if err != nil {
		return string(body)
	}
	for _, line := range lines {
		for i, cell := range line {
			if value, isJSON := parse([]byte(cell)); isJSON {
				line[i] = canonical(plainNumbers(value), false)
			}
		}
	}
	return fmt.Sprintf("%q", lines)
}

func plainNumbers(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for key := range v {
			v[key] = plainNumbers(v[key])
		}
	case []any:
		for i := range v {
			v[i] = plainNumbers(v[i])
		}
	case json.Number:
		if number, ok := new(big.Rat).SetString(v.String()); ok {
			return number.RatString()
		}
	}
	return value
}
