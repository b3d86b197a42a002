package core

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// These bound the pages of the list of users.
const (
	perPageDefault = 50
	perPageMax     = 1000
	pageMax        = 1_000_000
)

// AskedPage reads the requested page number and page length.
func AskedPage(r *http.Request) (page, perPage int, err error) {
	if page, err = queryNumber(r, "page", 1, pageMax); err != nil {
		return 0, 0, err
	}
	perPage, err = queryNumber(r, "per_page", perPageDefault, perPageMax)
	return page, perPage, err
}

// SetPage sets the total count, and links to the next and last page (RFC 8288). The client reads
// the page from the first parameter, so it must come first. The list's filters, as names and
// values, come last.
func (s *Server) SetPage(w http.ResponseWriter, path string, page, perPage, total int, asked ...string) {
	var more string
	for pair := range slices.Chunk(asked, 2) {
		if pair[1] != "" {
			more += "&" + pair[0] + "=" + url.QueryEscape(pair[1])
		}
	}
	last := max((total+perPage-1)/perPage, 1)
	link := func(number int, relation string) string {
		return fmt.Sprintf(`<%s%s?page=%d&per_page=%d%s>; rel="%s"`, s.Issuer, path, number, perPage, more, relation)
	}
	var links []string
	if page < last {
		links = append(links, link(page+1, "next"))
	}
	w.Header().Set("X-Total-Count", strconv.Itoa(total))
	w.Header().Set("Link", strings.Join(append(links, link(last, "last")), ", "))
}

func queryNumber(r *http.Request, name string, otherwise, most int) (int, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return otherwise, nil
	}
	number, err := strconv.Atoi(text)
	if err != nil || number < 1 || number > most {
		return 0, Invalid("Bad Pagination Parameters: %s must be between 1 and %d", name, most)
	}
	return number, nil
}
