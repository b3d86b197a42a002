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

// Content is what a letter says: paragraphs, perhaps a code, items, one thing
// to do, and why the reader gets it.
type Content struct {
	Subject    string
	Paragraphs []string
	Code       string
	Items      []Item
	Action     *Action
	Why        string
	// Preferences is where the reader chooses what to get; empty for letters
	// that nobody can decline.
	Preferences string
}

// Item is one line of a list with an address behind it.
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

// Compose writes a letter in both of its forms.
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
