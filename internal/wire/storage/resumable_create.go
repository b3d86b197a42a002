package storage

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
)

// metadataBytesMax bounds Upload-Metadata; the table has the same bound.
const metadataBytesMax = 16 << 10

// uploadDescription is the description of a file before its bytes arrive.
type uploadDescription struct {
	at           place
	contentType  string
	cacheControl string
	userMetadata []byte
}

// parseMetadata parses Upload-Metadata: keys with base64 values, separated by commas.
func parseMetadata(header string) (map[string]string, error) {
	if header == "" {
		return nil, errNoMetadata
	}
	if len(header) > metadataBytesMax {
		return nil, errBadMetadata
	}
	said := map[string]string{}
	for pair := range strings.SplitSeq(header, ",") {
		key, encoded, _ := strings.Cut(strings.TrimSpace(pair), " ")
		value, err := base64.StdEncoding.DecodeString(strings.TrimSpace(encoded))
		if _, twice := said[key]; twice || key == "" || err != nil {
			return nil, errBadMetadata
		}
		said[key] = string(value)
	}
	return said, nil
}

func readParcel(header string) (p uploadDescription, err error) {
	said, err := parseMetadata(header)
	if err != nil {
		return p, err
	}
	p.at = place{bucket: said["bucketName"], key: said["objectName"]}
	if err := checkBucketName(p.at.bucket); err != nil {
		return p, err
	}
	if err := checkKey(p.at.key); err != nil {
		return p, err
	}
	p.contentType, p.cacheControl = mediaType(said["contentType"]), cacheControl(said["cacheControl"])
	p.userMetadata, err = checkUserMetadata([]byte(said["metadata"]))
	return p, err
}

// create begins an upload after checking that its file would be accepted.
func (p uploadRoutes) create(w http.ResponseWriter, r *http.Request) error {
	if p.cfg.IsFull != nil && p.cfg.IsFull() {
		return errFull
	}
	if r.Header.Get("Upload-Concat") != "" {
		return errConcat
	}
	length, err := readLength(r)
	if err != nil {
		return err
	}
	coming, err := readParcel(r.Header.Get("Upload-Metadata"))
	if err != nil {
		return err
	}
	c, replace, err := p.sender(r, coming.at)
	if err != nil {
		return err
	}
	if err := p.admit(r.Context(), c, coming, length, replace); err != nil {
		return err
	}
	begun, err := p.begin(r.Context(), c, coming, length, replace, r.Header.Get("Upload-Metadata"))
	if err != nil {
		return err
	}
	w.Header().Set("Location", p.address(r, begun))
	if length == 0 || r.Header.Get("Content-Type") == tusContent && r.ContentLength != 0 {
		if begun, err = p.receivePart(w, r, c, begun, 0); err != nil {
			w.Header().Del("Location")
			return err
		}
	}
	return p.appended(w, begun, http.StatusCreated)
}

func readLength(r *http.Request) (int64, error) {
	text := r.Header.Get("Upload-Length")
	switch {
	case text == "" && r.Header.Get("Upload-Defer-Length") != "":
		return 0, errDefer
	case text == "":
		return 0, errNoLength
	}
	length, err := strconv.ParseUint(text, 10, 53)
	if err != nil {
		return 0, errNoLength
	}
	return int64(length), nil
}

// admit checks the bucket's rules and the policies before a byte is accepted. The policies are
// checked again when the file is complete.
func (s *Server) admit(ctx context.Context, c caller.Caller, coming uploadDescription, length int64, replace bool) error {
	into, err := s.findBucket(ctx, coming.at.bucket)
	if err != nil {
		return err
	}
	if length > s.bytesMax(into) {
		return errMaximum
	}
	if !into.allows(coming.contentType) {
		return invalidMimeType(coming.contentType)
	}
	if err := s.inspectName(into, coming.at.key, coming.contentType); err != nil {
		return err
	}
	return s.checkWrite(ctx, c, draft{at: coming.at, owner: ownerOf(c), version: uuid.New(), replace: replace, userMetadata: coming.userMetadata})
}

const insertUpload = `INSERT INTO storage.uploads (id, bucket_id, name, role, owner, is_upsert, length_bytes,
	content_type, cache_control, user_metadata, said, expires_at, network)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now() + $12::interval, $13) RETURNING ` + uploadColumns

