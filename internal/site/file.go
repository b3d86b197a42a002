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
	cache      string
}

func newFile(name string, content []byte) *file {
	sum := sha256.Sum256(content)
	f := &file{name: name, kind: contentType(name), content: content, tag: `"` + hex.EncodeToString(sum[:8]) + `"`, cache: "public, max-age=3600"}
	if strings.HasPrefix(name, "assets/") {
		f.cache = "public, max-age=31536000, immutable"
	}
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
	content := f.prepare(w, r)
	w.Header().Set("Etag", f.tagOf(w))
	http.ServeContent(w, r, f.name, time.Time{}, bytes.NewReader(content))
}

// serveAs answers with the file under a status of its own, as a page that says
// there is nothing has it.
func (f *file) serveAs(w http.ResponseWriter, r *http.Request, status int) {
	content := f.prepare(w, r)
	w.WriteHeader(status)
	if r.Method == http.MethodGet {
		_, _ = w.Write(content)
	}
}

// prepare sets the headers and returns the form of the content to send.
func (f *file) prepare(w http.ResponseWriter, r *http.Request) []byte {
	header := w.Header()
	header.Set("Content-Type", f.kind)
	header.Set("Cache-Control", f.cache)
	if f.compressed == nil {
		return f.content
	}
	header.Set("Vary", "Accept-Encoding")
	if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		return f.content
	}
	header.Set("Content-Encoding", "gzip")
	return f.compressed
}

func (f *file) tagOf(w http.ResponseWriter) string {
	if w.Header().Get("Content-Encoding") != "" {
		return "W/" + f.tag
	}
	return f.tag
}
