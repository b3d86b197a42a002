package codegen

import (
	"context"
	"fmt"
	"strings"
)

// Words are the words shown for states or kinds, under the name of the list in the web application.
type Words struct {
	// Name is the constant's name, Meaning its comment.
	Name, Meaning string
	// Keys and Texts have the same length.
	Keys, Texts []string
}

// webWords generates the words that exported files and screens share.
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
