package plan

import (
	"net/http"
	"slices"
	"strings"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/query"
)

var errRegex = &fault.Error{Status: http.StatusBadRequest, Code: "regex_not_allowed",
	Message: "Filtering by regular expressions (match, imatch) is not allowed", Hint: "Filter by like, ilike or a full-text search (fts, plfts, phfts, wfts) instead."}

var errAggregates = fault.New(http.StatusBadRequest, "PGRST123", "Use of aggregate functions is not allowed")

func (b *builder) column(l *level, item query.Item) error {
	if item.Star {
		l.columns = append(l.columns, output{expression: whole(l.alias)})
		if l.spread || l.readable != nil || l.relation != nil && l.relation.HasForms {
			l.expandStar()
		}
		return nil
	}
	if item.Agg != "" && !b.options.Aggregates {
		return errAggregates
	}
	column := output{name: item.Name(), agg: aggregate{item.Agg, item.AggCast}, field: item.Field.Name}
	switch {
	case item.Field.Name != "":
		column.expression = b.field(l, item.Field)
	case l.spread:
		column.expression = "1" // a constant, so that counting sees the row
	default:
		column.expression = "*"
	}
	if item.Agg == "" && len(item.Field.Path) == 0 && l.relation != nil {
		column.expression = shownAs(column.expression, l.relation.Column(item.Field.Name))
	}
	if item.Cast != "" {
		column.expression = "CAST(" + column.expression + " AS " + castName(item.Cast) + ")"
	}
	l.columns = append(l.columns, column)
	return nil
}

// shownAs applies the JSON form of the column's domain, if it has one.
func shownAs(expression string, column *catalog.Column) string {
	if column == nil || column.Forms.ToJSON == "" {
		return expression
	}
	return column.Forms.ToJSON + "(" + expression + ")"
}

// aggregate is an aggregate function and the type that its result is cast to.
type aggregate struct{ function, cast string }

func (a aggregate) of(expression string) string {
	if a.function == "" {
		return expression
	}
	expression = a.function + "(" + expression + ")"
	if a.cast != "" {
		expression = "CAST(" + expression + " AS " + castName(a.cast) + ")"
	}
	return expression
}

// castName quotes a type's name. Names of several words are keywords and must not be quoted.
func castName(name string) string {
	base := strings.TrimRight(name, "[]")
	brackets := name[len(base):]
	switch alias, isAlias := typeAliases[strings.ToLower(base)]; {
	case isAlias:
		base = alias
	case !slices.Contains(typesOfWords, base):
		base = Quote(base)
	}
	return base + brackets
}

// typesOfWords are the types whose SQL names have more than one word.
var typesOfWords = []string{
	"bit varying", "character varying", "double precision", "national character", "national character varying",
	"time with time zone", "time without time zone", "timestamp with time zone", "timestamp without time zone",
}

// typeAliases maps SQL names of types to their names in the catalog.
var typeAliases = map[string]string{
	"int": "int4", "integer": "int4", "bigint": "int8", "smallint": "int2", "real": "float4",
	"float": "float8", "decimal": "numeric", "boolean": "bool", "char": "bpchar",
}

// field writes a column or a computed field, and the path into its JSON.
func (b *builder) field(l *level, f query.Field) string {
	expression := Quote(l.alias) + "." + Quote(f.Name)
	if function := b.computed(l, f.Name); function != nil {
		expression = quoteName(catalog.Name{Schema: function.Schema, Name: function.Name}) + "(" + l.row() + ")"
	}
	if len(f.Path) == 0 {
		return expression
	}
	if kind := b.kind(l, f.Name); kind != "json" && kind != "jsonb" {
		expression = "to_jsonb(" + expression + ")"
	}
	for _, step := range f.Path {
		arrow := "->"
		if step.AsText {
			arrow = "->>"
		}
		if step.IsIndex {
			expression += arrow + step.Key
		} else {
			expression += arrow + b.key(step.Key)
		}
	}
	return "(" + expression + ")"
}

// kind is the type of a column or computed field; empty if unknown.
func (b *builder) kind(l *level, name string) string {
	if l.relation != nil {
		if column := l.relation.Column(name); column != nil {
			return column.Type
		}
	}
	if function := b.computed(l, name); function != nil {
		return function.ReturnType
	}
	return ""
}

// computed is the function of a field that is not a column.
func (b *builder) computed(l *level, name string) *catalog.Function {
	if l.relation == nil || l.relation.Column(name) != nil {
		return nil
	}
	return b.catalog.ComputedField(l.name, name)
}

// row is a row of the level as a value of its relation's type.
func (l *level) row() string {
	if l.isDerived {
		return "CAST(" + whole(l.alias) + " AS " + quoteName(l.name) + ")"
	}
	return whole(l.alias)
}

// key returns the parameter for a key in a JSON path. Equal keys share one parameter, because
// PostgreSQL would not recognise a selected and a grouped expression as equal otherwise.
func (b *builder) key(name string) string {
	if b.pathKeys[name] == "" {
		b.pathKeys[name] = b.param(name) + "::text"
	}
	return b.pathKeys[name]
}
