package psp

import (
	"fmt"
	"net/url"
	"strconv"
)

// pageSize is the institution's maximum page size.
const pageSize = 100

// cursor is the position in a listing.
type cursor struct{ phase, offset int }

func parseCursor(text string) (at cursor, err error) {
	if text == "" {
		return cursor{}, nil
	}
	if n, err := fmt.Sscanf(text, "%d.%d", &at.phase, &at.offset); n != 2 || err != nil || at.phase < 0 || at.phase >= len(phases) || at.offset < 0 {
		return cursor{}, invalid("the cursor belongs to another listing")
	}
	return at, nil
}

func (c cursor) set(query url.Values) {
	query.Set("limit", strconv.Itoa(pageSize))
	query.Set("offset", strconv.Itoa(c.offset))
}

// next returns the cursor after a page of count entries, empty at the end.
func (c cursor) next(count int, hasMore bool) string {
	c.offset += count
	if !hasMore || count == 0 {
		c = cursor{phase: c.phase + 1}
	}
	if c.phase == len(phases) {
		return ""
	}
	return fmt.Sprintf("%d.%d", c.phase, c.offset)
}
