package loadshed

import (
	"bytes"
	"slices"
)

var (
	lineEnd = []byte("\r\n")
	version = []byte(" HTTP/1.1")
)

// special lists headers that make a request more than a plain read: a body, another protocol,
// another origin. net/http handles requests that have one.
var special = [][]byte{
	[]byte("content-length"), []byte("expect"), []byte("origin"), []byte("te"), []byte("trailer"), []byte("transfer-encoding"), []byte("upgrade"),
}

// isPlain reports that head is exactly one whole anonymous request without special headers, and
// nothing before or after it. Anything that net/http might parse differently is not plain, so that
// both always agree where a request ends.
func (l *Listener) isPlain(head []byte) bool {
	lines := bytes.Count(head, lineEnd)
	if bytes.Count(head, lineEnd[1:]) != lines || bytes.Count(head, lineEnd[:1]) != lines {
		return false
	}
	first, rest, _ := bytes.Cut(head, lineEnd)
	if !bytes.HasSuffix(first, version) {
		return false
	}
	var bearer, key []byte
	for range lines - 1 {
		var header []byte
		if header, rest, _ = bytes.Cut(rest, lineEnd); len(header) == 0 {
			return len(rest) == 0 && l.isVisitors(bearer, key)
		}
		name, value, _ := bytes.Cut(header, []byte(":"))
		value = bytes.TrimSpace(value)
		switch {
		case !isName(name), isSpecial(name, value):
			return false
		case bytes.EqualFold(name, []byte("authorization")):
			bearer = value
		case bytes.EqualFold(name, []byte("apikey")):
			key = value
		}
	}
	return false
}

// isVisitors reports that a request is anonymous, judged by its bearer token, or by its API key if
// it has no token.
func (l *Listener) isVisitors(bearer, key []byte) bool {
	if len(bearer) > 0 {
		return bytes.Equal(bearer, l.bearer)
	}
	return len(key) == 0 || bytes.Equal(key, l.key)
}

func isName(name []byte) bool {
	for _, letter := range name {
		if letter != '-' && (letter < '0' || letter > '9') && (letter|0x20 < 'a' || letter|0x20 > 'z') {
			return false
		}
	}
	return len(name) > 0
}

func isSpecial(name, value []byte) bool {
	if bytes.EqualFold(name, []byte("connection")) {
		return !bytes.EqualFold(value, []byte("keep-alive"))
	}
	return slices.ContainsFunc(special, func(each []byte) bool { return bytes.EqualFold(name, each) })
}
