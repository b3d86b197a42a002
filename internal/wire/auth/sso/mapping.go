package sso

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
)

// Mapping says under which names a person's attributes are stored.
type Mapping struct {
	Keys map[string]Attribute `json:"keys,omitempty"`
}

// Value writes the mapping as JSON text, because behind a pooler the parameter's type is not known.
func (m Mapping) Value() (driver.Value, error) {
	raw, err := json.Marshal(m)
	return string(raw), err
}

// Attribute is the source of one value, and its default.
type Attribute struct {
	Name    string   `json:"name,omitempty"`
	Names   []string `json:"names,omitempty"`
	Default any      `json:"default,omitempty"`
	// Array stores all values instead of the first.
	Array bool `json:"array,omitempty"`
}

// These bound a mapping, and the values of one attribute.
const (
	keysMax    = 50
	mappingMax = 8 << 10
	valuesMax  = 50
)

// Validate returns an error for a mapping that is too large.
func (m Mapping) Validate() error {
	raw, err := json.Marshal(m)
	if err != nil || len(raw) > mappingMax || len(m.Keys) > keysMax {
		return fmt.Errorf("attribute_mapping has more than %d keys or %d bytes", keysMax, mappingMax)
	}
	return nil
}

// Mapped are the person's attributes under the mapping's names.
func (a Assertion) Mapped(by Mapping) map[string]any {
	found := map[string]any{}
	for key, from := range by.Keys {
		var values []string
		for _, name := range append([]string{from.Name}, from.Names...) {
			for _, value := range a.values(name) {
				if name != "" && fitting(value) != "" && len(values) < valuesMax {
					values = append(values, value)
				}
			}
			if len(values) > 0 {
				break
			}
		}
		switch {
		case len(values) > 0 && from.Array:
			found[key] = values
		case len(values) > 0:
			found[key] = values[0]
		case from.Default != nil:
			found[key] = from.Default
		}
	}
	return found
}
