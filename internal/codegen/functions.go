package codegen

import (
	"cmp"
	"context"
	"encoding"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"automacao/internal/codegen/typescript"
	"automacao/internal/kernel/money"
)

// Workflow is a function written in Go that clients call with POST /rest/v1/rpc/name.
type Workflow struct {
	typescript.Function
	// About is its first sentence.
	About string
	// Roles are the database roles that may call it.
	Roles []string
}

// described is a function as the reference shows it.
type described struct {
	name, about string
	roles       []string
	arguments   [][2]string // name and type
	notes       string
	returns     string
	steps       []string
	codes       []string
	limits      []limit
}

const functionsPreamble = `<!-- Written by "make types" (automacao types); do not edit. -->
# Functions

A client calls a function with ` + "`POST /rest/v1/rpc/<name>`" + ` and a JSON object of arguments, in
supabase-js ` + "`rpc('<name>', arguments)`" + `. Each call is one transaction. A running server describes the same
functions as OpenAPI at ` + "`/rest/v1/`" + `, and shows them with examples at ` + "`/api`" + `.

- **Who may call it.** *Everybody* includes visitors without an account. *Members* are signed in. Many functions check
  further whose the row is and which right the caller has; [transitions.md](transitions.md) says it of every step.
- **Arguments.** A function written in Go takes an argument that is left out as empty (` + "`false`, `0`, `\"\"`" + `), and refuses
  an argument that it does not know. An argument of a SQL function may be left out only where a default is shown.
  An amount is a whole number of centavos. *Bounds* are the limits that the function's code names: ` + "`table.column`" + ` is
  the maximum number of characters or elements of that column, and the other names are rules of the market.
- **Codes.** These are the refusals that stand in the function's own code. [codes.md](codes.md) has their sentences
  and HTTP statuses. The database's triggers can refuse a call with further codes of that list, and so can
  what every request passes: an ended session, a [rate limit](limits.md), a full disk.

`

// functionsDocument writes every function that a client may call.
func (s Sources) functionsDocument(ctx context.Context) ([]byte, error) {
	all, err := s.describedSQL(ctx)
	if err != nil {
		return nil, err
	}
	inGo, err := s.describedGo(ctx)
	if err != nil {
		return nil, err
	}
	all = append(all, inGo...)
	slices.SortFunc(all, func(a, b described) int { return strings.Compare(a.name, b.name) })
	var text strings.Builder
	text.WriteString(functionsPreamble)
	for _, f := range all {
		f.write(&text)
	}
	return []byte(strings.TrimSuffix(text.String(), "\n")), nil
}

func (f described) write(text *strings.Builder) {
	fmt.Fprintf(text, "## %s\n\n%s\n\n", f.name, f.about)
	fmt.Fprintf(text, "- Who may call it: %s\n", f.callers())
	if len(f.steps) > 0 {
		fmt.Fprintf(text, "- Step of: %s\n", strings.Join(f.steps, ", "))
	}
	fmt.Fprintf(text, "- Returns: %s\n", f.returns)
	if len(f.codes) > 0 {
		fmt.Fprintf(text, "- Codes: `%s`\n", strings.Join(f.codes, "`, `"))
	}
	if len(f.arguments) == 0 {
		text.WriteString("- It takes no arguments.\n\n")
		return
	}
	text.WriteString("\n| argument | type |\n|---|---|\n")
	for _, argument := range f.arguments {
		fmt.Fprintf(text, "| `%s` | %s |\n", argument[0], argument[1])
	}
	text.WriteString("\n")
	if f.notes != "" {
		text.WriteString(f.notes + "\n\n")
	}
	if len(f.limits) > 0 {
		bounds := make([]string, len(f.limits))
		for i, l := range f.limits {
			bounds[i] = fmt.Sprintf("`%s` %d", l.Name, l.Value)
		}
		text.WriteString("Bounds: " + strings.Join(bounds, ", ") + ".\n\n")
	}
}

func (f described) callers() string {
	switch {
	case slices.Contains(f.roles, "anon"):
		return "everybody"
	case slices.Contains(f.codes, "not_admin"):
		return "administrators"
	default:
		return "members"
	}
}

// describedSQL reads the functions of the schema that a visitor or a member may call.
func (s Sources) describedSQL(ctx context.Context) ([]described, error) {
	type row struct {
		Name, About, Arguments, Returns, Source string
		IsForVisitors                           bool
	}
	found, err := query[row](ctx, s.DB, `
		SELECT p.proname, coalesce(obj_description(p.oid, 'pg_proc'), ''), pg_get_function_arguments(p.oid),
		       pg_get_function_result(p.oid), p.prosrc, has_function_privilege('anon', p.oid, 'EXECUTE')
		FROM pg_proc p
		WHERE p.pronamespace = 'public'::regnamespace AND p.prokind = 'f' AND p.prorettype <> 'trigger'::regtype
		  AND (has_function_privilege('anon', p.oid, 'EXECUTE') OR has_function_privilege('authenticated', p.oid, 'EXECUTE'))
		ORDER BY p.proname`)
	if err != nil {
		return nil, fmt.Errorf("list the functions of the schema: %w", err)
	}
	var all []described
	for _, r := range found {
		f := described{name: r.Name, roles: []string{"authenticated"}, returns: "`" + r.Returns + "`"}
		f.about, f.notes, _ = strings.Cut(strings.TrimSpace(r.About), "\n")
		if f.about += "."; r.IsForVisitors {
			f.roles = append(f.roles, "anon")
		}
		f.notes = strings.TrimSpace(f.notes)
		for _, argument := range splitArguments(r.Arguments) {
			name, kind, _ := strings.Cut(argument, " ")
			f.arguments = append(f.arguments, [2]string{name, "`" + kind + "`"})
		}
		for _, written := range refuseWritten.FindAllStringSubmatch(r.Source, -1) {
			f.codes = append(f.codes, written[2])
		}
		slices.Sort(f.codes)
		f.codes = slices.Compact(f.codes)
		all = append(all, f)
	}
	return all, nil
}

// splitArguments splits the list of pg_get_function_arguments at the commas outside parentheses and
// quotes.
func splitArguments(list string) (arguments []string) {
	depth, isQuoted, from := 0, false, 0
	for i, r := range list {
		switch {
		case r == '\'':
			isQuoted = !isQuoted
		case r == '(' && !isQuoted:
			depth++
		case r == ')' && !isQuoted:
			depth--
		case r == ',' && depth == 0 && !isQuoted:
			arguments, from = append(arguments, strings.TrimSpace(list[from:i])), i+1
		}
	}
	if last := strings.TrimSpace(list[from:]); last != "" {
		arguments = append(arguments, last)
	}
	return arguments
}

// describedGo describes the workflows, whose codes, bounds and notes are read from their source.
func (s Sources) describedGo(ctx context.Context) ([]described, error) {
	code, err := s.readWorkflows(ctx)
	if err != nil {
		return nil, err
	}
	var all []described
	for _, w := range s.Functions {
		reached, isKnown := code.of[w.Name]
		if !isKnown {
			return nil, fmt.Errorf("%s is registered, but no call of rest.Register names it", w.Name)
		}
		f := described{
			name: w.Name, about: w.About, roles: w.Roles, returns: jsonText(w.Out, true), arguments: jsonFields(w.In),
			codes: slices.Sorted(maps.Keys(reached.codes)), steps: stepsOf(w.Name), notes: code.about(w.In),
		}
		for _, name := range slices.Sorted(maps.Keys(reached.limits)) {
			f.limits = append(f.limits, code.limits[name])
		}
		all = append(all, f)
	}
	return all, nil
}

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
