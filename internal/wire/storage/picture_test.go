package storage

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/semaphore"
)

// pngClaiming is a PNG whose header claims a size and whose data is missing.
func pngClaiming(width, height uint32) []byte {
	header := binary.BigEndian.AppendUint32([]byte("IHDR"), width)
	header = append(binary.BigEndian.AppendUint32(header, height), 8, 6, 0, 0, 0)
	file := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), header...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(header))
}

func gifClaiming(width, height uint16) []byte {
	file := binary.LittleEndian.AppendUint16([]byte("GIF89a"), width)
	return append(binary.LittleEndian.AppendUint16(file, height), 0, 0, 0, 0x2c, 0, 0, 0, 0)
}

func webpClaiming(width, height uint32) []byte {
	chunk := append([]byte("VP8X\x0a\x00\x00\x00\x10\x00\x00\x00"),
		byte(width-1), byte((width-1)>>8), byte((width-1)>>16), byte(height-1), byte((height-1)>>8), byte((height-1)>>16))
	file := binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(chunk)+4))
	return append(append(file, "WEBP"...), chunk...)
}

func jpegOf(made image.Image) []byte {
	var encoded bytes.Buffer
	_ = jpeg.Encode(&encoded, made, nil)
	return encoded.Bytes()
}

// jpegClaiming rewrites the size in the frame header.
func jpegClaiming(width, height uint16) []byte {
	file := jpegOf(picture(8, 8))
	frame := bytes.Index(file, []byte{0xff, 0xc0})
	binary.BigEndian.PutUint16(file[frame+5:], height)
	binary.BigEndian.PutUint16(file[frame+7:], width)
	return file
}

func gifOf(frames int) []byte {
	palette := color.Palette{color.Black, color.White}
	made := gif.GIF{}
	for range frames {
		made.Image = append(made.Image, image.NewPaletted(image.Rect(0, 0, 4, 4), palette))
		made.Delay = append(made.Delay, 0)
	}
	var encoded bytes.Buffer
	_ = gif.EncodeAll(&encoded, &made)
	return encoded.Bytes()
}

func zipOf(name, content string) []byte {
	var archive bytes.Buffer
	writer := zip.NewWriter(&archive)
	entry, _ := writer.Create(name)
	_, _ = io.WriteString(entry, content)
	_ = writer.Close()
	return archive.Bytes()
}

const script = `<script>alert(document.domain)</script>`

func TestHostileFilesAreRefused(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	whole := pngOf(64, 64)
	svg := func(inside string) []byte {
		return []byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">` + inside + `</svg>`)
	}
	for name, file := range map[string]struct {
		mime    string
		content []byte
	}{
		"an SVG with a script":          {"image/svg+xml", svg(script)},
		"an SVG said to be a PNG":       {"image/png", svg(script)},
		"an SVG with a foreign object":  {"image/png", svg(`<foreignObject><body onload="alert(1)"/></foreignObject>`)},
		"an SVG that fetches":           {"image/png", svg(`<image href="http://169.254.169.254/"/>`)},
		"HTML":                          {"text/html", []byte(script)},
		"HTML said to be a PNG":         {"image/png", []byte(script)},
		"HTML behind a PNG's signature": {"image/png", append([]byte("\x89PNG\r\n\x1a\n"), script...)},
		"XML with an entity":            {"image/png", []byte(`<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>`)},
		"a GIF that is JavaScript":      {"image/gif", []byte(`GIF89a=1/*` + script + `*/;alert(1)`)},
		"a PDF":                         {"image/png", []byte("%PDF-1.7\n" + script)},
		"a zip":                         {"image/png", zipOf("a.html", script)},
		"a program":                     {"image/png", []byte("\x7fELF\x02\x01\x01")},
		"PHP":                           {"image/png", []byte("<?php system($_GET['c']); ?>")},
		"a BMP":                         {"image/png", append([]byte("BM\x9a\x00\x00\x00\x00\x00\x00\x00\x7a\x00\x00\x00"), make([]byte, 140)...)},
		"a TIFF":                        {"image/png", append([]byte("II*\x00\x08\x00\x00\x00"), make([]byte, 64)...)},
		"nothing":                       {"image/png", nil},
		"NULs":                          {"image/png", make([]byte, 4096)},
		"a PNG cut short":               {"image/png", whole[:len(whole)/2]},
		"a PNG of 400 megapixels":       {"image/png", pngClaiming(20000, 20000)},
		"a PNG one pixel too wide":      {"image/png", pngClaiming(8001, 1)},
		"a PNG of 2^62 pixels":          {"image/png", pngClaiming(1<<31-1, 1<<31-1)},
		"a PNG without pixels":          {"image/png", pngClaiming(0, 10)},
		"a GIF of 4 gigapixels":         {"image/gif", gifClaiming(65535, 65535)},
		"a GIF without a frame":         {"image/gif", gifClaiming(10, 10)},
		"a JPEG of 4 gigapixels":        {"image/jpeg", jpegClaiming(65500, 65500)},
		"a WebP of 268 megapixels":      {"image/webp", webpClaiming(16384, 16384)},
		"a WebP that lies on its size":  {"image/webp", append(webpClaiming(10, 10), "VP8L\x05\x00\x00\x00\x2f\xff\xff\xff\x0f"...)},
		"a PNG said to be text":         {"text/plain", whole},
		"a PNG said to be nothing":      {"", whole},
	} {
		got := b.do("service_role", "POST", "/object/"+uploads+"/site-images/x.png", bytes.NewReader(file.content), "Content-Type", file.mime)
		if got.code() != "InvalidMimeType" || !strings.Contains(string(got.body), `"statusCode":"415"`) {
			t.Errorf("%s: got %d %s", name, got.status, got.body)
		}
	}
	if b.rows() != 0 || b.stored() != 0 {
		t.Errorf("left %d rows and %d versions", b.rows(), b.stored())
	}
}

