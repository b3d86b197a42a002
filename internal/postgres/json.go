package postgres

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
)

// JSON is a document for a jsonb parameter. Behind a pooler in transaction mode pgx does not learn
// a parameter's type from the server, and cannot derive jsonb from a struct.
type JSON struct{ Document any }

// Value returns the document's JSON text, so that it works in every query mode.
func (j JSON) Value() (driver.Value, error) {
	text, err := json.Marshal(j.Document)
	if err != nil {
		return nil, fmt.Errorf("write a document: %w", err)
	}
	return string(text), nil
}
