package responsecache

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"
)

// answer is a response, first while it is made and then as it is sent to everybody.
type answer struct {
	status int
	header http.Header
	body   []byte
	tag    string // without quotes
	// plain and packed are the forms that are sent. packed is compressed when a client first asks
	// for it, so that answers requested only once cost nothing. It is nil, or returns nil, if
	// compression does not pay off.
	plain  *form
	packed func() *form

	epoch              uint64
	versions           []version
	until              time.Time
	isRefused, isNever bool
}

// Header returns the header of the answer.
func (a *answer) Header() http.Header { return a.header }

// WriteHeader sets the status.
func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

// Write appends to the body.
func (a *answer) Write(part []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	a.body = append(a.body, part...)
	return len(part), nil
}

// finish completes an answer so that it can be sent, and kept if it may be.
func (a *answer) finish(deps *dependencies) {
	a.WriteHeader(http.StatusOK)
	a.epoch, a.versions, a.until = deps.epoch, deps.versions, deps.began.Add(deps.life)
	isWhole := a.status == http.StatusOK || a.status == http.StatusPartialContent
	a.isNever = deps.isNever
	a.isRefused = deps.isRefused || !deps.hasRead || !isWhole || a.header.Get("Set-Cookie") != ""
	if !a.isKeepable() {
		return
	}
	a.header.Del("Content-Length")
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(a.header)) {
		if name != "Content-Location" {
			sum.Write([]byte(name + ":" + strings.Join(a.header[name], ",") + "\n"))
		}
	}
	sum.Write([]byte(strconv.Itoa(a.status) + "\n"))
	sum.Write(a.body)
	a.tag = hex.EncodeToString(sum.Sum(nil)[:12])
	a.plain = a.form(a.body, a.tag, "")
	if len(a.body) >= packMin {
		a.packed = sync.OnceValue(func() *form {
			if packed := Pack(a.body); packed != nil {
				return a.form(packed, a.tag+packedTag, "gzip")
			}
			return nil
		})
	}
}

// isKeepable reports that the answer is the same for everybody.
func (a *answer) isKeepable() bool { return !a.isRefused }

// versionBytes is the approximate size of a dependency's version.
const versionBytes = 40

func (a *answer) size() int64 {
	size := len(a.body) + len(a.versions)*versionBytes
	if a.packed != nil {
		size += len(a.body) / 2 // compressed bodies are about half as large, and never larger
	}
	for name, values := range a.header {
		size += 2 * (len(name) + len(strings.Join(values, "")))
	}
	return int64(size)
}

// packedTag ends the entity tag of the compressed form, which must differ from the plain one's.
const packedTag = "-gz"

// form is one of the forms of an answer, with the headers that are the same for everybody. It is
// never modified.
type form struct {
	header []field
	body   []byte
}

// field is a header of a form.
type field struct {
	name   string
	values []string
}

func (a *answer) form(body []byte, tag, encoding string) *form {
	header := maps.Clone(a.header)
	delete(header, "Vary")
	if a.status == http.StatusOK && header["Cache-Control"] == nil {
		// Browsers may keep it but must revalidate it each time. This applies to a whole answer
		// only: a browser would not take a part for the whole.
		header["Cache-Control"] = []string{"no-cache"}
	}
	header["Etag"] = []string{`"` + tag + `"`}
	header["Content-Length"] = []string{strconv.Itoa(len(body))}
	if encoding != "" {
		header["Content-Encoding"] = []string{encoding}
	}
	made := &form{body: body}
	for name, values := range header {
		made.header = append(made.header, field{name, values})
	}
	return made
}

// send sends the answer in the form that the client accepts.
func (a *answer) send(w http.ResponseWriter, r *http.Request, ask Ask) {
	header := w.Header()
	if vary := a.header["Vary"]; vary != nil {
		header["Vary"] = slices.Concat(header["Vary"], vary)
	}
	if !a.isKeepable() {
		for name, values := range a.header {
			if name != "Vary" {
				header[name] = values
			}
		}
		Send(w, r, a.status, a.body)
		return
	}
	sent := a.plain
	if a.packed != nil && acceptsGzip(r) {
		if packed := a.packed(); packed != nil {
			sent = packed
		}
	}
	for _, each := range sent.header {
		header[each.name] = each.values
	}
	header["Vary"] = slices.Concat(header["Vary"], ask.Vary)
	if ask.Location != "" && header["Content-Location"] != nil {
		header["Content-Location"] = []string{ask.Location}
	}
	if known := r.Header["If-None-Match"]; known != nil && a.isKnown(strings.Join(known, ",")) {
		for _, name := range []string{"Content-Type", "Content-Length", "Content-Encoding"} {
			delete(header, name)
		}
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.WriteHeader(a.status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(sent.body)
	}
}

// isKnown reports that the client already has this answer, in either form. The comparison is the
// weak one (RFC 9110, section 13.1.2).
func (a *answer) isKnown(tags string) bool {
	for tag := range strings.SplitSeq(tags, ",") {
		tag = strings.TrimPrefix(strings.TrimSpace(tag), "W/")
		if tag == "*" {
			return true
		}
		if bare := strings.Trim(tag, `"`); bare != tag && strings.TrimSuffix(bare, packedTag) == a.tag {
			return true
		}
	}
	return false
}

var _ http.ResponseWriter = (*answer)(nil)

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
