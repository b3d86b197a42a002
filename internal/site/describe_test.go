package site

import (
	"encoding/json"
	"html"
	"regexp"
	"strings"
	"testing"
)

var (
	elements = regexp.MustCompile(`<(/?[a-zA-Z]+)`)
	linked   = regexp.MustCompile(`(?s)<script type="application/ld\+json">(.*?)</script>`)
)

// FuzzHead checks that what people write into names and descriptions adds no element to a page,
// ends none, and is the same text when it is read back.
func FuzzHead(f *testing.F) {
	// Inputs that earlier runs found.
	f.Add("0", "\xe2\x80\u2029")
	f.Add("0", "\xef000")
	f.Add("\n", "0")
	f.Add("&&&&&ɖ&000", "00&000000000000&")
	f.Add("&&", "00\xe8\xf30&00\xfe000\xf9\x9f\xc10\x99\x9200000")
	f.Add("0", "\xdf")
	for _, seed := range [][2]string{
		{"Célula de envase", "CLP e supervisório"}, {"</title><script>alert(1)</script>", `"><script>alert(1)</script>`}, {"<!--", "--><svg onload=alert(1)>"}, {"$0$1${x}", "\u2028\u2029\x00"},
		{"</script><script>", "]]><![CDATA["}, {"<meta name=\"description\">", "<title>x</title>"}, {"\xff\xfe", "&lt;script&gt;"}, {"", ""}, {strings.Repeat("a ", 400), "&#x3c;b&#x3e;"},
	} {
		f.Add(seed[0], seed[1])
	}
	index := []byte(`<!doctype html><html lang="pt-BR"><head><meta name="description" content="x"><title>x</title></head><body><div id="root"></div></body></html>`)
	written := func(title, text string) string {
		described := description{Title: title, Description: clip(text), Canonical: "https://exemplo.test/projetos/1", Image: "https://exemplo.test/x?" + text}
		described.Data = map[string]any{"title": title, "description": text}
		return string(described.into(index))
	}
	want := elements.FindAllString(written("x", "x"), -1)
	f.Fuzz(func(t *testing.T, title, text string) {
		if title == "" || clip(text) == "" {
			return // Without them a page has fewer elements.
		}
		page := written(title, text)
		if got := elements.FindAllString(page, -1); strings.Join(got, " ") != strings.Join(want, " ") {
			t.Fatalf("%q and %q make %v of\n%s", title, text, got, page)
		}
		shown := html.UnescapeString(between(page, "<title>", "</title>"))
		if !strings.HasPrefix(shown, title) {
			t.Fatalf("%q is shown as %q", title, shown)
		}
		var data struct{ Title, Description string }
		if err := json.Unmarshal([]byte(linked.FindStringSubmatch(page)[1]), &data); err != nil || data.Description != strings.ToValidUTF8(text, "\ufffd") && isValid(text) {
			t.Fatalf("%q is read as %q, %v", text, data.Description, err)
		}
	})
}

func isValid(text string) bool { return strings.ToValidUTF8(text, "") == text }

func between(page, start, end string) string {
	_, rest, _ := strings.Cut(page, start)
	inside, _, _ := strings.Cut(rest, end)
	return inside
}
