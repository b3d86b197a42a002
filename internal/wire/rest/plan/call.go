package plan

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"automacao/internal/fault"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/query"
)

// Call is a function to be run with named arguments.
type Call struct {
	Function *catalog.Function
	// Payload is a JSON object of the arguments; with Texts, arguments came
	// in the query string instead.
	Payload []byte
	Texts   []query.Argument
	// Raw passes Payload whole to a function's single unnamed parameter.
	Raw bool
}

// Choose picks the overload that takes exactly these argument names, leaving
// only parameters with defaults unnamed.
func Choose(c *catalog.Catalog, name catalog.Name, given []string) (*catalog.Function, error) {
	var fitting []*catalog.Function
	for _, function := range c.Functions[name] {
		if accepts(function, given) {
			fitting = append(fitting, function)
		}
	}
	switch len(fitting) {
	case 1:
		return fitting[0], nil
	case 0:
		return nil, noFunction(c, name, given)
	}
	slices.SortStableFunc(fitting, func(a, b *catalog.Function) int { return len(a.Parameters) - len(b.Parameters) })
	if len(fitting[0].Parameters) < len(fitting[1].Parameters) {
		return fitting[0], nil
	}
	candidates := make([]string, len(fitting))
	for i, function := range fitting {
		candidates[i] = signature(function)
	}
	return nil, &fault.Error{Status: http.StatusMultipleChoices, Code: "PGRST203",
		Message: "Could not choose the best candidate function between: " + strings.Join(candidates, ", "),
		Hint:    "Try renaming the parameters or the function itself in the database so function overloading can be resolved"}
}

func accepts(function *catalog.Function, given []string) bool {
	for _, parameter := range function.Parameters {
		if !slices.Contains(given, parameter.Name) && !parameter.HasDefault {
			return false
		}
	}
	for _, name := range given {
		if !slices.ContainsFunc(function.Parameters, func(p catalog.Parameter) bool { return p.Name == name }) {
			return false
		}
	}
	return true
}

func signature(function *catalog.Function) string {
	parameters := make([]string, len(function.Parameters))
	for i, parameter := range function.Parameters {
		parameters[i] = parameter.Name + " => " + parameter.Type
	}
	return fmt.Sprintf("%s.%s(%s)", function.Schema, function.Name, strings.Join(parameters, ", "))
}

func noFunction(c *catalog.Catalog, name catalog.Name, given []string) error {
	how, searched := " without parameters", " without parameters"
	if len(given) > 0 {
		how = "(" + strings.Join(given, ", ") + ")"
		searched = " with parameters " + strings.Join(given, ", ")
	}
	refusal := &fault.Error{Status: http.StatusNotFound, Code: "PGRST202",
		Message: fmt.Sprintf("Could not find the function %s.%s%s in the schema cache", name.Schema, name.Name, how),
		Details: fmt.Sprintf("Searched for the function %s.%s%s, but no matches were found in the schema cache.", name.Schema, name.Name, searched)}
	names := []string{}
	for known := range c.Functions {
		if known.Schema == name.Schema {
			names = append(names, known.Name)
		}
	}
	slices.Sort(names)
	if near := Nearest(name.Name, names); near != "" {
		refusal.Hint = fmt.Sprintf("Perhaps you meant to call the function %s.%s", name.Schema, near)
	}
	return refusal
}

// volatile is how the catalog marks a function that may write. It is run once
// even when all of its rows are counted beside a page of them.
const volatile = "v"

