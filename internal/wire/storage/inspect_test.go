package storage

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"image"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/image/webp"

	"automacao/internal/files/clamd"
	"automacao/internal/files/clamd/clamdtest"
)

const paper = "%PDF-1.7\n1 0 obj\n"

// program begins as Windows programs do.
var program = "MZ\x90\x00\x03\x00\x00\x00" + strings.Repeat("\x00", 100)

// withPapers adds a private bucket of documents, as a market has.
func withPapers(b bundle) bundle {
	b.Helper()
	b.want(b.json("service_role", "POST", "/bucket", `{"id":"papers","allowed_mime_types":["application/pdf","image/png","image/jpeg","image/webp","text/plain","application/zip"]}`), "")
	return b
}

// ways are the ways in which a file can be uploaded.
func (b bundle) ways() map[string]func(key, mime, content string) answer {
	return map[string]func(key, mime, content string) answer{
		"raw": func(key, mime, content string) answer {
			return b.do("service_role", "POST", "/object/papers/"+key, strings.NewReader(content), "Content-Type", mime)
		},
		"as a form": func(key, mime, content string) answer {
			var form bytes.Buffer
			writer := multipart.NewWriter(&form)
			part, _ := writer.CreatePart(map[string][]string{"Content-Disposition": {`form-data; name=""; filename="x.pdf"`}, "Content-Type": {mime}})
			_, _ = part.Write([]byte(content))
			_ = writer.Close()
			return b.do("service_role", "POST", "/object/papers/"+key, &form, "Content-Type", writer.FormDataContentType())
		},
		"by a signed address": func(key, mime, content string) answer {
			var offer struct{ URL string }
			b.decode(b.json("service_role", "POST", "/object/upload/sign/papers/"+key, `{}`), &offer)
			return b.do(nil, "PUT", strings.ReplaceAll(offer.URL, " ", "%20"), strings.NewReader(content), "Content-Type", mime)
		},
		"in parts": func(key, mime, content string) answer {
			encoded := func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }
			return b.do("service_role", "POST", resumableBase, strings.NewReader(content), "Tus-Resumable", tusVersion, "Upload-Length", strconv.Itoa(len(content)),
				"Content-Type", tusContent, "Upload-Metadata", "bucketName "+encoded("papers")+",objectName "+encoded(key)+",contentType "+encoded(mime))
		},
	}
}

func TestAFileIsWhatItSays(t *testing.T) {
	t.Parallel()
	b := withPapers(setup(t, Config{Inspect: true}))
	for way, send := range b.ways() {
		for name, c := range map[string]struct{ key, mime, content, code string }{
			"a program":                  {"Relatorio.pdf.exe", "application/pdf", program, "ProgramRefused"},
			"a program with a good name": {"Relatorio.pdf", "application/pdf", program, "ProgramRefused"},
			"a page":                     {"Relatorio.pdf", "application/pdf", "<html><script>x</script>", "ContentMismatch"},
			"two extensions":             {"Relatorio.pdf.txt", "text/plain", "x", "ContentMismatch"},
			"a name of another type":     {"Relatorio.txt", "application/pdf", paper, "ContentMismatch"},
			"an archive with a program":  {"projeto.zip", "application/zip", string(zipOf("setup.exe", "x")), "ProgramRefused"},
			"an archive that is broken":  {"projeto.zip", "application/zip", "PK\x03\x04 and no more", "ArchiveRefused"},
		} {
			got := send(c.key, c.mime, c.content)
			if way == "in parts" && got.status != http.StatusUnsupportedMediaType || way != "in parts" && got.code() != c.code {
				t.Errorf("%s, %s: got %d %s", name, way, got.status, got.body)
			}
		}
		if got := send("Relatorio "+way+".pdf", "application/pdf", paper); got.status >= 300 {
			t.Errorf("a paper, %s: got %d %s", way, got.status, got.body)
		}
	}
	if b.rows() != 4 || b.stored() != 4 {
		t.Errorf("left %d rows and %d versions", b.rows(), b.stored())
	}
}

func TestTheProtocolTakesFilesAsTheyCome(t *testing.T) {
	t.Parallel()
	b := withPapers(setup(t, Config{}))
	for way, send := range b.ways() {
		if got := send("Relatorio "+way+".pdf.exe", "application/pdf", program); got.status >= 300 {
			t.Errorf("%s: got %d %s", way, got.status, got.body)
		}
	}
}

func TestAFileStaysWhatItSays(t *testing.T) {
	t.Parallel()
	b := withPapers(setup(t, Config{Inspect: true}))
	b.want(b.ways()["raw"]("a.pdf", "application/pdf", paper), "")
	for body, code := range map[string]string{
		`"destinationKey":"a.pdf.exe"`: "ProgramRefused", `"destinationKey":"a.txt"`: "ContentMismatch", `"destinationKey":"b/a.pdf"`: "",
		`"destinationKey":"a.txt","copyMetadata":false,"metadata":{"mimetype":"text/plain"}`: "ContentMismatch",
	} {
		for _, route := range []string{"copy", "move"} {
			if route == "move" && (code == "" || strings.Contains(body, "copyMetadata")) {
				continue
			}
			b.want(b.json("service_role", "POST", "/object/"+route, `{"bucketId":"papers","sourceKey":"a.pdf",`+body+`}`), code)
		}
	}
	// A file uploaded before inspection was on is inspected when it moves.
	b.server.cfg.Inspect = false
	b.want(b.ways()["raw"]("old.pdf", "application/pdf", program), "")
	b.server.cfg.Inspect = true
	b.want(b.json("service_role", "POST", "/object/move", `{"bucketId":"papers","sourceKey":"old.pdf","destinationKey":"new.pdf"}`), "ProgramRefused")
	for asked, want := range map[string]string{"laudo.pdf": "laudo.pdf", "setup.exe": "a.pdf", "laudo.pdf.exe": "a.pdf", "laudo": "laudo"} {
		got := b.do("service_role", "GET", "/object/papers/a.pdf?download="+asked, nil)
		if disposition := got.header.Get("Content-Disposition"); disposition != "attachment; filename="+want {
			t.Errorf("%s is saved as %s", asked, disposition)
		}
	}
}

