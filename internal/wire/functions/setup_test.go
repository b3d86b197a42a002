package functions

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"

	"automacao/internal/postgres/dbtest"
	"automacao/internal/wire/token"
)

// TestMain checks that no goroutine outlives its test.
func TestMain(m *testing.M) { dbtest.VerifyNoLeaks(m) }

var marina = uuid.MustParse("a1a1a1a1-1111-4111-8111-aaaaaaaaaaaa")

type bundle struct {
	*testing.T
	db     *dbtest.Database
	server *Server
	keys   *token.Keys
	url    string
	log    *logged
	client *http.Client
}

// logged is the server's log.
type logged struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logged) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(line)
}

func (l *logged) count(text string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.text.String(), text)
}

// setup serves functions over a database in which Marina has an account.
func setup(t *testing.T, served map[string]Function) bundle {
	t.Helper()
	b := bundle{T: t, db: dbtest.Open(t), log: &logged{}, client: &http.Client{Transport: &http.Transport{}}}
	var err error
	if b.keys, err = token.FromSecret("a-secret-for-tests-of-the-functions-server"); err != nil {
		t.Fatal(err)
	}
	b.exec(`INSERT INTO auth.users (id, email) VALUES ($1, 'marina@exemplo.com.br')`, marina)
	b.exec(`INSERT INTO public.profiles (id, role, name) VALUES ($1, 'professional', 'Marina')`, marina)
	b.server = New(b.db.Pool, b.keys, Config{PreRequest: "auth.check_session"}, slog.New(slog.NewTextHandler(b.log, nil)))
	for name, function := range served {
		if err := b.server.Register(name, function); err != nil {
			t.Fatal(err)
		}
	}
	server := httptest.NewServer(http.StripPrefix(Base, b.server))
	t.Cleanup(server.Close)
	t.Cleanup(b.client.CloseIdleConnections)
	b.url = server.URL
	return b
}

func (b bundle) exec(statement string, args ...any) {
	b.Helper()
	if _, err := b.db.Owner.Exec(context.Background(), statement, args...); err != nil {
		b.Fatal(err)
	}
}

// bearer is a token of a role, or of Marina.
func (b bundle) bearer(who string) string {
	b.Helper()
	claims := jwt.MapClaims{"role": who, "exp": time.Now().Add(time.Hour).Unix()}
	if who == "marina" {
		claims["role"], claims["sub"] = roleUser, marina.String()
	}
	signed, err := b.keys.Sign(claims)
	if err != nil {
		b.Fatal(err)
	}
	return "Bearer " + signed
}

// answered is a response read completely.
type answered struct {
	status int
	header http.Header
	body   string
	// err is the error that ended reading it.
	err error
}

func (a answered) code() string {
	var body struct{ Code string }
	_ = json.Unmarshal([]byte(a.body), &body)
	return body.Code
}

// call sends a body of the declared media type, as a role.
func (b bundle) call(method, path, who, media string, body io.Reader) answered {
	b.Helper()
	request, err := http.NewRequestWithContext(b.Context(), method, b.url+Base+path, body)
	if err != nil {
		b.Fatal(err)
	}
	if who != "" {
		request.Header.Set("Authorization", b.bearer(who))
	}
	if media != "" {
		request.Header.Set("Content-Type", media)
	}
	return b.send(request)
}

func (b bundle) send(request *http.Request) answered {
	b.Helper()
	response, err := b.client.Do(request)
	if err != nil {
		return answered{err: err}
	}
	defer func() { _ = response.Body.Close() }()
	read, err := io.ReadAll(response.Body)
	return answered{status: response.StatusCode, header: response.Header, body: string(read), err: err}
}
