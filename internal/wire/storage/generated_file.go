package storage

import (
	"bytes"
	"context"
	"fmt"

	"github.com/google/uuid"
)

// Keep stores a file that the server made in a user's name, under the rules for the user's own
// uploads; without an owner, under those of the service role.
func (s *Server) Keep(ctx context.Context, owner uuid.UUID, bucket, name, contentType string, content []byte) error {
	into, err := s.findBucket(ctx, bucket)
	if err != nil {
		return fmt.Errorf("look up bucket %s: %w", bucket, err)
	}
	bufferedFile, err := newBufferedFile(s.bytesMax(into))
	if err != nil {
		return fmt.Errorf("open a buffer: %w", err)
	}
	arrived := arrival{content: bufferedFile, contentType: contentType, cacheControl: cacheControl("")}
	defer func() { arrived.content.Close() }()
	if err := arrived.fill(bytes.NewReader(content)); err != nil {
		return err
	}
	c := onBehalf(owner)
	_, err = s.keep(ctx, c, draft{at: place{bucket: bucket, key: name}, owner: ownerOf(c), version: uuid.New()}, into, &arrived)
	return err
}
