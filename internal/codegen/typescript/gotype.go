package typescript

import (
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

var (
	rawMessage    = reflect.TypeFor[json.RawMessage]()
	number        = reflect.TypeFor[json.Number]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
	jsonMarshaler = reflect.TypeFor[json.Marshaler]()
)

// goType is how encoding/json writes a Go type, in TypeScript.
func goType(t reflect.Type) string { return shape(t, nil) }

// goResult is goType of what a function answers: nothing for an empty struct.
func goResult(t reflect.Type) string {
	if t.Kind() == reflect.Struct && t.NumField() == 0 {
		return "undefined"
	}
	return goType(t)
}

// shape carries the structs it is inside of: one that holds itself has no
// type on one line, and is any JSON from there on.
func shape(t reflect.Type, inside []reflect.Type) string {
	switch {
	case t == rawMessage:
		return "Json"
	case t == number:
		return "number"
	case t.Kind() == reflect.Pointer:
		return orNull(shape(t.Elem(), inside))
	// Times and identifiers write themselves as text, and times as JSON too.
	case t.Implements(textMarshaler):
		return "string"
	case t.Implements(jsonMarshaler):
		return "Json"
	}
	switch t.Kind() {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Slice, reflect.Array:
		if t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 {
			return "string"
		}
		return list(shape(t.Elem(), inside))
	case reflect.Map:
		return "Record<string, " + shape(t.Elem(), inside) + ">"
	case reflect.Struct:
		if slices.Contains(inside, t) {
			return "Json"
		}
		return object(fields(t, append(slices.Clip(inside), t)))
	case reflect.Interface:
		return "Json"
	default:
		return "number"
	}
}

func fields(t reflect.Type, inside []reflect.Type) []member {
	var members []member
	for field := range t.Fields() {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		embedded := field.Anonymous && name == "" && field.Type.Kind() == reflect.Struct
		switch {
		case name == "-" && options == "" || !field.IsExported() && !embedded:
			continue
		case embedded:
			members = append(members, fields(field.Type, inside)...)
			continue
		case name == "":
			name = field.Name
		}
		kind := shape(field.Type, inside)
		if slices.Contains(strings.Split(options, ","), "string") {
			kind = "string"
		}
		members = append(members, member{name: name, optional: strings.Contains(options, "omit"), kind: kind})
	}
	return members
}
