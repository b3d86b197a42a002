// Package openapi describes what a schema offers to one role as an OpenAPI 2.0 document, in
// PostgREST's form: parameters by reference, filters by column, a body for each table. Texts are
// the schema's comments: the first line is the summary, the rest the description. Reference:
// https://docs.postgrest.org/en/v12/references/api/openapi.html
package openapi

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"automacao/internal/wire/rest/catalog"
)

// Rights are what a role may do in a schema.
type Rights struct {
	// About is the comment on the schema.
	About     string            `json:"about"`
	Relations map[string]Grants `json:"relations"`
	Functions []string          `json:"functions"`
}

// Grants are the columns that may be read and written, and whether rows may be deleted.
type Grants struct {
	Select []string `json:"select"`
	Insert []string `json:"insert"`
	Update []string `json:"update"`
	Delete bool     `json:"delete"`
}

func (g Grants) none() bool {
	return len(g.Select) == 0 && len(g.Insert) == 0 && len(g.Update) == 0 && !g.Delete
}

// Function is a function written in Go that clients call like those of the schema.
type Function struct {
	Name, About string
	In, Out     reflect.Type
}

// Source is the input of a document.
type Source struct {
	Catalog *catalog.Catalog
	Schema  string
	Rights  Rights
	// Functions are the registered functions that the document shows.
	Functions []Function
	// Host and BasePath are where the document was requested. Scheme is that address's scheme;
	// empty for both http and https.
	Scheme, Host, BasePath string
}

var (
	formats = []string{"application/json", "application/vnd.pgrst.object+json", "text/csv"}
	minimal = []string{"return=representation", "return=minimal", "return=none"}
)

// Of returns the document.
func Of(s Source) Document {
	title, about := split(s.Rights.About)
	d := Document{
		Swagger: "2.0", Host: s.Host, BasePath: cmp.Or(s.BasePath, "/"), Schemes: []string{"https", "http"},
		Info:     Info{Title: cmp.Or(title, "REST API"), Description: cmp.Or(about, "Tables, views and functions of one schema"), Version: "14"},
		Consumes: formats, Produces: formats,
		SecurityDefinitions: map[string]Security{"JWT": {Type: "apiKey", Name: "Authorization", In: "header", Description: `The token after "Bearer "; who sends none is a visitor.`}},
		Security:            []map[string][]string{{"JWT": {}}},
		ExternalDocs:        Docs{Description: "How to filter, order, embed and page", URL: "https://docs.postgrest.org/en/v12/references/api.html"},
		Definitions:         map[string]*Schema{},
		Parameters:          shared(),
		Responses:           map[string]Response{"Refused": {Description: "Why it is refused", Schema: refusal()}},
		Paths: map[string]map[string]Operation{"/": {"get": {
			Tags: []string{"Introspection"}, Summary: "OpenAPI description (this document)",
			Produces: []string{"application/openapi+json"}, Responses: answers("200", Response{Description: "OK"}),
		}}},
	}
	if s.Scheme != "" {
		d.Schemes = []string{s.Scheme}
	}
	for name, relation := range s.Catalog.Relations {
		if grants := s.Rights.Relations[name.Name]; name.Schema == s.Schema && !grants.none() {
			d.relation(s.Catalog, relation, grants)
		}
	}
	for name, overloads := range s.Catalog.Functions {
		if name.Schema == s.Schema && slices.Contains(s.Rights.Functions, name.Name) {
			d.Paths["/rpc/"+name.Name] = call(overloads)
		}
	}
	for _, function := range s.Functions {
		d.Paths["/rpc/"+function.Name] = callGo(function)
	}
	return d
}

