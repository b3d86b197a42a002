package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"automacao/internal/kernel/fault"
	"automacao/internal/wire/rest/catalog"
	"automacao/internal/wire/rest/plan"
	"automacao/internal/wire/rest/query"
)

// refused reports whether an error is answered with 4xx.
func refused(err error) bool {
	known, ok := errors.AsType[*fault.Error](err)
	return ok && known.Status >= 400 && known.Status < 500
}

// FuzzHeaders checks that Prefer, Accept and Range are parsed or refused, and that only known words
// and two texts of them are repeated.
func FuzzHeaders(f *testing.F) {
	// Inputs that earlier runs found.
	f.Add("0", "0", "09227000000000000000")
	f.Add("0", "", "0")
	f.Add("0", "0\x8d\xb8\xd0", "0")
	f.Add(",,,,", "0", "0")
	f.Add("0", "ò\xe0", "0")
	f.Add("\xcf\xcf", "0", "0")
	for _, seed := range [][3]string{
		{"return=representation, count=exact", "application/json", "0-9"}, {"handling=strict, x=y", "text/csv", "items=5-"}, {"max-affected=-1,handling=strict", "application/vnd.pgrst.object+json;nulls=stripped", "9-0"},
		{"", `application/vnd.pgrst.plan+json;for="text/csv";options=analyze|wal`, ""}, {"", "text/html;q=0.9, application/geo+json;q=0.95, */*;q=-1", ""},
		{"timezone=UTC'; DROP", "*/*;q=0", "bytes=0-1"}, {"resolution=merge-duplicates,resolution=ignore-duplicates", "text/html", "0-9223372036854775807"}, {strings.Repeat(",", 1000), ";;;,,,", "-1--1"}, {"tx=rollback=x", "a/b;nulls=stripped", "1e3-"},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	f.Fuzz(func(t *testing.T, prefer, accept, asked string) {
		header := http.Header{"Prefer": {prefer}, "Range": {asked}}
		preferred := parsePrefer(header)
		if err := preferred.check(); err != nil && !refused(err) {
			t.Fatalf("Prefer %q: %v", prefer, err)
		}
		for entry := range strings.SplitSeq(preferred.applied(inserting, true), ", ") {
			name, value, _ := strings.Cut(entry, "=")
			isOpen := name == "timezone" || name == "max-affected"
			if entry != "" && !isOpen && !strings.Contains(preferred.timezone, entry) && !slices.Contains(preferenceValues[name], value) {
				t.Fatalf("Prefer %q is said to apply %q", prefer, entry)
			}
		}
		m, err := negotiateMedia(accept, offer{plans: true})
		isKnown := strings.HasPrefix(m.contentType, "application/") || m.contentType == "text/csv; charset=utf-8"
		if err != nil && !refused(err) || err == nil && (!isKnown || m.shape > plan.GeoJSON) {
			t.Fatalf("Accept %q: %+v, %v", accept, m, err)
		}
		limit := int64(len(prefer) % 5)
		r := &request{http: &http.Request{Method: http.MethodGet, Header: header}, query: &query.Query{Root: query.Node{Limit: &limit}}}
		err = r.readWindow()
		if root := r.query.Root; err != nil && !refused(err) || err == nil && (root.Offset < 0 || *root.Limit < 0 || *root.Limit > limit) {
			t.Fatalf("Range %q is %d rows from %d: %v", asked, *root.Limit, root.Offset, err)
		}
	})
}

// FuzzBodies checks that CSV and forms become JSON within the bound of a body, and that the
// standard library can parse whatever passes the nesting check.
func FuzzBodies(f *testing.F) {
	// Inputs that earlier runs found.
	f.Add([]byte("\n\"\n\"\xa4\"\"\""))
	f.Add([]byte("\xec\xec\xec\xec0"))
	f.Add([]byte("[[[[[[[[[[[[[[[["))
	f.Add([]byte(",\x11\x11\x11\x11\x11\x11\x11\x11\n,"))
	f.Add([]byte("0000\xe8\x8b0롖000000"))
	f.Add([]byte("{\"0\\00000000"))
	for _, seed := range []string{
		"a,b\n1,NULL\n", "a,a\n1,2\n", "a\n\"x\ny\"\n", "a,b\n1\n", "a\n=1+1\n", "\xff\n\xff\n", "a=1&a=2&b=%ff", "a=%zz", "", `{"a":[[[]]]}`, `"\"[[["`, strings.Repeat("[", nestingMax+1),
		strings.Repeat("]", 200) + strings.Repeat("[", 250), strings.Repeat("a", 50) + strings.Repeat("\nx", 100),
	} {
		f.Add([]byte(seed))
	}
	const bytesMax = 4 << 10
	f.Fuzz(func(t *testing.T, body []byte) {
		rows, err := csvToJSON(body, bytesMax)
		if err == nil && (!json.Valid(rows) || len(rows) > bytesMax+1) {
			t.Fatalf("%q becomes %q", body, rows)
		}
		if err != nil && !refused(err) {
			t.Fatalf("%q: %v", body, err)
		}
		row, err := formToJSON(formFields(body))
		if err == nil && !json.Valid(row) || err != nil && !refused(err) {
			t.Fatalf("%q becomes %q, %v", body, row, err)
		}
		if checkNesting(body) == nil && json.Valid(body) && deepest(body) > nestingMax {
			t.Fatalf("%q is said to be shallow", body)
		}
	})
}

// deepest is the nesting depth of a valid document, by the standard library.
func deepest(document []byte) (most int) {
	decoder, depth := json.NewDecoder(bytes.NewReader(document)), 0
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) || err != nil {
			return most
		}
		switch token {
		case json.Delim('['), json.Delim('{'):
			depth++
		case json.Delim(']'), json.Delim('}'):
			depth--
		}
		most = max(most, depth)
	}
}

// TestTheMostWantedMediaTypeIsChosen chooses among the available types.
func TestTheMostWantedMediaTypeIsChosen(t *testing.T) {
	t.Parallel()
	image := &catalog.Handler{Media: "image/png", IsBytes: true}
	from := offer{plans: true, find: func(kind string) *catalog.Handler {
		if kind == image.Media {
			return image
		}
		return nil
	}}
	for accept, want := range map[string]string{
		"":                                 jsonType,
		"text/html, */*;q=0.1":             jsonType,
		"text/csv;q=0.5, application/json": jsonType,
		"text/csv, application/json;q=0.9": "text/csv; charset=utf-8",
		"*/*, text/csv":                    "text/csv; charset=utf-8",
		"text/csv;q=0, image/png;q=0.1":    "image/png",
		"application/geo+json":             "application/geo+json; charset=utf-8",
		"text/html":                        "",
		"application/json;q=0":             "",
		"application/vnd.pgrst.plan":       `application/vnd.pgrst.plan+text; for="application/json"; charset=utf-8`,
		`application/vnd.pgrst.plan+json; for="text/csv"; options=wal|wal|x`: `application/vnd.pgrst.plan+json; for="text/csv"; options=wal; charset=utf-8`,
		`application/vnd.pgrst.plan+json; for="application/vnd.pgrst.plan"`:  "",
	} {
		got, err := negotiateMedia(accept, from)
		if (err != nil) != (want == "") || err == nil && got.contentType != want {
			t.Errorf("%q is answered as %q, %v; want %q", accept, got.contentType, err, want)
		}
	}
	if _, err := negotiateMedia("application/vnd.pgrst.plan", offer{}); err == nil {
		t.Error("a plan is shown where none is")
	}
}
