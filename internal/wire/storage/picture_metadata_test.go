package storage

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"math"
	"testing"
)

// primaries are red, green and blue in XYZ under D50, as in profiles.
type primaries [3][3]float64

var (
	srgbPrimaries = primaries{{0.43607, 0.22249, 0.01392}, {0.38515, 0.71687, 0.09708}, {0.14307, 0.06061, 0.71410}}
	displayP3     = primaries{{0.51512, 0.24120, -0.00105}, {0.29198, 0.69225, 0.04189}, {0.15710, 0.06657, 0.78407}}
	// swapped exchanges red and green.
	swapped = primaries{srgbPrimaries[1], srgbPrimaries[0], srgbPrimaries[2]}
)

func fixed(values ...float64) (encoded []byte) {
	for _, value := range values {
		encoded = binary.BigEndian.AppendUint32(encoded, uint32(int32(math.Round(value*65536))))
	}
	return encoded
}

// profileOf is an ICC profile of primaries with sRGB's curve.
func profileOf(p primaries) []byte {
	tag := func(kind string, content []byte) []byte { return append([]byte(kind+"\x00\x00\x00\x00"), content...) }
	curve := tag("para", append([]byte{0, 3, 0, 0}, fixed(2.4, 1/1.055, 0.055/1.055, 1/12.92, 0.04045)...))
	head := make([]byte, profileHeadBytes)
	binary.BigEndian.PutUint32(head[8:], 0x04300000)
	copy(head[12:], "mntrRGB XYZ ")
	copy(head[36:], "acsp")
	copy(head[68:], fixed(0.9642, 1, 0.8249))
	names := []string{"wtpt", "rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC"}
	contents := [][]byte{tag("XYZ ", fixed(0.9642, 1, 0.8249)), tag("XYZ ", fixed(p[0][:]...)), tag("XYZ ", fixed(p[1][:]...)), tag("XYZ ", fixed(p[2][:]...)), curve, curve, curve}
	return writeProfile(head, names, contents)
}

// exifOf is EXIF with an orientation.
func exifOf(orientation byte) string {
	return "MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(rune(orientation)) + "\x00\x00\x00\x00\x00\x00"
}

// withChunk inserts a chunk after a PNG's header.
func withChunk(file []byte, name string, content []byte) []byte {
	chunk := append([]byte(name), content...)
	made := binary.BigEndian.AppendUint32(bytes.Clone(file[:33]), uint32(len(content)))
	made = binary.BigEndian.AppendUint32(append(made, chunk...), crc32.ChecksumIEEE(chunk))
	return append(made, file[33:]...)
}

func iCCP(profile []byte) []byte {
	var packed bytes.Buffer
	packed.WriteString("tela\x00\x00")
	writer := zlib.NewWriter(&packed)
	_, _ = writer.Write(profile)
	_ = writer.Close()
	return packed.Bytes()
}

func filled(colour color.NRGBA) *image.NRGBA {
	made := image.NewNRGBA(image.Rect(0, 0, 16, 8))
	for at := range made.Pix {
		made.Pix[at] = [4]byte{colour.R, colour.G, colour.B, colour.A}[at%4]
	}
	return made
}

func pngFilled(colour color.NRGBA) []byte {
	var encoded bytes.Buffer
	_ = png.Encode(&encoded, filled(colour))
	return encoded.Bytes()
}

func jpegFilled(colour color.NRGBA) []byte {
	var encoded bytes.Buffer
	_ = jpeg.Encode(&encoded, filled(colour), &jpeg.Options{Quality: 100})
	return encoded.Bytes()
}

// halves is a picture whose left half is red and whose right half is blue.
func halves() *image.NRGBA {
	made := image.NewNRGBA(image.Rect(0, 0, 32, 16))
	for y := range 16 {
		for x := range 32 {
			made.SetNRGBA(x, y, map[bool]color.NRGBA{true: {R: 0xff, A: 0xff}, false: {B: 0xff, A: 0xff}}[x < 16])
		}
	}
	return made
}

func isNear(got color.Color, want color.NRGBA) bool {
	found, _ := color.NRGBAModel.Convert(got).(color.NRGBA)
	near := func(one, other uint8) bool { return max(one, other)-min(one, other) <= 3 }
	return near(found.R, want.R) && near(found.G, want.G) && near(found.B, want.B) && found.A == want.A
}

