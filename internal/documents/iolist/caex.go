package iolist

import (
	"slices"
	"strings"
)

// plant collects what an AutomationML file says about signals: the tags of a controller, the channels
// of its modules, and the links between both.
type plant struct {
	*builder
	tags, channels []part
	links          map[string]string
}

// part is a tag or a channel, with the names of the elements around it. id is how a link names it: by
// the ID of its element and its name, or by its own ID.
type part struct {
	*element
	id, path string
	isSafe   bool
}

// caex reads an AutomationML file as TIA Portal and EPLAN write it, after the recommendation for
// automation projects (AR APC). Channels count only in a file without tags, because a module has
// channels that are not wired.
func (b *builder) caex(root *element) error {
	b.Format = AutomationML
	all := &plant{builder: b, links: map[string]string{}}
	for _, child := range root.children {
		if strings.Contains(strings.ToUpper(writerOf(child)), "EPLAN") {
			b.Format = EPLAN
		}
		if child.name == "InstanceHierarchy" {
			all.collect(part{element: child})
		}
	}
	named := map[string]part{}
	for _, channel := range all.channels {
		named[channel.id], named[channel.attribute("ID")] = channel, channel
	}
	delete(named, "")
	for _, tag := range all.tags {
		if err := b.row(); err != nil {
			return err
		}
		all.tag(tag, named)
	}
	if len(all.tags) > 0 {
		return nil
	}
	for _, channel := range all.channels {
		if err := b.row(); err != nil {
			return err
		}
		b.take(point{row: channel.line, tag: channel.path, evidence: channel.hint()})
	}
	return nil
}

// writerOf returns the name of the program that wrote a file, from the header of CAEX 2 or 3.
func writerOf(e *element) string {
	if e.name == "SourceDocumentInformation" {
		return e.attribute("OriginName")
	}
	return e.child("WriterHeader").child("WriterName").text()
}

// collect finds tags, channels and links below an element. The channels of a module are fail-safe if
// it is named as Siemens names such modules.
func (p *plant) collect(parent part) {
	for _, e := range parent.children {
		inner := part{element: e, path: first(e.attribute("Name"), CharactersMax), isSafe: parent.isSafe}
		inner.id = first(parent.attribute("ID"), CharactersMax) + ":" + inner.path
		if parent.path != "" {
			inner.path = first(parent.path+"/"+inner.path, CharactersMax)
		}
		if kind := attributeOf(e, "TypeName"); strings.HasPrefix(kind, "F-D") || strings.HasPrefix(kind, "F-A") {
			inner.isSafe = true
		}
		class := e.attribute("RefBaseClassPath")
		switch {
		case e.name == "InternalLink":
			one, other := e.attribute("RefPartnerSideA"), e.attribute("RefPartnerSideB")
			p.links[one], p.links[other] = other, one
		case e.name != "ExternalInterface" && e.name != "InternalElement":
			continue
		case strings.HasSuffix(class, "/Tag"), attributeOf(e, "LogicalAddress") != "":
			p.tags = append(p.tags, inner)
		case strings.HasSuffix(class, "/Channel"):
			p.channels = append(p.channels, inner)
		}
		p.collect(inner)
	}
}

// tag adds a tag. Its address may lack the area, which IoType names then.
func (p *plant) tag(tag part, channels map[string]part) {
	one := point{
		row: tag.line, tag: tag.attribute("Name"), address: attributeOf(tag.element, "LogicalAddress"),
		dataType: attributeOf(tag.element, "DataType"), description: attributeOf(tag.element, "Comment"),
	}
	one.evidence = hintOfTIA(one.address, one.dataType).or(hintOfWords(attributeOf(tag.element, "IoType")))
	for _, id := range []string{tag.id, tag.attribute("ID")} {
		if channel, isLinked := channels[p.links[id]]; isLinked {
			one.evidence = one.evidence.or(channel.hint())
		}
	}
	p.take(one)
}

// hint returns what a channel says about its signal.
func (p part) hint() hint {
	found := hintOfWords(attributeOf(p.element, "IoType")).or(hintOfWords(attributeOf(p.element, "Type")))
	if p.isSafe {
		found.special = Safety
	}
	return found
}

// attributeOf returns the value of an attribute of CAEX, which is an element.
func attributeOf(e *element, name string) string {
	for _, child := range e.children {
		if child.name == "Attribute" && child.attribute("Name") == name {
			return child.child("Value").text()
		}
	}
	return ""
}

// labelling reads the labels that EPLAN exports as XML, each of which is a row of a table.
func (b *builder) labelling(root *element) error {
	return b.table(func(yield func(int, []string) error) error {
		var head []string
		return root.each(func(e *element) error {
			if e.name != "Label" {
				return nil
			}
			var names, cells []string
			for _, property := range e.children {
				names = append(names, property.child("PropertyName").text())
				cells = append(cells, property.child("PropertyValue").text())
			}
			if head == nil || !slices.Equal(head, names) {
				head = names
				if err := yield(e.line, names); err != nil {
					return err
				}
			}
			return yield(e.line, cells)
		})
	}, EPLAN)
}
