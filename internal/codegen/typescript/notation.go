package typescript

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// nothing is the type of an object without members.
const nothing = "Record<never, never>"

// member is one member of an object type.
type member struct {
	name     string
	optional bool
	kind     string
}

var identifier = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

func (m member) String() string {
	name := key(m.name)
	if m.optional {
		name += "?"
	}
	return name + ": " + m.kind
}

// key returns a name as an object's key, quoted if it is not an identifier.
func key(name string) string {
	if identifier.MatchString(name) {
		return name
	}
	return fmt.Sprintf("%q", name)
}

// object returns an object type on one line.
func object(members []member) string {
	if len(members) == 0 {
		return nothing
	}
	parts := make([]string, len(members))
	for i, m := range members {
		parts[i] = m.String()
	}
	return "{ " + strings.Join(parts, "; ") + " }"
}

func list(element string) string {
	if strings.Contains(element, " | ") && !strings.HasPrefix(element, "{") {
		return "(" + element + ")[]"
	}
	return element + "[]"
}

func orNull(kind string) string {
	if kind == "Json" || strings.HasSuffix(kind, " | null") {
		return kind
	}
	return kind + " | null"
}

func quoted(names []string) string { return strings.Join(quote(names), ", ") }

func union(values []string) string { return strings.Join(quote(values), " | ") }

func quote(texts []string) []string {
	parts := make([]string, len(texts))
	for i, text := range texts {
		parts[i] = fmt.Sprintf("%q", text)
	}
	return parts
}

var (
	rawMessage    = reflect.TypeFor[json.RawMessage]()
	number        = reflect.TypeFor[json.Number]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
	jsonMarshaler = reflect.TypeFor[json.Marshaler]()
)

// goType returns the TypeScript type of a Go type as encoding/json writes it.
func goType(t reflect.Type) string { return shape(t, nil) }

// goResult is goType for a function's result: undefined for an empty struct.
func goResult(t reflect.Type) string {
	if t.Kind() == reflect.Struct && t.NumField() == 0 {
		return "undefined"
	}
	return goType(t)
}

// shape receives the structs that enclose t. A recursive struct cannot be written as one inline
// type, so its inner occurrence becomes Json.
func shape(t reflect.Type, inside []reflect.Type) string {
	switch {
	case t == rawMessage:
		return "Json"
	case t == number:
		return "number"
	case t.Kind() == reflect.Pointer:
		return orNull(shape(t.Elem(), inside))
	// Times and identifiers marshal themselves as text. time.Time is also a json.Marshaler, so this
	// case comes first.
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