func (d *Document) relation(known *catalog.Catalog, r *catalog.Relation, grants Grants) {
	d.Definitions[r.Name] = definition(known, r, grants)
	filters := []Parameter{}
	for _, column := range r.Columns {
		if slices.Contains(grants.Select, column.Name) {
			key := "rowFilter." + r.Name + "." + column.Name
			d.Parameters[key] = Parameter{Name: column.Name, In: "query", Type: "string", Format: column.Type, Description: column.Comment}
			filters = append(filters, to(key)...)
		}
	}
	row, rows := &Schema{Ref: "#/definitions/" + r.Name}, &Schema{Type: "array", Items: &Schema{Ref: "#/definitions/" + r.Name}}
	body := "body." + r.Name
	summary, about := split(r.Comment)
	operation := func(parameters []Parameter, responses map[string]Response) Operation {
		return Operation{Tags: []string{r.Name}, Summary: summary, Description: about, Parameters: parameters, Responses: responses}
	}
	path := map[string]Operation{}
	if len(grants.Select) > 0 {
		get := answers("200", Response{Description: "OK", Schema: rows})
		get["206"] = Response{Description: "Partial Content", Schema: rows}
		path["get"] = operation(append(slices.Clone(filters), to("select", "order", "range", "rangeUnit", "offset", "limit", "preferCount")...), get)
	}
	if r.Insertable && len(grants.Insert) > 0 {
		d.Parameters[body] = Parameter{Name: r.Name, In: "body", Description: r.Name, Schema: row}
		path["post"] = operation(to(body, "select", "on_conflict", "preferPost"), answers("201", Response{Description: "Created"}))
	}
	if r.Updatable && len(grants.Update) > 0 {
		d.Parameters[body] = Parameter{Name: r.Name, In: "body", Description: r.Name, Schema: row}
		path["patch"] = operation(append(slices.Clone(filters), to(body, "select", "preferReturn")...), written(rows))
	}
	if r.Deletable && grants.Delete {
		path["delete"] = operation(append(slices.Clone(filters), to("select", "preferReturn")...), written(rows))
	}
	d.Paths["/"+r.Name] = path
}

// written is the responses of a write, which returns rows if asked to.
func written(rows *Schema) map[string]Response {
	all := answers("204", Response{Description: "No Content"})
	all["200"] = Response{Description: "OK", Schema: rows}
	return all
}

func answers(status string, response Response) map[string]Response {
	return map[string]Response{status: response, "default": {Ref: "#/responses/Refused"}}
}

func definition(known *catalog.Catalog, r *catalog.Relation, grants Grants) *Schema {
	may := slices.Concat(grants.Select, grants.Insert, grants.Update)
	all := &Schema{Type: "object", Description: strings.TrimSpace(r.Comment), Properties: map[string]*Schema{}}
	for _, column := range r.Columns {
		if !slices.Contains(may, column.Name) {
			continue
		}
		property := typed(column.Type, column.Enum)
		property.Default, property.Description = literal(column.Default, property.Type), column.Comment
		for _, note := range notes(known, r, column.Name) {
			property.Description = strings.TrimSpace(property.Description + "\n\nNote:\n" + note)
		}
		all.Properties[column.Name] = property
		if !column.Nullable {
			all.Required = append(all.Required, column.Name)
		}
	}
	return all
}

// notes say which key a column is, in the format that client programs parse.
func notes(known *catalog.Catalog, r *catalog.Relation, column string) (all []string) {
	if slices.Contains(r.PrimaryKey, column) {
		all = append(all, "This is a Primary Key.<pk/>")
	}
	for _, to := range known.References(catalog.Name{Schema: r.Schema, Name: r.Name}, column) {
		all = append(all, "This is a Foreign Key to `"+to.Name+"."+to.Column+"`.<fk table='"+to.Name+"' column='"+to.Column+"'/>")
	}
	return all
}

// literal is the value of a constant default as a JSON type; nil if the default is computed for
// each row.
func literal(expression, kind string) any {
	text, _, _ := strings.Cut(expression, "::")
	quoted := len(text) > 1 && strings.HasPrefix(text, "'") && strings.HasSuffix(text, "'")
	if quoted {
		text = strings.ReplaceAll(text[1:len(text)-1], "''", "'")
	}
	switch {
	case kind == "string" && quoted:
		return text
	case kind == "boolean" && (text == "true" || text == "false"):
		return text == "true"
	case kind == "integer" || kind == "number":
		if number, err := strconv.ParseFloat(text, 64); err == nil {
			return number
		}
	}
	return nil
}

