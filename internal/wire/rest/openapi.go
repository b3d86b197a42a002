package rest

import (
	"encoding/json"
	"net/http"
	"strings"

	"automacao/internal/wire/rest/catalog"
)

// describe answers the root with an OpenAPI 2.0 document of the default
// schema: what exists, not what the caller may do with it.
func (e *Engine) describe(w http.ResponseWriter, r *http.Request) error {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return errMethod
	}
	known := e.catalog.Load()
	paths, definitions := map[string]any{}, map[string]any{}
	for name, relation := range known.Relations {
		if name.Schema == e.cfg.Schemas[0] {
			paths["/"+name.Name] = describePath(relation)
			definitions[name.Name] = describeRelation(relation)
		}
	}
	for name := range known.Functions {
		if name.Schema == e.cfg.Schemas[0] {
			paths["/rpc/"+name.Name] = map[string]any{"post": operation("(rpc) "+name.Name, "OK")}
		}
	}
	for name := range e.functions {
		paths["/rpc/"+name] = map[string]any{"post": operation("(rpc) "+name, "OK")}
	}
	body, err := json.Marshal(map[string]any{
		"swagger": "2.0", "basePath": "/", "schemes": []string{"http", "https"},
		"info":     map[string]string{"title": "REST API", "description": "Tables, views and functions of one schema", "version": "14"},
		"consumes": []string{"application/json", "text/csv"}, "produces": []string{"application/json", "text/csv"},
		"paths": paths, "definitions": definitions,
	})
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/openapi+json; charset=utf-8")
	if r.Method == http.MethodGet {
		_, _ = w.Write(body)
	}
	return nil
}

func operation(tag, description string) map[string]any {
	return map[string]any{"tags": []string{tag}, "responses": map[string]any{"200": map[string]string{"description": description}}}
}

func describePath(relation *catalog.Relation) map[string]any {
	path := map[string]any{"get": operation(relation.Name, "OK")}
	if relation.Insertable {
		path["post"] = operation(relation.Name, "Created")
	}
	if relation.Updatable {
		path["patch"] = operation(relation.Name, "No Content")
	}
	if relation.Deletable {
		path["delete"] = operation(relation.Name, "No Content")
	}
	return path
}

func describeRelation(relation *catalog.Relation) map[string]any {
	properties, required := map[string]any{}, []string{}
	for _, column := range relation.Columns {
		property := map[string]any{"format": column.Type, "type": openAPIType(column.Type)}
		if column.Comment != "" {
			property["description"] = column.Comment
		}
		properties[column.Name] = property
		if !column.Nullable {
			required = append(required, column.Name)
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required, "description": relation.Comment}
}

func openAPIType(kind string) string {
	switch {
	case strings.HasSuffix(kind, "[]"):
		return "array"
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
