package iolist

import (
	"regexp"
	"strings"
)

// declaration is a variable of IEC 61131-3 with an address: name AT %IX0.0 : BOOL := FALSE; comment.
var (
	declaration = regexp.MustCompile(`(?i)^([a-z_][\w.]*)\s+AT\s*(%[^\s:]+)\s*:\s*([a-z_][\w.]*)`)
	variable    = regexp.MustCompile(`(?i)^[a-z_]\w*(?:\s*,\s*[a-z_]\w*)*\s*:\s*[a-z_]`)
	remark      = regexp.MustCompile(`\(\*(.*?)\*\)|//(.*)`)
)

// sourceText reads declarations of variables from the text of a program. In a file of XML it comes in
// pieces, so inBlock is kept from one to the next: it says that the lines declare variables.
type sourceText struct {
	*builder
	inBlock bool
}

// source reads a file that is such a text.
func (b *builder) source(text string) error {
	b.Format = CODESYS
	return (&sourceText{builder: b}).read(text, 1)
}

// sourceIn reads the texts in an XML file.
func (b *builder) sourceIn(root *element) error {
	b.Format = CODESYS
	reader := &sourceText{builder: b}
	return root.each(func(e *element) error { return reader.read(e.text(), e.line) })
}

func (s *sourceText) read(text string, number int) error {
	for line := range strings.SplitSeq(text, "\n") {
		if err := s.line(number, strings.TrimSpace(line)); err != nil {
			return err
		}
		if number++; s.alive(number) != nil {
			return s.ctx.Err()
		}
	}
	return nil
}

func (s *sourceText) line(number int, line string) error {
	// A longer line is no declaration, but code or data.
	const bytesMax = 4_000
	if line == "" || len(line) > bytesMax {
		return nil
	}
	switch upper := strings.ToUpper(line); {
	case strings.HasPrefix(upper, "END_VAR"):
		s.inBlock = false
	case upper == "VAR", strings.HasPrefix(upper, "VAR_"), strings.HasPrefix(upper, "VAR "):
		s.inBlock = true
	}
	parts := declaration.FindStringSubmatch(line)
	if parts == nil && (!s.inBlock || !variable.MatchString(line)) {
		return nil
	}
	if err := s.row(); err != nil {
		return err
	}
	if parts == nil {
		s.Others++
		return nil
	}
	p := point{row: number, tag: parts[1], address: parts[2], dataType: parts[3]}
	if note := remark.FindStringSubmatch(line); note != nil {
		p.description = strings.TrimSpace(note[1] + note[2])
	}
	p.evidence = hintOfSize(p.address, p.dataType)
	s.take(p)
	return nil
}

// hintOfSize lets the data type decide for an address without a size, such as %I* of TwinCAT, and
// finds structures at an address of a byte, which are telegrams of devices.
func hintOfSize(address, dataType string) hint {
	data := hintOfData(dataType)
	switch {
	case strings.Contains(address, "*"):
		return data
	case data == (hint{}) && !strings.EqualFold(dataType, "byte") && dataType != "":
		return hint{isOther: true}
	}
	return hint{special: data.special}
}

// plcopen reads the variables with an address from an exchange file of PLCopen.
func (b *builder) plcopen(root *element) error {
	if !strings.Contains(root.attribute("xmlns"), "plcopen") {
		return ErrUnknown
	}
	b.Format = PLCopen
	return root.each(func(e *element) error {
		if e.name != "variable" {
			return nil
		}
		if err := b.row(); err != nil {
			return err
		}
		p := point{row: e.line, tag: e.attribute("name"), address: e.attribute("address")}
		if p.address == "" {
			b.Others++
			return nil
		}
		p.description = textOf(e.child("documentation"))
		for _, kind := range e.child("type").children {
			if p.dataType = kind.name; kind.name == "derived" {
				p.dataType = kind.attribute("name")
			}
		}
		p.evidence = hintOfSize(p.address, p.dataType)
		b.take(p)
		return nil
	})
}
