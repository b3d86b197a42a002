package openapi

import (
	"cmp"
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// typed is the schema of a PostgreSQL type; labels are those of an enum.
func typed(kind string, labels []string) *Schema {
	if element, isArray := strings.CutSuffix(kind, "[]"); isArray {
		return &Schema{Type: "array", Format: kind, Items: typed(element, labels)}
	}
	one := &Schema{Type: typeOf(kind), Format: kind, Enum: labels}
	if _, length, isBounded := strings.Cut(kind, "character varying("); isBounded {
		one.MaxLength, _ = strconv.Atoi(strings.TrimSuffix(length, ")"))
	}
	return one
}

// typeOf is the JSON type that a PostgreSQL type is written as; "" if it may be any.
func typeOf(kind string) string {
	switch {
	case kind == "json", kind == "jsonb":
		return ""
	case strings.HasPrefix(kind, "numeric"), kind == "real", kind == "double precision":
		return "number"
	case kind == "boolean":
		return "boolean"
	case kind == "integer", kind == "bigint", kind == "smallint":
		return "integer"
	default:
		return "string"
	}
}

var (
	timeType = reflect.TypeFor[time.Time]()
	rawType  = reflect.TypeFor[json.RawMessage]()
	textType = reflect.TypeFor[encoding.TextMarshaler]()
	jsonType = reflect.TypeFor[json.Marshaler]()
)

// reflected is the schema of a Go type as encoding/json writes it. A recursive type may be
// anything.
func reflected(t reflect.Type, within []reflect.Type) *Schema {
	if t.Kind() == reflect.Pointer {
		return reflected(t.Elem(), within)
	}
	switch {
	case t == timeType:
		return &Schema{Type: "string", Format: "date-time"}
	case t == rawType || slices.Contains(within, t):
		return &Schema{}
	case t.Implements(textType) || reflect.PointerTo(t).Implements(textType):
		return &Schema{Type: "string", Format: strings.ToLower(t.Name())}
	case t.Implements(jsonType) || reflect.PointerTo(t).Implements(jsonType):
		return &Schema{}
	}
	switch t.Kind() {
	case reflect.Bool:
		return &Schema{Type: "boolean"}
	case reflect.String:
		return &Schema{Type: "string"}
	case reflect.Float32, reflect.Float64:
		return &Schema{Type: "number"}
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return &Schema{Type: "string", Format: "byte"}
		}
		return &Schema{Type: "array", Items: reflected(t.Elem(), append(slices.Clone(within), t))}
	case reflect.Map:
		return &Schema{Type: "object", AdditionalProperties: reflected(t.Elem(), append(slices.Clone(within), t))}
	case reflect.Struct:
		all := &Schema{Type: "object", Properties: map[string]*Schema{}}
		fields(all, t, append(slices.Clone(within), t))
		return all
	case reflect.Interface, reflect.Func, reflect.Chan:
		return &Schema{}
	default:
		return &Schema{Type: "integer"}
	}
}

// fields adds the fields of a struct and of the structs embedded in it.
func fields(all *Schema, t reflect.Type, within []reflect.Type) {
	each(t, func(name string, field reflect.StructField, isOptional bool) {
		all.Properties[name] = reflected(field.Type, within)
		if !isOptional {
			all.Required = append(all.Required, name)
		}
	})
}

// each visits the fields of a struct that encoding/json writes, in its order.
func each(t reflect.Type, visit func(name string, field reflect.StructField, isOptional bool)) {
	for i := range t.NumField() {
		field := t.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "-" {
			continue
		}
		if field.Anonymous && name == "" && field.Type.Kind() == reflect.Struct {
			each(field.Type, visit)
			continue
		}
		if !field.IsExported() {
			continue
		}
		visit(cmp.Or(name, field.Name), field, field.Type.Kind() == reflect.Pointer || strings.Contains(options, "omit"))
	}
}

// Column is a field of a Go type as a PostgreSQL column.
type Column struct{ Name, Type string }

