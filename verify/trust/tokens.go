package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"automacao/internal/market/demo"
	"automacao/internal/wire/client"
	"automacao/verify/spawn"
)

// door is a request that needs a token.
type door struct{ method, path, body string }

var doors = []door{
	{http.MethodGet, "/rest/v1/projects?select=id&limit=1", ""},
	{http.MethodPost, "/rest/v1/messages", `{"content":"x"}`},
	{http.MethodGet, "/auth/v1/user", ""},
	{http.MethodPost, "/storage/v1/object/list/avatars", `{"prefix":""}`},
}

// refusals are the statuses with which the protocols may refuse a bad token.
var refusals = []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusBadRequest}

// hostileTokens tries every token at every door, and finally a valid one, which the doors must
// still accept.
func hostileTokens(ctx context.Context, r *run) (string, error) {
	server, err := r.server(ctx)
	if err != nil {
		return "", err
	}
	member, err := server.Member(ctx, demo.ProfessionalEmail, demo.Password)
	if err != nil {
		return "", err
	}
	forged, err := forgeries(ctx, server, member)
	if err != nil {
		return "", err
	}
	for name, token := range forged {
		thief := *member
		thief.Token = token
		for _, d := range doors {
			answer, err := thief.Send(ctx, d.method, d.path, []byte(d.body))
			if err != nil {
				return "", err
			}
			_ = answer.Body.Close()
			if !slices.Contains(refusals, answer.StatusCode) {
				return "", fmt.Errorf("the token %s is answered %d at %s %s", name, answer.StatusCode, d.method, d.path)
			}
		}
	}
	_, err = member.Call(ctx, http.MethodGet, "/auth/v1/user", nil)
	return fmt.Sprintf("%d tokens at %d doors: %d times refused", len(forged), len(doors), len(forged)*len(doors)), err
}

