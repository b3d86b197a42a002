package iolist_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"automacao/internal/documents/iolist"
	"automacao/internal/kernel/fault"
)

func detailsOf(err error) any {
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		return refused.Details
	}
	return nil
}

// archive packs entries, by turns a name and a content.
func archive(entries ...string) []byte {
	var packed bytes.Buffer
	writer := zip.NewWriter(&packed)
	for i := 0; i < len(entries); i += 2 {
		entry, err := writer.Create(entries[i])
		if err == nil {
			_, err = io.WriteString(entry, entries[i+1])
		}
		if err != nil {
			panic(err)
		}
	}
	if err := writer.Close(); err != nil {
		panic(err)
	}
	return packed.Bytes()
}

// The namespaces of a workbook.
const (
	spreadsheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	document    = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	relations   = "http://schemas.openxmlformats.org/package/2006/relationships"
)

// book is a workbook with one sheet, made by hand, and more entries or others in place of its own.
func book(sheet string, entries ...string) []byte {
	parts := []string{
		"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
		"_rels/.rels", `<Relationships xmlns="` + relations + `"><Relationship Id="r1" Type="` + document + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml", `<workbook xmlns="` + spreadsheet + `" xmlns:r="` + document + `"><sheets><sheet name="Lista" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships xmlns="` + relations + `"><Relationship Id="rId1" Type="` + document + `/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="` + document + `/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml", `<worksheet xmlns="` + spreadsheet + `"><sheetData>` + sheet + `</sheetData></worksheet>`,
	}
	for i := 0; i < len(entries); i += 2 {
		for j := 0; j < len(parts); j += 2 {
			if parts[j] == entries[i] {
				parts[j+1], entries[i] = entries[i+1], ""
			}
		}
		if entries[i] != "" {
			parts = append(parts, entries[i], entries[i+1])
		}
	}
	return archive(parts...)
}

// row is a row of a sheet with texts in its cells.
func row(cells ...string) string {
	var made strings.Builder
	for _, cell := range cells {
		made.WriteString(`<c t="inlineStr"><is><t>` + cell + `</t></is></c>`)
	}
	return "<row>" + made.String() + "</row>"
}

// lying is an archive whose entry unpacks to more than it declares.
func lying(name string, size int) []byte {
	packed := book("", name, strings.Repeat("A", size))
	at := bytes.LastIndex(packed, []byte(name))
	binary.LittleEndian.PutUint32(packed[at-46+24:], 10)
	return packed
}

// declaring is an archive with a stored sheet that declares 2 GB.
func declaring() []byte {
	var packed bytes.Buffer
	writer := zip.NewWriter(&packed)
	header := &zip.FileHeader{Name: "xl/worksheets/sheet1.xml", Method: zip.Deflate, CRC32: crc32.ChecksumIEEE(nil), UncompressedSize64: 2 << 30, CompressedSize64: 4}
	entry, err := writer.CreateRaw(header)
	if err == nil {
		_, err = entry.Write([]byte{1, 0, 0, 0xff})
	}
	if err == nil {
		err = writer.Close()
	}
	if err != nil {
		panic(err)
	}
	return packed.Bytes()
}

func deepXML(root string, depth int) string {
	return "<" + root + ">" + strings.Repeat("<a>", depth) + strings.Repeat("</a>", depth) + "</" + root + ">"
}

const l5x = `<RSLogix5000Content SchemaRevision="1.0"><Controller><Tags>%s</Tags></Controller></RSLogix5000Content>`

type hostileFile struct {
	name    string
	content []byte
	want    error
}

// hostile are files that somebody may send by mistake or to do harm. want is the refusal, nil if the
// file is read.
var hostile = hostileFiles()