// Columns are the fields of a struct in order; nil if JSON does not write the type as an object.
func Columns(t reflect.Type) []Column {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if shape := reflected(t, nil); shape.Type != "object" || shape.Properties == nil {
		return nil
	}
	columns := []Column{}
	each(t, func(name string, field reflect.StructField, _ bool) {
		columns = append(columns, Column{name, columnType(reflected(field.Type, nil))})
	})
	return columns
}

// columnType is the PostgreSQL type of a schema; nested values stay JSON.
func columnType(of *Schema) string {
	switch of.Type + " " + of.Format {
	case "string date-time":
		return "timestamptz"
	case "string uuid":
		return "uuid"
	}
	switch of.Type {
	case "string":
		return "text"
	case "integer":
		return "bigint"
	case "number":
		return "double precision"
	case "boolean":
		return "boolean"
	default:
		return "json"
	}
}

// Document is an OpenAPI 2.0 document: https://swagger.io/specification/v2/.
type Document struct {
	Swagger             string                          `json:"swagger"`
	Info                Info                            `json:"info"`
	Host                string                          `json:"host,omitempty"`
	BasePath            string                          `json:"basePath"`
	Schemes             []string                        `json:"schemes"`
	Consumes            []string                        `json:"consumes"`
	Produces            []string                        `json:"produces"`
	Paths               map[string]map[string]Operation `json:"paths"`
	Definitions         map[string]*Schema              `json:"definitions"`
	Parameters          map[string]Parameter            `json:"parameters"`
	Responses           map[string]Response             `json:"responses"`
	SecurityDefinitions map[string]Security             `json:"securityDefinitions"`
	Security            []map[string][]string           `json:"security"`
	ExternalDocs        Docs                            `json:"externalDocs"`
}

// Info describes the API.
type Info struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	Version     string `json:"version"`
}

// Operation is a method of a path.
type Operation struct {
	Tags        []string            `json:"tags"`
	Summary     string              `json:"summary,omitempty"`
	Description string              `json:"description,omitempty"`
	Produces    []string            `json:"produces,omitempty"`
	Parameters  []Parameter         `json:"parameters,omitempty"`
	Responses   map[string]Response `json:"responses"`
}

// Parameter is a parameter in the path, query, header or body, or a reference to one.
type Parameter struct {
	Ref              string   `json:"$ref,omitempty"`
	Name             string   `json:"name,omitempty"`
	In               string   `json:"in,omitempty"`
	Description      string   `json:"description,omitempty"`
	Required         bool     `json:"required,omitempty"`
	Type             string   `json:"type,omitempty"`
	Format           string   `json:"format,omitempty"`
	Default          string   `json:"default,omitempty"`
	Enum             []string `json:"enum,omitempty"`
	Items            *Schema  `json:"items,omitempty"`
	CollectionFormat string   `json:"collectionFormat,omitempty"`
	Schema           *Schema  `json:"schema,omitempty"`
}

// Response is a response, or a reference to one.
type Response struct {
	Ref         string  `json:"$ref,omitempty"`
	Description string  `json:"description,omitempty"`
	Schema      *Schema `json:"schema,omitempty"`
}

// Schema is a JSON schema.
type Schema struct {
	Ref                  string             `json:"$ref,omitempty"`
	Type                 string             `json:"type,omitempty"`
	Format               string             `json:"format,omitempty"`
	Description          string             `json:"description,omitempty"`
	Default              any                `json:"default,omitempty"`
	Enum                 []string           `json:"enum,omitempty"`
	MaxLength            int                `json:"maxLength,omitempty"`
	Items                *Schema            `json:"items,omitempty"`
	Properties           map[string]*Schema `json:"properties,omitempty"`
	AdditionalProperties *Schema            `json:"additionalProperties,omitempty"`
	Required             []string           `json:"required,omitempty"`
}

// Security is an authentication scheme.
type Security struct {
	Type        string `json:"type"`
	Name        string `json:"name"`
	In          string `json:"in"`
	Description string `json:"description"`
}

// Docs links to external documentation.
type Docs struct {
	Description string `json:"description"`
	URL         string `json:"url"`
}
