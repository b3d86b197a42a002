package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
)

func TestAPlaceIsReadAsTheScriptReadsIt(t *testing.T) {
	t.Parallel()
	for fact, test := range map[string]struct {
		query string
		want  *place
	}{
		"ATimeAndAKey":       {"depois=WyIyMDI2LTEyLTAxIiwiYS1iIl0", &place{true, []string{"2026-12-01", "a-b"}}},
		"ANumberAndNothing":  {"antes=WzQuNSxudWxsLHRydWVd", &place{false, []string{"4.5", "null", "true"}}},
		"NotBase64":          {"depois=%25%25", nil},
		"NotAList":           {"depois=eyJhIjoxfQ", nil},
		"AnEmptyList":        {"depois=W10", nil},
		"AListInAList":       {"depois=W1tdXQ", nil},
		"WhatEndsACondition": {"depois=WyJhXCIsaWQuZ3QuMSJd", nil},
		"MoreThanOneList":    {"depois=WzFdWzFd", nil},
		"TooMany":            {"depois=WzEsMSwxLDEsMSwxLDEsMSwxXQ", nil},
		"TheFirstThatIsOne":  {"depois=nada&antes=WzFd", &place{false, []string{"1"}}},
	} {
		t.Run(fact, func(t *testing.T) {
			t.Parallel()
			query, err := url.ParseQuery(test.query)
			if err != nil {
				t.Fatal(err)
			}
			if got := placeIn(query); fmt.Sprint(got) != fmt.Sprint(test.want) {
				t.Errorf("the place is %v, want %v", got, test.want)
			}
		})
	}
}

// TestWaysLeadBesideThePage tests the links of the pages of a list.
func TestWaysLeadBesideThePage(t *testing.T) {
	t.Parallel()
	orders := []ordered{{column: "created_at"}, {column: "id"}}
	query := url.Values{"q": {"clp"}, "depois": {"x"}, "utm_source": {"y"}}
	rowsFrom := func(count int) (rows []row) {
		for i := range count {
			rows = append(rows, row{"created_at": "2026-11-20", "id": fmt.Sprintf("k%02d", i)})
		}
		return rows
	}
	for fact, test := range map[string]struct {
		found int
		at    *place
		first string
		rels  string
	}{
		"TheOnlyPage":      {pageRows, nil, "k00", ""},
		"TheFirstOfMore":   {pageRows + 1, nil, "k00", "next"},
		"OneBetween":       {pageRows + 1, &place{isAfter: true}, "k00", "prev next"},
		"TheLast":          {3, &place{isAfter: true}, "k00", "prev"},
		"BackToTheFirst":   {pageRows, &place{}, "k11", "next"},
		"BackToOneBetween": {pageRows + 1, &place{}, "k11", "prev next"},
	} {
		t.Run(fact, func(t *testing.T) {
			t.Parallel()
			rows, ways := turn(rowsFrom(test.found), test.at, "/projetos", query, orders)
			var rels []string
			for _, w := range ways {
				rels = append(rels, w.Rel)
				side, edge := "depois", rows[len(rows)-1]
				if w.Rel == "prev" {
					side, edge = "antes", rows[0]
				}
				address, err := url.Parse(w.Address)
				if err != nil {
					t.Fatal(err)
				}
				to := address.Query()
				at := placeIn(to)
				if to.Get("q") != "clp" || to.Has("utm_source") || !to.Has(side) || at == nil || !slices.Equal(at.key, []string{"2026-11-20", fmt.Sprint(edge["id"])}) {
					t.Errorf("%s leads to %s", w.Rel, w.Address)
				}
			}
			if got := strings.Join(rels, " "); got != test.rels || rows[0]["id"] != test.first || len(rows) > pageRows {
				t.Errorf("%d rows from %s lead %q, want from %s %q", len(rows), rows[0]["id"], got, test.first, test.rels)
			}
		})
	}
}

func TestPicturesOfOthersAreNotOwn(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"/storage/v1/object/public/public-uploads/a/b.png": true, "//elsewhere.example/a.png": false, `/\elsewhere.example/a.png`: false, "/\t/elsewhere.example": false,
		`/storage/v1/object/public/..\..\x`: false, "https://elsewhere.example/a.png": false, "": false,
	} {
		if isOwnPicture(address) != want {
			t.Errorf("%q is own: %v", address, !want)
		}
	}
}

// TestAColumnHasItsOwnValues uses the examples that the web application is tested with, too.
func TestAColumnHasItsOwnValues(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("../../web/src/lib/place-examples.json")
	if err != nil {
		t.Fatal(err)
	}
	var examples []struct {
		Column         string
		Nullable, Fits bool
		Value          any
	}
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.UseNumber()
	if err := decoder.Decode(&examples); err != nil || len(examples) == 0 {
		t.Fatalf("%d examples: %v", len(examples), err)
	}
	for _, example := range examples {
		t.Run(fmt.Sprintf("%s=%v", example.Column, example.Value), func(t *testing.T) {
			t.Parallel()
			text, ok := textOf(example.Value)
			if got := ok && (ordered{column: example.Column, nullable: example.Nullable}).fits(text); got != example.Fits {
				t.Errorf("fits returns %v", got)
			}
		})
	}
}
