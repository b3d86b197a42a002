package site

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// place is the position of a directory's page in the list's order: after or before the row whose
// order columns have these values. The web application has the same in lib/navigation/page-cursor.ts.
type place struct {
	isAfter bool
	key     []string // nullValue for NULL
}

const (
	nullValue      = "null"
	placeValuesMax = 8
)

// placeValue matches a time, a number or a key: nothing that could end the condition it is written
// into.
var placeValue = regexp.MustCompile(`^[\w:.+-]{1,64}$`)

// placeIn parses the place in an address, nil if there is none.
func placeIn(query url.Values) *place {
	for _, side := range []string{"depois", "antes"} {
		written, err := base64.RawURLEncoding.DecodeString(query.Get(side))
		if err != nil || len(written) == 0 {
			continue
		}
		decoder := json.NewDecoder(bytes.NewReader(written))
		decoder.UseNumber()
		var values []any
		if decoder.Decode(&values) != nil || decoder.More() || len(values) == 0 || len(values) > placeValuesMax {
			continue
		}
		found := &place{isAfter: side == "depois"}
		for _, value := range values {
			if text, ok := textOf(value); ok {
				found.key = append(found.key, text)
			}
		}
		if len(found.key) == len(values) {
			return found
		}
	}
	return nil
}

// textOf returns a value of a row in the form used in conditions.
func textOf(value any) (string, bool) {
	switch value := value.(type) {
	case nil:
		return nullValue, true
	case bool:
		return strconv.FormatBool(value), true
	case json.Number:
		return value.String(), true
	case string:
		return value, value != nullValue && placeValue.MatchString(value)
	}
	return "", false
}

// ordered is a column of a list's order.
type ordered struct {
	column              string
	ascending, nullable bool
}

func ordersOf(asked url.Values) []ordered {
	var orders []ordered
	for _, term := range strings.Split(asked.Get("order"), ",") {
		column, way, _ := strings.Cut(term, ".")
		orders = append(orders, ordered{column, strings.HasPrefix(way, "asc"), strings.HasSuffix(way, ".nullslast")})
	}
	return orders
}

// beside returns the requests for the page at a place. They are: how many rows there are in total;
// the parts of the list beyond the place, the nearest first, each a single range of the order's
// index; and the first page, for when nothing lies beyond the place. It returns nil if the place
// does not fit the list's order.
func (p *place) beside(list read) []read {
	address, err := url.Parse(list.Address)
	if err != nil {
		return nil
	}
	asked := address.Query()
	orders := ordersOf(asked)
	if len(orders) < 2 || !p.isOf(orders) {
		return nil
	}
	under := func(method string, values url.Values) string {
		return method + address.Path + "?" + values.Encode()
	}
	total := clone(asked)
	total.Del("order")
	total.Set("limit", "1")
	reads := []read{{Address: under(headOf, total), Count: list.Count}}
	asked.Set("order", p.order(orders))
	add := func(at int, column, condition, tie string) {
		part := clone(asked)
		for i, order := range orders[:at] {
			part.Add(order.column, is(p.key[i]))
		}
		part.Add(column, condition)
		put(part, "or", "", tie)
		reads = append(reads, read{Address: under("", part)})
	}
	last := len(orders) - 1
	for at := last - 1; at >= 0; at-- {
		order, value := orders[at], p.key[at]
		operator := "lt"
		if order.ascending == p.isAfter {
			operator = "gt"
		}
		switch {
		case at == last-1:
			add(at, order.column, operator+"e."+value,
				fmt.Sprintf(`(%s.%s."%s",and(%s.eq."%s",id.%s.%s))`, order.column, operator, value, order.column, value, operator, p.key[last]))
		case value != nullValue:
			add(at, order.column, operator+"."+value, "")
			if p.isAfter && order.nullable {
				add(at, order.column, "is.null", "")
			}
		case !p.isAfter:
			add(at, order.column, "not.is.null", "")
		}
	}
	return append(reads, list)
}

