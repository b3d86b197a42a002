package responsecache

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// answer is one in the making, and then as it is sent to everybody.
type answer struct {
	status int
	header http.Header
	body   []byte
	tag    string // without quotes
	// plain and packed are the forms it is sent in. Packed is made when somebody
	// first takes it, and nil where it is not worth it: who asks for ever new
	// things has nothing made for nobody.
	plain  *form
	packed func() *form

	epoch              uint64
	rests              []rest
	until              time.Time
	isRefused, isNever bool
}

// Header is what the answer begins with.
func (a *answer) Header() http.Header { return a.header }

// WriteHeader takes the status.
func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

// Write takes a part of the body.
func (a *answer) Write(part []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	a.body = append(a.body, part...)
	return len(part), nil
}

// finish makes an answer ready to be sent, and to be kept as far as it may be.
func (a *answer) finish(g *dependencies) {
	a.WriteHeader(http.StatusOK)
	a.epoch, a.rests, a.until = g.epoch, g.rests, g.began.Add(g.life)
	isWhole := a.status == http.StatusOK || a.status == http.StatusPartialContent
	a.isNever = g.isNever
	a.isRefused = g.isRefused || !g.hasRead || !isWhole || a.header.Get("Set-Cookie") != ""
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

// isKeepable reports that everybody may be given it.
func (a *answer) isKeepable() bool { return !a.isRefused }

// restBytes is about what an answer takes for each thing that it rests on.
const restBytes = 40

func (a *answer) size() int64 {
	size := len(a.body) + len(a.rests)*restBytes
	if a.packed != nil {
		size += len(a.body) / 2 // about what it is compressed to, which is no more than itself
	}
	for name, values := range a.header {
		size += 2 * (len(name) + len(strings.Join(values, "")))
	}
	return int64(size)
}

// packedTag ends the tag of the compressed form, which is another one.
const packedTag = "-gz"

// form is one of the forms that an answer is kept in, with what its headers say
// to everybody. None of them is changed once it is made.
type form struct {
	header []field
	body   []byte
}

// field is one of an answer's headers.
type field struct {
	name   string
	values []string
}

func (a *answer) form(body []byte, tag, encoding string) *form {
	header := maps.Clone(a.header)
	delete(header, "Vary")
	if a.status == http.StatusOK && header["Cache-Control"] == nil {
		// Browsers may keep it and ask each time whether it is still so. What is
		// part of something they would not take for the whole.
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

// send answers with what was made, in the form that is asked for.
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

// isKnown reports that whoever asks has this answer, in either form. The
// comparison is the weak one (RFC 9110, section 13.1.2).
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
