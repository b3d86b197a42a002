package app

import (
	"context"
	"errors"
	"io"
	"os"

	"automacao/internal/files/blob"
)

// doctorKey is what is written to a bucket and removed again.
const doctorKey = "doctor/probe"

func (d *doctor) lookAtBucket(ctx context.Context) {
	if !blob.IsRemote(d.cfg.BlobURL) {
		d.lookAtFolder()
		return
	}
	bucket, err := blob.Open(ctx, d.cfg.BlobURL, d.cfg.Data)
	if err != nil {
		d.say("files", Ill, "%v", err)
		return
	}
	defer func() { _ = bucket.Close() }()
	err = blob.Reach(ctx, bucket)
	if err == nil {
		err = blob.Put(ctx, bucket, doctorKey, "text/plain", func(w io.Writer) error {
			_, err := io.WriteString(w, "automacao doctor")
			return err
		})
	}
	if err == nil {
		_, err = bucket.ReadAll(ctx, doctorKey)
	}
	if err == nil {
		err = bucket.Delete(ctx, doctorKey)
	}
	if err != nil {
		d.say("files", Ill, "the bucket of BLOB_URL does not write, read and remove: %v", err)
		return
	}
	d.say("files", Well, "the bucket writes, reads and removes")
}

func (d *doctor) lookAtFolder() {
	folder := d.folder()
	draft, err := os.CreateTemp(folder, ".doctor-*")
	switch {
	case errors.Is(err, os.ErrNotExist):
		d.say("files", Well, "%s is made by the first start", folder)
	case err != nil:
		d.say("files", Ill, "the folder for files cannot be written to: %v", err)
	default:
		if err := errors.Join(draft.Close(), os.Remove(draft.Name())); err != nil {
			d.say("files", Ill, "the folder for files cannot be written to: %v", err)
			return
		}
		d.say("files", Well, "%s can be written to", folder)
	}
}
