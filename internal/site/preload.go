package site

import (
	"net/http"
	"regexp"
	"slices"
)

// needed matches the links in the application's HTML without which nothing is painted.
var needed = regexp.MustCompile(`<link\s[^>]*rel="(stylesheet|preload)"[^>]*>`)

var (
	hrefOf      = regexp.MustCompile(`\shref="([^"]+)"`)
	crossOrigin = regexp.MustCompile(`\scrossorigin\b`)
)

// hints returns the values of a Link header (RFC 8288) that request styles and fonts exactly as the
// HTML will, so that nothing is fetched twice.
func hints(index []byte) []string {
	var found []string
	for _, link := range needed.FindAllSubmatch(index, -1) {
		href := hrefOf.FindSubmatch(link[0])
		if href == nil {
			continue
		}
		hint := "<" + string(href[1]) + ">; rel=preload; as=style"
		if string(link[1]) == "preload" {
			hint = "<" + string(href[1]) + `>; rel=preload; as=font; type="font/woff2"`
		}
		if crossOrigin.Match(link[0]) {
			hint += "; crossorigin"
		}
		found = append(found, hint)
	}
	return slices.Clip(found)
}

// hint sends early hints about what the page needs before the database is asked (RFC 8297). It does
// so only for a browser that opens a page, and only over HTTP/2, because old programs take an early
// 103 for the answer. The Link header is also set on the answer, for proxies that learn their hints
// from it.
func (s *Site) hint(w http.ResponseWriter, r *http.Request) {
	if len(s.hints) == 0 {
		return
	}
	w.Header()["Link"] = s.hints
	if r.ProtoAtLeast(2, 0) && r.Header.Get("Sec-Fetch-Mode") == "navigate" {
		w.WriteHeader(http.StatusEarlyHints)
	}
}