func call(overloads []*catalog.Function) map[string]Operation {
	// Overloads share one name; the overload with the most inputs represents them all.
	f := slices.MaxFunc(overloads, func(a, b *catalog.Function) int { return cmp.Compare(len(a.Parameters), len(b.Parameters)) })
	summary, about := split(f.Comment)
	input := &Schema{Type: "object", Description: strings.TrimSpace(f.Comment), Properties: map[string]*Schema{}}
	queries := []Parameter{}
	for _, p := range f.Parameters {
		if p.Name == "" {
			continue
		}
		one := typed(p.Type, nil)
		input.Properties[p.Name] = one
		if !p.HasDefault {
			input.Required = append(input.Required, p.Name)
		}
		query := Parameter{Name: p.Name, In: "query", Type: cmp.Or(one.Type, "string"), Format: one.Format, Items: one.Items, Required: !p.HasDefault}
		if p.IsVariadic {
			query.CollectionFormat = "multi"
		}
		queries = append(queries, query)
	}
	answer := Response{Description: "OK"}
	switch {
	case f.IsVoid:
	case f.Returns != nil:
		// This is not a reference because a relation that may not be read itself has no definition.
		answer.Schema = &Schema{Type: "object", Description: "A row of " + f.Returns.Name}
	case f.IsRecord:
		answer.Schema = &Schema{Type: "object"}
	default:
		answer.Schema = typed(f.ReturnType, nil)
	}
	if f.IsSet && answer.Schema != nil {
		answer.Schema = &Schema{Type: "array", Items: answer.Schema}
	}
	post := Operation{
		Tags: []string{"(rpc) " + f.Name}, Summary: summary, Description: about, Produces: formats,
		Parameters: []Parameter{{Name: "args", In: "body", Required: len(input.Required) > 0, Schema: input}},
		Responses:  answers("200", answer),
	}
	path := map[string]Operation{"post": post}
	if f.Volatility != "v" {
		get := post
		get.Parameters = queries
		path["get"] = get
	}
	return path
}

func callGo(f Function) map[string]Operation {
	answer := Response{Description: "OK"}
	if f.Out.Kind() != reflect.Struct || f.Out.NumField() > 0 {
		answer.Schema = reflected(f.Out, nil)
	}
	return map[string]Operation{"post": {
		Tags: []string{"(rpc) " + f.Name}, Summary: f.About, Produces: formats[:1],
		Parameters: []Parameter{{Name: "args", In: "body", Required: true, Schema: optional(reflected(f.In, nil))}},
		Responses:  answers("200", answer),
	}}
}

// optional makes all inputs optional: an omitted one is Go's zero value, which the function checks.
func optional(input *Schema) *Schema {
	input.Required = nil
	return input
}

func to(keys ...string) []Parameter {
	all := make([]Parameter, len(keys))
	for i, key := range keys {
		all[i] = Parameter{Ref: "#/parameters/" + key}
	}
	return all
}

func shared() map[string]Parameter {
	query := func(name, about string) Parameter {
		return Parameter{Name: name, In: "query", Type: "string", Description: about}
	}
	prefer := func(values ...string) Parameter {
		return Parameter{Name: "Prefer", In: "header", Type: "string", Description: "Preference", Enum: values}
	}
	resolution := []string{"resolution=ignore-duplicates", "resolution=merge-duplicates"}
	return map[string]Parameter{
		"select":       query("select", "Filtering Columns"),
		"on_conflict":  query("on_conflict", "On Conflict"),
		"order":        query("order", "Ordering"),
		"offset":       query("offset", "Limiting and Pagination"),
		"limit":        query("limit", "Limiting and Pagination"),
		"range":        {Name: "Range", In: "header", Type: "string", Description: "Limiting and Pagination"},
		"rangeUnit":    {Name: "Range-Unit", In: "header", Type: "string", Default: "items", Description: "Limiting and Pagination"},
		"preferReturn": prefer(minimal...),
		"preferCount":  prefer("count=none", "count=exact", "count=planned", "count=estimated"),
		"preferPost":   prefer(slices.Concat(minimal, resolution)...),
	}
}

func refusal() *Schema {
	all := &Schema{Type: "object", Properties: map[string]*Schema{}}
	for name, about := range map[string]string{
		"code": "What it is, of PostgreSQL or of PostgREST", "message": "Why", "details": "More of it, or null", "hint": "What to do about it, or null",
	} {
		all.Properties[name] = &Schema{Type: "string", Description: about}
	}
	all.Required = []string{"code", "message"}
	return all
}

// split splits a comment into its first line and the rest.
func split(comment string) (summary, about string) {
	summary, about, _ = strings.Cut(strings.TrimSpace(comment), "\n")
	return strings.TrimSpace(summary), strings.TrimSpace(about)
}
