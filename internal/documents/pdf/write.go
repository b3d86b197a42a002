package pdf

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
)

// file is a PDF file while it is written (ISO 32000-1, 7.5): objects, and the offset of each.
// Objects are numbered from 1 in the order of offsets.
type file struct {
	bytes.Buffer
	offsets []int
}

// reserve returns the number of an object that is written later.
func (f *file) reserve() int {
	f.offsets = append(f.offsets, 0)
	return len(f.offsets)
}

func (f *file) put(number int, format string, values ...any) {
	f.offsets[number-1] = f.Len()
	fmt.Fprintf(f, "%d 0 obj\n", number)
	fmt.Fprintf(f, format, values...)
	f.WriteString("\nendobj\n")
}

func (f *file) add(format string, values ...any) int {
	number := f.reserve()
	f.put(number, format, values...)
	return number
}

// stream adds compressed content; entries are added to its dictionary.
func (f *file) stream(content []byte, entries string) (int, error) {
	var packed bytes.Buffer
	writer := zlib.NewWriter(&packed)
	if _, err := writer.Write(content); err != nil {
		return 0, err
	}
	if err := writer.Close(); err != nil {
		return 0, err
	}
	number := f.reserve()
	f.offsets[number-1] = f.Len()
	fmt.Fprintf(f, "%d 0 obj\n<</Filter /FlateDecode /Length %d%s>>\nstream\n", number, packed.Len(), entries)
	f.Write(packed.Bytes())
	f.WriteString("\nendstream\nendobj\n")
	return number, nil
}

// write assembles pages and fonts. The result depends on nothing but the document: even its
// identifier is a digest.
func (d Document) write(p *pages) ([]byte, error) {
	f := &file{}
	f.WriteString("%PDF-1.7\n%\xE2\xE3\xCF\xD3\n")
	catalog, tree := f.reserve(), f.reserve()
	var named strings.Builder
	for _, used := range p.fonts.used {
		number, err := f.font(used)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&named, "/%s %d 0 R ", used.name, number)
	}
	var kids strings.Builder
	for _, content := range p.contents {
		number, err := f.stream(content.Bytes(), "")
		if err != nil {
			return nil, err
		}
		page := f.add("<</Type /Page /Parent %d 0 R /Contents %d 0 R>>", tree, number)
		fmt.Fprintf(&kids, "%d 0 R ", page)
	}
	f.put(tree, "<</Type /Pages /Count %d /Kids [%s] /MediaBox [0 0 %s %s] /Resources <</Font <<%s>>>>>>",
		len(p.contents), strings.TrimSpace(kids.String()), decimal(pageWidth), decimal(pageHeight), strings.TrimSpace(named.String()))
	f.put(catalog, "<</Type /Catalog /Pages %d 0 R /Lang (pt-BR) /ViewerPreferences <</DisplayDocTitle true>>>>", tree)
	at := d.At.UTC().Format("D:20060102150405Z")
	info := f.add("<</Title <%s> /CreationDate (%s) /ModDate (%s)>>", utf16Hex("\uFEFF"+strings.ToValidUTF8(d.Title, "\uFFFD")), at, at)
	return f.close(catalog, info), nil
}

func (f *file) close(catalog, info int) []byte {
	id, start := sha256.Sum256(f.Bytes()), f.Len()
	fmt.Fprintf(f, "xref\n0 %d\n0000000000 65535 f \n", len(f.offsets)+1)
	for _, offset := range f.offsets {
		fmt.Fprintf(f, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(f, "trailer\n<</Size %d /Root %d 0 R /Info %d 0 R /ID [<%x> <%x>]>>\nstartxref\n%d\n%%%%EOF\n", len(f.offsets)+1, catalog, info, id[:16], id[:16], start)
	return f.Bytes()
}

// font embeds the part of a font that the document uses (9.7): its glyphs under the document's
// numbers, their widths, and the text of each.
func (f *file) font(used *face) (int, error) {
	subset, err := used.subset(used.glyphs)
	if err != nil {
		return 0, err
	}
	content, err := f.stream(subset, fmt.Sprintf(" /Length1 %d", len(subset)))
	if err != nil {
		return 0, err
	}
	scaled := func(v float32) string { return decimal(float64(v) * 1000 / float64(used.parsed.Upem())) }
	extents, _ := used.FontHExtents()
	name := "AAAAAA+" + strings.ReplaceAll(used.parsed.Describe().Family, " ", "") + used.name
	descriptor := f.add("<</Type /FontDescriptor /FontName /%[1]s /Flags 4 /FontBBox [-1000 %[3]s 2000 %[2]s] /ItalicAngle 0 /Ascent %[2]s /Descent %[3]s /CapHeight 700 /StemV 80 /FontFile2 %[4]d 0 R>>",
		name, scaled(extents.Ascender), scaled(extents.Descender), content)
	var widths strings.Builder
	for _, glyph := range used.glyphs {
		widths.WriteString(decimal(used.width(glyph)) + " ")
	}
	descendant := f.add("<</Type /Font /Subtype /CIDFontType2 /BaseFont /%s /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /FontDescriptor %d 0 R /CIDToGIDMap /Identity /W [0 [%s]]>>",
		name, descriptor, strings.TrimSpace(widths.String()))
	texts, err := f.stream(used.textMap(), "")
	if err != nil {
		return 0, err
	}
	return f.add("<</Type /Font /Subtype /Type0 /BaseFont /%s /Encoding /Identity-H /DescendantFonts [%d 0 R] /ToUnicode %d 0 R>>", name, descendant, texts), nil
}

// mapMax is the maximum number of lines in a block of a character map.
const mapMax = 100

// textMap maps each glyph to its text (9.10.3).
func (f *face) textMap() []byte {
	var lines []string
	for number := range f.glyphs {
		if text := f.texts[number]; text != "" {
			lines = append(lines, fmt.Sprintf("<%04x> <%s>", number, utf16Hex(text)))
		}
	}
	var b bytes.Buffer
	b.WriteString("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n" +
		"/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n")
	for block := range slices.Chunk(lines, mapMax) {
		fmt.Fprintf(&b, "%d beginbfchar\n%s\nendbfchar\n", len(block), strings.Join(block, "\n"))
	}
	b.WriteString("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n")
	return b.Bytes()
}
