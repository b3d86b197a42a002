package storage

import (
	"context"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
)

// bucketRow is a row of storage.buckets.
type bucketRow struct {
	ID               string    `json:"id"`
	Name             string    `json:"name"`
	Owner            string    `json:"owner"`
	Public           bool      `json:"public"`
	Type             string    `json:"type"`
	FileSizeLimit    *int64    `json:"file_size_limit"`
	AllowedMimeTypes []string  `json:"allowed_mime_types"`
	CreatedAt        time.Time `json:"created_at"`
	UpdatedAt        time.Time `json:"updated_at"`
}

// The protocol writes a missing owner as an empty text.
const bucketColumns = `id, name, coalesce(owner_id, '') AS owner, public, type, file_size_limit, allowed_mime_types, created_at, updated_at`

// findBucket reads a bucket as the server: its limits apply to every writer.
func (s *Server) findBucket(ctx context.Context, id string) (bucketRow, error) {
	if err := checkBucketName(id); err != nil {
		return bucketRow{}, err
	}
	return one[bucketRow](ctx, s.db, errNoBucket, `SELECT `+bucketColumns+` FROM storage.buckets WHERE id = $1`, id)
}

// keepsPictures reports whether a bucket stores only pictures, which are then re-encoded and never
// stored as they were sent.
func (s *Server) keepsPictures(b bucketRow) bool { return !s.cfg.KeepPictures && b.isPictures() }

func (b bucketRow) isPictures() bool {
	for _, allowed := range b.AllowedMimeTypes {
		if !strings.HasPrefix(allowed, "image/") {
			return false
		}
	}
	return len(b.AllowedMimeTypes) > 0
}

func (b bucketRow) allows(mime string) bool {
	if len(b.AllowedMimeTypes) == 0 {
		return true
	}
	mime = bareType(mime)
	family, _, _ := strings.Cut(mime, "/")
	for _, allowed := range b.AllowedMimeTypes {
		if allowed = strings.ToLower(allowed); allowed == mime || allowed == family+"/*" || allowed == "*/*" || allowed == "*" {
			return true
		}
	}
	return false
}

func (s *Server) bytesMax(b bucketRow) int64 {
	if b.FileSizeLimit == nil {
		return s.cfg.FileBytesMax
	}
	return min(*b.FileSizeLimit, s.cfg.FileBytesMax)
}

func (s *Server) listBuckets(w http.ResponseWriter, r *http.Request, c caller.Caller) error {
	query := r.URL.Query()
	order, err := orderBy(query.Get("sortColumn"), query.Get("sortOrder"), "id", "name", "created_at", "updated_at")
	if err != nil {
		return err
	}
	limit, errLimit := number(query.Get("limit"), listMax)
	offset, errOffset := number(query.Get("offset"), 0)
	if errLimit != nil || errOffset != nil {
		return invalidRequest("limit and offset must be numbers")
	}
	var found []bucketRow
	err = s.as(r.Context(), c, func(tx pgx.Tx) (err error) {
		found, err = many[bucketRow](r.Context(), tx, `SELECT `+bucketColumns+` FROM storage.buckets
			WHERE strpos(lower(name), lower($1)) > 0 ORDER BY `+order+` LIMIT $2 OFFSET $3`, query.Get("search"), min(limit, listMax), offset)
		return err
	})
	if err != nil {
		return err
	}
	return writeJSON(w, found)
}

// number parses a count of a query; absent is the value of an empty text.
func number(text string, absent int64) (int64, error) {
	if text == "" {
		return absent, nil
	}
	n, err := strconv.ParseUint(text, 10, 31)
	return int64(n), err
}

func (s *Server) getBucket(w http.ResponseWriter, r *http.Request, c caller.Caller) error {
	var found bucketRow
	err := s.as(r.Context(), c, func(tx pgx.Tx) (err error) {
		found, err = one[bucketRow](r.Context(), tx, errNoBucket,
			`SELECT `+bucketColumns+` FROM storage.buckets WHERE id = $1`, r.PathValue("bucket"))
		return err
	})
	if err != nil {
		return err
	}
	return writeJSON(w, found)
}

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
