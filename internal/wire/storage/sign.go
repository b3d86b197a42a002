package storage

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/caller"
	"automacao/internal/wire/token"
)

// These are the scopes of signed URLs. A session's token has no scope, so neither can replace the
// other.
const (
	scopeDownload = "storage:download"
	scopeUpload   = "storage:upload"
)

// signedLifetimeMax bounds the lifetime of a download URL, in seconds: a century, since apps sign
// for ten years what they mean to last forever.
const signedLifetimeMax = 100 * 365 * 24 * 60 * 60

// permit is the payload of a signed URL.
type permit struct {
	Scope  string    `json:"scope"`
	URL    string    `json:"url"`
	Owner  uuid.UUID `json:"owner"`
	Upsert bool      `json:"upsert"`
	// For is the role that made a URL without an owner. It is not the claim "role", because a URL
	// must not authenticate anybody.
	For string `json:"for"`
	// Transformations are the only form in which the URL's holder may see the picture.
	Transformations string `json:"transformations"`
	Format          string `json:"format"`
}

func (s *Server) signPermit(p permit, lifetime time.Duration) (string, error) {
	now := s.cfg.Now()
	claims := jwt.MapClaims{"scope": p.Scope, "url": p.URL, "iat": now.Unix(), "exp": now.Add(lifetime).Unix()}
	if p.Scope == scopeUpload {
		claims["owner"], claims["upsert"], claims["for"] = p.Owner, p.Upsert, p.For
	}
	if p.Transformations != "" {
		claims["transformations"] = p.Transformations
	}
	if p.Format != "" {
		claims["format"] = p.Format
	}
	return s.keys.Sign(claims)
}

// checkPermit verifies the token of a signed URL for the place it is used on.
func (s *Server) checkPermit(r *http.Request, scope string, at place) (permit, time.Time, error) {
	return s.checkToken(r.URL.Query().Get("token"), scope, at)
}

func (s *Server) checkToken(compact, scope string, at place) (permit, time.Time, error) {
	var p permit
	claims, err := s.keys.VerifyAt(compact, s.cfg.Now())
	switch {
	// Token leeway is for the clocks of other servers; this server signed the URL itself.
	case errors.Is(err, token.ErrExpired), err == nil && !s.cfg.Now().Before(claims.ExpiresAt):
		return p, time.Time{}, errExpiredToken
	case errors.Is(err, token.ErrSignature):
		return p, time.Time{}, errBadSignature.Because(err)
	case err != nil:
		return p, time.Time{}, errBadToken.Because(err)
	}
	if err := json.Unmarshal(claims.Raw, &p); err != nil || p.Scope != scope || p.URL != at.String() {
		return p, time.Time{}, errBadSignature
	}
	return p, claims.ExpiresAt, nil
}

type signRequest struct {
	ExpiresIn int64    `json:"expiresIn"`
	Paths     []string `json:"paths"`
	Transform *struct {
		Width   json.Number `json:"width"`
		Height  json.Number `json:"height"`
		Resize  string      `json:"resize"`
		Quality json.Number `json:"quality"`
		Format  string      `json:"format"`
	} `json:"transform"`
}

// transformation is the transformation to sign for. It is empty if the server makes none, since the
// protocol then signs the file itself.
func (s *Server) transformation(q signRequest) (transform, error) {
	if q.Transform == nil || !s.cfg.Transforms {
		return transform{}, nil
	}
	t := q.Transform
	return readTransform(func(name string) string {
		return map[string]string{"width": t.Width.String(), "height": t.Height.String(), "resize": t.Resize, "quality": t.Quality.String(), "format": t.Format}[name]
	})
}

func (q signRequest) lifetime() (time.Duration, error) {
	if q.ExpiresIn < 1 || q.ExpiresIn > signedLifetimeMax {
		return 0, invalidRequest("expiresIn must be between 1 second and a century")
	}
	return time.Duration(q.ExpiresIn) * time.Second, nil
}

func (s *Server) signedPath(at place, shown transform, lifetime time.Duration) (string, error) {
	route := "/object/sign/"
	if shown != (transform{}) {
		route = "/render/image/sign/"
	}
	signed, err := s.signPermit(permit{Scope: scopeDownload, URL: at.String(), Transformations: shown.signed(), Format: shown.format}, lifetime)
	if err != nil {
		return "", err
	}
	// Not escaped, because the client escapes the whole URL.
	return route + at.String() + "?token=" + signed, nil
}

func (s *Server) signOne(w http.ResponseWriter, r *http.Request, c caller.Caller) error {
	at, err := placeOf(r)
	if err != nil {
		return err
	}
	var wanted signRequest
	if err := readJSON(w, r, &wanted); err != nil {
		return err
	}
	lifetime, err := wanted.lifetime()
	if err != nil {
		return err
	}
	shown, err := s.transformation(wanted)
	if err != nil {
		return err
	}
	if _, err := s.find(r.Context(), c, at); err != nil {
		return err
	}
	path, err := s.signedPath(at, shown, lifetime)
	if err != nil {
		return err
	}
	return writeJSON(w, map[string]string{"signedURL": path})
}

// signedEntry is the result for one of many paths; exactly one of Error and SignedURL is null.
type signedEntry struct {
	Error     *string `json:"error"`
	Path      string  `json:"path"`
	SignedURL *string `json:"signedURL"`
}

func (s *Server) signMany(w http.ResponseWriter, r *http.Request, c caller.Caller) error {
	var wanted signRequest
	if err := readJSON(w, r, &wanted); err != nil {
		return err
	}
	lifetime, err := wanted.lifetime()
	if err != nil {
		return err
	}
	if len(wanted.Paths) == 0 || len(wanted.Paths) > keysMax {
		return invalidRequest("paths must name 1 to 1000 files")
	}
	bucket := r.PathValue("bucket")
	var visible []string
	err = s.as(r.Context(), c, func(tx pgx.Tx) (err error) {
		visible, err = values[string](r.Context(), tx,
			`SELECT name FROM storage.objects WHERE bucket_id = $1 AND name = ANY ($2) ORDER BY name`, bucket, validKeys(wanted.Paths))
		return err
	})
	if err != nil {
		return err
	}
	missing := "Either the object does not exist or you do not have access to it"
	entries := make([]signedEntry, len(wanted.Paths))
	for i, key := range wanted.Paths {
		entries[i] = signedEntry{Path: key, Error: &missing}
		// The names are ASCII, so PostgreSQL and Go sort them alike.
		if _, found := slices.BinarySearch(visible, key); !found {
			continue
		}
		path, err := s.signedPath(place{bucket, key}, transform{}, lifetime)
		if err != nil {
			return err
		}
		entries[i] = signedEntry{Path: key, SignedURL: &path}
	}
	return writeJSON(w, entries)
}

// signUpload signs a URL with which its holder can upload one file in the caller's name.
func (s *Server) signUpload(w http.ResponseWriter, r *http.Request, c caller.Caller) error {
	at, err := placeOf(r)
	if err != nil {
		return err
	}
	d := draft{at: at, owner: ownerOf(c), version: uuid.New(), replace: isUpsert(r)}
	if err := s.checkWrite(r.Context(), c, d); err != nil {
		return err
	}
	p := permit{Scope: scopeUpload, URL: at.String(), Upsert: d.replace, For: c.Role}
	if d.owner != nil {
		p.Owner = *d.owner
	}
	signed, err := s.signPermit(p, s.cfg.UploadURLLifetime)
	if err != nil {
		return err
	}
	return writeJSON(w, map[string]string{"url": "/object/upload/sign/" + at.String() + "?token=" + signed, "token": signed})
}