// shown uploads a site image and returns it as served.
func (b bundle) shown(name string, content []byte) image.Image {
	b.Helper()
	b.want(b.do("service_role", "PUT", "/object/"+uploads+"/site-images/x", bytes.NewReader(content), "Content-Type", "image/png"), "")
	got := b.do(nil, "GET", "/object/public/"+uploads+"/site-images/x", nil)
	for _, trace := range []string{"Exif", "eXIf", "ICC_PROFILE", "iCCP", "xap/1.0"} {
		if bytes.Contains(got.body, []byte(trace)) {
			b.Errorf("%s: %s is handed on", name, trace)
		}
	}
	made, _, err := image.Decode(bytes.NewReader(got.body))
	if err != nil {
		b.Fatalf("%s: %v", name, err)
	}
	return made
}

func TestPicturesStandAsTheirEXIFSays(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	var whole bytes.Buffer
	_ = png.Encode(&whole, halves())
	plain := jpegOf(halves())
	xmp := "http://ns.adobe.com/xap/1.0/\x00<x:xmpmeta/>"
	// Rotated by a quarter clockwise, the red left half is on top.
	for name, content := range map[string][]byte{
		"EXIF alone":             withSegment(plain, 0xe1, "Exif\x00\x00"+exifOf(6)),
		"XMP before EXIF":        withSegment(withSegment(plain, 0xe1, "Exif\x00\x00"+exifOf(6)), 0xe1, xmp),
		"XMP behind EXIF":        withSegment(withSegment(plain, 0xe1, xmp), 0xe1, "Exif\x00\x00"+exifOf(6)),
		"a profile before EXIF":  withSegment(withSegment(plain, 0xe1, "Exif\x00\x00"+exifOf(6)), 0xe2, "ICC_PROFILE\x00\x01\x01"+string(profileOf(srgbPrimaries))),
		"eXIf of a PNG":          withChunk(whole.Bytes(), "eXIf", []byte(exifOf(6))),
		"eXIf and text of a PNG": withChunk(withChunk(whole.Bytes(), "eXIf", []byte(exifOf(6))), "tEXt", []byte("Comment\x00x")),
		"little-endian EXIF":     withChunk(whole.Bytes(), "eXIf", []byte("II*\x00\x08\x00\x00\x00\x01\x00\x12\x01\x03\x00\x01\x00\x00\x00\x06\x00\x00\x00\x00\x00\x00\x00")),
	} {
		got := b.shown(name, content)
		if size := got.Bounds().Size(); size != image.Pt(16, 32) {
			t.Errorf("%s: %v", name, size)
			continue
		}
		if !isNear(got.At(4, 4), color.NRGBA{R: 0xfe, A: 0xff}) || !isNear(got.At(12, 28), color.NRGBA{B: 0xfe, A: 0xff}) {
			t.Errorf("%s: %v above, %v below", name, got.At(4, 4), got.At(12, 28))
		}
	}
	// Rotated by half a turn, or mirrored, blue is on the left.
	for _, orientation := range []byte{2, 3} {
		if got := b.shown("turned", withChunk(whole.Bytes(), "eXIf", []byte(exifOf(orientation)))); !isNear(got.At(2, 2), color.NRGBA{B: 0xff, A: 0xff}) {
			t.Errorf("orientation %d: %v on the left", orientation, got.At(2, 2))
		}
	}
	for _, wrong := range []string{"", "MM", exifOf(9), "MM\x00*\xff\xff\xff\xff", "II*\x00\x08\x00\x00\x00\xff\xff"} {
		if got := b.shown("broken EXIF", withChunk(whole.Bytes(), "eXIf", []byte(wrong))); got.Bounds().Dx() != 32 {
			t.Errorf("%q turns a picture", wrong)
		}
	}
}

