package iolist

import (
	"encoding/json"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// registerAddress is a register of Modbus as the drivers of supervisory systems name it: HR100, 1.DI5.
var registerAddress = regexp.MustCompile(`^(?:\d+\.)?(DI|IR|HR|CL|CO|C)[A-Z]{0,3}\d+(?:[.:]\d+)?$`)

// hintOfRegister reads such a register, or else an address of a controller.
func hintOfRegister(text string) hint {
	const bytesMax = 60
	parts := registerAddress.FindStringSubmatch(strings.ToUpper(strings.TrimSpace(text[:min(len(text), bytesMax)])))
	if parts == nil {
		return hintOfAddress(text)
	}
	table := map[string]string{"C": "0", "CO": "0", "CL": "0", "DI": "1", "IR": "3", "HR": "4"}[parts[1]]
	return hintOfModbus(table, false)
}

// elipse reads the rows of an export of Elipse E3. A tag of a driver names its address in ParamItem,
// or in four numbers of which the last may be a reference of Modbus.
func (t *table) elipse() {
	c := t.columns
	kind, name, device, item := c.find("objecttype"), c.tag, c.find("paramdevice"), c.find("paramitem")
	description := c.description
	var numbers []int
	for _, number := range []string{"1", "2", "3", "4"} {
		for _, heading := range []string{"n" + number, "n" + number + " b" + number, "b" + number} {
			if at := c.find(heading); at >= 0 {
				numbers = append(numbers, at)
				break
			}
		}
	}
	t.take = func(one record) {
		switch kind := strings.ToLower(one.at(kind)); {
		case strings.Contains(kind, "folder"), strings.Contains(kind, "driver"), kind == "ioblock":
			return
		case kind != "" && !strings.HasPrefix(kind, "io"):
			t.Others++
			return
		}
		p := point{row: one.row, tag: one.at(name), description: one.at(description), address: one.at(item)}
		p.evidence = hintOfRegister(p.address)
		switch {
		case p.address == "" && len(numbers) > 0:
			parts := make([]string, len(numbers))
			for i, at := range numbers {
				parts[i] = one.at(at)
			}
			p.address, p.evidence = strings.Join(parts, "/"), hintOfAddress(parts[len(parts)-1])
		case one.at(device) != "":
			p.address = one.at(device) + "/" + p.address
		}
		t.scada(p)
	}
}

// scada adds a tag of a supervisory system. A tag that names neither a terminal nor an instrument is
// one of the others: most tags of such a system are in the memory of a controller.
func (b *builder) scada(p point) {
	if found := p.judge(); found.kind() == "" && !found.isWrong {
		p.evidence.isOther = true
	}
	b.take(p)
}

// ignitionTag is a tag, a folder or an instance of a type in an export of Ignition.
type ignitionTag struct {
	Name          jsonText                   `json:"name"`
	TagType       jsonText                   `json:"tagType"`
	TypeID        jsonText                   `json:"typeId"`
	DataType      jsonText                   `json:"dataType"`
	OPCItemPath   jsonText                   `json:"opcItemPath"`
	ValueSource   jsonText                   `json:"valueSource"`
	Documentation jsonText                   `json:"documentation"`
	Tooltip       jsonText                   `json:"tooltip"`
	Parameters    map[string]json.RawMessage `json:"parameters"`
	Tags          []ignitionTag              `json:"tags"`
}

// jsonText is a text, "" for every other value. A binding stands for the text it makes.
type jsonText string

func (t *jsonText) UnmarshalJSON(content []byte) error {
	var text string
	if json.Unmarshal(content, &text) == nil {
		*t = jsonText(text)
		return nil
	}
	var binding struct {
		Binding, Value json.RawMessage
	}
	if json.Unmarshal(content, &binding) != nil {
		return nil //nolint:nilerr // Other values are no text.
	}
	for _, inner := range []json.RawMessage{binding.Binding, binding.Value} {
		if json.Unmarshal(inner, &text) == nil {
			*t = jsonText(text)
		}
	}
	return nil
}

// ignition reads an export of tags. An instance of a type has the tags of its type, and overrides some
// of them.
func (b *builder) ignition(text string) error {
	if err := b.gauge(text); err != nil {
		return err
	}
	var root ignitionTag
	content := []byte(text)
	if strings.HasPrefix(strings.TrimSpace(text), "[") {
		content = []byte(`{"tags":` + text + `}`)
	}
	if err := json.Unmarshal(content, &root); err != nil {
		if _, isOfAnotherType := errors.AsType[*json.UnmarshalTypeError](err); isOfAnotherType {
			return ErrUnknown.Because(err)
		}
		return ErrUnreadable.Because(err)
	}
	if len(root.Tags) == 0 && root.TagType == "" {
		return ErrUnknown
	}
	b.Format = Ignition
	reader := &ignitionReader{builder: b, types: map[string]ignitionTag{}}
	reader.learn(root, "")
	return reader.read(root, "", nil, 0)
}

type ignitionReader struct {
	*builder
	types map[string]ignitionTag
	steps int
}

// learn remembers the types by the path by which instances name them.
func (r *ignitionReader) learn(tag ignitionTag, path string) {
	for _, child := range tag.Tags {
		inner := first(string(child.Name), CharactersMax)
		if path != "" && path != "_types_" {
			inner = first(path+"/"+inner, CharactersMax)
		}
		if child.TagType == "UdtType" {
			r.types[inner] = child
		} else {
			r.learn(child, inner)
		}
	}
}

func (r *ignitionReader) read(tag ignitionTag, path string, values []string, depth int) error {
	// Types may contain themselves, and each other many times.
	if r.steps++; depth > jsonDepthMax || r.steps > elementsMax {
		return ErrTooDeep
	}
	children := tag.Tags
	switch tag.TagType {
	case "UdtType":
		return nil
	case "UdtInstance":
		of := r.types[string(tag.TypeID)]
		// The instance's own values come first, because the first of a name counts.
		values = append(append(parametersOf(tag), parametersOf(of)...), values...)
		children = merged(of.Tags, tag.Tags)
	case "AtomicTag", "OPC", "DB", "":
		if len(children) == 0 {
			return r.atom(tag, path, values)
		}
	}
	for _, child := range children {
		inner := first(string(child.Name), CharactersMax)
		if path != "" {
			inner = first(path+"/"+inner, CharactersMax)
		}
		if err := r.read(child, inner, values, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// merged returns the tags of a type with what an instance overrides.
func merged(ofType, ofInstance []ignitionTag) []ignitionTag {
	own := map[jsonText]ignitionTag{}
	for _, tag := range ofInstance {
		own[tag.Name] = tag
	}
	all := make([]ignitionTag, 0, len(ofType)+len(ofInstance))
	for _, tag := range ofType {
		if override, isOverridden := own[tag.Name]; isOverridden {
			delete(own, tag.Name)
			tag = tag.with(override)
		}
		all = append(all, tag)
	}
	for _, tag := range ofInstance {
		if _, isLeft := own[tag.Name]; isLeft {
			all = append(all, tag)
		}
	}
	return all
}

func (tag ignitionTag) with(override ignitionTag) ignitionTag {
	for _, field := range []struct{ own, other *jsonText }{
		{&tag.DataType, &override.DataType}, {&tag.OPCItemPath, &override.OPCItemPath}, {&tag.ValueSource, &override.ValueSource},
		{&tag.Documentation, &override.Documentation}, {&tag.Tooltip, &override.Tooltip},
	} {
		if *field.other != "" {
			*field.own = *field.other
		}
	}
	if len(override.Tags) > 0 {
		tag.Tags = merged(tag.Tags, override.Tags)
	}
	return tag
}

// parametersOf returns names and values by turns, each name in braces, as strings.NewReplacer takes
// them.
func parametersOf(tag ignitionTag) (values []string) {
	const parametersMax = 50
	for _, name := range slices.Sorted(maps.Keys(tag.Parameters)) {
		content := tag.Parameters[name]
		var value jsonText
		if _ = value.UnmarshalJSON(content); value == "" {
			number := struct{ Value json.Number }{}
			if json.Unmarshal(content, &number) == nil {
				value = jsonText(number.Value)
			}
		}
		if len(values) < 2*parametersMax && value != "" {
			values = append(values, "{"+name+"}", first(string(value), CharactersMax))
		}
	}
	return values
}

// The parts of an item's path before its address: the namespace of OPC UA, and the device in brackets.
var (
	nodePrefix   = regexp.MustCompile(`^ns=\d+;s=`)
	devicePrefix = regexp.MustCompile(`^\[[^\]]*\]`)
)

func (r *ignitionReader) atom(tag ignitionTag, path string, values []string) error {
	if err := r.row(); err != nil {
		return err
	}
	if tag.ValueSource != "" && tag.ValueSource != "opc" {
		r.Others++
		return nil
	}
	p := point{row: r.rows, tag: path, dataType: string(tag.DataType), description: string(tag.Documentation)}
	if p.description == "" {
		p.description = string(tag.Tooltip)
	}
	p.address = strings.NewReplacer(values...).Replace(first(string(tag.OPCItemPath), CharactersMax))
	p.address = nodePrefix.ReplaceAllString(p.address, "")
	p.evidence = hintOfRegister(devicePrefix.ReplaceAllString(p.address, ""))
	r.scada(p)
	return nil
}

// gauge refuses JSON that is nested too deep or has too many objects, before memory is spent on it.
func (b *builder) gauge(text string) error {
	depth, objects, inText := 0, 0, false
	for i := 0; i < len(text); i++ {
		if i%(64<<10) == 0 && b.ctx.Err() != nil {
			return b.ctx.Err()
		}
		switch sign := text[i]; {
		case inText && sign == '\\':
			i++
		case sign == '"':
			inText = !inText
		case inText:
		case sign == '{', sign == '[':
			depth++
			objects++
		case sign == '}', sign == ']':
			depth--
		}
		if depth > jsonDepthMax || objects > elementsMax {
			return ErrTooDeep
		}
	}
	return nil
}
