package storage

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	gocloud "gocloud.dev/blob"

	"automacao/internal/files/blob"
	"automacao/internal/files/blob/blobtest"
	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/token"
)

const (
	secret  = "a-secret-for-tests-of-the-file-server"
	uploads = "public-uploads"
)

// The cast: an engineer, a bottler and an administrator.
var (
	marina    = uuid.MustParse("a1a1a1a1-1111-4111-8111-aaaaaaaaaaaa")
	serraAzul = uuid.MustParse("b2b2b2b2-2222-4222-8222-bbbbbbbbbbbb")
	admin     = uuid.MustParse("c3c3c3c3-3333-4333-8333-cccccccccccc")
)

type bundle struct {
	*testing.T
	db     *dbtest.Database
	bucket *gocloud.Bucket
	// place is the bucket's address, as in BLOB_URL.
	place  string
	server *Server
	keys   *token.Keys
	url    string
	// ahead moves the clock of signed URLs, in nanoseconds.
	ahead *atomic.Int64
}

func setup(t *testing.T, cfg Config) bundle {
	t.Helper()
	b := bundle{T: t, db: dbtest.Open(t), place: blobtest.Place(t), ahead: new(atomic.Int64)}
	var err error
	if b.bucket, err = blob.Open(t.Context(), b.place, ""); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.bucket.Close() })
	if b.keys, err = token.FromSecret(secret); err != nil {
		t.Fatal(err)
	}
	for id, role := range map[uuid.UUID]string{marina: "professional", serraAzul: "company", admin: "admin"} {
		b.exec(`INSERT INTO auth.users (id, email) VALUES ($1, $2)`, id, role+"@exemplo.com.br")
		b.exec(`INSERT INTO public.profiles (id, role, name) VALUES ($1, $2, $2)`, id, role)
	}
	cfg.PreRequest = "auth.check_session"
	cfg.Now = func() time.Time { return time.Now().Add(time.Duration(b.ahead.Load())) }
	b.server = New(b.db.Pool, b.keys, b.bucket, cfg, slog.New(slog.DiscardHandler))
	server := httptest.NewServer(b.server)
	t.Cleanup(server.Close)
	b.url = server.URL
	return b
}

func (b bundle) exec(statement string, args ...any) {
	b.Helper()
	if _, err := b.db.Owner.Exec(context.Background(), statement, args...); err != nil {
		b.Fatal(err)
	}
}

// bearer is the token of a role, or of a user by id.
func (b bundle) bearer(who any) string {
	b.Helper()
	claims := jwt.MapClaims{"exp": time.Now().Add(time.Hour).Unix()}
	switch who := who.(type) {
	case string:
		claims["role"] = who
	case uuid.UUID:
		claims["role"], claims["sub"] = "authenticated", who.String()
	}
	signed, err := b.keys.Sign(claims)
	if err != nil {
		b.Fatal(err)
	}
	return signed
}

type answer struct {
	status int
	header http.Header
	body   []byte
}

// code is the protocol's code of an error; empty for a success.
func (a answer) code() string {
	var body struct {
		Code string `json:"code"`
	}
	if a.status < 400 {
		return ""
	}
	_ = json.Unmarshal(a.body, &body)
	return body.Code
}

func (b bundle) decode(a answer, into any) {
	b.Helper()
	if err := json.Unmarshal(a.body, into); err != nil {
		b.Fatalf("%v in %s", err, a.body)
	}
}

// do sends a request as a role or user, or anonymously if who is nil. Headers alternate names and
// values.
func (b bundle) do(who any, method, path string, body io.Reader, headers ...string) answer {
	b.Helper()
	r, err := http.NewRequestWithContext(context.Background(), method, b.url+path, body)
	if err != nil {
		b.Fatal(err)
	}
	if who != nil {
		r.Header.Set("Authorization", "Bearer "+b.bearer(who))
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		b.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		b.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, content}
}

func (b bundle) json(who any, method, path, body string) answer {
	b.Helper()
	return b.do(who, method, path, strings.NewReader(body), "Content-Type", "application/json")
}

// put uploads a small PNG, or the given content, and expects the code.
func (b bundle) put(who any, key string, content []byte, headers ...string) answer {
	b.Helper()
	headers = append([]string{"Content-Type", "image/png"}, headers...)
	return b.do(who, http.MethodPost, "/object/"+uploads+"/"+key, bytes.NewReader(content), headers...)
}

func (b bundle) want(a answer, code string) {
	b.Helper()
	if a.code() != code || (code == "" && a.status >= 300) {
		b.Errorf("want %q, got %d %s", code, a.status, a.body)
	}
}

// stored counts the versions in the object store.
func (b bundle) stored() int {
	b.Helper()
	var count int
	for versions := b.bucket.List(nil); ; count++ {
		if _, err := versions.Next(context.Background()); err == io.EOF {
			return count
		} else if err != nil {
			b.Fatal(err)
		}
	}
}

func (b bundle) rows() int {
	b.Helper()
	var count int
	if err := b.db.Owner.QueryRow(context.Background(), `SELECT count(*) FROM storage.objects`).Scan(&count); err != nil {
		b.Fatal(err)
	}
	return count
}

func picture(width, height int) *image.NRGBA {
	made := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			made.SetNRGBA(x, y, color.NRGBA{R: uint8(x), G: uint8(y), B: 0x40, A: 0xff})
		}
	}
	return made
}

func pngOf(width, height int) []byte {
	var encoded bytes.Buffer
	_ = png.Encode(&encoded, picture(width, height))
	return encoded.Bytes()
}

func TestMain(m *testing.M) {
	// The S3 client reads these; the keys of a real server replace them.
	for name, value := range blobtest.Env() {
		_ = os.Setenv(name, value)
	}
	dbtest.VerifyNoLeaks(m)
}
