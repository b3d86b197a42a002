// Package route knows the addresses of all pages. routes.go is generated from the web's routes.json
// by "automacao types", so that what the server links to, describes and lists is what the web
// application opens.
package route

import (
	"fmt"
	"slices"
	"strings"
)

// To returns the address of a page with its keys filled in, one for each key in the page's pattern.
// It panics on any other number of keys, which is a programming error.
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

// Key returns the key in an address of a page that has exactly one.
func Key(page, address string) (key string, ok bool) {
	before, name, hasKey := strings.Cut(page, ":")
	_, after, _ := strings.Cut(name, "/")
	rest, fits := strings.CutPrefix(address, before)
	key, end, _ := strings.Cut(rest, "/")
	return key, hasKey && fits && key != "" && end == after
}

// Public lists the pages that everybody may read and that are the same for all.
func Public() []string { return slices.Clone(public) }

// IsMembers reports whether an address is a page for signed-in people only.
func IsMembers(address string) bool {
	return slices.ContainsFunc(members, func(page string) bool {
		_, ok := Key(page, address)
		return ok || fits(page, address)
	})
}

// fits compares part by part, because Key cannot match pages with two keys.
func fits(page, address string) bool {
	return slices.EqualFunc(strings.Split(page, "/"), strings.Split(address, "/"), func(part, given string) bool {
		return part == given || strings.HasPrefix(part, ":") && given != ""
	})
}

// Notice returns the page where a notice about a kind of subject is read, and whether its address
// needs the subject's key.
func Notice(subjectKind string) (page string, hasKey, ok bool) {
	page, ok = notices[subjectKind]
	return page, strings.Contains(page, ":"), ok
}
