package site

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/semaphore"

	"automacao/internal/documents/card"
	"automacao/internal/edge/lru"
	"automacao/internal/kernel/route"
)

// pictures is the path prefix of pictures, followed by kind and id: projeto/….png.
const pictures = "/compartilhar/"

const (
	// picturesDrawn bounds how many pictures are drawn at once, at about four megabytes each.
	picturesDrawn = 2
	// picturesKept is how many pictures one of two generations keeps, at about 40 KiB each.
	picturesKept = 64
	// pictureWait is how long a request may wait for its picture to be drawn.
	pictureWait = 10 * time.Second
)

// pictureCache draws the pictures of link previews and keeps the recent ones.
type pictureCache struct {
	turns *semaphore.Weighted
	mu    sync.Mutex
	kept  *lru.Map[*cachedPicture]
}

// cachedPicture is a picture. Its content is nil until it has been drawn.
type cachedPicture struct {
	mu      sync.Mutex
	content []byte
}

func newPictureCache() *pictureCache {
	return &pictureCache{turns: semaphore.NewWeighted(picturesDrawn), kept: lru.New(picturesKept, func() *cachedPicture { return &cachedPicture{} })}
}

// of returns the picture of a card, drawn once for all concurrent requests.
func (a *pictureCache) of(ctx context.Context, digest string, c card.Card) ([]byte, error) {
	a.mu.Lock()
	found := a.kept.Of(digest)
	a.mu.Unlock()
	found.mu.Lock()
	defer found.mu.Unlock()
	if found.content != nil {
		return found.content, nil
	}
	if err := a.turns.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer a.turns.Release(1)
	drawn, err := c.PNG()
	found.content = drawn
	return drawn, err
}

// picture answers with the picture of something that anonymous visitors may read.
func (s *Site) picture(w http.ResponseWriter, r *http.Request) {
	about, c, err := s.pictured(r)
	if errors.Is(err, errNothingThere) {
		http.NotFound(w, r)
		return
	}
	var digest string
	if err == nil {
		digest, err = c.Digest()
	}
	tag := `"` + digest + `"`
	w.Header().Set("Cache-Control", "public, max-age=3600")
	if err == nil && r.Header.Get("If-None-Match") == tag {
		w.Header().Set("Etag", tag)
		w.WriteHeader(http.StatusNotModified)
		return
	}
	var content []byte
	if err == nil {
		ctx, stop := context.WithTimeout(r.Context(), pictureWait)
		defer stop()
		content, err = s.pictureCache.of(ctx, digest, c)
	}
	if err != nil {
		s.log.ErrorContext(r.Context(), "picture was not drawn", "about", about, "cause", err)
		w.Header().Del("Cache-Control")
		w.Header().Set("Retry-After", "1")
		http.Error(w, http.StatusText(http.StatusServiceUnavailable), http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Etag", tag)
	w.Header().Set("Content-Type", "image/png")
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}

// pictured reads what the picture at an address is about.
func (s *Site) pictured(r *http.Request) (kind string, c card.Card, err error) {
	kind, key, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, pictures), "/")
	key, isPicture := strings.CutSuffix(key, ".png")
	for _, about := range []subject{projects, professionals, companies} {
		if about.picture == kind && isPicture {
			_, c, err = s.describeData(r.Context(), key, about)
			return kind, c, err
		}
	}
	return "", card.Card{}, errNothingThere
}

// byNumber returns the page of a project's code, with or without words after it:
// /projetos/PRJ-0007.
func (s *Site) byNumber(ctx context.Context, address string) (page string, ok bool) {
	key, _ := route.Key(route.Project, address)
	code, isCode := strings.CutPrefix(strings.ToUpper(key), "PRJ-")
	code, _, _ = strings.Cut(code, "-")
	number, err := strconv.ParseInt(code, 10, 64)
	if !isCode || err != nil {
		return "", false
	}
	err = s.asVisitor(ctx, func(tx pgx.Tx) error {
		var p project
		err := tx.QueryRow(ctx, `SELECT id, title FROM public.projects WHERE number = $1`, number).Scan(&p.ID, &p.Title)
		page = route.To(route.Project, route.Readable(p.ID, p.Title))
		return err
	})
	return page, err == nil
}