// Invoke plans calling a function and reading its rows like a relation's.
func Invoke(c *catalog.Catalog, call Call, q *query.Query, o Options) (Statement, error) {
	b := newBuilder(c, q, o)
	function := call.Function
	name := catalog.Name{Schema: function.Schema, Name: function.Name}
	if function.Returns != nil {
		name = *function.Returns
	}
	alias := b.alias(name.Name)
	arguments, prefix := b.arguments(call)
	invocation := quoteName(catalog.Name{Schema: function.Schema, Name: function.Name}) + "(" + arguments + ")"
	if function.IsVoid {
		b.options.Shape = None
		// Materialized, or one that is not volatile would not be run for nothing.
		return Statement{Params: b.params, SQL: "WITH rows AS MATERIALIZED (SELECT " + invocation + prefix + ") " + b.finish("''", pageRows)}, nil
	}
	if !function.IsRecord {
		return b.scalar(function, invocation, prefix)
	}
	if !function.IsSet && b.options.Shape == Array {
		b.options.Shape = Object
	}
	source := invocation
	if prefix != "" {
		source = strings.TrimPrefix(prefix, " FROM ") + ", LATERAL " + source
	}
	if b.options.Count != "" && function.Volatility == volatile {
		return b.read("WITH called AS MATERIALIZED (SELECT "+whole(alias)+" FROM "+source+" AS "+Quote(alias)+")", name, alias, "called")
	}
	return b.read("", name, alias, source)
}

// scalar answers with bare values instead of objects.
func (b *builder) scalar(function *catalog.Function, invocation, from string) (Statement, error) {
	called := "WITH called AS MATERIALIZED (SELECT " + invocation + " AS pgrst_scalar" + from + "), "
	rows, total := "SELECT called.pgrst_scalar FROM called", "count(*)::text"
	if function.IsSet {
		most, offset := b.window()
		tail, err := b.tail(&level{node: &query.Node{}}, most, offset)
		if err != nil {
			return Statement{}, err
		}
		rows += tail
		if b.options.Count != "" {
			total = "(SELECT count(*) FROM called)::text"
		}
	}
	switch {
	case function.IsSet && b.options.Shape == Array:
		b.options.Shape = scalarSet
	case b.options.Shape == Array || b.options.Shape == Object:
		b.options.Shape = Scalar
	}
	return Statement{Params: b.params, SQL: called + "rows AS (" + rows + ") " + b.finish(total, pageRows)}, nil
}

// arguments writes the named arguments of a call and the source they are
// read from, if there is one.
func (b *builder) arguments(call Call) (list, from string) {
	function := call.Function
	if call.Raw {
		return b.param(string(call.Payload)) + "::" + function.Parameters[0].Type, ""
	}
	if call.Texts != nil {
		return b.textArguments(call), ""
	}
	given := b.alias("given")
	types, arguments := []string{}, []string{}
	for _, parameter := range function.Parameters {
		if !slices.ContainsFunc(call.given(), func(name string) bool { return name == parameter.Name }) {
			continue
		}
		variadic := ""
		if parameter.IsVariadic {
			variadic = "VARIADIC "
		}
		types = append(types, Quote(parameter.Name)+" "+parameter.Type)
		arguments = append(arguments, variadic+Quote(parameter.Name)+" := "+Quote(given)+"."+Quote(parameter.Name))
	}
	if len(types) == 0 {
		return "", ""
	}
	return strings.Join(arguments, ", "), " FROM json_to_record(" + b.param(string(call.Payload)) + ") AS " + Quote(given) + "(" + strings.Join(types, ", ") + ")"
}

func (b *builder) textArguments(call Call) string {
	arguments := []string{}
	for _, parameter := range call.Function.Parameters {
		values := []string{}
		for _, text := range call.Texts {
			if text.Name == parameter.Name {
				values = append(values, text.Value)
			}
		}
		switch {
		case len(values) == 0:
		case parameter.IsVariadic:
			arguments = append(arguments, "VARIADIC "+Quote(parameter.Name)+" := "+b.param(arrayLiteral(values))+"::"+parameter.Type)
		default:
			arguments = append(arguments, Quote(parameter.Name)+" := "+b.param(values[len(values)-1])+"::"+parameter.Type)
		}
	}
	return strings.Join(arguments, ", ")
}

func (c Call) given() []string {
	return ObjectKeys(c.Payload)
}
