package humantext

import "unicode"

// Sets of characters by treatment. SQL and the web have the same ranges; a test compares them
// character by character.
const (
	zwnj      = '\u200c'
	zwj       = '\u200d'
	blackFlag = '\U0001f3f4'
)

// hidden are control characters except tabs and line breaks, characters that override, embed or
// isolate a direction, and annotations.
var hidden = table(0x00, 0x08, 0x0e, 0x1f, 0x7f, 0x84, 0x86, 0x9f, 0x202a, 0x202e, 0x2066, 0x206f, 0xfff9, 0xfffb)

// undrawn draw nothing: zero-width spaces, direction marks, fillers.
var undrawn = table(0xad, 0xad, 0x34f, 0x34f, 0x61c, 0x61c, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180e, 0x180e, 0x200b, 0x200b, 0x200e, 0x200f,
	0x2060, 0x2065, 0x3164, 0x3164, 0xfeff, 0xfeff, 0xffa0, 0xffa0, 0xe0000, 0xe001f, 0xe0080, 0xe00ff, 0xe01f0, 0xe0fff)

// tags spell the region of a flag.
var tags = table(0xe0020, 0xe007f)

// attached show nothing without a letter before them; U+2800 shows nothing at all.
var attached = table(0x300, 0x36f, 0x483, 0x489, 0x180b, 0x180f, 0x1ab0, 0x1aff, 0x1dc0, 0x1dff, 0x20d0, 0x20ff, 0x2800, 0x2800,
	0xfe00, 0xfe0f, 0xfe20, 0xfe2f, 0xe0100, 0xe01ef)

// marks combine with the letter before them in Latin, Greek and Cyrillic.
var marks = table(0x300, 0x36f, 0x483, 0x489, 0x1ab0, 0x1aff, 0x1dc0, 0x1dff, 0x20d0, 0x20ff, 0xfe20, 0xfe2f)

// joined are the characters that a joiner may stand between: the scripts that use it, and
// pictographs.
var joined = table(0x590, 0x1cff, 0x2190, 0x27bf, 0x2b00, 0x2bff, 0xa800, 0xabff, 0xfb50, 0xfdff, 0xfe0f, 0xfe0f, 0xfe70, 0xfefc,
	0x10a00, 0x11fff, 0x1e900, 0x1e95f, 0x1f000, 0x1faff)

var blanks = table(0x09, 0x0d, 0x20, 0x20, 0x85, 0x85, 0xa0, 0xa0, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f, 0x205f, 0x3000, 0x3000)

func isBlank(sign rune) bool { return unicode.Is(blanks, sign) }

// table returns the set given by pairs of first and last code points, in ascending order.
func table(bounds ...uint32) *unicode.RangeTable {
	set := &unicode.RangeTable{}
	for i := 0; i < len(bounds); i += 2 {
		first, last := bounds[i], bounds[i+1]
		if last > 0xffff {
			set.R32 = append(set.R32, unicode.Range32{Lo: first, Hi: last, Stride: 1})
			continue
		}
		set.R16 = append(set.R16, unicode.Range16{Lo: uint16(first), Hi: uint16(last), Stride: 1}) //nolint:gosec // Below 0x10000.
		if last <= unicode.MaxLatin1 {
			set.LatinOffset++
		}
	}
	return set
}
