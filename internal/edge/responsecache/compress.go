package responsecache

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
)

// packMin is the size from which a body is worth compressing, in bytes.
const packMin = 1 << 10

// writers are kept for the next body: one takes longer to make than to use.
// Those of quick are for what is sent once, those of small for what is sent
// again and again.
var (
	quick = writersOf(gzip.BestSpeed)
	small = writersOf(gzip.DefaultCompression)
)

func writersOf(level int) *sync.Pool {
	return &sync.Pool{New: func() any {
		writer, _ := gzip.NewWriterLevel(nil, level) // an error is of a level that there is not
		return writer
	}}
}

// Pack compresses a body that is sent again and again, nil where that makes it
// no smaller.
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

// Send sends a body that is for whoever asked alone, compressed where that is
// worth it. The headers are set but for its length.
func Send(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	header := w.Header()
	_, isMade := w.(*answer) // which is compressed for all who are given it
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

// acceptsGzip reads Accept-Encoding (RFC 9110, section 12.5.3): gzip by name or
// by the star, unless its weight is nothing.
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