func TestWhatHidesInAPictureIsGone(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	whole := pngOf(64, 64)
	withText := func() []byte {
		chunk := append([]byte("tEXtComment\x00"), script...)
		file := append(bytes.Clone(whole[:33]), binary.BigEndian.AppendUint32(nil, uint32(len(chunk)-4))...)
		file = append(file, chunk...)
		file = binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(chunk))
		return append(file, whole[33:]...)
	}
	for name, file := range map[string]struct {
		mime, becomes string
		content       []byte
	}{
		"a zip behind a PNG":           {"image/png", "image/png", append(bytes.Clone(whole), zipOf("a.html", script)...)},
		"HTML behind a JPEG":           {"image/jpeg", "image/jpeg", append(jpegOf(picture(64, 64)), script...)},
		"HTML behind a GIF":            {"image/gif", "image/png", append(gifOf(1), script...)},
		"a script in a PNG's comment":  {"image/png", "image/png", withText()},
		"a script in a JPEG's comment": {"image/jpeg", "image/jpeg", withSegment(jpegOf(picture(64, 64)), 0xfe, script)},
		"a position in a JPEG":         {"image/jpeg", "image/jpeg", withSegment(jpegOf(picture(64, 64)), 0xe1, "Exif\x00\x00"+script)},
		"a JPEG said to be a PNG":      {"image/png", "image/jpeg", jpegOf(picture(64, 64))},
		"a thousand frames":            {"image/gif", "image/png", gifOf(1000)},
	} {
		b.want(b.do("service_role", "PUT", "/object/"+uploads+"/site-images/a.php.svg", bytes.NewReader(file.content), "Content-Type", file.mime), "")
		got := b.do(nil, "GET", "/object/public/"+uploads+"/site-images/a.php.svg", nil)
		if got.header.Get("Content-Type") != file.becomes || http.DetectContentType(got.body) != file.becomes {
			t.Errorf("%s became %v", name, got.header)
		}
		for _, trace := range []string{"script", "Exif", "PK\x03\x04"} {
			if bytes.Contains(got.body, []byte(trace)) {
				t.Errorf("%s still holds %q", name, trace)
			}
		}
		if _, _, err := image.Decode(bytes.NewReader(got.body)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// withSegment inserts a marker segment after a JPEG's first two bytes.
func withSegment(file []byte, marker byte, content string) []byte {
	segment := binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(content)+2))
	return append(append(bytes.Clone(file[:2]), append(segment, content...)...), file[2:]...)
}

func TestPicturesStandUpright(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	// Orientation 6: rotate by a quarter clockwise.
	exif := "Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00"
	b.want(b.put("service_role", "site-images/x.jpg", withSegment(jpegOf(picture(40, 20)), 0xe1, exif), "Content-Type", "image/jpeg"), "")
	b.size("site-images/x.jpg", 20, 40)
}

func TestLargePicturesAreScaledDown(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	b.want(b.put("service_role", "site-images/wide.png", pngOf(5120, 100)), "")
	b.size("site-images/wide.png", 2560, 50)
	b.want(b.put("service_role", "site-images/fits.png", pngOf(2560, 10)), "")
	b.size("site-images/fits.png", 2560, 10)
}

func (b bundle) size(key string, width, height int) {
	b.Helper()
	got := b.do(nil, "GET", "/object/public/"+uploads+"/"+key, nil)
	config, _, err := image.DecodeConfig(bytes.NewReader(got.body))
	if err != nil || config.Width != width || config.Height != height {
		b.Errorf("got %d × %d, %v", config.Width, config.Height, err)
	}
}

func TestTransparencyIsKept(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	var encoded bytes.Buffer
	_ = png.Encode(&encoded, image.NewNRGBA(image.Rect(0, 0, 3, 3)))
	b.want(b.put("service_role", "site-images/x.png", encoded.Bytes()), "")
	kept, err := png.Decode(bytes.NewReader(b.do(nil, "GET", "/object/public/"+uploads+"/site-images/x.png", nil).body))
	if err != nil || isOpaque(kept) {
		t.Errorf("got %v, %v", kept, err)
	}
}

// Not parallel, because it counts the allocations of the whole program.
func TestABombIsRefusedByItsHeader(t *testing.T) {
	bomb, err := newBufferedFile(1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	defer bomb.Close()
	_, _ = bomb.Write(append(pngClaiming(20000, 20000), make([]byte, 380<<10)...))
	// No decoding is possible: an attempt would wait for the semaphore until the timeout.
	server := &Server{decoders: semaphore.NewWeighted(0)}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, _, err = server.reencode(ctx, bomb, 1<<20)
	runtime.ReadMemStats(&after)
	if err != errHugePicture {
		t.Errorf("got %v", err)
	}
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 5<<20 {
		t.Errorf("allocated %d bytes", allocated)
	}
}

func TestAPictureThatTakesTooLongIsGivenUp(t *testing.T) {
	t.Parallel()
	file, err := newBufferedFile(1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	_, _ = file.Write(pngOf(64, 64))
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := decode(ended, file, "png", pictureEdgeMax); !errors.Is(err, errNoPicture) {
		t.Errorf("got %v", err)
	}
}
