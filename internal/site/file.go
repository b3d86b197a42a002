package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"time"

	"automacao/internal/edge/responsecache"
)

// file is something to send, with the forms that were compressed in advance; nil if there are none.
type file struct {
	name    string
	kind    string
	content []byte
	brotli  []byte
	gzip    []byte
	tag     string
	cache   string
}

func newFile(name string) *file {
	f := &file{name: name, kind: contentType(name), cache: "public, max-age=3600"}
	if strings.HasPrefix(name, "assets/") {
		f.cache = "public, max-age=31536000, immutable"
	}
	if name == "sw.js" {
		// The service worker lists which files belong together, so it must not be older than they
		// are.
		f.cache = "no-cache"
	}
	return f
}

func (f *file) fill(content []byte) {
	sum := sha256.Sum256(content)
	f.content, f.tag = content, `"`+hex.EncodeToString(sum[:8])+`"`
}

func newDocument(content []byte) *file {
	f := newFile("index.html")
	f.fill(content)
	f.cache = "no-cache"
	return f
}

// packed compresses a page that is made once.
func (f *file) packed() *file {
	f.gzip = responsecache.Pack(f.content)
	return f
}

// serve answers with the file. Names under /assets/ contain a hash of their content and never
// change; everything else is revalidated.
func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	content := f.prepare(w, r)
	w.Header().Set("Etag", f.tagOf(w))
	http.ServeContent(w, r, f.name, time.Time{}, bytes.NewReader(content))
}

// serveAs answers with the file under another status, such as 404.
func (f *file) serveAs(w http.ResponseWriter, r *http.Request, status int) {
	responsecache.Send(w, r, status, f.prepare(w, r))
}

// prepare sets the headers and returns the form of the content to send.
func (f *file) prepare(w http.ResponseWriter, r *http.Request) []byte {
	header := w.Header()
	header.Set("Content-Type", f.kind)
	header.Set("Cache-Control", f.cache)
	if f.name == "sw.js" {
		// A worker is bound by the policy it was served with: this one reads what it caches and
		// shows our icon, and nothing else.
		header.Set("Content-Security-Policy", "default-src 'none'; connect-src 'self'; img-src 'self'")
	}
	if f.brotli == nil && f.gzip == nil {
		return f.content
	}
	header.Set("Vary", "Accept-Encoding")
	accepted := r.Header.Get("Accept-Encoding")
	switch {
	case f.brotli != nil && strings.Contains(accepted, "br"):
		header.Set("Content-Encoding", "br")
		return f.brotli
	case f.gzip != nil && strings.Contains(accepted, "gzip"):
		header.Set("Content-Encoding", "gzip")
		return f.gzip
	}
	return f.content
}

func (f *file) tagOf(w http.ResponseWriter) string {
	if w.Header().Get("Content-Encoding") != "" {
		return "W/" + f.tag
	}
	return f.tag
}
