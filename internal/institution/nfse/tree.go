package nfse

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// Limits of a file besides BytesMax.
const (
	depthMax    = 40
	elementsMax = 5_000
	textMax     = 20_000
)

// tree is what is read from a file. Namespaces and prefixes are ignored, because municipalities
// choose them freely.
type tree struct {
	leaves []leaf
	// aside are the texts in elements beside a municipal invoice: its cancellation and its
	// substitution.
	aside []leaf
	// events are the codes of events of the national system.
	events                      []string
	id                          string
	nationals, towns, paulistas int
	isDraft                     bool

	elements int
	path     []string
	// root is the depth of the invoice's element, 0 outside of it. beside is the depth of an
	// element beside it, which is part of the paths in aside.
	root, beside int
	text         strings.Builder
}

// readTree reads a whole file, or refuses it.
func readTree(file io.Reader) (tree, error) {
	content, err := io.ReadAll(io.LimitReader(file, BytesMax+1))
	if err != nil {
		return tree{}, fmt.Errorf("read the file: %w", err)
	}
	if len(content) > BytesMax {
		return tree{}, ErrTooBig
	}
	content, isUTF8, err := toUTF8(content)
	if err != nil {
		return tree{}, err
	}
	if !isUTF8 {
		content = fromWindows1252(content)
	}
	decoder := xml.NewDecoder(bytes.NewReader(content))
	decoder.CharsetReader = charsetReader(content, isUTF8)
	read := &tree{}
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return *read, nil
		}
		if err != nil {
			return tree{}, fmt.Errorf("%w: %w", ErrNotXML, err)
		}
		if err := read.take(token); err != nil {
			return tree{}, err
		}
	}
}

// take adds one token. A directive is a document type declaration, which could define entities.
func (t *tree) take(token xml.Token) error {
	switch token := token.(type) {
	case xml.Directive:
		return fmt.Errorf("%w: it has a document type declaration", ErrNotXML)
	case xml.StartElement:
		return t.open(token)
	case xml.CharData:
		if t.text.Len()+len(token) > textMax {
			return ErrTooBig
		}
		t.text.Write(token)
	case xml.EndElement:
		t.close()
	}
	return nil
}

func (t *tree) open(element xml.StartElement) error {
	name := element.Name.Local
	t.path = append(t.path, name)
	t.text.Reset()
	if t.elements++; len(t.path) > depthMax || t.elements > elementsMax {
		return ErrTooBig
	}
	switch {
	case name == "infNFSe":
		t.nationals++
		t.root = len(t.path)
		t.id = idOf(element)
	case strings.EqualFold(name, "InfNfse"):
		t.towns++
		t.root = len(t.path)
	// An NFe, which is for goods, has no such key.
	case name == "ChaveNFe" && t.root == 0 && len(t.path) > 1 && t.path[len(t.path)-2] == "NFe":
		t.paulistas++
		t.root = len(t.path) - 1
	case name == "infDPS":
		t.isDraft = true
	case t.beside == 0 && (name == "NfseCancelamento" || name == "NfseSubstituicao"):
		t.beside = len(t.path)
	case eventCode.MatchString(name):
		t.events = append(t.events, name)
	}
	return nil
}

var eventCode = regexp.MustCompile(`^e\d{6}$`)

func idOf(element xml.StartElement) string {
	for _, attribute := range element.Attr {
		if attribute.Name.Local == "Id" {
			return attribute.Value
		}
	}
	return ""
}

func (t *tree) close() {
	text := strings.TrimSpace(t.text.String())
	if t.root > 0 && len(t.path) > t.root {
		t.leaves = append(t.leaves, leaf{"/" + strings.Join(t.path[t.root:], "/"), text})
	}
	if t.beside > 0 {
		t.aside = append(t.aside, leaf{"/" + strings.Join(t.path[t.beside-1:], "/"), text})
	}
	t.text.Reset()
	if t.path = t.path[:len(t.path)-1]; len(t.path) < t.root {
		t.root = 0
	}
	if len(t.path) < t.beside {
		t.beside = 0
	}
}
