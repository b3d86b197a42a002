package storage

import (
	"context"
	"net/http"
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