func hostileFiles() map[string]hostileFile {
	files := map[string]hostileFile{}
	add := func(what, name, content string, want error) { files[what] = hostileFile{name, []byte(content), want} }
	const head = "Tag;Endereço;Tipo;Descrição\n"
	bomb := `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>`
	tag := `<Tag Name="S1" TagType="Alias" AliasFor="Local:1:I.Data.0"/>`
	sheetHead := row("Tag", "Tipo")

	add("an empty file", "a.csv", "", iolist.ErrEmpty)
	add("blanks only", "a.csv", " \r\n\t\r\n", iolist.ErrEmpty)
	add("a header and nothing else", "a.csv", head, iolist.ErrEmpty)
	add("prose", "a.txt", "Segue a lista.\nAbraço,\nMarina\n", iolist.ErrUnknown)
	add("a PDF", "a.pdf", "%PDF-1.7\n1 0 obj", iolist.ErrUnknown)
	add("a picture", "a.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", iolist.ErrUnknown)
	add("NUL bytes in a table", "a.csv", head+"S1;%I0.0;ED;\x00\x00\n", iolist.ErrUnreadable)
	add("ten megabytes and one byte", "a.csv", strings.Repeat("a", iolist.BytesMax+1), iolist.ErrTooBig)
	add("a cell of ten megabytes", "a.csv", head+"S1;%I0.0;ED;"+strings.Repeat("x", 10_000_000), nil)
	add("a quoted cell of ten megabytes", "a.csv", head+`S1;%I0.0;ED;"`+strings.Repeat(`""`, 5_000_000)+`"`, nil)
	add("ten megabytes of separators", "a.csv", head+"S1;%I0.0;ED;"+strings.Repeat(";", 10_000_000), nil)
	add("a row of line breaks", "a.csv", head+"S1;%I0.0;ED;\n"+strings.Repeat("\n", 10_000_000), nil)
	add("a quote that is not closed", "a.csv", head+"S1;%I0.0;ED;\"Sensor\nS2;%I0.1;ED;\n", iolist.ErrUnreadable)
	add("quotes in the middle", "a.csv", head+"S1;%I0.0;ED;1/2\" e 3/4\"\nS2;%I0.1;ED;\"a\"b\"\n", nil)
	add("5,000 columns", "a.csv", "Tag;Tipo"+strings.Repeat(";x", 5_000)+"\nS1;ED"+strings.Repeat(";y", 5_000)+"\n", nil)
	add("the header far to the right", "a.csv", strings.Repeat("x;", 5_000)+"Tag;Tipo\n"+strings.Repeat("y;", 5_000)+"S1;ED\n", iolist.ErrUnknown)
	add("20,001 rows", "a.csv", head+strings.Repeat("S;;ED;\n", 20_001), iolist.ErrManyRows)
	add("the header twice", "a.csv", head+head+"S1;%I0.0;ED;\n", nil)
	add("two encodings", "a.csv", head+"S1;%I0.0;ED;Press\xe3o\nS2;%I0.1;ED;Pressão\n", nil)
	add("invalid bytes", "a.csv", head+"S1;%I0.0;ED;\xff\xfe\xc0\x80\n", nil)
	add("lone surrogates in UTF-16", "a.csv", "\xff\xfeT\x00a\x00g\x00;\x00T\x00i\x00p\x00o\x00\n\x00S\x00\x00\xd8;\x00E\x00D\x00\n\x00", nil)
	add("UTF-16 cut in half", "a.csv", "\xff\xfeT\x00a", iolist.ErrUnknown)
	add("a formula", "a.csv", head+"=cmd|' /C calc'!A0;%I0.0;ED;=HYPERLINK(\"http://x\")\n", nil)
	add("control characters", "a.csv", head+"S1\x1b[2J\u202e;%I0.0;ED;a\x07b\n", nil)
	add("negative addresses", "a.csv", head+"S1;-40001;;\nS2;%I-1.0;;\n", iolist.ErrEmpty)
	add("an endless address", "a.csv", head+"S1;%I"+strings.Repeat("9", 100_000)+".0;ED;\n", nil)
	add("a page of HTML", "a.html", "<html><body><table><tr><td>Tag</td></tr></table></body></html>", iolist.ErrUnknown)
	add("a page of HTML 5", "a.html", "<!DOCTYPE html><title>Tag</title>", iolist.ErrTooDeep)

	add("exponential entities", "a.xml", bomb+`<project xmlns="plcopen"><variable name="&c;" address="%IX0.0"/></project>`, iolist.ErrTooDeep)
	add("an external entity", "a.xml", `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><project xmlns="plcopen">&x;</project>`, iolist.ErrTooDeep)
	add("a document type from outside", "a.L5X", `<!DOCTYPE RSLogix5000Content SYSTEM "http://127.0.0.1/x.dtd">`+fmt.Sprintf(l5x, tag), iolist.ErrTooDeep)
	add("an unknown entity", "a.L5X", fmt.Sprintf(l5x, "&x;"), iolist.ErrUnreadable)
	add("XML nested too deep", "a.L5X", deepXML("RSLogix5000Content", 70), iolist.ErrTooDeep)
	add("XML nested a million deep", "a.L5X", deepXML("RSLogix5000Content", 1_000_000), iolist.ErrTooDeep)
	add("XML nested in what is skipped", "a.L5X", fmt.Sprintf(l5x, "<Data>"+deepXML("a", 100)+"</Data>"), iolist.ErrTooDeep)
	add("XML with too many elements", "a.aml", "<CAEXFile>"+strings.Repeat("<a/>", 500_000)+"</CAEXFile>", iolist.ErrTooDeep)
	add("an element with a million attributes", "a.L5X", fmt.Sprintf(l5x, "<Tag "+strings.Repeat(`a="" `, 1_000_000)+"/>"+tag), nil)
	add("XML that is not closed", "a.L5X", "<RSLogix5000Content><Controller>", iolist.ErrUnreadable)
	add("two roots", "a.L5X", fmt.Sprintf(l5x, tag)+"<a/>", iolist.ErrUnreadable)
	add("a text in a million pieces", "a.L5X", fmt.Sprintf(l5x, `<Tag Name="S1" AliasFor="Local:1:I.Data.0"><Description>`+strings.Repeat("x<!---->", 1_000_000)+"</Description></Tag>"), nil)
	add("L5X with a script", "a.L5X", fmt.Sprintf(l5x, `<script>alert(1)</script>`+strings.Replace(tag, "S1", "&lt;script&gt;", 1)), nil)
	add("L5X with aliases in a circle", "a.L5X", fmt.Sprintf(l5x, `<Tag Name="A" AliasFor="B.0"/><Tag Name="B" AliasFor="A.1"/>`), iolist.ErrEmpty)
	add("L5X with an encoded part", "a.L5X", fmt.Sprintf(l5x, `<EncodedData EncodingType="x">AAAA</EncodedData>`+tag), nil)
	add("XML of another encoding than declared", "a.xml", `<?xml version="1.0" encoding="ebcdic"?><project xmlns="plcopen"><variable name="S1" address="%IX0.0"/></project>`, nil)
	add("AutomationML with names that multiply", "a.aml", `<CAEXFile><InstanceHierarchy><InternalElement ID="`+strings.Repeat("i", 1_000_000)+`" Name="`+strings.Repeat("n", 1_000_000)+`">`+
		strings.Repeat(`<ExternalInterface Name="c" RefBaseClassPath="x/Channel"/>`, 15_000)+`</InternalElement></InstanceHierarchy></CAEXFile>`, iolist.ErrEmpty)

	add("JSON nested too deep", "a.json", strings.Repeat(`{"tags":[`, 100_000), iolist.ErrTooDeep)
	add("JSON with half a million tags", "a.json", `{"tags":[`+strings.Repeat("{},", 500_000)+`{}]}`, iolist.ErrTooDeep)
	add("JSON that ends early", "a.json", `{"tags":[{"name":"S1"`, iolist.ErrUnreadable)
	add("JSON of something else", "a.json", `{"people":[]}`, iolist.ErrUnknown)
	add("JSON with tags of another type", "a.json", `{"tags":5}`, iolist.ErrUnknown)
	add("JSON with lone surrogates", "a.json", `{"tags":[{"name":"S\ud800","dataType":"Boolean","opcItemPath":"[A]Local:1:I.Data.0"}]}`, nil)
	add("JSON with other values everywhere", "a.json", `{"tags":[{"name":7,"tagType":["x"],"dataType":{},"opcItemPath":null,"documentation":{"binding":5},"parameters":{"a":[1]}}]}`, iolist.ErrEmpty)
	add("a type of tags that contains itself", "a.json", `{"tags":[{"name":"_types_","tagType":"Folder","tags":[{"name":"T","tagType":"UdtType","tags":[{"name":"a","tagType":"UdtInstance","typeId":"T"},{"name":"b","tagType":"UdtInstance","typeId":"T"}]}]},{"name":"x","tagType":"UdtInstance","typeId":"T"}]}`, iolist.ErrTooDeep)
	add("types of tags that multiply", "a.json", multiplying(), iolist.ErrTooDeep)
	add("a parameter that multiplies", "a.json", `{"tags":[{"name":"x","tagType":"UdtInstance","parameters":{"a":{"value":"`+strings.Repeat("v", 1_000_000)+`"}},"tags":[{"name":"y","tagType":"AtomicTag","opcItemPath":"`+strings.Repeat("{a}", 1_000_000)+`"}]}]}`, iolist.ErrEmpty)

	addBytes := func(what, name string, content []byte, want error) { files[what] = hostileFile{name, content, want} }
	addBytes("a workbook by hand", "a.xlsx", book(sheetHead+row("S1", "ED")), nil)
	addBytes("a workbook with another extension", "a.csv", book(sheetHead+row("S1", "ED")), nil)
	addBytes("an archive without a workbook", "a.zip", archive("a.txt", "Tag;Tipo"), iolist.ErrUnknown)
	addBytes("text that is named a workbook", "a.xlsx", []byte(head+"S1;%I0.0;ED;\n"), iolist.ErrUnreadable)
	addBytes("an encrypted workbook", "a.xlsx", append([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), make([]byte, 4096)...), iolist.ErrUnreadable)
	addBytes("a workbook without a sheet", "a.xlsx", book("", "xl/workbook.xml", `<workbook xmlns="`+spreadsheet+`"><sheets/></workbook>`), iolist.ErrEmpty)
	addBytes("a workbook whose sheet is missing", "a.xlsx", book("", "xl/_rels/workbook.xml.rels", `<Relationships xmlns="`+relations+`"/>`), iolist.ErrEmpty)
	addBytes("a workbook that ends early", "a.xlsx", book(sheetHead + row("S1", "ED"))[:700], iolist.ErrUnreadable)
	addBytes("a sheet that ends early", "a.xlsx", book("", "xl/worksheets/sheet1.xml", `<worksheet><sheetData>`+sheetHead+"<row>"), iolist.ErrUnreadable)
	addBytes("a workbook with entities", "a.xlsx", book("", "xl/worksheets/sheet1.xml", bomb+`<worksheet><sheetData>`+sheetHead+row("&c;", "ED")+`</sheetData></worksheet>`), iolist.ErrTooDeep)
	addBytes("a bomb of zeros", "a.xlsx", book("", "xl/media/image1.png", strings.Repeat("\x00", 70<<20)), iolist.ErrTooDeep)
	addBytes("a bomb of elements", "a.xlsx", book("", "xl/sharedStrings.xml", "<sst>"+strings.Repeat("<si/>", 700_000)+"</sst>"), iolist.ErrTooDeep)
	addBytes("a bomb of rows", "a.xlsx", book(sheetHead+strings.Repeat(row("S", "ED"), 20_100)), iolist.ErrManyRows)
	addBytes("a bomb of columns", "a.xlsx", book(sheetHead+strings.Repeat(`<row><c r="XFD1"><v>1</v></c></row>`, 1_000)), iolist.ErrTooDeep)
	addBytes("a row in the last place", "a.xlsx", book(sheetHead+`<row r="1048576"><c r="A1048576" t="inlineStr"><is><t>S1</t></is></c><c t="inlineStr"><is><t>ED</t></is></c></row>`), iolist.ErrManyRows)
	addBytes("a row beyond the last", "a.xlsx", book(sheetHead+`<row r="99999999"><c><v>1</v></c></row>`), iolist.ErrUnreadable)
	addBytes("a cell with a wrong place", "a.xlsx", book(sheetHead+`<row><c r="!!"><v>1</v></c></row>`), iolist.ErrUnreadable)
	addBytes("shared strings that are missing", "a.xlsx", book(sheetHead+`<row><c t="s"><v>99999999</v></c><c t="s"><v>-1</v></c></row>`+row("S1", "ED")), nil)
	addBytes("shared strings that name each other", "a.xlsx", book(sheetHead+`<row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row>`+row("S1", "ED"), "xl/sharedStrings.xml", `<sst xmlns="`+spreadsheet+`"><si><t>1</t></si><si><r><t>0</t></r></si></sst>`), nil)
	addBytes("formulas", "a.xlsx", book(sheetHead+`<row><c t="str"><f>cmd|'/C calc'!A0</f><v>=1+1</v></c><c t="inlineStr"><is><t>ED</t></is></c></row>`), nil)
	addBytes("an entry that declares less than it has", "a.xlsx", lying("xl/media/a.bin", 1<<20), iolist.ErrUnreadable)
	addBytes("a sheet that declares 2 GB", "a.xlsx", declaring(), iolist.ErrTooDeep)
	var many []string
	for i := range 1_100 {
		many = append(many, fmt.Sprintf("xl/media/%d", i), "")
	}
	addBytes("too many entries", "a.xlsx", book("", many...), iolist.ErrTooDeep)
	addBytes("an entry that leaves the archive", "a.xlsx", book(sheetHead+row("S1", "ED"), "../../etc/passwd", "x"), nil)
	addBytes("an archive in an archive", "a.xlsx", archive("a.xlsx", string(book(sheetHead))), iolist.ErrUnknown)
	return files
}

