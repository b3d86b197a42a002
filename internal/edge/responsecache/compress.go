package responsecache

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
)

// packMin is the minimum size of a body that is worth compressing, in bytes.
const packMin = 1 << 10

// Writers are pooled, because making one takes longer than using it. Those of quick are for bodies
// that are sent once, those of small for bodies that are sent many times.
var (
	quick = writersOf(gzip.BestSpeed)
	small = writersOf(gzip.DefaultCompression)
)

func writersOf(level int) *sync.Pool {
	return &sync.Pool{New: func() any {
		writer, _ := gzip.NewWriterLevel(nil, level) // an error would mean an invalid level
		return writer
	}}
}

// Pack compresses a body that is sent many times. It returns nil if that makes the body no smaller.
func Pack(body []byte) []byte { return packWith(small, body) }

func packWith(writers *sync.Pool, body []byte) []byte {
	writer, _ := writers.Get().(*gzip.Writer)
	defer writers.Put(writer)
	packed := bytes.NewBuffer(make([]byte, 0, len(body)/3))
	writer.Reset(packed)
	if _, err := writer.Write(body); err != nil || writer.Close() != nil || packed.Len() >= len(body) {
		return nil
	}
	return packed.Bytes()
}

// Send sends a body that is for this client alone, compressed if that is worth it. The headers must
// be set, except Content-Length.
func Send(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	header := w.Header()
	_, isMade := w.(*answer) // an answer compresses its body itself, for everybody
	if !isMade && len(body) >= packMin && header.Get("Content-Encoding") == "" {
		header.Add("Vary", "Accept-Encoding")
		if acceptsGzip(r) {
			if packed := packWith(quick, body); packed != nil {
				header.Set("Content-Encoding", "gzip")
				body = packed
			}
		}
	}
	if len(body) > 0 {
		header.Set("Content-Length", strconv.Itoa(len(body)))
	}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}

// acceptsGzip reports whether Accept-Encoding names gzip or * with a weight other than 0 (RFC 9110,
// section 12.5.3).
func acceptsGzip(r *http.Request) bool {
	accepts := false
	for entry := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, weight, _ := strings.Cut(entry, ";")
		name = strings.ToLower(strings.TrimSpace(name))
		if name != "gzip" && name != "*" {
			continue
		}
		value, isWeight := strings.CutPrefix(strings.ReplaceAll(weight, " ", ""), "q=")
		accepts = true
		if number, err := strconv.ParseFloat(value, 64); isWeight && (err != nil || number == 0) {
			accepts = false
		}
		if name == "gzip" {
			return accepts
		}
	}
	return accepts
}
