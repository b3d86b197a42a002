package storage

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// keyBytesMax is the table's limit too.
const keyBytesMax = 1000

var (
	keyGrammar    = regexp.MustCompile(`^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$`)
	bucketGrammar = regexp.MustCompile(`^[A-Za-z0-9_!.*'() &$=@;:+,?-]{1,100}$`)
)

// reservedBuckets are the words that follow /object/ in a route.
var reservedBuckets = map[string]bool{
	"authenticated": true, "copy": true, "info": true, "list": true, "move": true,
	"public": true, "sign": true, "upload": true, ".": true, "..": true,
}

func checkBucketName(name string) error {
	if !bucketGrammar.MatchString(name) || reservedBuckets[name] {
		return errBucketName
	}
	return nil
}

// checkKey checks a key against the protocol's grammar and refuses empty and dotted segments.
func checkKey(key string) error {
	if len(key) > keyBytesMax || !keyGrammar.MatchString(key) || !isPlain(strings.Split(key, "/")) {
		return invalidKey(key)
	}
	return nil
}

// validKeys are the valid keys of a list. A list is answered item by item, so an invalid key must
// not fail the others.
func validKeys(keys []string) []string {
	return slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return checkKey(key) != nil })
}

// isPlainPath reports whether decoding or normalising a path again cannot change its meaning: it
// has no empty or dotted segment and no encoded slash, backslash or NUL.
func isPlainPath(u *url.URL) bool {
	if strings.ContainsAny(u.Path, "\\\x00") {
		return false
	}
	sent := strings.Split(strings.TrimPrefix(u.EscapedPath(), "/"), "/")
	pictureMetadata := strings.Split(strings.TrimPrefix(u.Path, "/"), "/")
	return len(sent) == len(pictureMetadata) && isPlain(pictureMetadata)
}

func isPlain(segments []string) bool {
	for _, segment := range segments {
		if segment == "" || segment == "." || segment == ".." {
			return false
		}
	}
	return true
}
