package storage

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"
	"golang.org/x/sync/singleflight"

	"automacao/internal/edge/lru"
)

// renderedKey identifies a transformed picture; a version never changes.
type renderedKey struct {
	version uuid.UUID
	as      transform
}

// rendered is an LRU cache of transformed pictures. It also runs the program that encodes the
// formats that Go cannot.
type rendered struct {
	bytesMax int64
	vips     string
	making   singleflight.Group

	mu   sync.Mutex
	used int64
	kept *lru.Order[renderedKey, *shownPicture]
}

func newRendered(cfg Config) *rendered {
	r := &rendered{bytesMax: cfg.TransformsBytesMax, kept: lru.NewOrder[renderedKey, *shownPicture]()}
	if !cfg.Transforms {
		return r
	}
	name := cfg.Vips
	if name == "" {
		name = "vips"
	}
	// Without the program, the server writes only JPEG and PNG.
	r.vips, _ = exec.LookPath(name)
	return r
}

// get returns a picture; concurrent requests for the same picture share one computation.
func (r *rendered) get(ctx context.Context, key renderedKey, produce func(context.Context) (*shownPicture, error)) (*shownPicture, error) {
	if found := r.find(key); found != nil {
		return found, nil
	}
	waiting := stepTimerOf(ctx)
	waiting.step(decodeTimeMax + vipsTimeMax)
	// A client that leaves does not cancel the work for the others.
	made := r.making.DoChan(fmt.Sprint(key), func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), decodeTimeMax+vipsTimeMax)
		defer cancel()
		picture, err := produce(ctx)
		if err == nil {
			r.keep(key, picture)
		}
		return picture, err
	})
	select {
	case result := <-made:
		picture, _ := result.Val.(*shownPicture)
		return picture, result.Err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func (r *rendered) find(key renderedKey) *shownPicture {
	r.mu.Lock()
	defer r.mu.Unlock()
	found, _ := r.kept.Find(key)
	return found
}

func (r *rendered) keep(key renderedKey, picture *shownPicture) {
	size := picture.size()
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, isThere := r.kept.Find(key); isThere || size > r.bytesMax/4 {
		return
	}
	r.kept.Keep(key, picture)
	for r.used += size; r.used > r.bytesMax; {
		_, gone, _ := r.kept.DropOldest()
		r.used -= gone.size()
	}
}

// forget removes a version's pictures, or all.
func (r *rendered) forget(version *uuid.UUID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for key, picture := range r.kept.All() {
		if version == nil || key.version == *version {
			r.kept.Drop(key)
			r.used -= picture.size()
		}
	}
}

// canWrite reports whether vips can write the format.
func (r *rendered) canWrite(format string) bool {
	return r.vips != "" && (format == "webp" || format == "avif")
}

// These bound vips. Its input is the server's own encoding of a picture that is small enough to
// decode, and it gets no more time and memory than that needs.
const (
	vipsTimeMax     = 20 * time.Second
	vipsMemoryKiB   = 1 << 20
	vipsCommandLine = `ulimit -v "$1"; shift; exec "$@"`
)

// writeByVips encodes a picture with the program, which never reads an uploaded file.
func (r *rendered) writeByVips(ctx context.Context, picture image.Image, format string, quality int) (content []byte, contentType string, err error) {
	folder, err := os.MkdirTemp("", "picture-")
	if err != nil {
		return nil, "", fmt.Errorf("create a folder for vips: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	from, to := filepath.Join(folder, "in.png"), filepath.Join(folder, "out."+format)
	if err := writePNG(from, picture); err != nil {
		return nil, "", err
	}
	save := []string{"webpsave", from, to, "--Q", strconv.Itoa(quality)}
	if format == "avif" {
		save = []string{"heifsave", from, to, "--Q", strconv.Itoa(quality), "--compression", "av1"}
	}
	ctx, cancel := context.WithTimeout(ctx, vipsTimeMax)
	defer cancel()
	arguments := append([]string{"-c", vipsCommandLine, "vips", strconv.Itoa(vipsMemoryKiB), r.vips}, save...)
	command := exec.CommandContext(ctx, "/bin/sh", arguments...)
	command.Env = []string{"VIPS_CONCURRENCY=1", "PATH=/usr/bin:/bin", "TMPDIR=" + folder}
	command.WaitDelay = time.Second
	if said, err := command.CombinedOutput(); err != nil {
		return nil, "", fmt.Errorf("write %s with vips: %w: %s", format, err, clip(string(said)))
	}
	if content, err = os.ReadFile(to); err != nil {
		return nil, "", fmt.Errorf("read what vips wrote: %w", err)
	}
	return content, "image/" + format, nil
}

func writePNG(path string, picture image.Image) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("create a file for vips: %w", err)
	}
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := errors.Join(encoder.Encode(file, picture), file.Close()); err != nil {
		return fmt.Errorf("write a picture for vips: %w", err)
	}
	return nil
}
