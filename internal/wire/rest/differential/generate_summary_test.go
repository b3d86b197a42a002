package differential_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// summed are relations with columns to aggregate, and columns whose values form groups in an order
// that does not depend on the server.
var summed = map[string]struct{ groups, numbers []string }{
	"projects":    {[]string{"client_id", "active", "parent_id"}, []string{"budget", "id"}},
	"tasks":       {[]string{"project_id", "mood", "name"}, []string{"id", "project_id"}},
	"letters":     {[]string{"from_id", "to_id"}, []string{"id"}},
	"assignments": {[]string{"role", "user_id"}, []string{"task_id"}},
	"pair_notes":  {[]string{"a", "b"}, []string{"id"}},
	"kinds":       {[]string{"flag", "mood"}, []string{"small", "num", "big", "flt"}},
}

// summaries come from a separate generator, so that the other requests stay the same.
func summaries() (asks []ask) {
	g := newGenerator(20261125)
	for range 700 {
		asks = append(asks, g.summary())
	}
	for range 24 {
		asks = append(asks, g.limitedWrite().undone())
	}
	return asks
}

// oddPages have invalid numbers such as faulty programs write.
func oddPages() (asks []ask) {
	odd := []string{"undefined", "NaN", "Infinity", "2.5", "-1", "", "1e3", "+2", "2%20", "99999999999999999999"}
	for _, target := range []string{"/projects?select=id&order=id", "/clients?select=id,projects(id)&projects.order=id&order=id&projects.", "/rpc/some_projects?select=id&order=id", "/rpc/numbers?n=4"} {
		for _, number := range odd {
			for _, page := range []string{"limit=" + number, "offset=" + number, "limit=2&offset=" + number, "offset=0&limit=" + number, "offset=2&limit=" + number, "limit=2&limit=" + number} {
				asks = append(asks, ask{method: http.MethodGet, target: strings.Replace(target+"&"+page, ".&", ".", 1)})
			}
		}
		asks = append(asks, ask{method: http.MethodGet, target: target + "&limit=1", header: map[string]string{"Range": "1-2", "Prefer": "count=exact"}})
	}
	return asks
}

// summary generates a read that aggregates, with or without groups, and possibly embeds.
func (g generator) summary() ask {
	name := pick(g, []string{"projects", "tasks", "letters", "assignments", "pair_notes", "kinds"})
	from := summed[name]
	items, terms := []string{}, []string{}
	for range g.IntN(3) {
		group := pick(g, from.groups)
		items, terms = append(items, group), append(terms, group)
	}
	for range 1 + g.IntN(2) {
		items = append(items, g.aggregate(from.numbers))
	}
	r := relations[name]
	if len(r.embeds) > 0 && g.sometimes(2) {
		items = append(items, g.summarised(pick(g, r.embeds)))
	}
	g.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	parameters := []string{"select=" + strings.Join(items, ",")}
	if g.sometimes(3) {
		parameters = append(parameters, g.filter(r, ""))
	}
	if len(terms) > 0 {
		parameters = append(parameters, "order="+strings.Join(terms, ","))
	}
	header := map[string]string{}
	if g.sometimes(4) {
		header["Prefer"] = "count=exact"
	}
	return ask{method: http.MethodGet, target: "/" + r.path + "?" + strings.Join(parameters, "&"), header: header}
}

func (g generator) aggregate(numbers []string) string {
	text := pick(g, []string{"count()", pick(g, numbers) + "." + pick(g, []string{"sum", "avg", "count", "max", "min"}) + "()"})
	if strings.Contains(text, ".") && g.sometimes(8) {
		column, rest, _ := strings.Cut(text, ".")
		text = column + "::" + pick(g, []string{"text", "numeric"}) + "." + rest
	}
	if g.sometimes(4) {
		text += "::" + pick(g, []string{"text", "int4", "numeric"})
	}
	if g.sometimes(3) {
		text = pick(g, []string{"n", "%22all%20of%20it%22"}) + ":" + text
	}
	return text
}

// summarised is an embed with aggregates in place of its rows.
func (g generator) summarised(e embed) string {
	text, inside := url.QueryEscape(e.text), []string{"count()"}
	if g.sometimes(4) && !strings.Contains(e.text, ":") {
		text, inside = "..."+text, []string{"among:count()"}
	}
	to := summed[e.to]
	if len(to.numbers) > 0 {
		inside = append(inside, g.aggregate(to.numbers))
	}
	return text + "(" + strings.Join(inside[g.IntN(len(inside)):], ",") + ")"
}

// limitedWrite generates a write of some of the filtered rows.
func (g generator) limitedWrite() ask {
	a := ask{method: pick(g, []string{http.MethodPatch, http.MethodDelete}), header: map[string]string{"Prefer": "return=representation, count=exact"}}
	a.target = "/checked?" + pick(g, []string{"", "id=gt.1&"}) + "order=id" + pick(g, []string{"", ".desc"}) + fmt.Sprintf("&limit=%d", 1+g.IntN(3))
	if a.method == http.MethodPatch {
		a.body = `{"code":null}`
	}
	return a
}

// argumentsInAddress are calls with arguments in the address as programs write them: lists, JSON,
// and missing ones.
func argumentsInAddress() (asks []ask) {
	for function, texts := range map[string][]string{
		"jsoned?doc":             {`{"b":1,"a":2}`, `[1]`, `{1,2}`, `"x"`, `1`, `null`, `[object%20Object]`, ``},
		"listed?items":           {`{1,2}`, `{}`, `[1,2]`, `1`, `{a}`, ``},
		"many?parts":             {`a`, `{a,b}`, ``, `a,b`, `a&parts=b&parts=c`},
		"greet?name":             {`null`, `undefined`, ``, `a+b`, `eq.x`, `{a}`},
		"moody?m":                {`calm`, `very+tense`, ``, `null`},
		"some_projects?lowest":   {`4`, `null`, `undefined`, `4.5`, `eq.4`, `4&id=eq.5`, `4&limit=1&offset=1`, `4&limit=undefined`},
		"tabled?n":               {`3&limit=NaN`, `3&offset=undefined`, `3&i=gt.1&select=i,square`, `3&square=in.(1,9)&order=i.desc`},
		"Odd%20fn?Par%20am":      {`1`, `1&%C3%A7%C3%A3o=y`, `x`},
		"add?b=2&a":              {`1`, `eq.1`, `1&a=5`, `+1`, `%201`},
		"whole?x":                {`1`, `1&y=2`},
		"in_out?a":               {`2`, `2&select=a`},
		"outs?a":                 {`1&select=c`, `1&b=eq.2`, `1&b=eq.3`},
		"points?n":               {`2&select=x,label`, `2&x=eq.1`, `2&order=x.desc&limit=1`},
		"one_project?which":      {`1&select=name,clients(name)`, `99&select=name`, `1&clients.name=eq.x&select=name,clients!inner(name)`},
		"numbers?n":              {`2&limit=1&offset=undefined`},
		"loaded?a":               {`1`, `1&b=2`, `1&c=3`, `1&d=4`},
		"divide?a=1&b":           {`0`, `2`},
		"claim?name":             {`role`},
		"insert_note?n":          {`5`},
		"a_point?x":              {`1&select=x`},
		"either?a":               {`1`, `1&b=2`},
		"torn?a":                 {`1`, `x`},
		"refuse?code=P0001&hint": {`h`},
	} {
		for _, text := range texts {
			for _, method := range []string{http.MethodGet, http.MethodHead} {
				asks = append(asks, ask{method: method, target: "/rpc/" + function + "=" + text})
			}
		}
	}
	return asks
}