// multiplying has ten types, each of which has ten instances of the next.
func multiplying() string {
	var types strings.Builder
	for i := range 10 {
		var inner []string
		for j := range 10 {
			inner = append(inner, fmt.Sprintf(`{"name":"%d","tagType":"UdtInstance","typeId":"T%d"}`, j, i+1))
		}
		fmt.Fprintf(&types, `{"name":"T%d","tagType":"UdtType","tags":[%s]},`, i, strings.Join(inner, ","))
	}
	return `{"tags":[{"name":"_types_","tagType":"Folder","tags":[` + strings.TrimSuffix(types.String(), ",") + `]},{"name":"x","tagType":"UdtInstance","typeId":"T0"}]}`
}

// TestHostileFilesEndInAListOrARefusal also holds that no file makes the reader allocate more than a
// multiple of what it may be long.
func TestHostileFilesEndInAListOrARefusal(t *testing.T) {
	const allocatedMax = 500 << 20
	for what, file := range hostile {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		list, err := read(file.name, file.content)
		runtime.ReadMemStats(&after)
		if !errors.Is(err, file.want) || (file.want == nil) != (err == nil) {
			t.Errorf("%s: %d signals, %v, want %v", what, len(list.Signals), err, file.want)
		}
		if err == nil && len(list.Signals) == 0 {
			t.Errorf("%s is a list without signals", what)
		}
		if allocated := after.TotalAlloc - before.TotalAlloc; allocated > allocatedMax {
			t.Errorf("%s makes the reader allocate %d MB", what, allocated>>20)
		}
		check(t, what, list)
	}
}

