package nfse

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Bounds of what is read besides BytesMax.
const (
	depthMax    = 40
	elementsMax = 5_000
	textMax     = 20_000
)

// leaf is a text by where it stands below the invoice: "/DPS/infDPS/dhEmi".
type leaf struct{ place, text string }

func (l leaf) isAt(places []string) bool {
	for _, place := range places {
		if end, isEnd := strings.CutPrefix(place, "…"); isEnd && strings.HasSuffix(l.place, end) || l.place == place {
			return true
		}
	}
	return false
}

// tree is what is read of a file, whose namespaces and prefixes towns choose as
// they like.
type tree struct {
	leaves           []leaf
	id               string
	nationals, towns int
	isDraft          bool
	isCancelled      bool

	elements int
	path     []string
	// root is how deep the invoice begins, 0 outside of it.
	root int
	text strings.Builder
}

// readTree reads a file whole, or refuses it.
func readTree(file io.Reader) (tree, error) {
	content, err := io.ReadAll(io.LimitReader(file, BytesMax+1))
	if err != nil {
		return tree{}, fmt.Errorf("read the file: %w", err)
	}
	if len(content) > BytesMax {
		return tree{}, ErrTooBig
	}
	decoder := xml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(content, []byte("\ufeff"))))
	decoder.CharsetReader = latin
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

// take adds one token. A directive is a document type, which is where entities
// are made.
func (t *tree) take(token xml.Token) error {
	switch token := token.(type) {
	case xml.Directive:
		return fmt.Errorf("%w: it has a document type", ErrNotXML)
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
	switch name {
	case "infNFSe":
		t.nationals++
		t.root = len(t.path)
		for _, attribute := range element.Attr {
			if attribute.Name.Local == "Id" {
				t.id = attribute.Value
			}
		}
	case "InfNfse":
		t.towns++
		t.root = len(t.path)
	case "infDPS":
		t.isDraft = true
	case "NfseCancelamento":
		t.isCancelled = true
	}
	return nil
}

func (t *tree) close() {
	if t.root > 0 && len(t.path) > t.root {
		t.leaves = append(t.leaves, leaf{"/" + strings.Join(t.path[t.root:], "/"), strings.TrimSpace(t.text.String())})
	}
	t.text.Reset()
	if t.path = t.path[:len(t.path)-1]; len(t.path) < t.root {
		t.root = 0
	}
}

// latin reads the one other alphabet that towns still write: ISO 8859-1, and
// what they call so.
func latin(label string, input io.Reader) (io.Reader, error) {
	switch strings.ToLower(label) {
	case "utf8":
		return input, nil
	case "iso-8859-1", "latin1", "windows-1252", "us-ascii", "ascii":
		return &latinReader{bufio.NewReader(input), nil}, nil
	}
	return nil, fmt.Errorf("%w: alphabet %q", ErrNotXML, label)
}

type latinReader struct {
	from *bufio.Reader
	rest []byte
}

func (l *latinReader) Read(into []byte) (n int, err error) {
	for n < len(into) {
		if len(l.rest) > 0 {
			into[n], l.rest = l.rest[0], l.rest[1:]
			n++
			continue
		}
		char, err := l.from.ReadByte()
		if err != nil {
			return n, err
		}
		l.rest = []byte(string(rune(char)))
	}
	return n, nil
}
