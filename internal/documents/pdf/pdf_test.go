package pdf

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"

	"automacao/internal/postgres/dbtest"
)

func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

// typed are texts that people type, by what is special about each.
var typed = map[string]string{
	"Portuguese": "Adequação à NR-12: prensas nº 1 a 8, “São João” - R$ 1.000,00", "Decomposed": "Adequac\u0327a\u0303o", "Emoji": "Retrofit 🚀 da linha",
	"JoinedEmoji": "👩‍🔧 e 👨‍👩‍👧", "Flag": "🇧🇷", "SkinTone": "👍🏽", "KeyCap": "1️⃣", "CheckMark": "✓ pronto ✔", "Arrows": "→ ⇒ ↔ ≤ ≠ ∑ Ω", "Chinese": "自动化工业", "Japanese": "オートメーション 株式会社", "Korean": "자동화 산업", "DecomposedKorean": "\u110c\u1161\u1103\u1169\u11bc",
	"Hebrew": "שלום עולם", "HebrewInPortuguese": "Contratante: שלום 123, CNPJ", "Arabic": "مرحبا بالعالم", "Greek": "Αυτοματισμός",
	"Cyrillic": "Автоматизация", "Hindi": "स्वचालन", "Thai": "ระบบอัตโนมัติ", "Fancy": "𝓐𝓾𝓽𝓸 𝟏𝟐", "Box": "□ ■ ●", "Tab": "a\tb", "Zalgo": "Z̷̢͎̈́a̵̡l̶g̸o̴",
	"Invisible": "a\u200Bb\u00ADc\u3164", "Empty": "", "Blank": " ", "LineBreaks": "um\r\ndois\u2028três\n\nquatro",
}

// hostile are texts that cannot be shown as they are.
var hostile = map[string]string{
	"NoFontHasIt": "a\U0001E900b\uE000", "Override": "abc\u202Efdp.exe", "Isolate": "\u2066x\u2069", "Control": "a\x00b\x1Bc\u0085d", "NotUTF8": "a\xff\xfeb", "Noncharacter": "\uFFFF\U0010FFFF",
}

// shown returns the runs that a text is set in.
func shown(t *testing.T, text string) (runs []run) {
	t.Helper()
	fonts, err := newFonts()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := setter{fonts: fonts}.rows(text, 40)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	for _, row := range rows {
		runs = append(runs, row.runs...)
	}
	return runs
}

func lacksGlyph(runs []run) bool {
	for _, part := range runs {
		for _, glyph := range part.Glyphs {
			if glyph.GlyphID == 0 {
				return true
			}
		}
	}
	return false
}

func printOf(t *testing.T, lines ...Line) []byte {
	t.Helper()
	printed, err := Document{Title: lines[0].Text, Footer: lines[0].Text, At: time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), Lines: lines}.Print()
	if err != nil {
		t.Fatal(err)
	}
	return printed
}

func TestWhateverPeopleTypeIsPrintedWithoutBoxes(t *testing.T) {
	t.Parallel()
	for name, text := range typed {
		if lacksGlyph(shown(t, text)) {
			t.Errorf("%s, %q, has a character that no font shows", name, text)
		}
		printOf(t, Line{Text: text}, Line{Text: text, IsBold: true}, Line{Text: text, IsHead: true})
	}
}

func TestWhatCannotBeShownIsToldByItsNumber(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"NoFontHasIt": "a[U+1E900]b[U+E000]", "Override": "abc[U+202E]fdp.exe", "Isolate": "[U+2066]x[U+2069]", "Control": "a[U+0000]b[U+001B]c\nd",
		"NotUTF8": "a\uFFFDb", "Noncharacter": "[U+FFFF][U+10FFFF]",
	} {
		var got strings.Builder
		end := 0
		for _, part := range shown(t, hostile[name]) {
			if part.Runes.Offset == 0 && end > 0 {
				got.WriteString("\n")
			}
			end = part.Runes.Offset + part.Runes.Count
			got.WriteString(string(part.text))
		}
		if got.String() != want {
			t.Errorf("%s is printed as %q instead of %q", name, got.String(), want)
		}
		if lacksGlyph(shown(t, hostile[name])) {
			t.Errorf("%s is printed with an empty box", name)
		}
		printOf(t, Line{Text: hostile[name]})
	}
}

func TestDecomposedTextIsPrintedAsComposedTextIs(t *testing.T) {
	t.Parallel()
	if !bytes.Equal(shownGlyphs(t, "Adequac\u0327a\u0303o"), shownGlyphs(t, "Adequação")) {
		t.Error("composed and decomposed text are printed differently")
	}
}

func shownGlyphs(t *testing.T, text string) (all []byte) {
	for _, part := range shown(t, text) {
		for _, glyph := range part.Glyphs {
			all = append(all, byte(glyph.GlyphID>>8), byte(glyph.GlyphID))
		}
	}
	return all
}

