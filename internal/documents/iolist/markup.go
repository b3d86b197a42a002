package iolist

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// element is an element of an XML file. line is where it begins.
type element struct {
	name       string
	line       int
	attributes []xml.Attr
	children   []*element
	texts      strings.Builder
}

// skipped are elements that hold no names of signals and most of the bytes: the values of tags in
// L5X, and the bodies of programs in PLCopen.
var skipped = map[string]bool{"Data": true, "DefaultData": true, "ForceData": true, "EncodedData": true, "body": true, "Trends": true}

// markup reads an XML file, whose root tells the format.
func (b *builder) markup(text string) error {
	root, err := b.parse(text)
	if err != nil {
		return err
	}
	switch root.name {
	case "RSLogix5000Content":
		return b.l5x(root)
	case "project":
		return b.plcopen(root)
	case "CAEXFile":
		return b.caex(root)
	case "EplanLabelling":
		return b.labelling(root)
	case "Tagtable", "TagTable", "Document":
		return b.tagTable(root)
	case "ExportFile", "TcPlcObject":
		return b.sourceIn(root)
	}
	return ErrUnknown
}

// parse reads an XML file as a tree. It knows no document types, and so no entities of their own.
func (b *builder) parse(text string) (*element, error) {
	decoder := xml.NewDecoder(strings.NewReader(text))
	// The file is UTF-8 by now, whatever it declares.
	decoder.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil }
	tree := &treeReader{decoder: decoder}
	for step := 1; ; step++ {
		if err := b.alive(step); err != nil {
			return nil, err
		}
		token, err := decoder.Token()
		switch {
		case errors.Is(err, io.EOF) && tree.root != nil:
			return tree.root, nil
		case err != nil:
			return nil, ErrUnreadable.Because(err)
		}
		if err := tree.take(token); err != nil {
			return nil, err
		}
	}
}

// treeReader builds the tree of one file. open are the elements that are not closed yet; those below
// a skipped one are only counted, in beyond.
type treeReader struct {
	decoder *xml.Decoder
	root    *element
	open    []*element
	beyond  int
	count   int
}

func (t *treeReader) take(token xml.Token) error {
	switch token := token.(type) {
	case xml.Directive:
		// The only directive is a document type, which could define entities.
		return ErrTooDeep
	case xml.StartElement:
		return t.start(token)
	case xml.EndElement:
		if t.beyond > 0 {
			t.beyond--
		} else {
			t.open = t.open[:len(t.open)-1]
		}
	case xml.CharData:
		if t.beyond == 0 && len(t.open) > 0 && len(bytes.TrimSpace(token)) > 0 {
			t.open[len(t.open)-1].texts.Write(token)
		}
	}
	return nil
}

func (t *treeReader) start(token xml.StartElement) error {
	const attributesMax = 64
	if len(t.open)+t.beyond >= xmlDepthMax {
		return ErrTooDeep
	}
	if t.beyond > 0 || skipped[token.Name.Local] {
		t.beyond++
		return nil
	}
	if t.count++; t.count > elementsMax {
		return ErrTooDeep
	}
	line, _ := t.decoder.InputPos()
	next := &element{name: token.Name.Local, line: line, attributes: token.Attr[:min(len(token.Attr), attributesMax)]}
	switch {
	case len(t.open) > 0:
		parent := t.open[len(t.open)-1]
		parent.children = append(parent.children, next)
	case t.root == nil:
		t.root = next
	default:
		// A second root is no XML, though the decoder reads it.
		return ErrUnreadable
	}
	t.open = append(t.open, next)
	return nil
}

// attribute returns the value of an attribute, "" if it is not there.
func (e *element) attribute(name string) string {
	for _, attribute := range e.attributes {
		if attribute.Name.Local == name {
			return strings.TrimSpace(attribute.Value)
		}
	}
	return ""
}

// child returns the first child with a name, or an empty element.
func (e *element) child(name string) *element {
	for _, child := range e.children {
		if child.name == name {
			return child
		}
	}
	return &element{}
}

// each visits an element and all below it, in the order of the file.
func (e *element) each(visit func(*element) error) error {
	if err := visit(e); err != nil {
		return err
	}
	for _, child := range e.children {
		if err := child.each(visit); err != nil {
			return err
		}
	}
	return nil
}

// text returns the element's own text.
func (e *element) text() string { return strings.TrimSpace(e.texts.String()) }

// textOf returns all texts at and below an element, each on its line.
func textOf(e *element) string {
	var all strings.Builder
	_ = e.each(func(one *element) error {
		if text := one.text(); text != "" {
			all.WriteString(text)
			all.WriteByte('\n')
		}
		return nil
	})
	return strings.TrimSpace(all.String())
}

// markupGauge counts the elements of a part of an archive that is written to it. In a part that is
// known as XML it refuses a document type and elements that are nested too deep. It is an estimate,
// made without the memory that a tree takes.
type markupGauge struct {
	list            *builder
	isMarkup        bool
	elements, depth int
	before, last    byte
	steps           int
	refusal         error
}

func (g *markupGauge) Write(part []byte) (int, error) {
	g.steps++
	g.refusal = g.list.alive(g.steps)
	for _, sign := range part {
		switch {
		case g.last == '<' && sign == '/', g.last == '/' && sign == '>':
			g.depth--
		case g.last == '<' && sign != '!' && sign != '?':
			g.elements++
			g.depth++
		case g.isMarkup && g.before == '<' && g.last == '!' && (sign == 'D' || sign == 'E'):
			g.refusal = ErrTooDeep
		}
		if g.isMarkup && g.depth > xmlDepthMax {
			g.refusal = ErrTooDeep
		}
		if g.refusal != nil {
			return 0, g.refusal
		}
		g.before, g.last = g.last, sign
	}
	return len(part), nil
}
