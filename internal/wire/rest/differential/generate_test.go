package differential_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// generator generates requests, the same ones in every run.
type generator struct{ *rand.Rand }

func newGenerator(seed uint64) generator { return generator{rand.New(rand.NewPCG(seed, 12))} }

func pick[T any](g generator, from []T) T { return from[g.IntN(len(from))] }

// sometimes is true once in n times.
func (g generator) sometimes(n int) bool { return g.IntN(n) == 0 }

var names = slices.Sorted(maps.Keys(relations))

// everything is every request: handwritten, combined and generated.
func everything() []ask {
	asks := slices.Concat(thought(), said(), operatorsOfKinds(), pairsOfHeaders(), oddPages(), argumentsInAddress(), summaries())
	g := newGenerator(20240112)
	for range 2600 {
		asks = append(asks, g.read())
	}
	for range 900 {
		asks = append(asks, g.write().undone())
	}
	for range 500 {
		asks = append(asks, g.call())
	}
	for range 150 {
		stays := g.write()
		stays.stays = true
		asks = append(asks, stays)
	}
	return asks
}

// inQuery writes a name for a query string: quoted if it has more than letters, and escaped.
func inQuery(name string) string {
	if strings.ContainsAny(name, `."-,()`) {
		name = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
	}
	return url.QueryEscape(name)
}

func escape(value string) string { return strings.ReplaceAll(url.QueryEscape(value), "%2A", "*") }

// operatorsOfKinds filters every kind of column by every operator.
func operatorsOfKinds() (asks []ask) {
	kinds := relations["kinds"]
	for _, column := range kinds.columns {
		for _, operator := range slices.Compact(slices.Sorted(slices.Values(operators))) {
			value := operands[column.kind][0]
			switch operator {
			case "in":
				value = "(" + value + ")"
			case "is":
				value = "null"
			}
			asks = append(asks, ask{method: http.MethodGet, target: fmt.Sprintf("/kinds?select=id,%s&%s=%s.%s&order=id", column.name, column.name, operator, escape(value))})
		}
	}
	for _, c := range relations["clients"].columns {
		asks = append(asks, ask{method: http.MethodGet, target: "/clients?select=id&order=" + c.name + ".desc.nullslast,id"})
	}
	return asks
}

// pairsOfHeaders combines the headers of reads, writes and calls.
func pairsOfHeaders() (asks []ask) {
	accepts := []string{"", "application/json", "*/*", "text/csv", "application/vnd.pgrst.object+json", "application/vnd.pgrst.array+json;nulls=stripped", "application/vnd.pgrst.object+json;nulls=stripped",
		"application/vnd.pgrst.object", "text/html", "application/vnd.pgrst.plan+json", "text/html, */*;q=0.1", "application/openapi+json"}
	prefers := []string{"", "count=exact", "count=planned", "count=estimated", "return=representation", "return=minimal", "return=headers-only", "handling=strict, count=exact", "handling=strict, unknown=yes",
		"handling=lenient, unknown=yes", "timezone=America/Sao_Paulo", "timezone=Nowhere/Here", "resolution=merge-duplicates", "resolution=ignore-duplicates", "missing=default", "missing=default, return=representation, count=exact",
		"resolution=merge-duplicates, return=representation", "return=representation, return=minimal"}
	type target struct{ method, path, body string }
	targets := []target{
		{"GET", "/clients?order=id", ""}, {"HEAD", "/clients?order=id", ""}, {"GET", "/clients?id=eq.1", ""}, {"GET", "/clients?id=eq.99", ""}, {"GET", "/kinds?id=eq.1&select=id,txt,js,jb,pt", ""},
		{"POST", "/checked", `{"id": 9, "code": "nine", "kind": "z", "n": 1}`}, {"POST", "/checked", `[{"id": 1, "code": "one", "kind": "q", "n": 5}, {"id": 10, "code": null, "kind": "q", "n": 6}]`},
		{"PATCH", "/checked?id=eq.1", `{"kind": "changed"}`}, {"PATCH", "/checked?kind=eq.k", `{"code": null}`}, {"DELETE", "/checked?kind=eq.k", ""}, {"PUT", "/checked?id=eq.1", `{"id": 1, "code": "c", "kind": "put", "n": 3}`},
		{"GET", "/rpc/add?a=1&b=2", ""}, {"POST", "/rpc/some_projects", `{"lowest": 3}`}, {"POST", "/rpc/one_project", `{"which": 1}`}, {"POST", "/rpc/nothing_back", `{}`}, {"POST", "/rpc/numbers", `{"n": 3}`}, {"GET", "/rpc/tabled?n=2", ""},
	}
	for _, at := range targets {
		for i, accept := range accepts {
			for j, prefer := range prefers {
				if i > 0 && j > 0 && (i+j)%4 != 0 {
					continue
				}
				asks = append(asks, ask{method: at.method, target: at.path, body: at.body, header: headers("Accept", accept, "Prefer", prefer)}.undone())
			}
		}
	}
	return asks
}

// headers makes a map of names and values, without empty values.
func headers(pairs ...string) map[string]string {
	header := map[string]string{}
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			header[pairs[i]] = pairs[i+1]
		}
	}
	return header
}

// undone adds tx=rollback to a request that may write.
func (a ask) undone() ask {
	if !a.isWrite() || a.stays {
		return a
	}
	header := maps.Clone(a.header)
	if header == nil {
		header = map[string]string{}
	}
	header["Prefer"] = strings.TrimPrefix(header["Prefer"]+", tx=rollback", ", ")
	a.header = header
	return a
}
