package mail

import (
	"bytes"
	"embed"
	"fmt"
	html "html/template"
	text "text/template"
)

//go:embed templates
var files embed.FS

var (
	htmlLayout = html.Must(html.ParseFS(files, "templates/letter.html"))
	textLayout = text.Must(text.ParseFS(files, "templates/letter.txt"))
)

// Content is the content of a letter: paragraphs, optionally a code and items, at most one action,
// and why the reader receives it.
type Content struct {
	Subject    string
	Paragraphs []string
	Code       string
	Items      []Item
	Action     *Action
	Why        string
	// Preferences is the address where readers choose what they receive; empty for letters that
	// cannot be declined.
	Preferences string
}

// Item is a line of a list that links to an address.
type Item struct {
	Title string
	Note  string
	Link  string
}

// Action is the one thing to do.
type Action struct {
	Label string
	Link  string
}

// Compose writes a letter as HTML and as plain text.
func Compose(to string, content Content) (Letter, error) {
	var page, plain bytes.Buffer
	if err := htmlLayout.Execute(&page, content); err != nil {
		return Letter{}, fmt.Errorf("write letter: %w", err)
	}
	if err := textLayout.Execute(&plain, content); err != nil {
		return Letter{}, fmt.Errorf("write letter: %w", err)
	}
	return Letter{To: to, Subject: content.Subject, HTML: page.String(), Text: plain.String()}, nil
}
