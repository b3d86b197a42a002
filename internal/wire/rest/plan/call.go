package plan

import (
	"encoding/hex"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/nearest"
	"automacao/internal/wire/rest/query"
)

// Call is a function to run with named arguments.
type Call struct {
	Function *catalog.Function
	// Payload is a JSON object of the arguments. With Texts, the arguments came from the query
	// string or a form instead.
	Payload []byte
	// Given are the names of the arguments that are taken from the payload.
	Given []string
	Texts []query.Argument
	// Raw passes Payload whole to a function's single unnamed parameter.
	Raw bool
}

// Ask is what a request says about the function that it calls.
type Ask struct {
	Name catalog.Name
	// Given are the names of the arguments.
	Given []string
	// Whole is the type of the body as a single value, for a function with one unnamed parameter:
	// json, text, xml or bytea; empty without a body.
	Whole string
}

// isRaw reports whether the body has no named arguments.
func (a Ask) isRaw() bool { return a.Whole != "" && a.Whole != "json" }

// Choose picks the overload that takes exactly the given arguments, where only parameters with
// defaults may be missing; or else the overload that takes the whole body.
func Choose(c *catalog.Catalog, ask Ask) (Call, error) {
	slices.Sort(ask.Given)
	ask.Given = slices.Compact(ask.Given)
	var fitting, whole []*catalog.Function
	for _, function := range c.Functions[ask.Name] {
		switch {
		case accepts(function, ask):
			fitting = append(fitting, function)
		case function.TakesWhole() && ask.Whole != "" && strings.TrimSuffix(function.Parameters[0].Type, "b") == ask.Whole:
			whole = append(whole, function)
		}
	}
	isRaw := len(fitting) == 0
	if isRaw {
		fitting = whole
	}
	switch len(fitting) {
	case 1:
		return Call{Function: fitting[0], Given: ask.Given, Raw: isRaw}, nil
	case 0:
		return Call{}, noFunction(c, ask)
	}
	candidates := make([]string, len(fitting))
	for i, function := range fitting {
		candidates[i] = signature(function)
	}
	return Call{}, &fault.Error{Status: http.StatusMultipleChoices, Code: "PGRST203",
		Message: "Could not choose the best candidate function between: " + strings.Join(candidates, ", "),
		Hint:    "Try renaming the parameters or the function itself in the database so function overloading can be resolved"}
}

