// Package route knows where every page of the product is. routes.go is written
// from the web's routes.json by "automacao types", so that what the server
// links to, describes and lists is what the application opens.
package route

import (
	"fmt"
	"slices"
	"strings"
)

// To is the address of a page with its keys filled in, one for each that the
// page's pattern names. Another number of them is a mistake of the program.
func To(page string, keys ...string) string {
	parts := strings.Split(page, "/")
	for i, part := range parts {
		if !strings.HasPrefix(part, ":") {
			continue
		}
		if len(keys) == 0 {
			panic(fmt.Sprintf("%s lacks %s", page, part))
		}
		parts[i], keys = keys[0], keys[1:]
	}
	if len(keys) > 0 {
		panic(fmt.Sprintf("%s has no place for %q", page, keys))
	}
	return strings.Join(parts, "/")
}

// Key is the one key in an address of a page that has one.
func Key(page, address string) (key string, ok bool) {
	before, name, hasKey := strings.Cut(page, ":")
	_, after, _ := strings.Cut(name, "/")
	rest, fits := strings.CutPrefix(address, before)
	key, end, _ := strings.Cut(rest, "/")
	return key, hasKey && fits && key != "" && end == after
}

// Public lists the pages that everybody reads and that are the same for all.
func Public() []string { return slices.Clone(public) }

// IsMembers reports a page behind which only signed-in people see anything.
func IsMembers(address string) bool {
	return slices.ContainsFunc(members, func(page string) bool {
		_, ok := Key(page, address)
		return ok || fits(page, address)
	})
}

// fits compares part by part: some pages have two keys, of which Key knows nothing.
func fits(page, address string) bool {
	return slices.EqualFunc(strings.Split(page, "/"), strings.Split(address, "/"), func(part, given string) bool {
		return part == given || strings.HasPrefix(part, ":") && given != ""
	})
}

// Notice is the page where a notice about such a subject is read, and whether
// its address needs the subject's key.
func Notice(subjectKind string) (page string, hasKey, ok bool) {
	page, ok = notices[subjectKind]
	return page, strings.Contains(page, ":"), ok
}
