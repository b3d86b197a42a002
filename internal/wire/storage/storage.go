// Package storage serves files the way the official client expects them
// (storage-api). It owns buckets and objects: their rows, whose policies decide
// who may do what, and their bytes in the object store. It knows no user, no
// profile and no project.
package storage

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"gocloud.dev/blob"
	"golang.org/x/sync/semaphore"

	"automacao/internal/caller"
	"automacao/internal/database"
	"automacao/internal/limit"
	"automacao/internal/wire/token"
)

// Config says how much may be stored and what every request passes first.
type Config struct {
	// PreRequest is a SQL function without arguments, such as
	// auth.check_session, called in the transaction of every request.
	PreRequest string
	// FileBytesMax bounds a file where its bucket sets no limit; 50 MiB by default.
	FileBytesMax int64
	// UserBytesMax is how much one user may keep; 200 MiB by default.
	UserBytesMax int64
	// IsFull, unless nil, says whether there is no room for new files.
	IsFull func() bool
	// UploadTimeout is how long a body may take to arrive; 4 minutes by default.
	UploadTimeout time.Duration
	// UploadGrace is how long a body may take beyond what UploadRate, in bytes a
	// second, gives it; 10 seconds and 16 KiB by default.
	UploadGrace time.Duration
	UploadRate  int64
	// StepTimeout is how long the database or the object store may take to go on;
	// 8 seconds by default. UploadRate gives the store as much more.
	StepTimeout time.Duration
	// UploadURLLifetime is how long a signed upload URL holds; 2 hours by default.
	UploadURLLifetime time.Duration
	// Meter measures requests by route; nil measures none.
	Meter *limit.Meter
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
	if c.Now == nil {
		c.Now = time.Now
	}
	return c
}

// Server answers the storage protocol.
type Server struct {
	pool   *pgxpool.Pool
	db     database.Bounded // the pool for single statements
	keys   *token.Keys
	bucket *blob.Bucket
	cfg    Config
	log    *slog.Logger

	decoders *semaphore.Weighted
	mux      *http.ServeMux
	paths    []string
}

// New returns a server that keeps rows in pool and bytes in bucket, which the
// caller closes.
func New(pool *pgxpool.Pool, keys *token.Keys, bucket *blob.Bucket, cfg Config, log *slog.Logger) *Server {
	s := &Server{
		pool: pool, db: database.Bounded{Pool: pool}, keys: keys, bucket: bucket, cfg: cfg.withDefaults(), log: log,
		decoders: semaphore.NewWeighted(picturePixelsMax),
		mux:      http.NewServeMux(),
	}
	s.route()
	return s
}

// ServeHTTP answers a request whose base path is already stripped.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// The multiplexer would redirect to a tidier path, and decode an encoded
	// slash into one more folder: neither is what was asked for.
	if !isPlainPath(r.URL) {
		s.refuse(w, r, invalidKey(r.URL.Path))
		return
	}
	s.mux.ServeHTTP(w, r)
}

// An open handler answers anybody, a closed one a caller whose token was
// verified. Either returns why it did not answer.
type (
	open   func(w http.ResponseWriter, r *http.Request) error
	closed func(w http.ResponseWriter, r *http.Request, c caller.Caller) error
)

func (s *Server) route() {
	s.closed("GET /bucket", s.listBuckets)
	s.closed("POST /bucket", s.createBucket)
	s.closed("GET /bucket/{bucket}", s.getBucket)
	s.closed("PUT /bucket/{bucket}", s.updateBucket)
	s.closed("POST /bucket/{bucket}/empty", s.emptyBucket)
	s.closed("DELETE /bucket/{bucket}", s.deleteBucket)

	s.closed("POST /object/{bucket}/{key...}", s.upload)
	s.closed("PUT /object/{bucket}/{key...}", s.upload)
	s.closed("DELETE /object/{bucket}/{key...}", s.removeOne)
	s.closed("DELETE /object/{bucket}", s.removeMany)
	s.closed("POST /object/list/{bucket}", s.list)
	s.closed("POST /object/move", s.move)
	s.closed("POST /object/copy", s.copy)

	s.closed("GET /object/{bucket}/{key...}", s.readAuthenticated)
	s.closed("GET /object/authenticated/{bucket}/{key...}", s.readAuthenticated)
	s.open("GET /object/public/{bucket}/{key...}", s.readPublic)
	s.closed("GET /object/info/{bucket}/{key...}", s.infoAuthenticated)
	s.closed("GET /object/info/authenticated/{bucket}/{key...}", s.infoAuthenticated)
	s.open("GET /object/info/public/{bucket}/{key...}", s.infoPublic)

	s.closed("POST /object/sign/{bucket}/{key...}", s.signOne)
	s.closed("POST /object/sign/{bucket}", s.signMany)
	s.open("GET /object/sign/{bucket}/{key...}", s.readSigned)
	s.closed("POST /object/upload/sign/{bucket}/{key...}", s.signUpload)
	s.open("PUT /object/upload/sign/{bucket}/{key...}", s.uploadSigned)

	s.open("GET /health", s.health)
	s.open("/", func(_ http.ResponseWriter, r *http.Request) error { return unknownRoute(r) })
}

func (s *Server) open(pattern string, answer open) {
	s.handle(pattern, func(w http.ResponseWriter, r *http.Request) error {
		if err := s.measure(r, pattern, caller.From(r.Context())); err != nil {
			return err
		}
		return answer(w, r)
	})
}

func (s *Server) closed(pattern string, answer closed) {
	s.handle(pattern, func(w http.ResponseWriter, r *http.Request) error {
		c, refusal := s.authenticate(r)
		if refusal != nil {
			c = caller.From(r.Context())
		}
		if err := s.measure(r, pattern, c); err != nil {
			return err
		}
		if refusal != nil {
			return refusal
		}
		return answer(w, r, c)
	})
}

func (s *Server) handle(pattern string, answer open) {
	s.paths = append(s.paths, named(pattern))
	s.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		r, end := s.patient(r)
		defer end()
		if err := answer(w, r); err != nil {
			s.refuse(w, r, err)
		}
	})
}

// healthTimeout is how long a healthy database takes at most.
const healthTimeout = 2 * time.Second

func (s *Server) health(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), healthTimeout)
	defer cancel()
	if err := s.pool.Ping(ctx); err != nil {
		return err
	}
	return writeJSON(w, map[string]bool{"healthy": true})
}
