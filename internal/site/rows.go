package site

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"

	"automacao/internal/kernel/route"
)

// busy is the start of what a prerendered page shows until its rows are read.
const busy = `<div role="status" aria-busy="true">`

//go:embed rows.html
var rowsHTML string

// rowsTemplate renders rows so that they can be read before any script runs, with the CSS classes
// of what the script renders in their place.
var rowsTemplate = template.Must(template.New("rows").Funcs(template.FuncMap{
	"tag": func(number any) string { return fmt.Sprintf("PRJ-%04.0f", number) }, "count": countOf, "total": totalOf, "since": sinceOf, "day": dayOf, "long": longOf,
	"address": addressOf, "rating": ratingOf, "first": firstOf, "rest": func(words []string, n int) int { return max(len(words)-n, 0) },
	"where": whereOf, "availability": func(key any) string { return availabilities[fmt.Sprint(key)] }, "letters": lettersOf, "own": isOwnPicture,
	"pair": func(name string, value any) [2]any { return [2]any{name, value} },
}).Parse(rowsHTML))

// row is a row as JSON.
type row = map[string]any

// shown is the data of a page for the template.
type shown struct {
	Kind   string
	Total  string
	Rows   []row
	Labels map[string]string
	// Ways link to the neighbouring pages of a directory.
	Ways []way
	// More holds the other rows that were read for a page about one thing, by what they are.
	More map[string][]row
}

// rowsOf renders a page's rows, "" if there is nothing to render.
func rowsOf(d drawing, query url.Values, answers []answer) string {
	kind := kinds[d.Address]
	if kind.name == "" {
		return ""
	}
	page := shown{Kind: kind.name, Labels: map[string]string{}, More: map[string][]row{}}
	var orders []ordered
	at := placeIn(query)
	for _, a := range answers {
		asked, isHead := strings.CutPrefix(a.Address, headOf)
		path, asked, _ := strings.Cut(strings.TrimPrefix(asked, "/rest/v1/"), "?")
		if isHead {
			_, page.Total, _ = strings.Cut(a.Range, "/")
			continue
		}
		var rows []row
		if json.Unmarshal(a.Body, &rows) != nil {
			continue
		}
		switch {
		case path == "skills":
			for _, skill := range rows {
				page.Labels[fmt.Sprint(skill["slug"])] = fmt.Sprint(skill["label"])
			}
		case path == kind.table && (page.Rows == nil || len(d.Options) > 0):
			if _, total, _ := strings.Cut(a.Range, "/"); total != "*" {
				page.Total, at = total, nil // It is the first page.
			}
			page.Rows = append(page.Rows, rows...)
			if values, err := url.ParseQuery(asked); err == nil {
				orders = ordersOf(values)
			}
		default:
			page.More[strings.TrimPrefix(path, "rpc/")] = rows
		}
	}
	if page.Rows == nil {
		return ""
	}
	if len(d.Options) > 0 {
		page.Rows, page.Ways = turn(page.Rows, at, d.Address, query, orders)
	}
	var drawn strings.Builder
	if err := rowsTemplate.ExecuteTemplate(&drawn, kind.name, page); err != nil {
		return ""
	}
	return drawn.String()
}

// kinds are the pages whose rows are rendered, with the table they are read from.
var kinds = map[string]struct{ name, table string }{
	route.Projects: {"projects", "projects"}, route.Professionals: {"professionals", "professionals"}, many(route.Project): {"project", "projects"},
	many(route.Professional): {"professional", "profiles"}, many(route.ProfessionalProfile): {"professional", "profiles"}, many(route.Company): {"company", "profiles"},
}

// many returns the build's name for all pages about one kind of thing.
func many(page string) string {
	before, _, _ := strings.Cut(page, ":")
	return before + "*"
}

// pageRows is the number of rows on a page of a directory.
const pageRows = 12

// withRows replaces the placeholder of a prerendered page with rendered rows.
func withRows(body, rows string) string {
	start := strings.Index(body, busy)
	if start < 0 || rows == "" {
		return body
	}
	end := start + len(busy)
	for depth := 1; depth > 0; {
		next := strings.IndexByte(body[end:], '<')
		if next < 0 {
			return body
		}
		end += next
		if strings.HasPrefix(body[end:], "<div") {
			depth++
		} else if strings.HasPrefix(body[end:], "</div>") {
			depth--
		}
		end++
	}
	end += len("/div>")
	return body[:start] + rows + body[end:]
}

// Words returns the labels of a row's skills, or their slugs where the labels are unknown.
func (s shown) Words(of row) []string {
	var words []string
	slugs, _ := of["skills"].([]any)
	for _, slug := range slugs {
		word := fmt.Sprint(slug)
		if label := s.Labels[word]; label != "" {
			word = label
		}
		words = append(words, word)
	}
	return words
}

// One returns the row that a page is about.
func (s shown) One() row {
	if len(s.Rows) == 0 {
		return nil
	}
	return s.Rows[0]
}

func addressOf(page string, of row, name string) string {
	id, err := uuid.Parse(fmt.Sprint(of["id"]))
	if err != nil {
		return "/"
	}
	return route.To(map[string]string{"project": route.Project, "professional": route.Professional, "company": route.Company}[page], route.Readable(id, fmt.Sprint(of[name])))
}

func firstOf(words []string, n int) []string { return words[:min(n, len(words))] }

// zone is the time zone in which the product's days begin.
var zone = func() *time.Location {
	if found, err := time.LoadLocation("America/Sao_Paulo"); err == nil {
		return found
	}
	return time.FixedZone("-03", -3*60*60)
}()
