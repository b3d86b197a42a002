package scope

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/market/people/audit"
)

// ErrUnwritable refuses a version of a model whose answers could not be written, and names the fields.
var ErrUnwritable = fault.New(http.StatusUnprocessableEntity, "project_model_unwritable", "Este modelo tem campos que não podem ser escritos. Confira o tipo, as opções e as frases.")

// AddVersions checks versions that were added to the models, inside the transaction that added
// them, and records them. Scopes and contracts of a version are written for as long as they exist,
// so a version that could not be written is refused here.
func AddVersions(ctx context.Context, tx pgx.Tx, rows []json.RawMessage) error {
	for _, row := range rows {
		var added Model
		if err := json.Unmarshal(row, &added); err != nil {
			return ErrUnwritable.Because(err)
		}
		if wrong := added.unwritable(); len(wrong) > 0 {
			return ErrUnwritable.Naming(wrong...)
		}
		err := audit.Record(ctx, tx, audit.Entry{
			Action: audit.AddModelVersion, SubjectKind: "project_model", SubjectID: added.Slug, Label: added.Name, Details: map[string]any{"version": added.Version},
		})
		if err != nil {
			return fmt.Errorf("record version %d of %s: %w", added.Version, added.Slug, err)
		}
	}
	return nil
}

// unwritable returns the fields whose words do not fit what they ask, in the model's order.
func (m Model) unwritable() (fields []string) {
	for _, section := range m.Texts.Sections {
		for _, name := range section.Fields {
			if !m.Texts.Words[name].fit(m.Fields.Properties[name]) {
				fields = append(fields, name)
			}
		}
	}
	return fields
}

// fit reports whether the words say every answer to a field.
func (w Words) fit(field Field) bool {
	switch field.Type {
	case "integer":
		return w.One != "" && w.Other != ""
	case "boolean":
		return w.Yes != "" && w.No != ""
	case "array":
		return w.Lead != "" && len(field.Items.Enum) > 0 && say(w.Options, field.Items.Enum)
	case "object":
		return len(w.Order) > 0 && len(w.Order) == len(field.Properties) && (w.fitSides(field) || w.fitCounts(field))
	case "string":
		return len(field.Enum) > 0 && say(w.Options, field.Enum) || len(field.Enum) == 0 && w.Options == nil && strings.Contains(w.Text, "{}")
	default:
		return false
	}
}

func (w Words) fitSides(field Field) bool {
	return w.Items != nil && say(w.Items, w.Order) && !slices.ContainsFunc(w.Order, func(name string) bool {
		return !slices.Equal(field.Properties[name].Enum, []string{"company", "professional", "none"})
	})
}

func (w Words) fitCounts(field Field) bool {
	return w.Items == nil && !slices.ContainsFunc(w.Order, func(name string) bool {
		return field.Properties[name].Type != "integer" || w.Units[name].One == "" || w.Units[name].Other == ""
	})
}

// say reports whether there are words for all values.
func say(words map[string]string, values []string) bool {
	return !slices.ContainsFunc(values, func(value string) bool { return words[value] == "" })
}
