package typescript

import (
	"fmt"
	"strings"
)

// numbers are the types that PostgreSQL writes as JSON numbers.
var numbers = map[string]bool{
	"int2": true, "int4": true, "int8": true, "float4": true, "float8": true, "numeric": true, "oid": true,
}

// typeOf returns the TypeScript type of a PostgreSQL type as JSON. A type without a JSON form of
// its own is a string.
func (s *schema) typeOf(id oid) string {
	t := s.byOID[id]
	switch {
	case t.Element != 0:
		return list(s.typeOf(t.Element))
	case t.Kind == "d":
		return s.typeOf(t.Base)
	case t.Kind == "e" && t.Schema == s.Name:
		return fmt.Sprintf("Database[%q][\"Enums\"][%q]", s.Name, t.Name)
	case t.Kind == "c":
		return s.rowType(t)
	case numbers[t.Name]:
		return "number"
	case t.Name == "bool":
		return "boolean"
	case t.Name == "json" || t.Name == "jsonb":
		return "Json"
	case t.Name == "void":
		return "undefined"
	case t.Name == "record":
		return "Json"
	default:
		return "string"
	}
}

// typeOfColumn returns a narrower type than typeOf where the column restricts its values.
func (s *schema) typeOfColumn(c column, as use) string {
	kind := s.typeOf(c.Type)
	if choices := c.choices(); choices != nil && kind == "string" {
		return union(choices)
	}
	if kind != "number" {
		return kind
	}
	for _, brand := range s.brands {
		if strings.HasSuffix(c.Name, brand.Suffix) {
			return brand.Type
		}
	}
	// PostgreSQL also accepts a decimal as text, which avoids JavaScript's imprecise numbers.
	if s.byOID[c.Type].Name == "numeric" && as != row {
		return "number | string"
	}
	return kind
}

// rowType refers to a table's row or a composite type if clients may see it.
func (s *schema) rowType(t sqlType) string {
	known, visible := s.relations[t.Relation]
	switch {
	case t.Schema != s.Name:
		return "Json"
	case t.RelationKind == "c":
		return fmt.Sprintf("Database[%q][\"CompositeTypes\"][%q]", s.Name, t.Relation)
	case visible && known.IsView:
		return fmt.Sprintf("Database[%q][\"Views\"][%q][\"Row\"]", s.Name, t.Relation)
	case visible:
		return fmt.Sprintf("Database[%q][\"Tables\"][%q][\"Row\"]", s.Name, t.Relation)
	default:
		return "Json"
	}
}

// signature returns a function's arguments and result. It returns false if an argument has no name,
// because then the function cannot be called by names.
func (s *schema) signature(f sqlFunction) (text string, callable bool) {
	var inputs, outputs []member
	for _, a := range f.Arguments {
		isIn, isOut := strings.Contains("ibv", a.Mode), strings.Contains("obt", a.Mode)
		if a.Name == "" {
			return "", false
		}
		if isIn {
			inputs = append(inputs, member{name: a.Name, optional: len(inputs) >= f.Required, kind: s.typeOf(a.Type)})
		}
		if isOut {
			outputs = append(outputs, member{name: a.Name, kind: s.typeOf(a.Type)})
		}
	}
	result := s.typeOf(f.Returns)
	if len(outputs) > 0 {
		result = object(outputs)
	}
	if f.IsSet {
		result = list(result)
	}
	return fmt.Sprintf("{ Args: %s; Returns: %s }", object(inputs), result), true
}
