package loadshed

import (
	"bytes"
	"slices"
)

var (
	lineEnd = []byte("\r\n")
	version = []byte(" HTTP/1.1")
)

// special are headers that make a request more than a plain read: its body,
// another protocol, another origin. Whoever sends one is answered by net/http.
var special = [][]byte{
	[]byte("content-length"), []byte("expect"), []byte("origin"), []byte("te"), []byte("trailer"), []byte("transfer-encoding"), []byte("upgrade"),
}

// isPlain reports that these bytes are one whole request of a visitor, with
// nothing before or after it and nothing special about it. What net/http might
// read in another way is not plain, so that both always agree where a request
// ends.
func (d *Listener) isPlain(head []byte) bool {
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
			return len(rest) == 0 && d.isVisitors(bearer, key)
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

// isVisitors goes by the token of a request, whose key counts without one.
func (d *Listener) isVisitors(bearer, key []byte) bool {
	if len(bearer) > 0 {
		return bytes.Equal(bearer, d.bearer)
	}
	return len(key) == 0 || bytes.Equal(key, d.key)
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
