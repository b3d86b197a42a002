package differential_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// written are the relations that requests write to.
var written = []string{"clients", "projects", "tasks", "users", "checked", "checked", "checked", "t", "odd", "japan", "nothing", "events", "keyless", "listed", "active", "triggered", "named", "counted", "pairs", "badges"}

// write generates a POST, PATCH, PUT or DELETE.
func (g generator) write() ask {
	r := relations[pick(g, written)]
	parameters := []string{}
	method := pick(g, []string{http.MethodPost, http.MethodPost, http.MethodPost, http.MethodPatch, http.MethodPatch, http.MethodPut, http.MethodDelete})
	a := ask{method: method, header: map[string]string{}, as: g.caller()}
	prefers := []string{}
	if g.sometimes(2) {
		prefers = append(prefers, "return="+pick(g, []string{"representation", "representation", "minimal", "headers-only"}))
	}
	if g.sometimes(4) {
		prefers = append(prefers, "count=exact")
	}
	if g.sometimes(5) {
		a.header["Accept"] = pick(g, []string{"text/csv", "application/vnd.pgrst.object+json", "application/json", "application/vnd.pgrst.array+json;nulls=stripped"})
	}
	switch method {
	case http.MethodPost:
		a.body = g.rows(r)
		if g.sometimes(3) {
			prefers = append(prefers, "resolution="+pick(g, []string{"merge-duplicates", "ignore-duplicates"}))
		}
		if g.sometimes(5) {
			prefers = append(prefers, "missing="+pick(g, []string{"default", "null"}))
		}
		if g.sometimes(6) {
			parameters = append(parameters, "columns="+g.some(r))
		}
		if g.sometimes(8) {
			parameters = append(parameters, "on_conflict="+inQuery(pick(g, r.columns).name))
		}
	case http.MethodPatch:
		a.body = g.row(r, true)
		parameters = append(parameters, g.narrow(r))
	case http.MethodPut:
		a.body, parameters = g.put(r)
	default:
		parameters = append(parameters, g.narrow(r))
	}
	if g.sometimes(3) {
		parameters = append(parameters, "select="+g.selection(r, 1), "order="+g.order(r))
	}
	a.header["Prefer"] = strings.Join(prefers, ", ")
	a.target = strings.TrimSuffix("/"+r.path+"?"+strings.Join(parameters, "&"), "?")
	return a
}

// narrow mostly filters by the key.
func (g generator) narrow(r relation) string {
	if g.sometimes(4) {
		return g.filter(r, "")
	}
	return inQuery(r.key[0]) + "=" + pick(g, []string{"eq.1", "eq.2", "in.(1,2,3)", "gt.0", "eq.99"})
}

func (g generator) some(r relation) string {
	parts := []string{}
	for range 1 + g.IntN(3) {
		parts = append(parts, inQuery(pick(g, r.columns).name))
	}
	return strings.Join(parts, ",")
}

// rows generates a body of one object, of several, or of something else.
func (g generator) rows(r relation) string {
	switch g.IntN(12) {
	case 0:
		return pick(g, []string{"", "[]", "{}", "[{}]", "null", "1", `"x"`, "{", "[1]", "[[]]", `[{"id":1},2]`, "[{},{}]"})
	case 1, 2, 3:
		first := g.object(r, false)
		rows := []string{first}
		for range g.IntN(3) {
			rows = append(rows, g.object(r, false))
		}
		return "[" + strings.Join(rows, ",") + "]"
	default:
		return g.object(r, false)
	}
}

func (g generator) row(r relation, partly bool) string {
	if g.sometimes(12) {
		return pick(g, []string{"", "[]", "{}", "[{}]", "null", "{", `{"nowhere": 1}`, "[{},{}]"})
	}
	return g.object(r, partly)
}

// object has all columns of a relation, or some; it mostly avoids existing keys.
func (g generator) object(r relation, partly bool) string {
	parts := []string{}
	for _, c := range r.columns {
		if partly && !g.sometimes(3) || !partly && g.sometimes(25) {
			continue
		}
		values := literals[c.kind]
		value := values[0]
		if g.sometimes(3) {
			value = pick(g, values)
		}
		if c.name == r.key[0] && c.kind == "int" && !partly {
			value = fmt.Sprint(pick(g, []int{1, 2, 50, 51, 52, 53, 54}))
		}
		parts = append(parts, fmt.Sprintf("%q:%s", c.name, value))
	}
	if g.sometimes(20) {
		parts = append(parts, `"nowhere":1`)
	}
	return "{" + strings.Join(parts, ",") + "}"
}