func TestHebrewIsSetFromRightToLeft(t *testing.T) {
	t.Parallel()
	fonts, err := newFonts()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := setter{fonts: fonts}.rows("Nome: שלום, fim", 40)
	if err != nil || len(rows) != 1 || rows[0].isRightToLeft {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	var clusters []int
	for _, part := range rows[0].runs {
		if strings.Contains(string(part.text), "ש") {
			for _, glyph := range part.Glyphs {
				clusters = append(clusters, glyph.TextIndex())
			}
		}
	}
	if len(clusters) < 4 || clusters[0] < clusters[len(clusters)-1] {
		t.Errorf("the letters are set in the order %v", clusters)
	}
	if rows, err = (setter{fonts: fonts}).rows("שלום עולם", 40); err != nil || !rows[0].isRightToLeft {
		t.Errorf("a Hebrew paragraph begins at the left, %v", err)
	}
}

func TestTheSameDocumentIsTheSameFile(t *testing.T) {
	t.Parallel()
	lines := []Line{{Text: "CONTRATO 🚀", IsHead: true}, {}, {Text: typed["Hebrew"]}, {Text: typed["Chinese"], IsBold: true}}
	first := printOf(t, lines...)
	var printing sync.WaitGroup
	for range 4 {
		printing.Go(func() {
			if again, err := (Document{Title: lines[0].Text, Footer: lines[0].Text, At: time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC), Lines: lines}).Print(); err != nil || !bytes.Equal(first, again) {
				t.Errorf("the same document is %d bytes and then %d, %v", len(first), len(again), err)
			}
		})
	}
	printing.Wait()
	if len(first) > 60_000 {
		t.Errorf("four lines are %d bytes", len(first))
	}
}

func TestALongDocumentGoesOnOverPages(t *testing.T) {
	t.Parallel()
	printed := printOf(t, Line{Text: "Escopo"}, Line{Text: strings.Repeat("palavra ", 9000)}, Line{Text: strings.Repeat("x", 30_000)})
	if pages := bytes.Count(printed, []byte("/Type /Page /")); pages < 10 {
		t.Errorf("the document has %d pages", pages)
	}
}

// TestTextIsFoundAgain reads the page's glyphs back through the embedded map.
func TestTextIsFoundAgain(t *testing.T) {
	t.Parallel()
	all := strings.Join(streams(t, printOf(t, Line{Text: "Ação ✓"})), "\n")
	for letter, code := range map[string]string{"ç": "00e7", "ã": "00e3", "✓": "2713"} {
		if !regexp.MustCompile(`(?m)^<[0-9a-f]{4}> <` + code + `>$`).MatchString(all) {
			t.Errorf("%s cannot be copied", letter)
		}
	}
	if all := strings.Join(streams(t, printOf(t, Line{Text: "שלום"})), "\n"); !strings.Contains(all, "/ActualText <feff05e905dc05d505dd>") {
		t.Error("Hebrew cannot be copied in its order")
	}
}

func streams(t *testing.T, printed []byte) (all []string) {
	t.Helper()
	for _, part := range bytes.Split(printed, []byte("\nstream\n"))[1:] {
		reader, err := zlib.NewReader(bytes.NewReader(part))
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(reader)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, string(content))
	}
	return all
}

// TestASubsetHasTheOutlinesOfItsFont compares composite glyphs, too.
func TestASubsetHasTheOutlinesOfItsFont(t *testing.T) {
	t.Parallel()
	whole, err := library[regular]()
	if err != nil {
		t.Fatal(err)
	}
	face := font.NewFace(whole.Font)
	glyphs := []font.GID{0}
	for _, r := range "Açãé9" {
		glyph, _ := face.NominalGlyph(r)
		glyphs = append(glyphs, glyph)
	}
	subset, err := whole.subset(glyphs)
	if err != nil {
		t.Fatal(err)
	}
	if len(subset) > len(whole.content)/4 {
		t.Errorf("six glyphs are %d of %d bytes", len(subset), len(whole.content))
	}
	loader, err := opentype.NewLoader(bytes.NewReader(subset))
	if err != nil {
		t.Fatal(err)
	}
	loca, err := loader.RawTable(opentype.MustNewTag("loca"))
	if err != nil {
		t.Fatal(err)
	}
	picked := outlines{loca: loca, isLong: true}
	if picked.glyf, err = loader.RawTable(opentype.MustNewTag("glyf")); err != nil {
		t.Fatal(err)
	}
	from := wholeOutlines(t, whole)
	for i, glyph := range glyphs {
		was, is := from.glyph(glyph), picked.glyph(font.GID(i))
		if len(was) > 2 && int16(binary.BigEndian.Uint16(was)) < 0 {
			if part := int(binary.BigEndian.Uint16(is[12:])); part < len(glyphs) && glyphs[part] != font.GID(binary.BigEndian.Uint16(was[12:])) || part >= len(loca)/4-1 {
				t.Errorf("glyph %d has the wrong component %d", glyph, part)
			}
		} else if !bytes.HasPrefix(is, was) {
			t.Errorf("the outline of glyph %d differs as number %d", glyph, i)
		}
	}
}

func wholeOutlines(t *testing.T, from parsed) outlines {
	t.Helper()
	loader, err := opentype.NewLoader(bytes.NewReader(from.content))
	if err != nil {
		t.Fatal(err)
	}
	tables := map[string][]byte{}
	for _, name := range []string{"head", "glyf", "loca"} {
		if tables[name], err = loader.RawTable(opentype.MustNewTag(name)); err != nil {
			t.Fatal(err)
		}
	}
	return outlines{glyf: tables["glyf"], loca: tables["loca"], isLong: binary.BigEndian.Uint16(tables["head"][50:]) == 1}
}

func FuzzPrintNeverFails(f *testing.F) {
	for _, texts := range []map[string]string{typed, hostile} {
		for _, text := range texts {
			f.Add(text, true)
		}
	}
	f.Fuzz(func(t *testing.T, text string, isBold bool) {
		if utf8.RuneCountInString(text) > 4000 {
			t.Skip()
		}
		printOf(t, Line{Text: text, IsBold: isBold})
		if lacksGlyph(shown(t, text)) {
			t.Errorf("%q is printed with an empty box", text)
		}
	})
}
