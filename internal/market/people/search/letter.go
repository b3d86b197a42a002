package search

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"

	"github.com/google/uuid"

	"automacao/internal/kernel/route"
	"automacao/internal/notify/mail"
)

// Links are the addresses that a letter contains.
type Links struct {
	// URL is the product's address, without a trailing slash.
	URL string
	// End returns the address that ends one search, or all searches of a person.
	End func(id uuid.UUID, isPerson bool) string
}

// Letter returns the letter to one person about results, which come search by search.
func (l Links) Letter(found []Found) (mail.Letter, error) {
	first := found[0]
	results := mail.Results{To: first.Email, Name: first.Name, URL: l.URL, Ending: l.End(first.SearchID, false)}
	total, searches := 0, 0
	for i, f := range found {
		results.Items = append(results.Items, mail.Item{Title: f.Title, Note: f.note(), Link: l.URL + f.path()})
		if i == 0 || found[i-1].SearchID != f.SearchID {
			searches++
			total += f.Of
		}
		isLast := i == len(found)-1 || found[i+1].SearchID != f.SearchID
		if shown := countOf(found, f.SearchID); isLast && f.Of > shown {
			results.Items = append(results.Items, mail.Item{Title: more(f.Of - shown), Note: "Busca “" + f.Search + "”", Link: l.URL + f.directory()})
		}
	}
	results.Subject = subjectOf(first, total, searches)
	results.More = mail.Action{Label: "Ver a busca", Link: l.URL + first.directory()}
	if searches > 1 {
		results.Ending, results.EndsAll = l.End(first.PersonID, true), true
		results.More = mail.Action{Label: "Ver as buscas salvas", Link: l.URL + route.SavedSearches}
	}
	return mail.Alert(results)
}

func subjectOf(first Found, total, searches int) string {
	switch {
	case total == 1:
		return first.news().Title
	case searches == 1:
		return fmt.Sprintf("%d novos resultados na busca “%s”", total, first.Search)
	default:
		return fmt.Sprintf("%d novos resultados nas suas buscas", total)
	}
}

func more(left int) string {
	if left == 1 {
		return "Mais 1 resultado"
	}
	return fmt.Sprintf("Mais %d resultados", left)
}

func countOf(found []Found, searchID uuid.UUID) int {
	return len(slices.DeleteFunc(slices.Clone(found), func(f Found) bool { return f.SearchID != searchID }))
}

// note is what a letter says below a result.
func (f Found) note() string {
	if f.Note == "" {
		return "Busca “" + f.Search + "”"
	}
	return f.Note + " · busca “" + f.Search + "”"
}

// path returns where the result is read.
func (f Found) path() string {
	page := route.Project
	if f.Kind == Professionals {
		page = route.Professional
	}
	return route.To(page, route.Readable(f.SubjectID, f.Title))
}

// directory returns the address of the search's directory under its filters.
func (f Found) directory() string {
	page := route.Projects
	if f.Kind == Professionals {
		page = route.Professionals
	}
	filters := map[string]any{}
	if err := json.Unmarshal(f.Query, &filters); err != nil {
		return page
	}
	asked := url.Values{}
	for name, value := range filters {
		switch value := value.(type) {
		case string:
			asked.Set(name, value)
		case []any:
			for _, one := range value {
				asked.Add(name, fmt.Sprint(one))
			}
		}
	}
	return page + "?" + asked.Encode()
}
