package differential_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// read generates a GET or HEAD of a relation.
func (g generator) read() ask {
	name := pick(g, names)
	r := relations[name]
	parameters := []string{}
	if !g.sometimes(4) {
		parameters = append(parameters, "select="+g.selection(r, 2))
	}
	for range g.IntN(3) {
		parameters = append(parameters, g.filter(r, ""))
	}
	if g.sometimes(6) {
		parameters = append(parameters, g.logic(r, ""))
	}
	for _, e := range r.embeds {
		if strings.Contains(strings.Join(parameters, "&"), url.QueryEscape(e.text)+"(") && g.sometimes(2) {
			parameters = append(parameters, g.nested(e))
		}
	}
	parameters = append(parameters, "order="+g.order(r))
	if g.sometimes(4) {
		parameters = append(parameters, fmt.Sprintf("limit=%d", g.IntN(5)))
	}
	if g.sometimes(5) {
		parameters = append(parameters, fmt.Sprintf("offset=%d", g.IntN(7)))
	}
	method := http.MethodGet
	if g.sometimes(12) {
		method = http.MethodHead
	}
	return ask{method: method, target: "/" + r.path + "?" + strings.Join(parameters, "&"), header: g.readHeaders(), as: g.caller()}
}

func (g generator) caller() string {
	if g.sometimes(10) {
		return pick(g, []string{"u1", "service"})
	}
	return ""
}

func (g generator) readHeaders() map[string]string {
	header := map[string]string{}
	if g.sometimes(3) {
		header["Prefer"] = pick(g, []string{"count=exact", "count=exact", "count=planned", "count=estimated", "handling=strict", "timezone=Asia/Tokyo"})
	}
	if g.sometimes(6) {
		header["Accept"] = pick(g, []string{"text/csv", "application/vnd.pgrst.object+json", "application/vnd.pgrst.array+json;nulls=stripped", "application/json", "application/vnd.pgrst.object+json;nulls=stripped"})
	}
	if g.sometimes(6) {
		header["Range"] = pick(g, []string{"0-1", "1-2", "0-0", "2-", "3-1", "100-110", "0-1000", "-2", "x", "5-5"})
		header["Range-Unit"] = "items"
	}
	return header
}

// selection generates the operand of select.
func (g generator) selection(r relation, depth int) string {
	if g.sometimes(5) {
		return "*" + g.embedded(r, depth, ",")
	}
	items := []string{}
	for range 1 + g.IntN(4) {
		items = append(items, g.item(r))
	}
	return strings.Join(items, ",") + g.embedded(r, depth, ",")
}

func (g generator) item(r relation) string {
	c := pick(g, r.columns)
	text := inQuery(c.name)
	switch {
	case c.kind == "jsonb" || c.kind == "json":
		text += pick(g, []string{"", "->a", "->>a", "->b->c", "->b->c->0", "->b->c->2->>d", "->0", "->>0", "->-1", "->>%22e%20f%22", "->b->>c"})
	case c.kind == "composite":
		text += pick(g, []string{"", "->x", "->>label"})
	case strings.HasSuffix(c.kind, "array"):
		text += pick(g, []string{"", "", "->0", "->>1"})
	}
	if g.sometimes(5) {
		text = pick(g, []string{"al", "an_alias", "%22odd%20alias%22", "id"}) + ":" + text
	}
	if g.sometimes(6) {
		text += "::" + pick(g, []string{"text", "text", "json", "int4", "varchar", "nonsense"})
	}
	return text
}

func (g generator) embedded(r relation, depth int, before string) string {
	if depth == 0 || len(r.embeds) == 0 || !g.sometimes(2) {
		return ""
	}
	e := pick(g, r.embeds)
	text := url.QueryEscape(e.text)
	if g.sometimes(10) && !strings.Contains(e.text, ":") {
		text = "..." + text
	}
	return before + text + "(" + g.selection(relations[e.to], depth-1) + ")"
}

// nested generates filters, order or paging of an embed.
func (g generator) nested(e embed) string {
	prefix, _, hasAlias := strings.Cut(e.text, ":")
	if !hasAlias {
		prefix, _, _ = strings.Cut(e.text, "!")
	}
	r := relations[e.to]
	switch g.IntN(6) {
	case 0:
		return prefix + ".order=" + g.order(r)
	case 1:
		return prefix + fmt.Sprintf(".limit=%d&", g.IntN(3)) + prefix + ".order=" + g.order(r)
	case 2:
		return prefix + ".offset=1&" + prefix + ".order=" + g.order(r)
	case 3:
		return prefix + "." + g.logic(r, "")
	case 4:
		return prefix + "=" + pick(g, []string{"is.null", "not.is.null", "eq.1"})
	default:
		return g.filter(r, prefix+".")
	}
}

// filter generates field=[not.]op.value.
func (g generator) filter(r relation, prefix string) string {
	field, condition := g.condition(r, false)
	return prefix + field + "=" + condition
}

// condition generates a field and its condition; inside a logic tree a value with commas or
// parentheses is quoted.
func (g generator) condition(r relation, inTree bool) (field, condition string) {
	c := pick(g, r.columns)
	field = inQuery(c.name)
	if c.kind == "jsonb" && g.sometimes(2) {
		field += pick(g, []string{"->a", "->>a", "->b->>c"})
	}
	operator := pick(g, operators)
	value := pick(g, operands[c.kind])
	switch operator {
	case "in":
		list := []string{}
		for range g.IntN(4) {
			list = append(list, quoted(pick(g, operands[c.kind])))
		}
		value = "(" + strings.Join(list, ",") + ")"
	case "is":
		value = pick(g, []string{"null", "true", "false", "unknown", "NULL", "x"})
	case "fts", "plfts", "phfts", "wfts":
		operator += pick(g, []string{"", "(simple)", "(english)", "(nonsense)"})
	default:
		if g.sometimes(12) {
			operator += pick(g, []string{"(any)", "(all)"})
			value = "{" + value + "}"
		}
		if inTree {
			value = quoted(value)
		}
	}
	if g.sometimes(6) {
		operator = "not." + operator
	}
	return field, operator + "." + escape(value)
}

func quoted(value string) string {
	if strings.ContainsAny(value, `,()"{}[].:`) || value == "" {
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
	}
	return value
}

// logic generates and=(…) or or=(…), possibly nested and negated.
func (g generator) logic(r relation, prefix string) string {
	return prefix + pick(g, []string{"and", "or", "or", "not.and", "not.or"}) + "=" + g.tree(r, 2)
}

func (g generator) tree(r relation, depth int) string {
	parts := []string{}
	for range 1 + g.IntN(3) {
		if depth > 0 && g.sometimes(5) {
			parts = append(parts, pick(g, []string{"and", "or", "not.and", "not.or"})+g.tree(r, depth-1))
			continue
		}
		field, condition := g.condition(r, true)
		parts = append(parts, field+"."+condition)
	}
	return "(" + strings.Join(parts, ",") + ")"
}

// order generates a total order: it ends with the key.
func (g generator) order(r relation) string {
	terms := []string{}
	if c := pick(g, r.columns); g.sometimes(2) && sortable(c.kind) {
		terms = append(terms, inQuery(c.name)+pick(g, []string{"", ".asc", ".desc", ".desc.nullslast", ".asc.nullsfirst", ".nullslast", ".nullsfirst"}))
	}
	for _, key := range r.key {
		terms = append(terms, inQuery(key))
	}
	return strings.Join(terms, ",")
}

func sortable(kind string) bool { return kind != "json" && kind != "xml" }
