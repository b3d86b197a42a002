package storage

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"automacao/internal/kernel/caller"
)

// bucketChange is the body of a creation or an update. Fields that are absent from an update stay
// unchanged.
type bucketChange struct {
	ID               string          `json:"id"`
	Name             string          `json:"name"`
	Public           *bool           `json:"public"`
	FileSizeLimit    json.RawMessage `json:"file_size_limit"`
	AllowedMimeTypes json.RawMessage `json:"allowed_mime_types"`
	Type             string          `json:"type"`
}

// limits parses and checks the limits that a bucket is to have.
func (b bucketChange) limits(bytesMax int64) (size *int64, types []string, err error) {
	if size, err = byteCount(b.FileSizeLimit); err != nil {
		return nil, nil, err
	}
	if size != nil && *size > bytesMax {
		return nil, nil, errTooLarge
	}
	if len(b.AllowedMimeTypes) > 0 {
		if err := json.Unmarshal(b.AllowedMimeTypes, &types); err != nil {
			return nil, nil, invalidRequest("allowed_mime_types must be a list of texts")
		}
	}
	for _, each := range types {
		if !allowable.MatchString(each) {
			return nil, nil, invalidMimeType(each)
		}
	}
	return size, types, nil
}

// allowable is a media type, a family of media types, or any.
var allowable = regexp.MustCompile(`^(?:\*|\*/\*|[A-Za-z0-9][\w.+-]{0,126}/(?:\*|[A-Za-z0-9][\w.+-]{0,126}))$`)

// standard is the only supported kind of bucket: of files.
const standard = "STANDARD"

func (b bucketChange) checkType() error {
	switch b.Type {
	case "", standard:
		return nil
	case "ANALYTICS", "VECTOR":
		return errNotOffered
	}
	return invalidRequest("type must be STANDARD")
}

// A size is a number with a decimal unit, in upper or lower case.
var (
	sizeText = regexp.MustCompile(`(?i)^([0-9]{1,15}(?:\.[0-9]{1,9})?)(gb|mb|kb|b)?$`)
	units    = map[string]float64{"gb": 1e9, "mb": 1e6, "kb": 1e3, "b": 1, "": 1}
)

// byteCount reads 20000000, "20000000" or "20MB"; null means no limit.
func byteCount(raw json.RawMessage) (*int64, error) {
	if len(raw) == 0 || bytes.Equal(raw, []byte("null")) {
		return nil, nil //nolint:nilnil // null is a value here: no limit
	}
	var number json.Number
	if err := json.Unmarshal(raw, &number); err != nil {
		var text string
		if err := json.Unmarshal(raw, &text); err != nil {
			return nil, errSizeText
		}
		number = json.Number(text)
	}
	found := sizeText.FindStringSubmatch(number.String())
	if found == nil {
		return nil, errSizeText
	}
	count, err := strconv.ParseFloat(found[1], 64)
	size := math.Round(count * units[strings.ToLower(found[2])])
	if err != nil || size < 1 || size > 1<<50 {
		return nil, errSizeText
	}
	whole := int64(size)
	return &whole, nil
}

// A user who creates a bucket is recorded as its owner; for the server the column is left out,
// which needs no right to it.
const (
	insertBucket = `INSERT INTO storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
		VALUES ($1, $1, $2, $3, $4)`
	insertOwnBucket = `INSERT INTO storage.buckets (id, name, public, file_size_limit, allowed_mime_types, owner)
		VALUES ($1, $1, $2, $3, $4, $5)`
)

func (s *Server) createBucket(w http.ResponseWriter, r *http.Request, c caller.Caller) error {
	var wanted bucketChange
	if err := readJSON(w, r, &wanted); err != nil {
		return err
	}
	if wanted.ID == "" {
		wanted.ID = wanted.Name
	}
	if err := checkBucketName(wanted.ID); err != nil {
		return err
	}
	if err := wanted.checkType(); err != nil {
		return err
	}
	size, types, err := wanted.limits(s.cfg.FileBytesMax)
	if err != nil {
		return err
	}
	public := wanted.Public != nil && *wanted.Public
	err = s.as(r.Context(), c, func(tx pgx.Tx) error {
		if c.Role == caller.ServiceRole {
			_, err := tx.Exec(r.Context(), insertBucket, wanted.ID, public, size, types)
			return err
		}
		_, err := tx.Exec(r.Context(), insertOwnBucket, wanted.ID, public, size, types, ownerOf(c))
		return err
	})
	if err != nil {
		return err
	}
	return writeJSON(w, map[string]string{"name": wanted.ID})
}

func (s *Server) updateBucket(w http.ResponseWriter, r *http.Request, c caller.Caller) error {
	var wanted bucketChange
	if err := readJSON(w, r, &wanted); err != nil {
		return err
	}
	size, types, err := wanted.limits(s.cfg.FileBytesMax)
	if err != nil {
		return err
	}
	err = s.changeBucket(r, c, `UPDATE storage.buckets SET public = coalesce($2, public), updated_at = now(),
		file_size_limit = CASE WHEN $3 THEN $4 ELSE file_size_limit END,
		allowed_mime_types = CASE WHEN $5 THEN $6 ELSE allowed_mime_types END WHERE id = $1`,
		wanted.Public, wanted.FileSizeLimit != nil, size, wanted.AllowedMimeTypes != nil, types)
	if err != nil {
		return err
	}
	return writeJSON(w, map[string]string{"message": "Successfully updated"})
}

func (s *Server) deleteBucket(w http.ResponseWriter, r *http.Request, c caller.Caller) error {
	if err := s.changeBucket(r, c, `DELETE FROM storage.buckets WHERE id = $1`); err != nil {
		return err
	}
	return writeJSON(w, map[string]string{"message": "Successfully deleted"})
}

// emptyBucket deletes all files of a bucket. The rows are deleted at once; bytes that are not
// deleted in time are left to Sweep.
func (s *Server) emptyBucket(w http.ResponseWriter, r *http.Request, c caller.Caller) error {
	if c.Role != caller.ServiceRole {
		return errDenied
	}
	if _, err := s.findBucket(r.Context(), r.PathValue("bucket")); err != nil {
		return err
	}
	var versions []uuid.UUID
	err := s.as(r.Context(), c, func(tx pgx.Tx) (err error) {
		versions, err = values[uuid.UUID](r.Context(), tx,
			`DELETE FROM storage.objects WHERE bucket_id = $1 RETURNING version`, r.PathValue("bucket"))
		return err
	})
	if err != nil {
		return err
	}
	s.discard(r.Context(), versions...)
	return writeJSON(w, map[string]string{"message": "Empty bucket has been queued. Completion may take up to an hour."})
}

// changeBucket runs one statement on the bucket of the request.
func (s *Server) changeBucket(r *http.Request, c caller.Caller, statement string, args ...any) error {
	err := s.as(r.Context(), c, func(tx pgx.Tx) error {
		done, err := tx.Exec(r.Context(), statement, append([]any{r.PathValue("bucket")}, args...)...)
		if err == nil && done.RowsAffected() == 0 {
			return errNoBucket
		}
		return err
	})
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.ConstraintName == "objects_bucket_id_fkey" {
		return errBucketNotEmpty
	}
	return err
}
