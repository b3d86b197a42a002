package typescript

import (
	"fmt"
	"regexp"
	"strings"
)

// nothing is the type of an object without members.
const nothing = "Record<never, never>"

// member is one member of an object type.
type member struct {
	name     string
	optional bool
	kind     string
}

var identifier = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

func (m member) String() string {
	name := key(m.name)
	if m.optional {
		name += "?"
	}
	return name + ": " + m.kind
}

// key returns a name as an object's key, quoted if it is not an identifier.
func key(name string) string {
	if identifier.MatchString(name) {
		return name
	}
	return fmt.Sprintf("%q", name)
}

// object returns an object type on one line.
func object(members []member) string {
	if len(members) == 0 {
		return nothing
	}
	parts := make([]string, len(members))
	for i, m := range members {
		parts[i] = m.String()
	}
	return "{ " + strings.Join(parts, "; ") + " }"
}

func list(element string) string {
	if strings.Contains(element, " | ") && !strings.HasPrefix(element, "{") {
		return "(" + element + ")[]"
	}
	return element + "[]"
}

func orNull(kind string) string {
	if kind == "Json" || strings.HasSuffix(kind, " | null") {
		return kind
	}
	return kind + " | null"
}

func quoted(names []string) string { return strings.Join(quote(names), ", ") }

func union(values []string) string { return strings.Join(quote(values), " | ") }

func quote(texts []string) []string {
	parts := make([]string, len(texts))
	for i, text := range texts {
		parts[i] = fmt.Sprintf("%q", text)
	}
	return parts
}
