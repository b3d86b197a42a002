package storage

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"mime"
	"net/url"
	"path"
	"strings"
	"testing"

	"golang.org/x/sync/semaphore"

	"automacao/internal/kernel/fault"
)

// FuzzKey checks that decoding or normalising a valid key again does not change it, and that it
// stays inside the prefix.
func FuzzKey(f *testing.F) {
	for _, seed := range []string{
		"a/b.png", "../a", "a/../b", "a//b", "%2e%2e/a", "a%2fb", "a\\b", "a\x00b", ".", "..", "a/", "/a", "...", "a/.../b", "ação", "a?b", "a&b=c", "a\nb", "a b", "con", strings.Repeat("a", 1001),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, key string) {
		if checkKey(key) != nil {
			return
		}
		if len(key) > keyBytesMax || path.Clean("/"+key) != "/"+key || strings.ContainsAny(key, "\\\x00\r\n%#<>\"") {
			t.Fatalf("%q is taken", key)
		}
		address := &url.URL{Path: "/object/notes/" + key}
		again, err := url.ParseRequestURI(address.EscapedPath())
		if err != nil || again.Path != address.Path || !isPlainPath(again) {
			t.Fatalf("%q is not what is sent for it: %v, %v", key, again, err)
		}
	})
}

// FuzzDisposition checks that any name of a download becomes one parameter of one header.
func FuzzDisposition(f *testing.F) {
	for _, seed := range []string{"a.pdf", `a"; filename="b.html`, "a\r\nSet-Cookie: x", "ação.pdf", "../../etc/passwd", "a\\b", "", "\xff", "a\u202egnp.exe", strings.Repeat("é", 300)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		header := attachment(name)
		kind, params, err := mime.ParseMediaType(header)
		if err != nil || kind != "attachment" || len(params) > 1 || strings.ContainsAny(header, "\r\n\x00") {
			t.Fatalf("%q becomes %q: %s %v, %v", name, header, kind, params, err)
		}
		if strings.ContainsAny(params["filename"], "/\\\"\u202e\u2066\u200f") {
			t.Fatalf("%q is saved as %q", name, params["filename"])
		}
	})
}

// FuzzForm checks that a form is one file with its metadata, within its bounds, or refused by a
// known error.
func FuzzForm(f *testing.F) {
	part := func(headers, body string) string { return "--b\r\n" + headers + "\r\n\r\n" + body + "\r\n" }
	file := part(`Content-Disposition: form-data; name=""; filename="x.txt"`+"\r\nContent-Type: text/csv", "a;b")
	for _, seed := range []string{
		file + "--b--\r\n", part(`Content-Disposition: form-data; name="cacheControl"`, "120") + file + "--b--\r\n", file + file + "--b--\r\n", "--b--\r\n", "", "--b\r\n",
		part(`Content-Disposition: form-data; name="metadata"`, "[1]") + file + "--b--\r\n", part("Content-Type: a", "x") + "--b--\r\n",
		strings.Repeat(part(`Content-Disposition: form-data; name="x"`, ""), formPartsMax+1), part(strings.Repeat("X: y\r\n", 2000), "x"),
		part(`Content-Disposition: form-data; name=""; filename="x"`+"\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable", "=3Cscript=3E") + "--b--\r\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		content, err := newBufferedFile(1 << 10)
		if err != nil {
			t.Fatal(err)
		}
		defer content.Close()
		arrived := arrival{content: content}
		if err := arrived.readForm(strings.NewReader(body), "b"); err != nil {
			if _, ok := errors.AsType[*fault.Error](bodyError(err)); !ok {
				t.Fatalf("%q: %v", body, err)
			}
			return
		}
		kind, _, err := mime.ParseMediaType(arrived.contentType)
		isObject := arrived.userMetadata == nil || json.Valid(arrived.userMetadata)
		if err != nil || kind != bareType(arrived.contentType) || len(arrived.contentType) > mediaTypeBytesMax || content.Size() > 1<<10 || !isObject || (arrived.cacheControl != "no-cache" && !maxAge.MatchString(arrived.cacheControl)) {
			t.Fatalf("%q is read as %+v: %v", body, arrived, err)
		}
	})
}

// FuzzPicture checks that an uploaded picture is refused or re-encoded within the bounds, with
// nothing else of the file.
func FuzzPicture(f *testing.F) {
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
