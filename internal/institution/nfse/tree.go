package nfse

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
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

// toUTF8 detects the encoding of a file from its bytes, whatever it declares: some systems write
// UTF-8 and declare utf-16, as their strings are, and some write windows-1252 and declare nothing.
// It returns UTF-8, or the bytes unchanged with isUTF8 false if the declaration must decide.
func toUTF8(content []byte) (text []byte, isUTF8 bool, err error) {
	var order unicode.Endianness
	isWide := true
	switch {
	case bytes.HasPrefix(content, []byte("\xff\xfe")), bytes.HasPrefix(content, []byte("<\x00")):
		order = unicode.LittleEndian
	case bytes.HasPrefix(content, []byte("\xfe\xff")), bytes.HasPrefix(content, []byte("\x00<")):
		order = unicode.BigEndian
	default:
		isWide = false
	}
	if isWide {
		if text, err = unicode.UTF16(order, unicode.IgnoreBOM).NewDecoder().Bytes(content); err != nil {
			return nil, false, fmt.Errorf("%w: %w", ErrNotXML, err)
		}
		return bytes.TrimPrefix(text, []byte("\ufeff")), true, nil
	}
	if marked, isMarked := bytes.CutPrefix(content, []byte("\ufeff")); isMarked {
		return marked, true, nil
	}
	return content, false, nil
}

// charsetReader returns a reader for the declared encoding. The declaration is ignored if the file
// is known to be UTF-8, or if it names an encoding that the bytes cannot have.
func charsetReader(content []byte, isUTF8 bool) func(string, io.Reader) (io.Reader, error) {
	return func(label string, input io.Reader) (io.Reader, error) {
		name := strings.ToLower(strings.TrimSpace(label))
		if isUTF8 || name == "utf8" || strings.HasPrefix(name, "utf-16") || strings.HasPrefix(name, "utf16") || strings.HasPrefix(name, "ucs-2") || name == "unicode" {
			if !utf8.Valid(content) {
				return nil, fmt.Errorf("%w: encoding %q", ErrNotXML, label)
			}
			return input, nil
		}
		found, err := htmlindex.Get(name)
		if err != nil {
			return nil, fmt.Errorf("%w: encoding %q", ErrNotXML, label)
		}
		return found.NewDecoder().Reader(input), nil
	}
}

// fromWindows1252 converts a file that declares UTF-8, or nothing, and is not valid UTF-8: the
// systems that write such files use windows-1252.
func fromWindows1252(content []byte) []byte {
	head := strings.ToLower(string(content[:min(len(content), 200)]))
	at := strings.Index(head, "encoding")
	if utf8.Valid(content) || at >= 0 && !strings.Contains(head[at:min(len(head), at+20)], "utf") {
		return content
	}
	text, err := charmap.Windows1252.NewDecoder().Bytes(content)
	if err != nil {
		return content
	}
	return text
}