// forgeries are made from a valid token, with the server's own key and with other keys. An
// unchanged token signed with the server's key must be accepted.
func forgeries(ctx context.Context, server *spawn.Server, member *client.Client) (map[string]string, error) {
	honest := jwt.MapClaims{}
	if _, _, err := jwt.NewParser().ParseUnverified(member.Token, honest); err != nil {
		return nil, err
	}
	secret := []byte(server.Keys.JWTSecret)
	parts := strings.Split(member.Token, ".")
	changed := func(name string, value any) jwt.MapClaims {
		claims := jwt.MapClaims{}
		for key, old := range honest {
			claims[key] = old
		}
		if claims[name] = value; value == nil {
			delete(claims, name)
		}
		return claims
	}
	payload, err := json.Marshal(changed("role", "service_role"))
	if err != nil {
		return nil, err
	}
	found := map[string]string{
		"a word": "token", "truncated": member.Token[:len(member.Token)-4], "without signature": parts[0] + "." + parts[1] + ".",
		"another payload": parts[0] + "." + base64.RawURLEncoding.EncodeToString(payload) + "." + parts[2],
		"of 48 KiB":       parts[0] + "." + strings.Repeat("a", 48<<10) + "." + parts[2],
	}
	for _, method := range []string{"none", "None", "nOnE"} {
		head := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"` + method + `","typ":"JWT"}`))
		found["alg "+method] = head + "." + parts[1] + "."
	}
	for name, claims := range map[string]jwt.MapClaims{
		"expired": changed("exp", time.Now().Add(-time.Hour).Unix()), "expiry as text": changed("exp", "tomorrow"), "no expiry": changed("exp", nil),
		"not yet": changed("nbf", time.Now().Add(time.Hour).Unix()), "issued later": changed("iat", time.Now().Add(time.Hour).Unix()),
		"audience none": changed("aud", nil), "audience other": changed("aud", "elsewhere"), "audience number": changed("aud", 5),
		"issuer other": changed("iss", "https://evil.example"), "no subject": changed("sub", nil), "subject text": changed("sub", "admin"),
		"session of another": changed("session_id", "00000000-0000-4000-8000-000000000000"), "session missing": changed("session_id", nil),
	} {
		if found[name], err = jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString(secret); err != nil {
			return nil, err
		}
	}
	control := *member
	if control.Token, err = jwt.NewWithClaims(jwt.SigningMethodHS256, honest).SignedString(secret); err != nil {
		return nil, err
	}
	if _, err := control.Call(ctx, http.MethodGet, "/auth/v1/user", nil); err != nil {
		return nil, fmt.Errorf("what is forged with the server's own key proves nothing: %w", err)
	}
	for name, method := range map[string]jwt.SigningMethod{"of a foreign key": jwt.SigningMethodHS256, "HS512 of a foreign key": jwt.SigningMethodHS512} {
		if found[name], err = jwt.NewWithClaims(method, honest).SignedString([]byte("a key that the server has never seen")); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// welchMax is the value of Welch's t beyond which the difference of two times is significant.
const welchMax = 4.5

// signInTimes compares how long wrong passwords take at known and unknown addresses. Each attempt
// claims another network through a trusted proxy header.
func signInTimes(ctx context.Context, r *run) (figure string, err error) {
	server, err := r.own([]string{"--demo", "--trusted-proxies", "127.0.0.0/8"}, nil)
	if err != nil {
		return "", err
	}
	defer func() { _ = server.Close() }()
	if err := server.Start(ctx); err != nil {
		return "", err
	}
	const perAccount = 40 // less than an account's limit per hour
	members, err := addresses(ctx, server, r.count(25, 2))
	if err != nil {
		return "", err
	}
	known, unknown := &sample{}, &sample{}
	for i := range perAccount * len(members) {
		member := members[i%len(members)]
		asked := []guess{{member, known}, {"nobody-" + member, unknown}}
		r.Rand.Shuffle(len(asked), func(a, b int) { asked[a], asked[b] = asked[b], asked[a] })
		for _, g := range asked {
			from := fmt.Sprintf("10.%d.%d.%d", r.Rand.IntN(256), r.Rand.IntN(256), 1+r.Rand.IntN(250))
			if err := g.make(ctx, server, from); err != nil {
				return "", err
			}
		}
	}
	t := welch(known, unknown)
	figure = fmt.Sprintf("%d guesses each: %.1f ms and %.1f ms, |t| = %.2f", known.n, known.mean*1000, unknown.mean*1000, math.Abs(t))
	if math.Abs(t) > welchMax {
		return figure, fmt.Errorf("the times differ")
	}
	return figure, nil
}

// addresses returns members' addresses, read with the service-role key.
func addresses(ctx context.Context, server *spawn.Server, count int) ([]string, error) {
	answer, err := server.Service().Call(ctx, http.MethodGet, fmt.Sprintf("/auth/v1/admin/users?per_page=%d", count), nil)
	if err != nil {
		return nil, err
	}
	var page struct{ Users []struct{ Email string } }
	if err := json.Unmarshal(answer, &page); err != nil {
		return nil, err
	}
	var found []string
	for _, user := range page.Users {
		found = append(found, user.Email)
	}
	if len(found) < count {
		return nil, fmt.Errorf("there are %d members, %d are asked", len(found), count)
	}
	return found, nil
}

// guess is a wrong password for an address, and the sample for its time.
type guess struct {
	email string
	into  *sample
}

func (g guess) make(ctx context.Context, server *spawn.Server, from string) error {
	body := fmt.Sprintf(`{"email":%q,"password":"not the password"}`, g.email)
	began := time.Now()
	answer, err := server.Visitor().Send(ctx, http.MethodPost, "/auth/v1/token?grant_type=password", []byte(body), "X-Forwarded-For", from)
	if err != nil {
		return err
	}
	g.into.add(time.Since(began).Seconds())
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusBadRequest {
		return fmt.Errorf("a wrong password of %s is answered %d", g.email, answer.StatusCode)
	}
	return nil
}

// sample is a running mean and variance (Welford).
type sample struct {
	n         int
	mean, sum float64
}

func (s *sample) add(value float64) {
	s.n++
	off := value - s.mean
	s.mean += off / float64(s.n)
	s.sum += off * (value - s.mean)
}

func (s *sample) variance() float64 { return s.sum / float64(s.n-1) }

// welch returns Welch's t of two samples.
func welch(a, b *sample) float64 {
	return (a.mean - b.mean) / math.Sqrt(a.variance()/float64(a.n)+b.variance()/float64(b.n))
}
