package auth

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

// askedPage reads the requested page number and page length.
func askedPage(r *http.Request) (page, perPage int, err error) {
	if page, err = queryNumber(r, "page", 1, pageMax); err != nil {
		return 0, 0, err
	}
	perPage, err = queryNumber(r, "per_page", perPageDefault, perPageMax)
	return page, perPage, err
}

// filterBytesMax bounds the filter of a user search, which is compared with every row.
const filterBytesMax = 255

// userFilter is the condition of ?filter=, a case-insensitive part of an address or full name, in
// which % and _ have their meaning in LIKE, as in the protocol.
const userFilter = `($1::text = '' OR coalesce(u.email, u.sso_email) ILIKE '%' || $1 || '%' OR u.user_metadata ->> 'full_name' ILIKE '%' || $1 || '%')`

// listUsers is GET /admin/users, newest first.
func (s *Server) listUsers(w http.ResponseWriter, r *http.Request) error {
	page, perPage, err := askedPage(r)
	if err != nil {
		return err
	}
	filter := r.URL.Query().Get("filter")
	if len(filter) > filterBytesMax {
		return invalid("filter cannot be longer than %d bytes", filterBytesMax)
	}
	var total int
	if err := s.db.QueryRow(r.Context(), `SELECT count(*) FROM auth.users u WHERE u.deleted_at IS NULL AND `+userFilter, filter).Scan(&total); err != nil {
		return fmt.Errorf("count users: %w", err)
	}
	users, err := findUsers(r.Context(), s.db, userFilter+" ORDER BY u.created_at DESC, u.id DESC LIMIT $2 OFFSET $3", filter, perPage, (page-1)*perPage)
	if err != nil {
		return err
	}
	if users == nil {
		users = []*User{}
	}
	s.setPage(w, "/admin/users", page, perPage, total, "filter", filter)
	return answer(w, http.StatusOK, map[string]any{"users": users, "aud": audience})
}

// setPage sets the total count, and links to the next and last page (RFC 8288). The client reads
// the page from the first parameter, so it must come first. The list's filters, as names and
// values, come last.
func (s *Server) setPage(w http.ResponseWriter, path string, page, perPage, total int, asked ...string) {
	var more string
	for pair := range slices.Chunk(asked, 2) {
		if pair[1] != "" {
			more += "&" + pair[0] + "=" + url.QueryEscape(pair[1])
		}
	}
	last := max((total+perPage-1)/perPage, 1)
	link := func(number int, relation string) string {
		return fmt.Sprintf(`<%s%s?page=%d&per_page=%d%s>; rel="%s"`, s.issuer, path, number, perPage, more, relation)
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
		return 0, invalid("Bad Pagination Parameters: %s must be between 1 and %d", name, most)
	}
	return number, nil
}
