package scope

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// Model is a version of what a scope of one kind of project asks and how it is written.
type Model struct {
	Slug    string `json:"slug"`
	Name    string `json:"name"`
	Version int    `json:"version"`
	Fields  Field  `json:"fields"`
	Texts   Texts  `json:"texts"`
}

// Field is what a model asks, as JSON Schema. Weight is what an answer counts in the clarity of the
// scope.
type Field struct {
	Type       string           `json:"type"`
	Title      string           `json:"title"`
	Weight     int              `json:"x-weight"`
	Enum       []string         `json:"enum"`
	Items      Choices          `json:"items"`
	Properties map[string]Field `json:"properties"`
}

// Choices are the values of which a field takes several.
type Choices struct {
	Enum []string `json:"enum"`
}

// Texts are the words of a model. Why says of each field how its answer changes the price.
type Texts struct {
	Intro        string            `json:"intro"`
	Sections     []Section         `json:"sections"`
	Words        map[string]Words  `json:"words"`
	Why          map[string]string `json:"why"`
	Deliverables []string          `json:"deliverables"`
	Milestones   []Milestone       `json:"milestones"`
}

// Section is a heading and the fields below it.
type Section struct {
	Title  string   `json:"title"`
	Fields []string `json:"fields"`
}

// Milestone is a part of the work that a model suggests to pay for, in percent of the whole.
type Milestone struct {
	Title   string `json:"title"`
	Percent int    `json:"percent"`
}

// Words say an answer. Which of them are used depends on the field: Text for a line, One, Other and
// None for a number, Yes and No, Options for a choice, Lead and Options for several choices, Units
// for several numbers, Items for what each side supplies. In a sentence {} stands for the answer.
type Words struct {
	Text    string
	One     string            `json:"one"`
	Other   string            `json:"other"`
	None    string            `json:"none"`
	Yes     string            `json:"yes"`
	No      string            `json:"no"`
	Lead    string            `json:"lead"`
	Options map[string]string `json:"options"`
	Order   []string          `json:"order"`
	Units   map[string]Words  `json:"units"`
	Items   map[string]string `json:"items"`
}

// UnmarshalJSON reads words, of which a line alone is written as a JSON string.
func (w *Words) UnmarshalJSON(content []byte) error {
	if len(content) > 0 && content[0] == '"' {
		return json.Unmarshal(content, &w.Text)
	}
	type plain Words
	return json.Unmarshal(content, (*plain)(w))
}

// Text writes a scope: its title with the revision's letter, the introduction, a paragraph a
// section, what is delivered and the suggested milestones. Sections without an answer are left out.
func (m Model) Text(answers map[string]json.RawMessage, letter string) string {
	parts := []string{"Escopo: " + m.Name + " (rev. " + letter + ")", m.Texts.Intro}
	for _, section := range m.Texts.Sections {
		lines := []string{section.Title}
		for _, field := range section.Fields {
			if said := m.Texts.Words[field].say(m.Fields.Properties[field], answers[field]); said != "" {
				lines = append(lines, "- "+said)
			}
		}
		if len(lines) > 1 {
			parts = append(parts, strings.Join(lines, "\n"))
		}
	}
	parts = append(parts, "Entregáveis\n- "+strings.Join(m.Texts.Deliverables, "\n- "))
	milestones := "Marcos sugeridos"
	for _, one := range m.Texts.Milestones {
		milestones += "\n- " + one.Title + ": " + strconv.Itoa(one.Percent) + "%"
	}
	return strings.Join(append(parts, milestones), "\n\n")
}

// say returns the sentence of an answer, which is empty without one.
func (w Words) say(field Field, answer json.RawMessage) string {
	if answer == nil {
		return ""
	}
	switch field.Type {
	case "integer":
		return sentence(w.count(as[int64](answer)))
	case "boolean":
		if string(answer) == "true" {
			return w.Yes
		}
		return w.No
	case "array":
		var chosen []string
		for _, option := range as[[]string](answer) {
			chosen = append(chosen, w.Options[option])
		}
		return w.Lead + ": " + enumerate(chosen) + "."
	case "object":
		if w.Items != nil {
			return w.sides(as[map[string]string](answer))
		}
		return w.counts(as[map[string]int64](answer))
	default:
		if w.Options != nil {
			return w.Options[as[string](answer)]
		}
		return sentence(strings.ReplaceAll(strings.TrimSuffix(w.Text, "."), "{}", strings.TrimRight(as[string](answer), ". ")))
	}
}

func (w Words) count(n int64) string {
	switch {
	case n == 0 && w.None != "":
		return w.None
	case n == 1:
		return strings.ReplaceAll(w.One, "{}", "1")
	default:
		return strings.ReplaceAll(w.Other, "{}", grouped(n))
	}
}

// counts says several numbers and leaves out those that are 0.
func (w Words) counts(answer map[string]int64) string {
	var said []string
	for _, unit := range w.Order {
		if n := answer[unit]; n > 0 {
			said = append(said, Words{One: "{} " + w.Units[unit].One, Other: "{} " + w.Units[unit].Other}.count(n))
		}
	}
	if said == nil {
		return ""
	}
	return sentence(enumerate(said))
}

// sides says who supplies what.
func (w Words) sides(answer map[string]string) string {
	var said []string
	for _, side := range []struct{ name, lead string }{
		{"company", "a contratante fornece "}, {"professional", "o contratado fornece "}, {"none", "não fazem parte: "},
	} {
		var items []string
		for _, item := range w.Order {
			if answer[item] == side.name {
				items = append(items, w.Items[item])
			}
		}
		if items != nil {
			said = append(said, side.lead+enumerate(items))
		}
	}
	return sentence(strings.Join(said, "; "))
}

// missing returns the weightiest fields without an answer, at most missingMax.
func (m Model) missing(answers map[string]json.RawMessage) []Missing {
	missing := []Missing{}
	for _, section := range m.Texts.Sections {
		for _, field := range section.Fields {
			if answers[field] == nil && m.Fields.Properties[field].Weight > 0 {
				missing = append(missing, Missing{Field: field, Title: m.Fields.Properties[field].Title, Why: m.Texts.Why[field]})
			}
		}
	}
	slices.SortStableFunc(missing, func(a, b Missing) int {
		return cmp.Compare(m.Fields.Properties[b.Field].Weight, m.Fields.Properties[a.Field].Weight)
	})
	return missing[:min(len(missing), missingMax)]
}

const missingMax = 3

// as reads an answer that the database has checked; a wrong one is empty.
func as[T any](answer json.RawMessage) (value T) {
	if json.Unmarshal(answer, &value) != nil {
		var empty T
		return empty
	}
	return value
}
