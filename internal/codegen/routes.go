package codegen

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"strings"
)

const routesSource = "web/src/lib/routes.json"

// routes are the pages, in the groups and the order of the source file.
type routes struct {
	groups  []routeGroup
	notices []named
}

type routeGroup struct {
	name  string
	pages []page
}

// page is a page's address and, unless it only forwards to another, its module in web/src/pages with
// the roles and the right that open it. Its title is for the browser tests, which read the source
// themselves.
type page struct {
	name  string
	Path  string
	Page  string
	Roles []string
	Right string
	Title string
}

type named struct{ name, text string }

// addressOf returns the address of a page by name, with its tab if there is one:
// "admin?aba=denuncias".
func (r routes) addressOf(page string) (string, error) {
	name, query, hasQuery := strings.Cut(page, "?")
	for _, group := range r.groups {
		for _, p := range group.pages {
			if p.name == name && hasQuery {
				return p.Path + "?" + query, nil
			}
			if p.name == name {
				return p.Path, nil
			}
		}
	}
	return "", fmt.Errorf("there is no page %q", name)
}

func (s Sources) readRoutes() (routes, error) {
	text, err := os.ReadFile(filepath.Join(s.Root, routesSource))
	if err != nil {
		return routes{}, err
	}
	groups, err := members(text)
	if err != nil {
		return routes{}, fmt.Errorf("%s: %w", routesSource, err)
	}
	var read routes
	for _, group := range groups {
		entries, err := members([]byte(group.text))
		if err != nil {
			return routes{}, fmt.Errorf("%s: %s: %w", routesSource, group.name, err)
		}
		if err := read.add(group.name, entries); err != nil {
			return routes{}, fmt.Errorf("%s: %s: %w", routesSource, group.name, err)
		}
	}
	return read, nil
}

// add reads the entries of a group.
func (r *routes) add(group string, entries []named) error {
	var pages []page
	for _, entry := range entries {
		if group == "notices" {
			if err := json.Unmarshal([]byte(entry.text), &entry.text); err != nil {
				return fmt.Errorf("%s: %w", entry.name, err)
			}
			r.notices = append(r.notices, entry)
			continue
		}
		one := page{name: entry.name}
		decoder := json.NewDecoder(strings.NewReader(entry.text))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&one); err != nil {
			return fmt.Errorf("%s: %w", entry.name, err)
		}
		pages = append(pages, one)
	}
	if group != "notices" {
		r.groups = append(r.groups, routeGroup{group, pages})
	}
	return nil
}

// members returns the members of a JSON object in their order in the file.
func members(object []byte) (found []named, err error) {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if _, err := decoder.Token(); err != nil {
		return nil, err
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, err
		}
		found = append(found, named{fmt.Sprint(name), string(value)})
	}
	return found, nil
}

// webRoutes generates the addresses for the web application, in which the keys' names are types.
func (s Sources) webRoutes(context.Context) ([]byte, error) {
	read, err := s.readRoutes()
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	text.WriteString("// Written by \"automacao types\" from routes.json; do not edit.\n\n/** Every page's address; a part that begins with a colon is a key. */\nexport const ROUTES = {\n")
	for _, group := range read.groups {
		for _, page := range group.pages {
			fmt.Fprintf(&text, "  %s: '%s',\n", page.name, page.Path)
		}
	}
	text.WriteString("} as const\n\n/** Links to the listed pages whose addresses have no keys. */\nexport const LINKS = {\n")
	for _, group := range read.groups {
		for _, page := range group.pages {
			if group.name != "unlisted" && !strings.Contains(page.Path, ":") {
				fmt.Fprintf(&text, "  %s: () => ROUTES.%s,\n", page.name, page.name)
			}
		}
	}
	text.WriteString("} as const\n\n/** The page of a notice about each kind of subject; the key is the subject's. */\nexport const NOTICES = {\n")
	for _, notice := range read.notices {
		address, err := read.addressOf(notice.text)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&text, "  %s: '%s',\n", notice.name, address)
	}
	text.WriteString("} as const\n")
	return []byte(text.String()), nil
}

