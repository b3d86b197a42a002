package iolist

import (
	"regexp"
	"strconv"
	"strings"
)

// Inputs and outputs that an S7-1200 reserves: the counters at %ID1000 to %ID1020, and the pulse
// outputs at %QW1000 to %QW1006.
var (
	fastCounter = regexp.MustCompile(`^%?[IE]D(10[012]\d)$`)
	pulseOutput = regexp.MustCompile(`^%?[QA]W(100[0246])$`)
	wrongBit    = regexp.MustCompile(`^%?[IEQA]\d+\.([89]|\d{2,})$`)
)

// hintOfTIA reads what the address and the data type of a tag of TIA Portal say together. A
// structure is the telegram of a drive or a device: it is no signal by itself.
func hintOfTIA(address, dataType string) hint {
	place := strings.ToUpper(address)
	isElementary := dataType == "" || hintOfData(dataType) != hint{} || strings.EqualFold(dataType, "byte")
	switch {
	case !isElementary:
		return hint{isOther: true}
	case wrongBit.MatchString(place):
		return hint{isWrong: true}
	case pulseOutput.MatchString(place):
		return hint{special: Fast}
	}
	if parts := fastCounter.FindStringSubmatch(place); parts != nil {
		if number, _ := strconv.Atoi(parts[1]); number <= 1020 && number%4 == 0 {
			return hint{special: Fast}
		}
	}
	return hint{}
}

// tagTable reads a table of tags that TIA Portal exports as XML, from its editor or through Openness.
func (b *builder) tagTable(root *element) error {
	b.Format = TIAPortal
	known := false
	err := root.each(func(e *element) error {
		p := point{row: e.line}
		switch {
		case e.name == "Tag" && e.attribute("addr") != "":
			p.tag, p.address, p.dataType, p.description = e.text(), e.attribute("addr"), e.attribute("type"), e.attribute("remark")
		case e.name == "SW.Tags.PlcTag":
			list := e.child("AttributeList")
			p.tag, p.address, p.dataType = list.child("Name").text(), list.child("LogicalAddress").text(), list.child("DataTypeName").text()
			p.description = commentOf(e)
		default:
			return nil
		}
		known = true
		if err := b.row(); err != nil {
			return err
		}
		p.evidence = hintOfTIA(p.address, p.dataType)
		b.take(p)
		return nil
	})
	if err == nil && !known {
		return ErrUnknown
	}
	return err
}

// commentOf returns the first comment of a tag that is not empty, whatever its language.
func commentOf(tag *element) (text string) {
	_ = tag.each(func(e *element) error {
		if e.name == "Text" && text == "" {
			text = e.text()
		}
		return nil
	})
	return text
}
