// Package storage serves files the way the official client expects (storage-api). It owns buckets
// and objects: their rows, whose policies decide who may do what, and their bytes in the object
// store. It knows no user, no profile and no project.
package storage

import (
	"context"
	"log/slog"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"gocloud.dev/blob"
	"golang.org/x/sync/semaphore"

	"automacao/internal/edge/ratelimit"
	"automacao/internal/files/clamd"
	"automacao/internal/kernel/caller"
	"automacao/internal/postgres"
	"automacao/internal/wire/token"
)

// Config sets what the server stores and the checks of every request.
type Config struct {
	// PreRequest is a SQL function without arguments, such as auth.check_session, called in the
	// transaction of every request.
	PreRequest string
	// FileBytesMax bounds a file if its bucket sets no limit; 50 MiB by default.
	FileBytesMax int64
	// UserBytesMax bounds all files of one user; 200 MiB by default.
	UserBytesMax int64
	// IsFull, unless nil, reports whether there is no room for new files.
	IsFull func() bool
	// UploadTimeout is how long a body may take to arrive; 4 minutes by default.
	UploadTimeout time.Duration
	// UploadGrace is how long a body may take beyond the time that UploadRate, in bytes per second,
	// allows; 10 seconds and 16 KiB by default.
	UploadGrace time.Duration
	UploadRate  int64
	// StepTimeout bounds each wait for the database or the object store; 8 seconds by default.
	// UploadRate gives the store more time for large files.
	StepTimeout time.Duration
	// UploadURLLifetime is how long a signed upload URL is valid; 2 hours by default.
	UploadURLLifetime time.Duration
	// ResumableLifetime is how long an upload in parts may take; 1 hour by default.
	// ResumableOpenMax bounds one user's open uploads; 20 by default.
	ResumableLifetime time.Duration
	ResumableOpenMax  int
	// Origin returns the public URL under which a request reached this server, such as
	// https://example.org/prefix, for full URLs in responses; by default the request's own.
	Origin func(*http.Request) string
	// Inspect refuses files whose type, name and content do not agree, programs, and archives that
	// contain programs or cannot be inspected. The official server accepts them.
	Inspect bool
	// Originals are the buckets whose pictures keep every byte, such as evidence, where files are
	// inspected. In others, pictures lose their metadata.
	Originals []string
	// Scanner scans every file before it is stored. If it does not answer, the file is refused. Nil
	// disables scanning.
	Scanner *clamd.Scanner
	// KeepPictures stores files of a bucket of pictures unchanged. By default they are re-encoded,
	// upright and in sRGB.
	KeepPictures bool
	// Transforms serves pictures in other sizes and formats; off by default.
	Transforms bool
	// TransformsBytesMax bounds the in-memory cache of these pictures; 64 MiB by default.
	TransformsBytesMax int64
	// Vips is the program that writes WebP and AVIF; by default vips, if it is installed.
	Vips string
	// Meter rate-limits requests by route; nil limits none.
	Meter *ratelimit.Meter
	// Now is the clock of signed URLs; time.Now by default.
	Now func() time.Time
}

func (c Config) withDefaults() Config {
	if c.FileBytesMax == 0 {
		c.FileBytesMax = 50 << 20
	}
	if c.UserBytesMax == 0 {
		c.UserBytesMax = 200 << 20
	}
	if c.UploadTimeout == 0 {
		c.UploadTimeout = 4 * time.Minute
	}
	if c.UploadGrace == 0 {
		c.UploadGrace = 10 * time.Second
	}
	if c.UploadRate == 0 {
		c.UploadRate = 16 << 10
	}
	if c.StepTimeout == 0 {
		c.StepTimeout = 8 * time.Second
	}
	if c.UploadURLLifetime == 0 {
		c.UploadURLLifetime = 2 * time.Hour
	}
	if c.ResumableLifetime == 0 {
		c.ResumableLifetime = time.Hour
	}
	if c.ResumableOpenMax == 0 {
		c.ResumableOpenMax = 20
	}
	if c.Origin == nil {
		c.Origin = ownOrigin
	}
	if c.TransformsBytesMax == 0 {
		c.TransformsBytesMax = 64 << 20
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	return c
}

// Server answers the storage protocol.
type Server struct {
	pool   *pgxpool.Pool
	db     postgres.Bounded // the pool for single statements
	keys   *token.Keys
	bucket *blob.Bucket
	cfg    Config
	log    *slog.Logger

	decoders    *semaphore.Weighted
	inspections *semaphore.Weighted
	rendered    *rendered
	mux         *http.ServeMux
	paths       []string
}

// New returns a server that stores rows in pool and bytes in bucket. The caller closes both.
func New(pool *pgxpool.Pool, keys *token.Keys, bucket *blob.Bucket, cfg Config, log *slog.Logger) *Server {
	s := &Server{
		pool: pool, db: postgres.Bounded{Pool: pool}, keys: keys, bucket: bucket, cfg: cfg.withDefaults(), log: log,
		decoders: semaphore.NewWeighted(picturePixelsMax), inspections: semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0))),
		mux: http.NewServeMux(),
	}
	s.rendered = newRendered(s.cfg)
	s.route()
	return s
}

// ServeHTTP answers a request whose base path is already stripped.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// The multiplexer would redirect to a normalised path, and decode an encoded slash into another
	// folder; neither is what the client asked for.
	if !isPlainPath(r.URL) {
		s.refuse(w, r, invalidKey(r.URL.Path))
		return
	}
	s.mux.ServeHTTP(w, r)
}

// healthTimeout is the longest that a healthy database takes.
const healthTimeout = 2 * time.Second

func (s *Server) health(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), healthTimeout)
	defer cancel()
	if err := s.pool.Ping(ctx); err != nil {
		return err
	}
	return writeJSON(w, map[string]bool{"healthy": true})
}

// Base is the path where the protocol is served.
const Base = "/storage/v1"

// named is a route pattern in the form that the meter uses.
func named(pattern string) string {
	if method, path, hasMethod := strings.Cut(pattern, " "); hasMethod {
		return method + " " + Base + path
	}
	return Base + pattern
}

// measure applies the rate limit of the caller, or of their address.
func (s *Server) measure(r *http.Request, pattern string, from caller.Caller) error {
	return s.cfg.Meter.Admit(r.Context(), named(pattern), from, errRate)
}

// Paths lists the routes that the meter may be asked about.
func (s *Server) Paths() []string { return slices.Clone(s.paths) }
