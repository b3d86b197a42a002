package codegen

import (
	"context"
	"fmt"
	"strings"
)

// Words are what states or kinds are called on screen, under the name that the web
// knows the list by.
type Words struct {
	// Name is the constant's, Meaning what its comment says.
	Name, Meaning string
	// Keys and Texts go together.
	Keys, Texts []string
}

// webWords writes the words that files and screens share.
func (s Sources) webWords(context.Context) ([]byte, error) {
	var text strings.Builder
	text.WriteString("// Written by \"automacao types\"; do not edit.\n")
	for _, list := range s.Words {
		fmt.Fprintf(&text, "\n/** %s */\nexport const %s = {\n", list.Meaning, list.Name)
		for i, key := range list.Keys {
			fmt.Fprintf(&text, "  %s: %s,\n", key, quoteTS(list.Texts[i]))
		}
		text.WriteString("} as const\n")
	}
	return []byte(text.String()), nil
}
