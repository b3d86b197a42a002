package codegen

import (
	"cmp"
	"encoding"
	"encoding/json"
	"reflect"
	"strings"

	"automacao/internal/kernel/money"
)

var (
	centsType   = reflect.TypeFor[money.Money]()
	rawJSON     = reflect.TypeFor[json.RawMessage]()
	textual     = reflect.TypeFor[encoding.TextMarshaler]()
	unmarshaled = reflect.TypeFor[json.Marshaler]()
)

// jsonText describes the JSON that a Go type is written as. The outermost object is a list of its
// members.
func jsonText(t reflect.Type, isOutermost bool) string {
	nullable := t.Kind() == reflect.Pointer
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	text := plainText(t, isOutermost)
	if nullable {
		text += " or null"
	}
	return text
}

func plainText(t reflect.Type, isOutermost bool) string {
	switch {
	case t == centsType:
		return "centavos"
	case t == rawJSON:
		return "JSON"
	case t.PkgPath() == "time" && t.Name() == "Time":
		return "timestamp"
	case t.Implements(textual) || reflect.PointerTo(t).Implements(textual):
		return strings.ToLower(t.Name())
	case t.Implements(unmarshaled):
		return "number"
	}
	switch t.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "boolean"
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return "base64"
		}
		return "list of " + jsonText(t.Elem(), false)
	case reflect.Map:
		return "object of " + jsonText(t.Elem(), false)
	case reflect.Struct:
		return objectText(t, isOutermost)
	case reflect.Interface:
		return "JSON"
	case reflect.Float32, reflect.Float64:
		return "number"
	default:
		return "integer"
	}
}

func objectText(t reflect.Type, isOutermost bool) string {
	members := jsonFields(t)
	if len(members) == 0 && isOutermost {
		return "nothing"
	}
	texts := make([]string, len(members))
	for i, member := range members {
		texts[i] = "`" + member[0] + "` " + member[1]
	}
	list := strings.Join(texts, ", ")
	if isOutermost {
		return list
	}
	return "{" + list + "}"
}

// jsonFields lists the names and types of the fields that encoding/json reads and writes.
func jsonFields(t reflect.Type) (members [][2]string) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return nil
	}
	for field := range t.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case name == "-":
		case field.Anonymous && name == "" && field.Type.Kind() == reflect.Struct:
			members = append(members, jsonFields(field.Type)...)
		case field.IsExported():
			members = append(members, [2]string{cmp.Or(name, field.Name), jsonText(field.Type, false)})
		}
	}
	return members
}
