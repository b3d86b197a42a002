// Package filename owns what a file may be called where people read its name.
// It knows nothing of what is stored, nor of who may read it.
package filename

import (
	"strings"
	"unicode"
)

// unseen draws nothing, or turns what follows: a name "foto\u202egnp.exe" reads
// as that of a picture. The tables of files hold the same set (private.is_plain_name).
var unseen = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x0000, Hi: 0x001f, Stride: 1},
		{Lo: 0x007f, Hi: 0x009f, Stride: 1},
		{Lo: 0x00ad, Hi: 0x00ad, Stride: 1},
		{Lo: 0x061c, Hi: 0x061c, Stride: 1},
		{Lo: 0x180e, Hi: 0x180e, Stride: 1},
		{Lo: 0x200b, Hi: 0x200f, Stride: 1},
		{Lo: 0x2028, Hi: 0x202e, Stride: 1},
		{Lo: 0x2060, Hi: 0x206f, Stride: 1},
		{Lo: 0xfeff, Hi: 0xfeff, Stride: 1},
	},
	LatinOffset: 3,
}

// Clean is a name without what draws nothing or turns what follows, and without
// blanks around it; nothing may be left.
func Clean(name string) string {
	return strings.TrimSpace(strings.Map(func(sign rune) rune {
		if unicode.Is(unseen, sign) {
			return -1
		}
		return sign
	}, name))
}