// check holds what is true of every list.
func check(t *testing.T, what string, list iolist.List) {
	t.Helper()
	known := map[iolist.Kind]bool{}
	for _, kind := range iolist.Kinds {
		known[kind] = true
	}
	total := 0
	for _, count := range list.ByKind() {
		total += count
	}
	if total != len(list.Signals) || len(list.Signals)+list.Others > iolist.RowsMax || len(list.Errors) > iolist.ErrorsMax || list.ErrorsCount < len(list.Errors) {
		t.Errorf("%s: %d signals of %d kinds, %d others, %d of %d errors", what, len(list.Signals), total, list.Others, len(list.Errors), list.ErrorsCount)
	}
	for _, signal := range list.Signals {
		for _, text := range []string{signal.Tag, signal.Address, signal.Description} {
			if len([]rune(text)) > iolist.CharactersMax || strings.ContainsAny(text, "\x00\x1b\n\r\u202e\ufffe") {
				t.Errorf("%s keeps the text %.80q", what, text)
			}
		}
		if !known[signal.Kind] || signal.Row < 1 || signal.Tag == "" && signal.Address == "" {
			t.Errorf("%s has the signal %+v", what, signal)
		}
	}
	for _, one := range list.Errors {
		if iolist.Sentences[one.Code] == "" || one.Row < 1 {
			t.Errorf("%s has the error %+v", what, one)
		}
	}
}