func TestNamesOfPicturesAreThoseOfPictures(t *testing.T) {
	t.Parallel()
	b := setup(t, Config{Inspect: true})
	for name, code := range map[string]string{"1": "", "x.png": "", "x.jpg": "", "x.php": "ProgramRefused", "x.png.hta": "ProgramRefused", "x.svg": "ContentMismatch"} {
		b.want(b.put("service_role", "site-images/"+name, pngOf(4, 4)), code)
	}
}

func TestNobodyReadsWhatTheScannerKnows(t *testing.T) {
	t.Parallel()
	daemon := clamdtest.Start(t)
	scanner, err := clamd.Open(daemon.Address)
	if err != nil {
		t.Fatal(err)
	}
	b := withPapers(setup(t, Config{Scanner: scanner}))
	for way, send := range b.ways() {
		got := send("virus.pdf", "application/pdf", paper+clamdtest.Signature)
		if way == "in parts" && got.status != http.StatusUnprocessableEntity || way != "in parts" && got.code() != "VirusFound" {
			t.Errorf("%s: got %d %s", way, got.status, got.body)
		}
		if got := send("bom "+way+".pdf", "application/pdf", paper); got.status >= 300 {
			t.Errorf("%s: got %d %s", way, got.status, got.body)
		}
	}
	b.want(b.put("service_role", "site-images/x.png", pngOf(4, 4)), "")
	if b.rows() != 5 || b.stored() != 5 || daemon.Scans.Load() != 8 {
		t.Errorf("left %d rows and %d versions after %d scans", b.rows(), b.stored(), daemon.Scans.Load())
	}
	if b.server.cfg.Scanner, err = clamd.Open("unix:" + t.TempDir() + "/clamd.ctl"); err != nil {
		t.Fatal(err)
	}
	got := b.ways()["raw"]("later.pdf", "application/pdf", paper)
	if got.status != http.StatusServiceUnavailable || got.code() != "ScannerUnavailable" || got.header.Get("Retry-After") == "" || b.stored() != 5 {
		t.Errorf("nobody answers: got %d %s %v", got.status, got.body, got.header)
	}
}

// webpOf is a lossless WebP of one pixel with additional chunks.
func webpOf(flags byte, more ...[]byte) []byte {
	pixels, _ := base64.StdEncoding.DecodeString("VlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")
	body := append([]byte("WEBPVP8X\x0a\x00\x00\x00"), flags, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	body = append(body, pixels...)
	for _, chunk := range more {
		body = append(body, chunk...)
	}
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
}

func riffChunk(name, content string) []byte {
	made := append(binary.LittleEndian.AppendUint32([]byte(name), uint32(len(content))), content...)
	return append(made, make([]byte, len(content)&1)...)
}

func TestAPictureAmongFilesTellsNoMoreThanItShows(t *testing.T) {
	t.Parallel()
	b := withPapers(setup(t, Config{Inspect: true, Originals: []string{"evidence"}}))
	b.want(b.json("service_role", "POST", "/bucket", `{"id":"evidence","allowed_mime_types":["application/pdf","image/jpeg"]}`), "")
	const place = "23 32 51 S"
	photo := withSegment(jpegOf(picture(3000, 10)), 0xe1, "Exif\x00\x00"+exifOf(6)+place)
	b.want(b.ways()["raw"]("foto.jpg", "image/jpeg", string(photo)), "")
	got := b.do("service_role", "GET", "/object/papers/foto.jpg", nil)
	config, _, err := image.DecodeConfig(bytes.NewReader(got.body))
	if err != nil || config.Width != 10 || config.Height != 3000 || bytes.Contains(got.body, []byte(place)) || got.header.Get("Content-Type") != "image/jpeg" {
		t.Errorf("%d × %d, %v, %v", config.Width, config.Height, err, got.header)
	}
	b.want(b.do("service_role", "POST", "/object/evidence/foto.jpg", bytes.NewReader(photo), "Content-Type", "image/jpeg"), "")
	if got := b.do("service_role", "GET", "/object/evidence/foto.jpg", nil); !bytes.Equal(got.body, photo) {
		t.Error("evidence was changed")
	}
	b.want(b.do("service_role", "POST", "/object/evidence/bomba.jpg", bytes.NewReader(jpegClaiming(65500, 65500)), "Content-Type", "image/jpeg"), "InvalidMimeType")

	file := webpOf(1<<3|1<<2, riffChunk("EXIF", exifOf(8)+place), riffChunk("XMP ", "<x>"+place))
	if _, err := webp.Decode(bytes.NewReader(file)); err != nil {
		t.Fatal(err)
	}
	b.want(b.ways()["raw"]("foto.webp", "image/webp", string(file)), "")
	got = b.do("service_role", "GET", "/object/papers/foto.webp", nil)
	m := readPictureMetadata("webp", newSection(got.body))
	if _, err := webp.Decode(bytes.NewReader(got.body)); err != nil || bytes.Contains(got.body, []byte(place)) || m.orientation != 8 || binary.LittleEndian.Uint32(got.body[4:]) != uint32(len(got.body)-8) {
		t.Errorf("%v: orientation %d of %q", err, m.orientation, got.body)
	}
}