// isOf reports whether a place fits this order. A place of another order, or one written by hand,
// is not requested.
func (p *place) isOf(orders []ordered) bool {
	if len(orders) != len(p.key) {
		return false
	}
	for i, order := range orders {
		if !order.fits(p.key[i]) {
			return false
		}
	}
	return true
}

// headOf is the prefix of the address of a HEAD request, which only counts.
const headOf = "HEAD "

func is(value string) string {
	if value == nullValue {
		return "is.null"
	}
	return "eq." + value
}

// order returns the order of a list, reversed for the rows before a place.
func (p *place) order(orders []ordered) string {
	terms := make([]string, len(orders))
	for i, order := range orders {
		way, nulls := "desc", ""
		if order.ascending == p.isAfter {
			way = "asc"
		}
		if order.nullable {
			nulls = map[bool]string{true: ".nullslast", false: ".nullsfirst"}[p.isAfter]
		}
		terms[i] = order.column + "." + way + nulls
	}
	return strings.Join(terms, ",")
}

func clone(values url.Values) url.Values {
	copied := url.Values{}
	for name, each := range values {
		copied[name] = slices.Clone(each)
	}
	return copied
}

// askBeside requests part after part until the page is full.
func (s *Site) askBeside(ctx context.Context, reads []read) ([]answer, error) {
	var answers []answer
	found := 0
	for i, r := range reads {
		isList := i == len(reads)-1
		switch {
		case isList && found > 0 || found > pageRows:
			return answers, nil
		case !isList && !strings.HasPrefix(r.Address, headOf):
			r.Address = limited(r.Address, pageRows+1-found)
		}
		received, err := s.ask(ctx, r)
		if err != nil {
			return nil, err
		}
		var rows []json.RawMessage
		if json.Unmarshal(received.Body, &rows) == nil {
			found += len(rows)
		}
		answers = append(answers, received)
	}
	return answers, nil
}

func limited(address string, rows int) string {
	path, query, _ := strings.Cut(address, "?")
	values, _ := url.ParseQuery(query) // Encode produced it
	values.Set("limit", strconv.Itoa(rows))
	return path + "?" + values.Encode()
}

// way is a link to another page of a directory.
type way struct{ Address, Word, Rel string }

// turn cuts the rows to those of the page, in order, and returns the links to the neighbouring
// pages.
func turn(rows []row, at *place, directory string, query url.Values, orders []ordered) ([]row, []way) {
	isBackwards := at != nil && !at.isAfter
	hasMore := len(rows) > pageRows
	rows = slices.Clone(rows[:min(len(rows), pageRows)])
	if isBackwards {
		slices.Reverse(rows)
	}
	if len(rows) == 0 || len(orders) < 2 {
		return rows, nil
	}
	to := func(side string, of row) string {
		beside := sifted(query)
		beside.Set(side, written(of, orders))
		return directory + "?" + beside.Encode()
	}
	var ways []way
	if at != nil && (!isBackwards || hasMore) {
		ways = append(ways, way{to("antes", rows[0]), "Página anterior", "prev"})
	}
	if isBackwards || hasMore {
		ways = append(ways, way{to("depois", rows[len(rows)-1]), "Próxima página", "next"})
	}
	return rows, ways
}

// written returns the place of a row as it is written in an address.
func written(of row, orders []ordered) string {
	key := make([]any, len(orders))
	for i, order := range orders {
		if value := of[order.column]; value != nil {
			if text, isText := value.(string); !isText || placeValue.MatchString(text) {
				key[i] = value
			}
		}
	}
	place, _ := json.Marshal(key) // its values came from JSON
	return base64.RawURLEncoding.EncodeToString(place)
}

// filters are the parameters of a directory's address.
var filters = []string{"q", "ordem", "habilidade", "estado", "cidade", "modalidade", "nivel", "disponibilidade", "orcamento"}

// sifted returns the part of a query that decides which rows a directory shows.
func sifted(query url.Values) url.Values {
	kept := url.Values{}
	for _, name := range filters {
		if query.Get(name) != "" {
			kept[name] = query[name]
		}
	}
	return kept
}