func accepts(function *catalog.Function, ask Ask) bool {
	if len(function.Parameters) == 0 && ask.isRaw() {
		return false
	}
	for _, parameter := range function.Parameters {
		if (parameter.Name == "" || !slices.Contains(ask.Given, parameter.Name)) && !parameter.HasDefault {
			return false
		}
	}
	for _, name := range ask.Given {
		if !slices.ContainsFunc(function.Parameters, func(p catalog.Parameter) bool { return p.Name == name && name != "" }) {
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

func noFunction(c *catalog.Catalog, ask Ask) error {
	how, searched := " without parameters", " without parameters"
	if len(ask.Given) > 0 {
		list := strings.Join(ask.Given, ", ")
		how, searched = "("+list+")", " with parameter "+list
		if len(ask.Given) > 1 {
			searched = " with parameters " + list
		}
	}
	switch {
	case ask.isRaw():
		how, searched = "", " with a single unnamed "+ask.Whole+" parameter"
	case ask.Whole != "":
		searched += " or with a single unnamed json/jsonb parameter"
	}
	name := ask.Name.Schema + "." + ask.Name.Name
	refusal := &fault.Error{Status: http.StatusNotFound, Code: "PGRST202",
		Message: fmt.Sprintf("Could not find the function %s%s in the schema cache", name, how),
		Details: fmt.Sprintf("Searched for the function %s%s, but no matches were found in the schema cache.", name, searched)}
	if near := nearFunction(c, ask); near != "" && !ask.isRaw() {
		refusal.Hint = fmt.Sprintf("Perhaps you meant to call the function %s.%s", ask.Name.Schema, near)
	}
	return refusal
}

// nearFunction is the hint: a similar name, or other parameters of the same name.
func nearFunction(c *catalog.Catalog, ask Ask) string {
	known := []string{}
	for name, overloads := range c.Functions {
		if name.Schema == ask.Name.Schema && slices.ContainsFunc(overloads, (*catalog.Function).IsCallable) {
			known = append(known, name.Name)
		}
	}
	slices.Sort(known)
	if !slices.Contains(known, ask.Name.Name) {
		return nearest.One(ask.Name.Name, known)
	}
	lists := []string{}
	for _, function := range c.Functions[ask.Name] {
		names := []string{}
		for _, parameter := range function.Parameters {
			names = append(names, parameter.Name)
		}
		slices.Sort(names)
		lists = append(lists, "("+strings.Join(names, ", ")+")")
	}
	given := "(" + strings.Join(ask.Given, ", ") + ")"
	if slices.Contains(lists, given) {
		return ask.Name.Name + given
	}
	if near := nearest.One(given, lists); near != "" {
		return ask.Name.Name + near
	}
	return ""
}

// volatile is how the catalog marks a function that may write. Such a function is run once even
// when all of its rows are counted besides a page of them.
const volatile = "v"

// Invoke plans a call of a function whose rows are read like a relation's.
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
		// MATERIALIZED makes PostgreSQL run a non-volatile function whose result is not used.
		return b.asked(Statement{Params: b.params, SQL: "WITH rows AS MATERIALIZED (SELECT " + invocation + prefix + ") " + b.finish("''", pageRows)}), nil
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
	if name := b.query.AnyField(); name != "" {
		return Statement{}, fault.New(http.StatusBadRequest, "42703", fmt.Sprintf("column %s.%s does not exist", function.Name, name))
	}
	called := "WITH called AS MATERIALIZED (SELECT " + invocation + " AS pgrst_scalar" + from + "), "
	most, offset := b.window()
	tail, err := b.tail(&level{node: &query.Node{}}, most, offset)
	if err != nil {
		return Statement{}, err
	}
	rows, total := "SELECT called.pgrst_scalar FROM called"+tail, "count(*)::text"
	if b.options.Count != "" {
		total = "(SELECT count(*) FROM called)::text"
	}
	switch {
	case function.IsSet && b.options.Shape == Array:
		b.options.Shape = scalarSet
	case b.options.Shape == Array || b.options.Shape == Object:
		b.options.Shape = Scalar
	}
	return b.asked(Statement{Params: b.params, SQL: called + "rows AS (" + rows + ") " + b.finish(total, pageRows)}), nil
}

// arguments writes the named arguments of a call and the source they are read from, if any.
func (b *builder) arguments(call Call) (list, from string) {
	function := call.Function
	if call.Raw && function.Parameters[0].Type == "bytea" {
		return b.param(`\x`+hex.EncodeToString(call.Payload)) + "::bytea", ""
	}
	if call.Raw {
		whole := string(call.Payload)
		if function.Parameters[0].Type == "bytea" {
			whole = `\x` + hex.EncodeToString(call.Payload)
		}
		return b.param(whole) + "::" + function.Parameters[0].Type, ""
	}
	if call.Texts != nil {
		return b.textArguments(call), ""
	}
	given := b.alias("given")
	types, arguments := []string{}, []string{}
	for _, parameter := range function.Parameters {
		if !slices.Contains(call.Given, parameter.Name) {
			continue
		}
		variadic := ""
		if parameter.IsVariadic {
			variadic = "VARIADIC "
		}
		types = append(types, Quote(parameter.Name)+" "+parameter.SQLType)
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
			arguments = append(arguments, "VARIADIC "+Quote(parameter.Name)+" := "+b.param(arrayLiteral(values))+"::"+parameter.SQLType)
		default:
			arguments = append(arguments, Quote(parameter.Name)+" := "+b.param(values[len(values)-1])+"::"+parameter.SQLType)
		}
	}
	return strings.Join(arguments, ", ")
}
