package storage

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// keyBytesMax is what the table allows, too.
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

// checkKey holds the protocol's grammar, and that no segment walks elsewhere.
func checkKey(key string) error {
	if len(key) > keyBytesMax || !keyGrammar.MatchString(key) || !isPlain(strings.Split(key, "/")) {
		return invalidKey(key)
	}
	return nil
}

// speakable are those keys that a file can have. A list of keys is answered item by
// item: one that no file has fails nobody else's.
func speakable(keys []string) []string {
	return slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return checkKey(key) != nil })
}

// isPlainPath tells whether a path means the same however often it is decoded
// or tidied: no empty or dotted segment, no encoded slash, backslash or NUL.
func isPlainPath(u *url.URL) bool {
	if strings.ContainsAny(u.Path, "\\\x00") {
		return false
	}
	sent := strings.Split(strings.TrimPrefix(u.EscapedPath(), "/"), "/")
	meant := strings.Split(strings.TrimPrefix(u.Path, "/"), "/")
	return len(sent) == len(meant) && isPlain(meant)
}

func isPlain(segments []string) bool {
	for _, segment := range segments {
		if segment == "" || segment == "." || segment == ".." {
			return false
		}
	}
	return true
}
