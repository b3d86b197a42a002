// Package site serves the web application: its files, its settings, and for each address the first
// HTML with title, description, data and status. It renders no screen itself and changes no data.
//
// Start reading at Site.ServeHTTP.
package site

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"mime"
	"net/http"
	"path"
	"regexp"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"automacao/internal/edge/responsecache"
	"automacao/internal/kernel/route"
	"automacao/internal/postgres"
	"automacao/web"
)

// Config is what the pages need to know about the server.
type Config struct {
	// URL is the product's public address, without a trailing slash.
	URL string
	// Settings are published as /config.json; they must not contain secrets.
	Settings map[string]any
	// Contact is the e-mail address people write to.
	Contact string
	// Operator is the sentence about who operates the marketplace, Officer the one about who is
	// responsible for personal data.
	Operator, Officer string
	// Institution holds the money of contracts; "" if there is none.
	Institution string
	// VisitorKey is the API key of anonymous programs, which the API guide shows.
	VisitorKey string
	// PagesOff are the public pages that are shown as under construction.
	PagesOff []string
	// Rest answers anonymous reads under the addresses that a page's script requests. If it is nil,
	// documents contain no rows and the script requests them.
	Rest http.Handler
	// Cache keeps the documents about data; nil keeps none.
	Cache *responsecache.Cache
	// PictureOrigins are other origins whose pictures pages may show.
	PictureOrigins []string
}

// CheckPagesOff returns an error for an address that is not a page that can be switched off.
func CheckPagesOff(addresses []string) error {
	for _, address := range addresses {
		if _, known := fixed[address]; !known || !closable.MatchString(address) {
			return fmt.Errorf("%q is not a page that can be switched off", address)
		}
	}
	return nil
}

// closable excludes what people must always reach: the home page, signing in, and what the law
// requires to be shown.
var closable = regexp.MustCompile(`^/(projetos|encontrar-profissional|servicos|solucoes|consultoria|como-funciona)$`)

// Site serves the pages. It is safe for concurrent use.
type Site struct {
	cfg          Config
	pool         *pgxpool.Pool
	log          *slog.Logger
	files        map[string]*file
	index        []byte
	drawn        []drawing
	pages        map[string]*file
	settings     []byte
	policy       string
	hints        []string
	pictureCache *pictureCache
}

// New reads the built web application. Without a build it serves a page that says how to make one.
func New(cfg Config, pool *pgxpool.Pool, log *slog.Logger) (*Site, error) {
	settings, err := json.Marshal(cfg.Settings)
	if err != nil {
		return nil, fmt.Errorf("write settings: %w", err)
	}
	s := &Site{cfg: cfg, pool: pool, log: log, files: map[string]*file{}, settings: settings, pictureCache: newPictureCache()}
	if err := s.load(web.Files()); err != nil {
		return nil, err
	}
	s.policy = policy(s.index, s.cfg.PictureOrigins)
	s.hints = hints(s.index)
	s.pages = s.fixedPages()
	return s, nil
}

