package rest

import (
	"encoding/json"
	"net/http"

	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/kernel/fault"
)

// raised parses an error that a SQL function raised as JSON: its message is the body, its detail
// the status and headers.
func raised(err *pgconn.PgError) (*fault.Error, map[string]string) {
	refusal := &fault.Error{Cause: err}
	if body := objectOf(err.Message); !body.text("code", &refusal.Code) || !body.text("message", &refusal.Message) || !body.any("details", &refusal.Details) || !body.mayText("hint", &refusal.Hint) {
		return unreadable(err, "Invalid JSON value for MESSAGE: '"+err.Message+"'",
			"MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.")
	}
	const inDetail = "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."
	if err.Detail == "" {
		return unreadable(err, "DETAIL is missing in the RAISE statement", inDetail)
	}
	control, chosen := objectOf(err.Detail), map[string]string{}
	if json.Unmarshal(control["status"], &refusal.Status) != nil || !isStatus(refusal.Status) || !control.headers(&chosen) {
		return unreadable(err, "Invalid JSON value for DETAIL: '"+err.Detail+"'", inDetail)
	}
	return refusal, chosen
}

// object is a JSON object with case-sensitive keys; nil if the text was not an object.
type object map[string]json.RawMessage

func objectOf(text string) (o object) {
	if json.Unmarshal([]byte(text), &o) != nil {
		return nil
	}
	return o
}

func (o object) text(key string, into *string) bool {
	var value *string
	if json.Unmarshal(o[key], &value) != nil || value == nil {
		return false
	}
	*into = *value
	return true
}

// mayText reads an optional text.
func (o object) mayText(key string, into *string) bool {
	return o[key] == nil || string(o[key]) == "null" || o.text(key, into)
}

func (o object) any(key string, into *any) bool {
	return o[key] == nil || json.Unmarshal(o[key], into) == nil
}

func (o object) headers(into *map[string]string) bool {
	var values map[string]*string
	if json.Unmarshal(o["headers"], &values) != nil || values == nil {
		return false
	}
	for name, value := range values {
		if value == nil {
			return false
		}
		(*into)[name] = *value
	}
	return true
}

// isStatus reports whether code is a valid HTTP status.
func isStatus(code int) bool { return code >= 100 && code <= 599 }

func unreadable(err *pgconn.PgError, details, hint string) (*fault.Error, map[string]string) {
	return &fault.Error{Status: http.StatusInternalServerError, Code: "PGRST121", Message: "Could not parse JSON in the \"RAISE SQLSTATE 'PGRST'\" error",
		Details: details, Hint: hint, Cause: err}, nil
}