// webPages generates the table of pages of the web application: the public ones and those of members,
// grouped by who may open them.
func (s Sources) webPages(context.Context) ([]byte, error) {
	read, err := s.readRoutes()
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	text.WriteString("// Written by \"automacao types\" from routes.json; do not edit.\n\n" +
		"import type { RouteObject } from 'react-router'\nimport { members, only, page, who } from '@/app/page-route'\nimport { ROUTES } from '@/lib/routes'\n")
	text.WriteString("\n/** The pages that everybody may open. */\nexport const PUBLIC_PAGES: RouteObject[] = [\n")
	for _, group := range read.groups {
		if group.name == "members" {
			continue
		}
		for _, one := range group.pages {
			text.WriteString(one.route("  "))
		}
	}
	text.WriteString("]\n\n/** The pages of people who are signed in. */\nexport const MEMBER_PAGES: RouteObject[] = [\n")
	for _, group := range read.groups {
		if group.name == "members" {
			text.WriteString(memberPages(group.pages))
		}
	}
	text.WriteString("]\n")
	return []byte(text.String()), nil
}

// memberPages puts pages with the same roles, and within these with the same right, under one guard,
// in the order of the first of each.
func memberPages(pages []page) string {
	var text strings.Builder
	for _, same := range groups(pages, func(p page) string { return strings.Join(p.Roles, "', '") }) {
		guard := "members(\n"
		if len(same[0].Roles) > 0 {
			guard = "only(\n    ['" + strings.Join(same[0].Roles, "', '") + "'],\n"
		}
		text.WriteString("  " + guard)
		for _, within := range groups(same, func(p page) string { return p.Right }) {
			indent, end := "    ", ""
			if right := within[0].Right; right != "" {
				text.WriteString("    who(\n      '" + right + "',\n")
				indent, end = "      ", "    ),\n"
			}
			for _, one := range within {
				text.WriteString(one.route(indent))
			}
			text.WriteString(end)
		}
		text.WriteString("  ),\n")
	}
	return text.String()
}

// groups divides pages by a key, in the order of the first page of each.
func groups(pages []page, key func(page) string) (all [][]page) {
	at := map[string]int{}
	for _, one := range pages {
		place, isKnown := at[key(one)]
		if !isKnown {
			place = len(all)
			at[key(one)] = place
			all = append(all, nil)
		}
		all[place] = append(all[place], one)
	}
	return all
}

// route is a page's line in the table, or nothing for one that only forwards.
func (p page) route(indent string) string {
	if p.Page == "" {
		return ""
	}
	component := ""
	for _, part := range strings.Split(p.Page, "-") {
		component += capital(part)
	}
	return fmt.Sprintf("%spage(ROUTES.%s, () => import('@/pages/%s'), '%sPage'),\n", indent, p.name, p.Page, component)
}

// goRoutes generates the addresses for internal/kernel/route.
func (s Sources) goRoutes(context.Context) ([]byte, error) {
	read, err := s.readRoutes()
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	text.WriteString("// Code generated by \"automacao types\" from " + routesSource + "; DO NOT EDIT.\n\npackage route\n")
	for _, group := range read.groups {
		text.WriteString("\nconst (\n")
		var names []string
		for _, page := range group.pages {
			fmt.Fprintf(&text, "%s = %q\n", capital(page.name), page.Path)
			names = append(names, capital(page.name))
		}
		text.WriteString(")\n")
		if group.name == "public" || group.name == "members" {
			fmt.Fprintf(&text, "\nvar %s = []string{\n%s,\n}\n", group.name, strings.Join(names, ",\n"))
		}
	}
	text.WriteString("\nvar notices = map[string]string{\n")
	for _, notice := range read.notices {
		address, err := read.addressOf(notice.text)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&text, "%q: %q,\n", notice.name, address)
	}
	text.WriteString("}\n")
	return format.Source([]byte(text.String()))
}

func capital(name string) string { return strings.ToUpper(name[:1]) + name[1:] }