const unbuilt = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Automação - Indústria</title></head><body><p>O aplicativo web não foi compilado: execute make build.</p></body></html>`

func (s *Site) load(built fs.FS) error {
	err := fs.WalkDir(built, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		if strings.HasPrefix(path.Base(name), ".") {
			return skipHidden(entry)
		}
		if entry.IsDir() {
			return nil
		}
		content, err := fs.ReadFile(built, name)
		if err != nil {
			return err
		}
		switch path.Ext(name) {
		case ".br":
			s.file(strings.TrimSuffix(name, ".br")).brotli = content
		case ".gz":
			s.file(strings.TrimSuffix(name, ".gz")).gzip = content
		default:
			if name == drawingsName {
				return json.Unmarshal(content, &s.drawn)
			}
			s.file(name).fill(content)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read the web build: %w", err)
	}
	s.index = []byte(unbuilt)
	if index := s.files["/index.html"]; index != nil {
		s.index = index.content
		delete(s.files, "/index.html")
	}
	return nil
}

// file returns the built file of that name, whichever of its forms is read first.
func (s *Site) file(name string) *file {
	found := s.files["/"+name]
	if found == nil {
		found = newFile(name)
		s.files["/"+name] = found
	}
	return found
}

// skipHidden skips what the build keeps for its own use.
func skipHidden(entry fs.DirEntry) error {
	if entry.IsDir() {
		return fs.SkipDir
	}
	return nil
}

// ServeHTTP answers with a file, the settings or a page.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodPost && r.URL.Path == route.Share {
		// The service worker handles what is shared. If the browser has discarded the worker, the
		// page says that there is nothing.
		http.Redirect(w, r, route.Share, http.StatusSeeOther)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	switch found := s.files[r.URL.Path]; {
	case found != nil:
		found.serve(w, r)
	case r.URL.Path == "/config.json":
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.Header().Set("Cache-Control", "no-cache")
		_, _ = w.Write(s.settings)
	case r.URL.Path == "/robots.txt":
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = fmt.Fprintf(w, "User-agent: *\nDisallow: /dashboard\nDisallow: /auth\nSitemap: %s/sitemap.xml\n", s.cfg.URL)
	case r.URL.Path == "/.well-known/security.txt":
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write(s.security(time.Now()))
	case r.URL.Path == "/sitemap.xml":
		s.cfg.Cache.Serve(w, r, responsecache.Ask{Key: sitemapKey, Vary: documentVary}, s.sitemap)
	case strings.HasPrefix(r.URL.Path, pictures):
		s.picture(w, r)
	case strings.HasPrefix(r.URL.Path, "/assets/"):
		http.NotFound(w, r)
	default:
		s.page(w, r)
	}
}

// securityFor is how long security.txt is valid.
const securityFor = 180 * 24 * time.Hour

// security says where to report a vulnerability (RFC 9116).
func (s *Site) security(now time.Time) []byte {
	return fmt.Appendf(nil, "Contact: mailto:%s\nExpires: %s\nPreferred-Languages: pt, en\nCanonical: %s/.well-known/security.txt\n",
		s.cfg.Contact, now.UTC().Add(securityFor).Truncate(24*time.Hour).Format(time.RFC3339), s.cfg.URL)
}

// page answers with the application's HTML, its head filled in for the address.
func (s *Site) page(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Security-Policy", s.policy)
	address := normal(r.URL.Path)
	if s.listed(w, r, address) {
		return
	}
	for _, wanted := range []string{address + "?" + r.URL.RawQuery, address} {
		if found := s.pages[wanted]; found != nil {
			found.serve(w, r)
			return
		}
	}
	if isAboutData(address) {
		s.hint(w, r)
		s.cfg.Cache.Serve(w, r, responsecache.Ask{Key: keyOfPage(address, r.URL.RawQuery), Vary: documentVary}, s.described)
		return
	}
	s.described(w, r)
}

// documentVary are the request headers that a document depends on.
var documentVary = []string{"Accept-Encoding"}

// described answers with the application's HTML and a head that describes the address.
func (s *Site) described(w http.ResponseWriter, r *http.Request) {
	address := normal(r.URL.Path)
	if readable, ok := s.byNumber(r.Context(), address); ok {
		w.Header().Set("Cache-Control", "no-cache")
		http.Redirect(w, r, readable, http.StatusFound)
		return
	}
	described, err := s.describe(r.Context(), address)
	status := http.StatusOK
	if errors.Is(err, errNothingThere) {
		status = http.StatusNotFound
	} else if err != nil {
		// The application can still show its own error and offer to retry.
		s.log.ErrorContext(r.Context(), "page was not described", "path", address, "cause", err)
		if status = statusOf(err); status == http.StatusServiceUnavailable {
			w.Header().Set("Retry-After", "1")
		}
	}
	var answers []answer
	if err == nil {
		answers = s.answersAbout(r.Context(), address)
	}
	s.document(address, nil, described, answers...).serveAs(w, r, status)
}

// statusOf returns the status of a page that could not be described: 503 for a temporary failure,
// so that nobody keeps the page.
func statusOf(err error) int {
	if postgres.IsAway(err) || postgres.IsOverdue(err) || errors.Is(err, context.DeadlineExceeded) {
		return http.StatusServiceUnavailable
	}
	return http.StatusOK
}

// normal returns an address without trailing slashes.
func normal(address string) string {
	if trimmed := strings.TrimRight(address, "/"); trimmed != "" {
		return trimmed
	}
	return "/"
}

var inlineScript = regexp.MustCompile(`(?s)<script>(.*?)</script>`)

// policy allows the application's own files, and the inline scripts of its HTML by their hashes.
func policy(index []byte, pictures []string) string {
	scripts := "'self'"
	for _, found := range inlineScript.FindAllSubmatch(index, -1) {
		sum := sha256.Sum256(found[1])
		scripts += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return "default-src 'self'; script-src " + scripts + "; style-src 'self' 'unsafe-inline'; img-src " + strings.Join(append([]string{"'self'", "data:", "blob:"}, pictures...), " ") + "; " +
		"font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

func contentType(name string) string {
	if path.Ext(name) == ".webmanifest" {
		return "application/manifest+json"
	}
	if found := mime.TypeByExtension(path.Ext(name)); found != "" {
		return found
	}
	return "application/octet-stream"
}

func replaceFirst(document []byte, pattern *regexp.Regexp, with string) []byte {
	place := pattern.FindIndex(document)
	if place == nil {
		return document
	}
	return bytes.Join([][]byte{document[:place[0]], []byte(with), document[place[1]:]}, nil)
}