func (g generator) put(r relation) (body string, parameters []string) {
	id := pick(g, []string{"1", "2", "60"})
	parts := []string{}
	for _, c := range r.columns {
		value := literals[c.kind][0]
		if c.name == r.key[0] && c.kind == "int" && !g.sometimes(12) {
			value = id
		}
		parts = append(parts, fmt.Sprintf("%q:%s", c.name, value))
	}
	parameters = []string{inQuery(r.key[0]) + "=eq." + id}
	for _, key := range r.key[1:] {
		value := "7"
		if key == "at" {
			value = "2020-03-03"
		}
		parameters = append(parameters, key+"=eq."+value)
	}
	if g.sometimes(8) {
		parameters = append(parameters, pick(g, []string{"limit=1", "name=eq.x", url.QueryEscape(r.key[0]) + "=gt.1"}))
	}
	return "{" + strings.Join(parts, ",") + "}", parameters
}

// functions are the functions that calls name, with arguments as JSON and as texts.
var functions = []struct {
	name  string
	args  []string // JSON objects
	reads bool
}{
	{"add", []string{`{"a":1,"b":2}`, `{"a":"1","b":2}`, `{"a":1}`, `{"a":1,"b":2,"c":3}`, `{"a":"x","b":1}`, `{}`}, true},
	{"greet", []string{`{}`, `{"name":"ção"}`, `{"name":null}`, `{"name":5}`}, true},
	{"nothing_back", []string{`{}`}, true}, {"nulled", []string{`{}`}, true}, {"numbers", []string{`{"n":3}`, `{"n":0}`}, true},
	{"some_projects", []string{`{}`, `{"lowest":4}`, `{"lowest":100}`}, true}, {"one_project", []string{`{"which":1}`, `{"which":99}`}, true},
	{"tabled", []string{`{"n":3}`, `{"n":0}`}, true}, {"outs", []string{`{"a":1}`}, true}, {"one_out", []string{`{"a":1}`}, true}, {"in_out", []string{`{"a":2}`}, true},
	{"a_point", []string{`{"x":1}`}, true}, {"points", []string{`{"n":2}`}, true}, {"jsoned", []string{`{"doc":{"b":1,"a":2}}`, `{"doc":[1]}`, `{"doc":null}`}, true},
	{"loaded", []string{`{"a":1}`, `{"a":1,"b":2}`, `{"a":1,"b":2,"c":3}`, `{"b":1}`}, true}, {"torn", []string{`{"a":1}`}, true}, {"moody", []string{`{"m":"calm"}`, `{"m":"x"}`}, true},
	{"whoami", []string{`{}`}, true}, {"many", []string{`{"parts":["a","b"]}`, `{}`, `{"parts":[]}`, `{"parts":"{a,b}"}`}, true}, {"listed", []string{`{"items":[1,2]}`, `{"items":"{1}"}`, `{"items":null}`}, true},
	{"divide", []string{`{"a":1,"b":0}`, `{"a":4,"b":2}`}, true}, {"insert_note", []string{`{"n":5}`}, false}, {"insert_notes", []string{`{"lowest":1,"most":3}`, `{"lowest":3,"most":1}`}, false},
	{"addd", []string{`{}`, `{"a":1}`}, true}, {"Odd%20fn", []string{`{"Par am":1}`, `{"Par am":1,"ção":"y"}`}, true}, {"a_record", []string{`{}`}, true}, {"no_right", []string{`{}`}, true},
	{"shout", []string{`{}`}, true}, {"either", []string{`{"a":1,"b":2}`, `{"a":1}`, `[1]`}, true}, {"whole", []string{`{"x":1}`, `[1,2]`, `1`, ``}, true},
}

// call generates a call of a function.
func (g generator) call() ask {
	f := pick(g, functions)
	arguments := pick(g, f.args)
	a := ask{method: http.MethodPost, target: "/rpc/" + f.name, body: arguments, header: g.readHeaders(), as: g.caller()}
	parameters := []string{}
	if inAddress, isFlat := asTexts(arguments); isFlat && g.sometimes(2) {
		a.method, a.body = http.MethodGet, ""
		if inAddress != "" {
			parameters = append(parameters, inAddress)
		}
	}
	switch f.name {
	case "some_projects", "one_project":
		r := relations["projects"]
		if g.sometimes(2) {
			parameters = append(parameters, "select="+g.selection(r, 1))
		}
		if g.sometimes(3) {
			parameters = append(parameters, g.filter(r, ""))
		}
		parameters = append(parameters, "order=id")
	case "tabled", "points", "numbers":
		if g.sometimes(3) {
			parameters = append(parameters, pick(g, []string{"limit=1", "offset=1", "limit=1&offset=1", "select=i", "i=gt.1", "order=i.desc", "select=x,label", "offset=50"}))
		}
	}
	if len(parameters) > 0 {
		a.target += "?" + strings.Join(parameters, "&")
	}
	return a.undone()
}

// asTexts writes flat arguments for an address.
func asTexts(arguments string) (text string, isFlat bool) {
	value, isJSON := parse([]byte(arguments))
	object, isObject := value.(map[string]any)
	if !isJSON || !isObject {
		return "", false
	}
	values := url.Values{}
	for name, value := range object {
		switch value.(type) {
		case map[string]any, nil:
			return "", false
		case []any:
			return "", false
		}
		values.Set(name, fmt.Sprint(value))
	}
	return values.Encode(), true
}
