package site

import (
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"automacao/internal/kernel/route"
)

// read is a request that a page's script makes first: its address, and how its list is counted, ""
// if it is not. The build records it while it renders the page, so that the server makes exactly
// the same request.
type read struct {
	Address string `json:"address"`
	Count   string `json:"count"`
}

// example is what a directory requests first for a query; it is for a test.
type example struct {
	Query string `json:"query"`
	Reads []read `json:"reads"`
}

// Placeholders in the addresses that the build knows for rows that it does not.
const (
	someID      = "00000000-0000-7000-8000-000000000000"
	someCompany = "00000000-0000-7000-8000-000000000001"
	someSkill   = "habilidade-de-exemplo"
)

// readsAt returns the requests of a page about one thing: those that depend on its id alone, and
// those that depend on the row.
func (d drawing) readsAt(id string) (first, then []read) {
	for _, known := range d.Reads {
		known.Address = strings.ReplaceAll(known.Address, someID, id)
		if strings.Contains(known.Address, someCompany) || strings.Contains(known.Address, someSkill) {
			then = append(then, known)
		} else {
			first = append(first, known)
		}
	}
	return first, then
}

// restingOn fills the row of a project into requests. Requests about its company are left out if
// there is none.
func filledIn(reads []read, body []byte) []read {
	var rows []struct {
		Company *struct{ ID string }
		Skills  []string
	}
	if json.Unmarshal(body, &rows) != nil || len(rows) != 1 {
		return nil
	}
	var filled []read
	for _, r := range reads {
		if strings.Contains(r.Address, someCompany) {
			if rows[0].Company == nil {
				continue
			}
			r.Address = strings.ReplaceAll(r.Address, someCompany, rows[0].Company.ID)
		}
		r.Address = strings.ReplaceAll(r.Address, someSkill, url.QueryEscape(strings.Join(rows[0].Skills, ",")))
		filled = append(filled, r)
	}
	return filled
}

// readsUnder returns the requests of a directory for the query of its address. If the address is of
// any page but the first, those for the list are in beside.
func (d drawing) readsUnder(query url.Values) (reads, beside []read) {
	at := placeIn(query)
	known, isKnown := d.Orders[query.Get("ordem")]
	if !isKnown {
		known = d.Reads
	}
	kind, words := "professionals", searchWords(query.Get("q"))
	if d.Address == route.Projects {
		kind = "projects"
	}
	for _, r := range known {
		address, err := url.Parse(r.Address)
		if err != nil {
			return nil, nil
		}
		asked := address.Query()
		switch {
		case strings.HasSuffix(address.Path, "/rpc/count_skills"):
			put(asked, "words", "", words)
		case strings.HasSuffix(address.Path, "/rpc/list_reference_prices"):
			if state := d.known(query, "estado"); len(state) > 0 {
				put(asked, "uf", "", state[0])
			}
		case r.Count != "":
			put(asked, "search", "fts(automacao).", words)
			d.narrow(asked, kind, query)
		}
		address.RawQuery = asked.Encode()
		list := read{Address: address.String(), Count: r.Count}
		if at != nil && r.Count != "" {
			if beside = at.beside(list); beside != nil {
				continue
			}
		}
		reads = append(reads, list)
	}
	if state := d.known(query, "estado"); len(state) > 0 && len(d.Orders) > 0 {
		cities := url.Values{"in_state": state[:1], "kind": {kind}}
		reads = append(reads, read{Address: "/rest/v1/rpc/count_cities?" + cities.Encode()})
	}
	return reads, beside
}

// narrow adds the filters of a directory's address to its request.
func (d drawing) narrow(asked url.Values, kind string, query url.Values) {
	list := func(name, operator string, values []string) {
		if len(values) == 0 {
			return
		}
		if operator == "in" {
			asked.Add(name, "in.("+strings.Join(values, ",")+")")
		} else {
			asked.Add(name, operator+".{"+strings.Join(values, ",")+"}")
		}
	}
	list("skills", "ov", query["habilidade"])
	if state := d.known(query, "estado"); len(state) > 0 {
		asked.Add("state", "eq."+state[0])
		put(asked, "city_key", "eq.", query.Get("cidade"))
	}
	modes, levels := d.known(query, "modalidade"), d.inOrder(query, "nivel")
	if kind == "professionals" {
		list("work_modes", "ov", modes)
		list("experience", "in", levels)
		list("availability", "in", d.known(query, "disponibilidade"))
		return
	}
	list("work_mode", "in", modes)
	list("experience_level", "in", levels)
	if ends := budget.FindStringSubmatch(query.Get("orcamento")); ends != nil {
		put(asked, "budget_max_cents", "gte.", cents(ends[1]))
		put(asked, "budget_min_cents", "lte.", cents(ends[2]))
	}
}

// known returns the values of a filter that are among its options.
func (d drawing) known(query url.Values, name string) []string {
	var values []string
	for _, value := range query[name] {
		if slices.Contains(d.Options[name], value) {
			values = append(values, value)
		}
	}
	return values
}

// inOrder returns the values of a filter in the order of its options.
func (d drawing) inOrder(query url.Values, name string) []string {
	var values []string
	for _, option := range d.Options[name] {
		if slices.Contains(query[name], option) {
			values = append(values, option)
		}
	}
	return values
}

func put(asked url.Values, name, before, value string) {
	if value != "" {
		asked.Add(name, before+value)
	}
}

// budget matches a range of whole reais, either end of which may be open.
var budget = regexp.MustCompile(`^([0-9]{0,9})-([0-9]{0,9})$`)

func cents(reais string) string {
	if reais == "" {
		return ""
	}
	if whole := strings.TrimLeft(reais, "0"); whole != "" {
		return whole + "00"
	}
	return "0"
}
