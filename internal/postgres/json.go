package postgres

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
)

// JSON is a document for a jsonb parameter. Behind a pooler in transaction mode
// nobody says which type a parameter has, and a struct does not say it either.
type JSON struct{ Document any }

// Value is the document's text, whichever way the parameter is sent.
func (j JSON) Value() (driver.Value, error) {
	text, err := json.Marshal(j.Document)
	if err != nil {
		return nil, fmt.Errorf("write a document: %w", err)
	}
	return string(text), nil
}
