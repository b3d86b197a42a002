package sso

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
)

// Mapping says under which names the attributes of a person are kept.
type Mapping struct {
	Keys map[string]Attribute `json:"keys,omitempty"`
}

// Value writes it as a document: behind a pooler nobody says that one is wanted.
func (m Mapping) Value() (driver.Value, error) {
	raw, err := json.Marshal(m)
	return string(raw), err
}

// Attribute is where one is looked for, and what stands for it.
type Attribute struct {
	Name    string   `json:"name,omitempty"`
	Names   []string `json:"names,omitempty"`
	Default any      `json:"default,omitempty"`
	// Array keeps all values instead of the first.
	Array bool `json:"array,omitempty"`
}

// Bounds of a mapping, and of the values that one attribute has.
const (
	keysMax    = 50
	mappingMax = 8 << 10
	valuesMax  = 50
)

// Validate reports a mapping beyond what is kept.
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