func TestColoursAreShownAsTheirProfileMeansThem(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	asSent := color.NRGBA{180, 110, 60, 0xff}
	inP3 := color.NRGBA{191, 106, 47, 0xff}
	segment := func(p primaries) string { return "ICC_PROFILE\x00\x01\x01" + string(profileOf(p)) }
	half := profileOf(displayP3)
	for name, c := range map[string]struct {
		content []byte
		want    color.NRGBA
	}{
		"a PNG without a profile":  {pngFilled(asSent), asSent},
		"a PNG in sRGB":            {withChunk(pngFilled(asSent), "iCCP", iCCP(profileOf(srgbPrimaries))), asSent},
		"a PNG in Display P3":      {withChunk(pngFilled(asSent), "iCCP", iCCP(profileOf(displayP3))), inP3},
		"a PNG with swapped":       {withChunk(pngFilled(asSent), "iCCP", iCCP(profileOf(swapped))), color.NRGBA{110, 180, 60, 0xff}},
		"a PNG by code points":     {withChunk(pngFilled(asSent), "cICP", []byte{12, 13, 0, 1}), inP3},
		"a transparent PNG":        {withChunk(pngFilled(color.NRGBA{180, 110, 60, 0x80}), "iCCP", iCCP(profileOf(displayP3))), color.NRGBA{191, 106, 47, 0x80}},
		"a JPEG in Display P3":     {withSegment(jpegFilled(asSent), 0xe2, segment(displayP3)), inP3},
		"a JPEG with swapped":      {withSegment(jpegFilled(asSent), 0xe2, segment(swapped)), color.NRGBA{110, 180, 60, 0xff}},
		"a profile in two parts":   {withSegment(withSegment(jpegFilled(asSent), 0xe2, "ICC_PROFILE\x00\x02\x02"+string(half[200:])), 0xe2, "ICC_PROFILE\x00\x01\x02"+string(half[:200])), inP3},
		"half a profile":           {withSegment(jpegFilled(asSent), 0xe2, "ICC_PROFILE\x00\x01\x02"+string(half[:200])), asSent},
		"something else as one":    {withChunk(pngFilled(asSent), "iCCP", iCCP([]byte("no profile"))), asSent},
		"a chunk that is not zlib": {withChunk(pngFilled(asSent), "iCCP", []byte("tela\x00\x00no zlib")), asSent},
	} {
		if got := b.shown(name, c.content); !isNear(got.At(7, 3), c.want) {
			t.Errorf("%s: want %v, got %v", name, c.want, got.At(7, 3))
		}
	}
}

// TestAProfileThatClaimsMuchIsLeft checks that the library allocates no memory for data that is
// missing.
func TestAProfileThatClaimsMuchIsLeft(t *testing.T) {
	t.Parallel()
	whole := profileOf(displayP3)
	if made := safeProfile(whole); len(made) == 0 {
		t.Fatal("a good profile is left")
	}
	change := func(at int, value uint32) []byte {
		wrong := bytes.Clone(whole)
		binary.BigEndian.PutUint32(wrong[at:], value)
		return wrong
	}
	const index = profileHeadBytes + 4
	curve := bytes.Index(whole, []byte("para"))
	points := change(curve+8, 0xfffffff0)
	copy(points[curve:], "curv")
	for name, profile := range map[string][]byte{
		"nothing": nil, "a head": whole[:profileHeadBytes], "a cut one": whole[:len(whole)-40],
		"4 billion tags": change(profileHeadBytes, math.MaxUint32), "a tag beyond it": change(index+4, 1<<20),
		"a tag without end": change(index+8, math.MaxUint32), "a curve of 4 billion points": points,
	} {
		if made := safeProfile(profile); made != nil {
			t.Errorf("%s: %d bytes are used", name, len(made))
		}
	}
	tables := bytes.Replace(whole, []byte("wtpt"), []byte("A2B0"), 1)
	if made := safeProfile(tables); bytes.Contains(made, []byte("A2B0")) {
		t.Error("tables reach the library")
	}
	unpacked := iCCP(make([]byte, profileBytesMax+1))
	if m := readPictureMetadata("png", newSection(withChunk(pngOf(4, 4), "iCCP", unpacked))); m.profile != nil {
		t.Errorf("a profile of %d bytes is unpacked", len(m.profile))
	}
	claims := binary.BigEndian.AppendUint32(bytes.Clone(pngOf(4, 4)[:33]), 0xfffffff0)
	if m := readPictureMetadata("png", newSection(append(claims, "eXIfMM"...))); m.orientation != 0 {
		t.Error("a chunk of 4 GB is read")
	}
}

// FuzzMeant checks that a picture with any metadata is converted or left unchanged.
func FuzzMeant(f *testing.F) {
	f.Add(withChunk(pngFilled(color.NRGBA{1, 2, 3, 255}), "iCCP", iCCP(profileOf(displayP3))), "png")
	f.Add(withSegment(jpegFilled(color.NRGBA{1, 2, 3, 255}), 0xe2, "ICC_PROFILE\x00\x01\x01"+string(profileOf(swapped))), "jpeg")
	f.Add(withChunk(pngOf(4, 4), "eXIf", []byte(exifOf(6))), "png")
	f.Add(webpClaiming(10, 10), "webp")
	f.Fuzz(func(t *testing.T, content []byte, format string) {
		m := readPictureMetadata(format, newSection(content))
		if shown := m.show(filled(color.NRGBA{180, 110, 60, 255}), 8); shown.Bounds().Dx() > 8 || shown.Bounds().Dy() > 8 {
			t.Fatalf("%v", shown.Bounds())
		}
	})
}

func newSection(content []byte) *io.SectionReader {
	return io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content)))
}
