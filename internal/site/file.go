package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"
)

// file is a built file, compressed once when the server starts.
type file struct {
	name       string
	kind       string
	content    []byte
	compressed []byte
	tag        string
}

func newFile(name string, content []byte) *file {
	sum := sha256.Sum256(content)
	f := &file{name: name, kind: contentType(name), content: content, tag: `"` + hex.EncodeToString(sum[:8]) + `"`}
	if isText(f.kind) {
		f.compressed = compress(content)
	}
	return f
}

func isText(kind string) bool {
	return strings.HasPrefix(kind, "text/") || strings.Contains(kind, "javascript") || strings.Contains(kind, "json") || strings.Contains(kind, "svg")
}

func compress(content []byte) []byte {
	var packed bytes.Buffer
	writer, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil
	}
	if _, err := writer.Write(content); err != nil || writer.Close() != nil || packed.Len() >= len(content) {
		return nil
	}
	return packed.Bytes()
}

// serve answers with the file. Names under /assets/ hold a hash of their
// content and never change; everything else is asked for again.
func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	header := w.Header()
	header.Set("Content-Type", f.kind)
	header.Set("Etag", f.tag)
	header.Set("Cache-Control", "public, max-age=3600")
	if strings.HasPrefix(f.name, "assets/") {
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	content := f.content
	if f.compressed != nil {
		header.Set("Vary", "Accept-Encoding")
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			header.Set("Content-Encoding", "gzip")
			header.Set("Etag", `W/`+f.tag)
			content = f.compressed
		}
	}
	http.ServeContent(w, r, f.name, time.Time{}, bytes.NewReader(content))
}
