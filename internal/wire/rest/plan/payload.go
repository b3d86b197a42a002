package plan

import (
	"bytes"
	"encoding/json"
	"errors"
)

// ErrPayload is the error of a body that is not a JSON object or array of objects.
var ErrPayload = errors.New("the body is not a JSON object or array of objects")

// ErrUneven is the error of an array whose objects do not have the same keys.
var ErrUneven = errors.New("all object keys must match")

// ObjectKeys returns the keys of a JSON object in order, or nil for anything else.
func ObjectKeys(object []byte) []string {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return nil
	}
	keys, _ := objectKeys(decoder)
	return keys
}

// objectKeys reads the rest of an object after its opening brace.
func objectKeys(decoder *json.Decoder) ([]string, error) {
	keys := []string{}
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		key, _ := token.(string)
		keys = append(keys, key)
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, err
		}
	}
	_, err := decoder.Token()
	return keys, err
}

// Rows returns a body as a JSON array of objects, with the keys of the first object. If columns are
// given, they are the keys, and the objects may lack some of them.
func Rows(body []byte, columns []string) (payload []byte, keys []string, err error) {
	body = bytes.TrimSpace(body)
	if len(body) == 0 || !json.Valid(body) {
		return nil, nil, ErrPayload
	}
	if body[0] == '{' {
		keys = ObjectKeys(body)
		payload = append(append([]byte{'['}, body...), ']')
	} else if body[0] != '[' && columns != nil {
		return nil, nil, ErrPayload
	} else if body[0] != '[' {
		// A value that is not a row counts as no row.
		payload = []byte("[]")
	} else if keys, err = arrayKeys(body, columns == nil); err != nil {
		return nil, nil, err
	} else {
		payload = body
	}
	if columns != nil {
		keys = columns
	}
	return payload, dedupe(keys), nil
}

// Arguments returns a body as one JSON object, the first of an array, with its keys; nil if there
// is none.
func Arguments(body []byte) (object []byte, keys []string) {
	body = bytes.TrimSpace(body)
	if len(body) > 0 && body[0] == '[' {
		var rows []json.RawMessage
		if json.Unmarshal(body, &rows) != nil || len(rows) == 0 {
			return nil, nil
		}
		body = bytes.TrimSpace(rows[0])
	}
	if !json.Valid(body) {
		return nil, nil
	}
	return body, ObjectKeys(body)
}

// CountRows is the number of objects in a payload of Rows.
func CountRows(payload []byte) int64 {
	var rows []json.RawMessage
	_ = json.Unmarshal(payload, &rows)
	return int64(len(rows))
}

func arrayKeys(body []byte, even bool) ([]string, error) {
	decoder := json.NewDecoder(bytes.NewReader(body))
	if token, err := decoder.Token(); err != nil || token != json.Delim('[') {
		return nil, ErrPayload
	}
	var first []string
	for row := 0; decoder.More(); row++ {
		if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
			return nil, ErrUneven
		}
		keys, err := objectKeys(decoder)
		if err != nil {
			return nil, ErrPayload
		}
		if row == 0 {
			first = keys
		} else if even && !sameKeys(first, keys) {
			return nil, ErrUneven
		}
	}
	return first, nil
}

func sameKeys(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	known := map[string]bool{}
	for _, key := range a {
		known[key] = true
	}
	for _, key := range b {
		if !known[key] {
			return false
		}
	}
	return true
}

func dedupe(keys []string) []string {
	seen := map[string]bool{}
	unique := make([]string, 0, len(keys))
	for _, key := range keys {
		if !seen[key] {
			seen[key] = true
			unique = append(unique, key)
		}
	}
	return unique
}