// TestWorkGrowsWithTheFile counts bytes allocated, not time, for lists of 2,000 and of 16,000 rows: a
// reader that looked at rows again for each row would take 64 times as many.
func TestWorkGrowsWithTheFile(t *testing.T) {
	table := func(rows int) []byte {
		var text strings.Builder
		text.WriteString("Tag;Endereço;Tipo;Descrição\n")
		for i := range rows {
			fmt.Fprintf(&text, "S%d;%%I%d.%d;ED;Sensor %d da linha\n", i, i/8, i%8, i)
		}
		return []byte(text.String())
	}
	project := func(rows int) []byte {
		var tags strings.Builder
		for i := range rows {
			fmt.Fprintf(&tags, `<Tag Name="S%d" TagType="Alias" AliasFor="Local:%d:I.Data.%d"/>`, i, i/32, i%32)
		}
		return fmt.Appendf(nil, l5x, tags.String())
	}
	instances := func(rows int) []byte {
		var tags strings.Builder
		for i := range rows {
			fmt.Fprintf(&tags, `,{"name":"S%d","tagType":"AtomicTag","valueSource":"opc","dataType":"Boolean","opcItemPath":"[C]IX%d.%d"}`, i, i/8, i%8)
		}
		return []byte(`{"tags":[` + tags.String()[1:] + `]}`)
	}
	sheet := func(rows int) []byte {
		var cells strings.Builder
		for i := range rows {
			cells.WriteString(row(fmt.Sprintf("S%d", i), "ED"))
		}
		return book(row("Tag", "Tipo") + cells.String())
	}
	for name, make := range map[string]func(int) []byte{"a.csv": table, "a.L5X": project, "a.json": instances, "a.xlsx": sheet} {
		allocated := func(rows int) uint64 {
			content := make(rows)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			list, err := read(name, content)
			runtime.ReadMemStats(&after)
			if err != nil || len(list.Signals) != rows {
				t.Fatalf("%s: %d signals, %v", name, len(list.Signals), err)
			}
			return after.TotalAlloc - before.TotalAlloc
		}
		if few, many := allocated(2_000), allocated(16_000); many > 20*few {
			t.Errorf("%s: 2,000 rows allocate %d bytes, 16,000 rows %d", name, few, many)
		}
	}
}

func TestReadingEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ended, end := context.WithCancel(context.Background())
	end()
	var rows, tags strings.Builder
	for i := range 1_000 {
		fmt.Fprintf(&rows, "S%d;ED\n", i)
		fmt.Fprintf(&tags, `<Tag Name="S%d" AliasFor="Local:1:I.Data.0"/>`, i)
	}
	for name, content := range map[string][]byte{
		"a.csv":  []byte("Tag;Tipo\n" + rows.String()),
		"a.L5X":  fmt.Appendf(nil, l5x, tags.String()),
		"a.json": []byte(`{"tags":[]}`),
		"a.exp":  []byte("VAR_GLOBAL\n" + strings.Repeat("x AT %IX0.0 : BOOL;\n", 1_000)),
		"a.xlsx": book(row("Tag", "Tipo") + strings.Repeat(row("S", "ED"), 10_000)),
	} {
		if _, err := iolist.Read(ended, name, bytes.NewReader(content), int64(len(content))); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAFileThatCannotBeReadIsRefused(t *testing.T) {
	t.Parallel()
	if _, err := iolist.Read(context.Background(), "a.csv", strings.NewReader("Tag"), 10); !errors.Is(err, iolist.ErrUnreadable) {
		t.Errorf("%v", err)
	}
	if _, err := iolist.Read(context.Background(), "a.csv", strings.NewReader("Tag"), -1); !errors.Is(err, iolist.ErrEmpty) {
		t.Errorf("%v", err)
	}
}

// FuzzRead holds that no file makes the reader panic, and that every list is well formed.
func FuzzRead(f *testing.F) {
	names, err := filepath.Glob(filepath.Join("testdata", "*.*"))
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(filepath.Base(name), content)
	}
	for _, file := range hostile {
		if len(file.content) < 4<<10 {
			f.Add(file.name, file.content)
		}
	}
	made := excelize.NewFile()
	var content bytes.Buffer
	if err := errors.Join(made.Write(&content), made.Close()); err != nil {
		f.Fatal(err)
	}
	f.Add("a.xlsx", content.Bytes())
	f.Fuzz(func(t *testing.T, name string, content []byte) {
		list, err := read(name, content)
		if err != nil {
			if _, isRefusal := errors.AsType[*fault.Error](err); !isRefusal {
				t.Errorf("%v", err)
			}
			return
		}
		check(t, name, list)
		if change := iolist.Compare(list, list).String(); change != "" {
			t.Errorf("the same list differs by %s", change)
		}
	})
}
