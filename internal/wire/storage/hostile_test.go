package storage

import (
	"bytes"
	"compress/zlib"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"net/http"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sync/semaphore"

	"automacao/internal/kernel/fault"
)

// chunk is a chunk of a PNG.
func chunk(kind string, content []byte) []byte {
	body := append([]byte(kind), content...)
	written := append(binary.BigEndian.AppendUint32(nil, uint32(len(content))), body...)
	return binary.BigEndian.AppendUint32(written, crc32.ChecksumIEEE(body))
}

// deflated is a number of zeros, compressed by zlib.
func deflated(bytesCount int) []byte {
	var packed bytes.Buffer
	writer := zlib.NewWriter(&packed)
	for range bytesCount >> 20 {
		_, _ = writer.Write(make([]byte, 1<<20))
	}
	_ = writer.Close()
	return packed.Bytes()
}

// pngWith is a PNG with an additional chunk after its header.
func pngWith(extra []byte) []byte {
	whole := pngOf(8, 8)
	return append(append(bytes.Clone(whole[:33]), extra...), whole[33:]...)
}

// Not parallel, because it counts the allocations of the whole program.
func TestPicturesThatUnpackToMuchAreBounded(t *testing.T) {
	server := &Server{decoders: setup(t, Config{}).server.decoders}
	most := uint64(0)
	for name, file := range map[string][]byte{
		"a PNG of 400 megapixels":                  pngClaiming(20000, 20000),
		"a PNG of 400 megapixels with all of them": append(pngClaiming(20000, 20000), chunk("IDAT", deflated(64<<20))...),
		"a small PNG that unpacks to 64 MB":        append(append(pngClaiming(16, 16), chunk("IDAT", deflated(64<<20))...), chunk("IEND", nil)...),
		"a comment that unpacks to 64 MB":          pngWith(chunk("zTXt", append([]byte("Comment\x00\x00"), deflated(64<<20)...))),
		"a colour profile that unpacks to 64 MB":   pngWith(chunk("iCCP", append([]byte("icc\x00\x00"), deflated(64<<20)...))),
		"a GIF of 4 gigapixels":                    gifClaiming(65535, 65535),
		"a GIF of 10,000 frames":                   gifOf(10_000),
		"a JPEG of 4 gigapixels":                   jpegClaiming(65500, 65500),
		"a WebP of 268 megapixels":                 webpClaiming(16384, 16384),
		"a zip in a PNG":                           append(pngOf(8, 8), zipOf("bomb", strings.Repeat("0", 1<<20))...),
	} {
		came, err := newBufferedFile(8 << 20)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := came.Write(file); err != nil {
			t.Fatalf("%s has %d bytes: %v", name, len(file), err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		kept, _, err := server.reencode(t.Context(), came, 8<<20)
		runtime.ReadMemStats(&after)
		if err == nil {
			kept.Close()
		}
		came.Close()
		allocated := after.TotalAlloc - before.TotalAlloc
		if most = max(most, allocated); allocated > 16<<20 {
			t.Errorf("%s of %d bytes allocates %d: %v", name, len(file), allocated, err)
		}
	}
	t.Attr("figure", fmt.Sprintf("10 files that unpack to much: at most %.1f MB allocated", float64(most)/(1<<20)))
}

// office is a document with macros, as far as the inspection reads.
func office() []byte { return zipOf("word/vbaProject.bin", "Sub AutoOpen()\nShell \"calc\"\nEnd Sub") }

const runningPDF = "%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>/AA<</WC<</S/Launch/F(calc.exe)>>>>>>endobj\ntrailer<</Root 1 0 R>>"

func TestMoreHostileFilesAreRefused(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	jpeg, gif := jpegOf(picture(64, 64)), gifOf(3)
	files := map[string]struct {
		mime    string
		content []byte
	}{
		"a PDF with JavaScript":           {"image/png", []byte(runningPDF)},
		"a document with macros":          {"image/jpeg", office()},
		"a table with formulas":           {"image/png", []byte("=cmd|' /C calc'!A0;@SUM(1)\n")},
		"a stylesheet":                    {"image/gif", []byte(`GIF89a/*<style>*/@import "//evil.invalid/x.css";`)},
		"a BMP that is JavaScript":        {"image/png", []byte("BM=1;alert(1)//")},
		"a JPEG cut in its header":        {"image/jpeg", jpeg[:12]},
		"a JPEG cut in its pixels":        {"image/jpeg", jpeg[:len(jpeg)-40]},
		"a GIF cut short":                 {"image/gif", gif[:20]},
		"a WebP cut short":                {"image/webp", webpClaiming(10, 10)[:14]},
		"an icon":                         {"image/png", append([]byte("\x00\x00\x01\x00\x01\x00\x10\x10\x00\x00\x01\x00\x20\x00"), make([]byte, 64)...)},
		"a Photoshop file":                {"image/png", append([]byte("8BPS\x00\x01"), make([]byte, 64)...)},
		"a Flash film":                    {"image/gif", append([]byte("FWS\x09"), make([]byte, 64)...)},
		"an HEIC":                         {"image/jpeg", append([]byte("\x00\x00\x00\x18ftypheic"), make([]byte, 64)...)},
		"a PostScript program":            {"image/png", []byte("%!PS\n(%pipe%id) (r) file")},
		"an ImageMagick script":           {"image/png", []byte("push graphic-context\nfill 'url(https://x\"|id\")'\npop graphic-context")},
		"a playlist":                      {"image/gif", []byte("#EXTM3U\n#EXTINF:1\nfile:///etc/passwd")},
		"a gzip":                          {"image/png", append([]byte("\x1f\x8b\x08\x00"), make([]byte, 32)...)},
		"an SVG packed by gzip":           {"image/svg+xml", []byte("\x1f\x8b\x08\x00\x00")},
		"a page with a mark of its order": {"image/png", []byte("\xff\xfe<\x00s\x00c\x00r\x00i\x00p\x00t\x00>\x00")},
		"a type of two":                   {"image/png, text/html", pngOf(2, 2)},
		"a type that says more":           {"text/html; x=image/png", pngOf(2, 2)},
	}
	for name, file := range files {
		for _, key := range []string{"site-images/x.png", "site-images/x.png.html", "site-images/x.svg", "site-images/x.php.gif"} {
			got := b.do("service_role", "POST", "/object/"+uploads+"/"+key, bytes.NewReader(file.content), "Content-Type", file.mime)
			if got.code() != "InvalidMimeType" {
				t.Errorf("%s as %s: got %d %s", name, key, got.status, got.body)
			}
		}
	}
	if b.rows() != 0 || b.stored() != 0 {
		t.Errorf("left %d rows and %d versions", b.rows(), b.stored())
	}
	t.Attr("figure", fmt.Sprintf("%d more kinds of hostile file under 4 names each are refused and leave nothing", len(files)))
}

// Files that are stored unchanged are sent as attachments of the declared type; pictures are shown,
// and neither can run code.
func TestFilesThatAreKeptAsTheyCameRunNowhere(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{})
	b.want(b.json("service_role", "POST", "/bucket", `{"id":"papers","public":false,"allowed_mime_types":["application/pdf","image/png","application/xml","text/xml"]}`), "")
	for name, file := range map[string]struct {
		mime    string
		content string
		shown   bool
	}{
		"a PDF with JavaScript":         {"application/pdf", runningPDF, false},
		"HTML said to be a PDF":         {"application/pdf", script, false},
		"HTML said to be a PNG":         {"image/png", script, true},
		"XML that is a page":            {"text/xml", `<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>`, false},
		"XML with a stylesheet of code": {"application/xml", `<?xml-stylesheet href="javascript:alert(1)"?><x/>`, false},
		"a document with macros as PDF": {"application/pdf", string(office()), false},
	} {
		b.want(b.do("service_role", "PUT", "/object/papers/nota.html", strings.NewReader(file.content), "Content-Type", file.mime), "")
		got := b.do("service_role", "GET", "/object/papers/nota.html", nil)
		disposition := got.header.Get("Content-Disposition")
		if got.status != http.StatusOK || got.header.Get("Content-Type") != file.mime || got.header.Get("X-Content-Type-Options") != "nosniff" ||
			got.header.Get("Content-Security-Policy") != "default-src 'none'; sandbox" || (disposition == "inline") != file.shown || !file.shown && !strings.HasPrefix(disposition, "attachment") {
			t.Errorf("%s is served with %v", name, got.header)
		}
	}
	for _, mime := range []string{"text/html", "image/svg+xml", "application/javascript", "text/csv", "application/vnd.ms-word.document.macroEnabled.12", "application/x-msdownload", "application/xhtml+xml"} {
		if code := b.do("service_role", "POST", "/object/papers/x", strings.NewReader("x"), "Content-Type", mime).code(); code != "InvalidMimeType" {
			t.Errorf("%s is taken: %s", mime, code)
		}
	}
}

// FuzzPicture checks that an uploaded picture is refused or re-encoded within the bounds, with
// nothing else of the file.
func FuzzPicture(f *testing.F) {
	// Inputs that earlier runs found.
	f.Add([]byte("GIF89a\x04\x00\x04\x00\x00\x00Y!\xff\vNET\tCZPE2.'\x03\x01\x00.\x00,\x00\x00\xff\x04\x84\x8fS\x05\x00;"))
	f.Add([]byte("GIF87a0000\x8000000000"))
	f.Add([]byte("RIFF0000WEBPVP800000"))
	f.Add([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x03\x00\x00\x00\x02\b\x02\x00\x00\x00\x12\x16\xf1M00000000"))
	f.Add([]byte("\xff\xd8\xff\xdb\x000000000000000000000000000000000000000000000000000\xff\xc0\x00\x11000000000000000"))
	f.Add([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\r000000000000000000000"))
	for _, seed := range [][]byte{
		pngOf(3, 2), jpegOf(picture(3, 2)), gifOf(2), pngClaiming(20000, 20000), gifClaiming(65535, 65535), webpClaiming(16384, 16384), jpegClaiming(65500, 65500),
		append(pngOf(3, 2), script...), []byte("GIF89a=1/*"), nil, pngOf(3, 2)[:40], withSegment(jpegOf(picture(8, 8)), 0xe1, "Exif\x00\x00MM\x00*\x00\x00\x00\x08"),
	} {
		f.Add(seed)
	}
	server := &Server{decoders: semaphore.NewWeighted(picturePixelsMax)}
	f.Fuzz(func(t *testing.T, content []byte) {
		// Large pictures are slow to decode, and use the same code as small ones.
		if config, _, err := image.DecodeConfig(bytes.NewReader(content)); err == nil && config.Width*config.Height > 1<<16 && config.Width <= pictureSideMax && config.Height <= pictureSideMax {
			return
		}
		came, err := newBufferedFile(1 << 20)
		if err != nil {
			t.Fatal(err)
		}
		defer came.Close()
		if _, err := came.Write(content); err != nil {
			return
		}
		kept, kind, err := server.reencode(context.Background(), came, 1<<20)
		if err != nil {
			if _, ok := errors.AsType[*fault.Error](err); !ok {
				t.Fatalf("%q: %v", content, err)
			}
			return
		}
		defer kept.Close()
		config, format, err := image.DecodeConfig(kept.Reader())
		if err != nil || "image/"+format != kind || config.Width > pictureEdgeMax || config.Height > pictureEdgeMax {
			t.Fatalf("%q became a %s (%s) of %+v: %v", content, format, kind, config, err)
		}
	})
}