// begin stores the upload, within the sender's limit of open uploads.
func (s *Server) begin(ctx context.Context, c caller.Caller, coming uploadDescription, length int64, replace bool, said string) (begun upload, err error) {
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := s.checkOpen(ctx, tx, c, length); err != nil {
			return err
		}
		begun, err = one[upload](ctx, tx, errNoUpload, insertUpload, uuid.New(), coming.at.bucket, coming.at.key, c.Role, ownerOf(c),
			replace, length, coming.contentType, coming.cacheControl, rawOrNull(coming.userMetadata), said, s.cfg.ResumableLifetime, networkOf(ctx, c))
		return err
	})
	return begun, err
}

// These bound the open uploads without an owner, in total and from one anonymous network.
const (
	unownedMax        = 1000
	unownedNetworkMax = unownedMax / 4
)

// networkOf is the network of an anonymous caller; nil for others, who are identified otherwise.
func networkOf(ctx context.Context, c caller.Caller) *string {
	if c.Role != roleAnon {
		return nil
	}
	network := caller.From(ctx).Network()
	return &network
}

// checkOpen counts a sender's unfinished uploads, and their full length against the quota.
func (s *Server) checkOpen(ctx context.Context, tx pgx.Tx, c caller.Caller, length int64) error {
	owner, most := ownerOf(c), unownedMax
	if owner != nil {
		most = s.cfg.ResumableOpenMax
	}
	if err := lockOwner(ctx, tx, c.UserID); err != nil {
		return err
	}
	var count, near int
	var bytes int64
	err := tx.QueryRow(ctx, `SELECT count(*), count(*) FILTER (WHERE network = $3), coalesce(sum(length_bytes), 0)::bigint FROM storage.uploads
		WHERE owner IS NOT DISTINCT FROM $1 AND role = $2 AND finished_at IS NULL AND expires_at > now()`, owner, c.Role, networkOf(ctx, c)).Scan(&count, &near, &bytes)
	if err != nil {
		return fmt.Errorf("count the open uploads: %w", err)
	}
	if count >= most || near >= unownedNetworkMax {
		return errManyUploads
	}
	if owner == nil {
		return nil
	}
	return s.checkQuota(ctx, tx, *owner, bytes+length)
}

func rawOrNull(raw []byte) any {
	if raw == nil {
		return nil
	}
	return string(raw)
}

// address is the full URL at which an upload continues.
func (p uploadRoutes) address(r *http.Request, u upload) string {
	return strings.TrimSuffix(p.cfg.Origin(r), "/") + Base + p.base + "/" + u.address()
}

// address is an upload's id in its URL: place and id, in base64url.
func (u upload) address() string {
	return base64.RawURLEncoding.EncodeToString([]byte(u.place().String() + "/" + u.ID.String()))
}

// readUploadID parses what address wrote.
func readUploadID(text string) (at place, id uuid.UUID, err error) {
	raw, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
	if err != nil {
		return at, id, errNoUpload
	}
	whole := string(raw)
	bucket, rest, _ := strings.Cut(whole, "/")
	cut := strings.LastIndex(rest, "/")
	if cut < 0 {
		return at, id, errNoUpload
	}
	at = place{bucket: bucket, key: rest[:cut]}
	if id, err = uuid.Parse(rest[cut+1:]); err != nil || checkBucketName(at.bucket) != nil || checkKey(at.key) != nil {
		return at, id, errNoUpload
	}
	return at, id, nil
}

// upload is a row of storage.uploads.
type upload struct {
	ID           uuid.UUID
	BucketID     string
	Name         string
	Role         string
	Owner        *uuid.UUID
	IsUpsert     bool
	LengthBytes  int64
	OffsetBytes  int64
	ContentType  string
	CacheControl string
	UserMetadata []byte
	Said         string
	ExpiresAt    time.Time
	FinishedAt   *time.Time
	TakenBy      *uuid.UUID
}

const uploadColumns = `id, bucket_id, name, role, owner, is_upsert, length_bytes, offset_bytes, content_type, cache_control,
	user_metadata, said, expires_at, finished_at, taken_by`

func (u upload) place() place { return place{u.BucketID, u.Name} }

func (u upload) ownerID() uuid.UUID {
	if u.Owner == nil {
		return uuid.Nil
	}
	return *u.Owner
}
