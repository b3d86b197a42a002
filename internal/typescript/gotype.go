package typescript

import (
	"encoding/json"
	"reflect"
	"strings"
	"time"

	"github.com/google/uuid"
)

var texts = map[reflect.Type]string{
	reflect.TypeFor[uuid.UUID]():       "string",
	reflect.TypeFor[time.Time]():       "string",
	reflect.TypeFor[json.Number]():     "number",
	reflect.TypeFor[json.RawMessage](): "Json",
}

// goType is how encoding/json writes a Go type.
func goType(t reflect.Type) string {
	if known, ok := texts[t]; ok {
		return known
	}
	switch t.Kind() {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Pointer:
		return goType(t.Elem()) + " | null"
	case reflect.Slice, reflect.Array:
		return "(" + goType(t.Elem()) + ")[]"
	case reflect.Struct:
		return structType(t)
	case reflect.Map, reflect.Interface:
		return "Json"
	default:
		return "number"
	}
}

func structType(t reflect.Type) string {
	fields := []string{}
	for field := range t.Fields() {
		tag, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if !field.IsExported() || tag == "-" {
			continue
		}
		if tag == "" {
			tag = field.Name
		}
		if strings.Contains(options, "omit") {
			tag += "?"
		}
		fields = append(fields, tag+": "+goType(field.Type))
	}
	if len(fields) == 0 {
		return "Record<never, never>"
	}
	return "{ " + strings.Join(fields, "; ") + " }"
}
