package pdf

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
)

// Flags of a composite glyph's component (OpenType, glyf).
const (
	wordArguments  = 0x0001
	hasScale       = 0x0008
	moreComponents = 0x0020
	hasXYScale     = 0x0040
	hasTwoByTwo    = 0x0080
)

// outlines are the tables of a TrueType font that hold its glyphs.
type outlines struct {
	glyf, loca, hmtx []byte
	isLong           bool
	metrics          int
}

// subset returns a font with only the given glyphs, numbered in this order, followed by the
// components of composite glyphs.
func (p parsed) subset(glyphs []font.GID) ([]byte, error) {
	// A loader is not safe for concurrent use, so each document has its own.
	loader, err := opentype.NewLoader(bytes.NewReader(p.content))
	if err != nil {
		return nil, fmt.Errorf("read a font: %w", err)
	}
	raw := map[string][]byte{}
	for _, name := range []string{"head", "hhea", "maxp", "glyf", "loca", "hmtx"} {
		table, err := loader.RawTable(opentype.MustNewTag(name))
		if err != nil {
			return nil, fmt.Errorf("read table %s of a font: %w", name, err)
		}
		raw[name] = table
	}
	from := outlines{
		glyf: raw["glyf"], loca: raw["loca"], hmtx: raw["hmtx"],
		isLong: binary.BigEndian.Uint16(raw["head"][50:]) == 1, metrics: int(binary.BigEndian.Uint16(raw["hhea"][34:])),
	}
	glyf, loca, hmtx := from.pick(glyphs)
	count := uint16(len(hmtx) / 4)
	binary.BigEndian.PutUint16(raw["head"][50:], 1)
	binary.BigEndian.PutUint16(raw["hhea"][34:], count)
	binary.BigEndian.PutUint16(raw["maxp"][4:], count)
	tables := []opentype.Table{}
	// cvt, fpgm and prep hold the hinting programs that some glyphs use. Readers search the tables
	// by name, so they are sorted.
	for _, name := range []string{"cvt ", "fpgm", "glyf", "head", "hhea", "hmtx", "loca", "maxp", "prep"} {
		content, ok := map[string][]byte{"glyf": glyf, "loca": loca, "hmtx": hmtx}[name]
		if !ok {
			content = raw[name]
		}
		if content == nil {
			if content, _ = loader.RawTable(opentype.MustNewTag(name)); content == nil {
				continue
			}
		}
		tables = append(tables, opentype.Table{Tag: opentype.MustNewTag(name), Content: padded(content)})
	}
	return opentype.WriteTTF(tables), nil
}

// padded pads to a multiple of four bytes, because the tables of a font must be aligned.
func padded(content []byte) []byte {
	for len(content)%4 != 0 {
		content = append(content, 0)
	}
	return content
}

// pick copies glyphs, followed by their components, with their metrics.
func (o outlines) pick(glyphs []font.GID) (glyf, loca, hmtx []byte) {
	numbers := map[font.GID]uint16{}
	for i, glyph := range glyphs {
		numbers[glyph] = uint16(i)
	}
	queue := append([]font.GID(nil), glyphs...)
	number := func(part font.GID) uint16 {
		if _, ok := numbers[part]; !ok {
			numbers[part] = uint16(len(queue))
			queue = append(queue, part)
		}
		return numbers[part]
	}
	for i := 0; i < len(queue); i++ {
		loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
		hmtx = append(hmtx, o.metric(queue[i])...)
		glyf = append(glyf, padded(renumber(o.glyph(queue[i]), number))...)
	}
	return glyf, binary.BigEndian.AppendUint32(loca, uint32(len(glyf))), hmtx
}

// glyph returns a copy of a glyph's outline, which is empty for a blank.
func (o outlines) glyph(glyph font.GID) []byte {
	var from, to int
	if o.isLong {
		from, to = int(binary.BigEndian.Uint32(o.loca[4*glyph:])), int(binary.BigEndian.Uint32(o.loca[4*glyph+4:]))
	} else {
		from, to = 2*int(binary.BigEndian.Uint16(o.loca[2*glyph:])), 2*int(binary.BigEndian.Uint16(o.loca[2*glyph+2:]))
	}
	return append([]byte(nil), o.glyf[from:to]...)
}

// metric returns a glyph's advance and bearing. Glyphs beyond the table have its last advance.
func (o outlines) metric(glyph font.GID) []byte {
	if int(glyph) < o.metrics {
		return o.hmtx[4*glyph : 4*glyph+4]
	}
	advance := o.hmtx[4*(o.metrics-1) : 4*(o.metrics-1)+2]
	bearing := 4*o.metrics + 2*(int(glyph)-o.metrics)
	return append(append([]byte(nil), advance...), o.hmtx[bearing:bearing+2]...)
}

// renumber replaces the numbers of a composite glyph's components.
func renumber(glyph []byte, number func(font.GID) uint16) []byte {
	if len(glyph) < 10 || int16(binary.BigEndian.Uint16(glyph)) >= 0 {
		return glyph
	}
	for at := 10; at+4 <= len(glyph); {
		flags := binary.BigEndian.Uint16(glyph[at:])
		binary.BigEndian.PutUint16(glyph[at+2:], number(font.GID(binary.BigEndian.Uint16(glyph[at+2:]))))
		if flags&moreComponents == 0 {
			break
		}
		at += 6
		if flags&wordArguments != 0 {
			at += 2
		}
		switch {
		case flags&hasScale != 0:
			at += 2
		case flags&hasXYScale != 0:
			at += 4
		case flags&hasTwoByTwo != 0:
			at += 8
		}
	}
	return glyph
}
