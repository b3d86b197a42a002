package authtest

import (
	"encoding/json"
	"net/http"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/postgres"
)

// Device is a signed-in client.
type Device struct {
	AccessToken  string `json:"access_token"`
	RefreshToken string `json:"refresh_token"`
	ExpiresIn    int    `json:"expires_in"`
	ExpiresAt    int64  `json:"expires_at"`
	User         struct {
		ID uuid.UUID `json:"id"`
	} `json:"user"`
}

// Device reads a session from a reply, which must have one.
func (b *Bundle) Device(got Reply) Device {
	b.T.Helper()
	var d Device
	if err := json.Unmarshal(got.Raw, &d); err != nil || got.Status != http.StatusOK || d.AccessToken == "" {
		b.T.Fatalf("no session in %d %s", got.Status, got.Raw)
	}
	return d
}

// SignUp signs somebody up with Password.
func (b *Bundle) SignUp(email string) Device {
	b.T.Helper()
	return b.Device(b.Post("/signup", map[string]any{"email": email, "password": Password}))
}

// TryPassword signs in with a password from an address.
func (b *Bundle) TryPassword(email, word, ip string) Reply {
	b.T.Helper()
	return b.Do(Request{Method: "POST", Path: "/token?grant_type=password", Body: map[string]any{"email": email, "password": word}, IP: ip})
}

// SignInAs signs in with Password from home.
func (b *Bundle) SignInAs(email string) Device {
	b.T.Helper()
	return b.Device(b.TryPassword(email, Password, HomeIP))
}

// TryRefresh sends a refresh token.
func (b *Bundle) TryRefresh(refreshToken string) Reply {
	b.T.Helper()
	return b.Post("/token?grant_type=refresh_token", map[string]any{"refresh_token": refreshToken})
}

// Me requests GET /user.
func (b *Bundle) Me(d Device) Reply {
	b.T.Helper()
	return b.Do(Request{Method: "GET", Path: "/user", Bearer: d.AccessToken})
}

// Put requests PUT /user.
func (b *Bundle) Put(d Device, body any) Reply {
	b.T.Helper()
	return b.Do(Request{Method: "PUT", Path: "/user", Bearer: d.AccessToken, Body: body})
}

// CheckSession runs the session check that every other protocol runs first.
func (b *Bundle) CheckSession(d Device) error {
	b.T.Helper()
	claims, err := b.Keys.VerifyAt(d.AccessToken, b.Clock.Now())
	if err != nil {
		b.T.Fatal(err)
	}
	return postgres.As(b.T.Context(), b.Pool, claims.Caller(), func(tx pgx.Tx) error {
		_, err := tx.Exec(b.T.Context(), `SELECT auth.check_session()`)
		return err
	})
}
