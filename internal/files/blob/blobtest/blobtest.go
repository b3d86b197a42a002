// Package blobtest is an in-memory object store for tests. It implements the part of S3 that
// internal/files/blob uses, and checks no signature. The product does not use it.
package blobtest

import (
	"crypto/md5" //nolint:gosec // an ETag in S3 is an MD5 sum
	"encoding/hex"
	"encoding/xml"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Store is a running store with one bucket.
type Store struct {
	server *httptest.Server

	mu      sync.Mutex
	objects map[string]object
}

type object struct {
	bytes       []byte
	contentType string
	at          time.Time
}

const bucketName = "objects"

// New starts a store. The caller must call Close.
func New() *Store {
	s := &Store{objects: map[string]object{}}
	s.server = httptest.NewServer(http.HandlerFunc(s.answer))
	return s
}

// Close stops the store.
func (s *Store) Close() { s.server.Close() }

// Addr returns the address it listens on.
func (s *Store) Addr() string { return s.server.Listener.Addr().String() }

// URL returns the bucket as BLOB_URL names it. addr is the store's own address, or that of a proxy
// in front of it.
func URL(addr string) string {
	query := url.Values{
		"region": {"us-east-1"}, "endpoint": {"http://" + addr}, "use_path_style": {"true"},
		"request_checksum_calculation": {"when_required"},
	}
	return "s3://" + bucketName + "?" + query.Encode()
}

// Env returns credentials for the environment. The store accepts any.
func Env() map[string]string {
	return map[string]string{"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_EC2_METADATA_DISABLED": "true"}
}

// Len returns the number of objects.
func (s *Store) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.objects)
}

func (s *Store) answer(w http.ResponseWriter, r *http.Request) {
	key, isObject := strings.CutPrefix(r.URL.Path, "/"+bucketName+"/")
	switch {
	case !isObject || key == "":
		s.list(w, r)
	case r.Method == http.MethodPut:
		s.put(w, r, key)
	case r.Method == http.MethodDelete:
		s.mu.Lock()
		delete(s.objects, key)
		s.mu.Unlock()
		w.WriteHeader(http.StatusNoContent)
	case r.Method == http.MethodGet, r.Method == http.MethodHead:
		s.get(w, r, key)
	default:
		refuse(w, http.StatusNotImplemented, "NotImplemented")
	}
}

// put stores an object once its body is complete.
func (s *Store) put(w http.ResponseWriter, r *http.Request, key string) {
	bytes, err := io.ReadAll(r.Body)
	if err != nil || strings.HasPrefix(r.Header.Get("X-Amz-Content-Sha256"), "STREAMING-") || len(r.URL.Query()) > 1 {
		refuse(w, http.StatusNotImplemented, "NotImplemented")
		return
	}
	o := object{bytes, r.Header.Get("Content-Type"), time.Now().UTC().Truncate(time.Second)}
	s.mu.Lock()
	s.objects[key] = o
	s.mu.Unlock()
	w.Header().Set("ETag", o.etag())
}

func (o object) etag() string {
	sum := md5.Sum(o.bytes) //nolint:gosec // see the import
	return `"` + hex.EncodeToString(sum[:]) + `"`
}

func (s *Store) get(w http.ResponseWriter, r *http.Request, key string) {
	s.mu.Lock()
	o, isThere := s.objects[key]
	s.mu.Unlock()
	if !isThere {
		refuse(w, http.StatusNotFound, "NoSuchKey")
		return
	}
	w.Header().Set("ETag", o.etag())
	w.Header().Set("Content-Type", o.contentType)
	http.ServeContent(w, r, "", o.at, strings.NewReader(string(o.bytes)))
}

type listing struct {
	XMLName     xml.Name `xml:"ListBucketResult"`
	Name        string
	IsTruncated bool
	Contents    []entry
}

type entry struct {
	Key          string
	LastModified time.Time
	ETag         string
	Size         int
}

// list returns all objects with a prefix on one page.
func (s *Store) list(w http.ResponseWriter, r *http.Request) {
	found := listing{Name: bucketName}
	s.mu.Lock()
	for key, o := range s.objects {
		if strings.HasPrefix(key, r.URL.Query().Get("prefix")) {
			found.Contents = append(found.Contents, entry{key, o.at, o.etag(), len(o.bytes)})
		}
	}
	s.mu.Unlock()
	slices.SortFunc(found.Contents, func(a, b entry) int { return strings.Compare(a.Key, b.Key) })
	w.Header().Set("Content-Type", "application/xml")
	_ = xml.NewEncoder(w).Encode(found)
}

func refuse(w http.ResponseWriter, status int, code string) {
	body := "<Error><Code>" + code + "</Code></Error>"
	w.Header().Set("Content-Type", "application/xml")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}
