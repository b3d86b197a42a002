package rest

import (
	"math"
	"net/http"
	"regexp"
	"strconv"

	"automacao/internal/kernel/fault"
)

// span is a range of rows by their first and last index; last is endless if the range is open.
type span struct{ first, last int64 }

const endless = math.MaxInt64

func (s span) within(other span) span {
	return span{max(s.first, other.first), min(s.last, other.last)}
}

func (s span) isEmpty() bool { return s.first > s.last }

// spanOf is the span that limit and offset ask for.
func spanOf(limit *int64, offset int64) span {
	if limit == nil || *limit > endless-max(offset, 0) {
		return span{offset, endless}
	}
	return span{offset, offset + *limit - 1}
}

var rangePattern = regexp.MustCompile(`^([0-9]+)-([0-9]*)$`)

// readRange parses a Range header; an unknown form asks for all rows.
func readRange(header string) span {
	parts := rangePattern.FindStringSubmatch(header)
	if parts == nil {
		return span{0, endless}
	}
	// A number that overflows int64 lies past all rows.
	number := func(text string) int64 {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return n
		}
		return endless
	}
	return span{number(parts[1]), number(parts[2])}
}

var (
	errRangeOrder = rangeRefusal("The lower boundary must be lower than or equal to the upper boundary in the Range header.")
	errRangeEmpty = rangeRefusal("Limit should be greater than or equal to zero.")
)

func rangeRefusal(details string) *fault.Error {
	return fault.New(http.StatusRequestedRangeNotSatisfiable, "PGRST103", "Requested range not satisfiable").With(details)
}

// readWindow sets limit and offset to their intersection with the Range header. The header only
// counts on GET (RFC 9110 §14.2). Only limit=0 alone asks for no rows.
func (r *request) readWindow() error {
	root := &r.query.Root
	asked := spanOf(root.Limit, root.Offset)
	if asked == (span{0, -1}) {
		return nil
	}
	header := span{0, endless}
	if r.http.Method == http.MethodGet {
		header = readRange(r.http.Header.Get("Range"))
	}
	left := asked.within(header)
	switch {
	case header.isEmpty():
		return errRangeOrder
	case left.isEmpty():
		return errRangeEmpty
	}
	if root.Offset = left.first; left.last != endless {
		count := left.last - left.first + 1
		root.Limit = &count
	}
	return nil
}
