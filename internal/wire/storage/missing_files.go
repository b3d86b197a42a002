package storage

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"gocloud.dev/blob"
	"golang.org/x/sync/errgroup"
)

// lookupsMax is how many objects are looked up concurrently.
const lookupsMax = 16

// Missing checks whether the bytes of at most the given number of random rows exist, and counts the
// missing ones. If ctx ends, it returns the counts so far with ctx's error.
func Missing(ctx context.Context, pool *pgxpool.Pool, bucket *blob.Bucket, most int) (looked, missing int64, err error) {
	rows, err := pool.Query(ctx, `SELECT version FROM storage.objects ORDER BY random() LIMIT $1`, most)
	if err != nil {
		return 0, 0, fmt.Errorf("list the files: %w", err)
	}
	versions, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	if err != nil {
		return 0, 0, fmt.Errorf("list the files: %w", err)
	}
	var seen, gone atomic.Int64
	asking, asked := errgroup.WithContext(ctx)
	asking.SetLimit(lookupsMax)
	for _, version := range versions {
		if asked.Err() != nil {
			break
		}
		asking.Go(func() error {
			isThere, err := bucket.Exists(asked, blobKey(version))
			if err != nil {
				return fmt.Errorf("look up a file: %w", err)
			}
			seen.Add(1)
			if !isThere {
				gone.Add(1)
			}
			return nil
		})
	}
	err = asking.Wait()
	if err == nil {
		err = ctx.Err()
	}
	return seen.Load(), gone.Load(), err
}
