package storage

import (
	"bytes"
	"context"
	"fmt"

	"github.com/google/uuid"
)

// Keep stores what the server itself has made in the name of a user, under the
// rules for his own uploads; without an owner under those of the service.
func (s *Server) Keep(ctx context.Context, owner uuid.UUID, bucket, name, contentType string, content []byte) error {
	into, err := s.findBucket(ctx, bucket)
	if err != nil {
		return fmt.Errorf("look up bucket %s: %w", bucket, err)
	}
	spooled, err := newSpool(s.bytesMax(into))
	if err != nil {
		return fmt.Errorf("open a spool: %w", err)
	}
	arrived := arrival{content: spooled, contentType: contentType, cacheControl: cacheControl("")}
	defer func() { arrived.content.Close() }()
	if err := arrived.fill(bytes.NewReader(content)); err != nil {
		return err
	}
	c := onBehalf(owner)
	_, err = s.keep(ctx, c, draft{at: place{bucket: bucket, key: name}, owner: ownerOf(c), version: uuid.New()}, into, &arrived)
	return err
}
