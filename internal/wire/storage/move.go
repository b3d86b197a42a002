package storage

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
)

// relocation is the body of a move or a copy.
type relocation struct {
	BucketID          string `json:"bucketId"`
	SourceKey         string `json:"sourceKey"`
	DestinationBucket string `json:"destinationBucket"`
	DestinationKey    string `json:"destinationKey"`
	CopyMetadata      *bool  `json:"copyMetadata"`
	Metadata          struct {
		CacheControl *string `json:"cacheControl"`
		MimeType     *string `json:"mimetype"`
	} `json:"metadata"`
}

func (m relocation) from() place { return place{m.BucketID, m.SourceKey} }

func (m relocation) to() place {
	if m.DestinationBucket == "" {
		return place{m.BucketID, m.DestinationKey}
	}
	return place{m.DestinationBucket, m.DestinationKey}
}

func (s *Server) readRelocation(w http.ResponseWriter, r *http.Request) (relocation, error) {
	var wanted relocation
	if err := readJSON(w, r, &wanted); err != nil {
		return wanted, err
	}
	for _, key := range []string{wanted.SourceKey, wanted.DestinationKey} {
		if err := checkKey(key); err != nil {
			return wanted, err
		}
	}
	return wanted, nil
}

// checkArrival applies the limits of the target bucket. A bucket of pictures accepts only files
// that were re-encoded on upload.
func (s *Server) checkArrival(ctx context.Context, wanted relocation, file object) error {
	source, err := s.findBucket(ctx, wanted.from().bucket)
	if err != nil {
		return err
	}
	target, err := s.findBucket(ctx, wanted.to().bucket)
	if err != nil {
		return err
	}
	if file.SizeBytes > s.bytesMax(target) {
		return errTooLarge
	}
	if !target.allows(file.Metadata.MimeType) || (s.keepsPictures(target) && !source.isPictures()) {
		return invalidMimeType(file.Metadata.MimeType)
	}
	return s.reinspect(ctx, target, wanted.to().key, file.Metadata.MimeType, file)
}

// find reads a row as the caller sees it.
func (s *Server) find(ctx context.Context, c caller.Caller, at place) (object, error) {
	var found object
	err := s.as(ctx, c, func(tx pgx.Tx) (err error) {
		found, err = findObject(ctx, tx, at)
		return err
	})
	return found, err
}

// move renames a file. Its bytes stay where they are.
func (s *Server) move(w http.ResponseWriter, r *http.Request, c caller.Caller) error {
	ctx := r.Context()
	wanted, err := s.readRelocation(w, r)
	if err != nil {
		return err
	}
	file, err := s.find(ctx, c, wanted.from())
	if err != nil {
		return err
	}
	if err := s.checkArrival(ctx, wanted, file); err != nil {
		return err
	}
	err = s.as(ctx, c, func(tx pgx.Tx) error {
		// Matching the version ensures that the file that moves is the one that was checked.
		moved, err := tx.Exec(ctx, `UPDATE storage.objects SET bucket_id = $2, name = $3, updated_at = now() WHERE version = $1`,
			file.Version, wanted.to().bucket, wanted.to().key)
		if err == nil && moved.RowsAffected() == 0 {
			return errNoKey
		}
		return err
	})
	if err != nil {
		return err
	}
	return writeJSON(w, map[string]any{"message": "Successfully moved", "Id": file.ID, "Key": wanted.to().String()})
}

// describe replaces a file's metadata with that given for its copy. Fields that are not given stay,
// except for the user's own metadata.
func (m relocation) describe(r *http.Request, file *object) (err error) {
	if m.Metadata.CacheControl != nil {
		file.Metadata.CacheControl = cacheControl(*m.Metadata.CacheControl)
	}
	if m.Metadata.MimeType != nil {
		file.Metadata.MimeType = mediaType(*m.Metadata.MimeType)
	}
	file.UserMetadata, err = userMetadataOf(r)
	return err
}

// copied is the response to a copy.
type copied struct {
	object
	UploadedID uuid.UUID `json:"Id"`
	Key        string    `json:"Key"`
}

// copy stores a file's bytes again under another name.
func (s *Server) copy(w http.ResponseWriter, r *http.Request, c caller.Caller) error {
	ctx := r.Context()
	wanted, err := s.readRelocation(w, r)
	if err != nil {
		return err
	}
	file, err := s.find(ctx, c, wanted.from())
	if err != nil {
		return err
	}
	if wanted.CopyMetadata != nil && !*wanted.CopyMetadata {
		if err := wanted.describe(r, &file); err != nil {
			return err
		}
	}
	if err := s.checkArrival(ctx, wanted, file); err != nil {
		return err
	}
	d := draft{
		at: wanted.to(), owner: ownerOf(c), version: uuid.New(), replace: isUpsert(r),
		about: file.Metadata, userMetadata: file.UserMetadata,
	}
	d.about.LastModified = s.cfg.Now().UTC().Truncate(time.Second)
	if err := s.checkWrite(ctx, c, d); err != nil {
		return err
	}
	if err := s.bucket.Copy(ctx, blobKey(d.version), blobKey(file.Version), nil); err != nil {
		return fmt.Errorf("copy version %s: %w", file.Version, err)
	}
	written, err := s.commit(ctx, c, d)
	if err != nil {
		return err
	}
	return writeJSON(w, copied{object: written, UploadedID: written.ID, Key: d.at.String()})
}
