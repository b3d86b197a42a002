// Package pushtest is a push service on loopback with its browsers, for tests. It decodes messages
// by RFC 8188, 8291 and 8292.
package pushtest

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// Delivery is one message as its browser reads it.
type Delivery struct {
	Body    string
	Topic   string
	Urgency string
	TTL     string
	// Key is the sender's verified public key.
	Key string
}

// Answer is the service's answer to a message.
type Answer struct {
	Status     int
	RetryAfter string
	Location   string
}

// Service is a push service with any number of browsers.
type Service struct {
	// Origin is its address, without a path.
	Origin string
	// Delivered receives each message that could be read.
	Delivered chan Delivery

	mu       sync.Mutex
	answers  []Answer
	failures []error
	browsers map[string]Browser
}

// Browser is one device: its address and keys.
type Browser struct {
	Endpoint, P256dh, Auth string
	key                    *ecdh.PrivateKey
	secret                 []byte
}

// Open starts a service until the test ends. The test fails if a message was sent that its browser
// cannot read.
func Open(t testing.TB) *Service {
	t.Helper()
	s := &Service{Delivered: make(chan Delivery, 100), browsers: map[string]Browser{}}
	server := httptest.NewServer(s)
	s.Origin = server.URL
	t.Cleanup(func() {
		server.Close()
		if err := errors.Join(s.failures...); err != nil {
			t.Error(err)
		}
	})
	return s
}

// Browser subscribes a new device.
func (s *Service) Browser(t testing.TB, name string) Browser {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	secret := make([]byte, 16)
	_, _ = rand.Read(secret)
	b := Browser{
		Endpoint: s.Origin + "/" + name, key: key, secret: secret,
		P256dh: base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()), Auth: base64.RawURLEncoding.EncodeToString(secret),
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.browsers["/"+name] = b
	return b
}

// Next sets the answers to the next messages, one each. After them the service accepts all
// messages.
func (s *Service) Next(answers ...Answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers = append(s.answers, answers...)
}

// ServeHTTP receives a message.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	answer := Answer{Status: http.StatusCreated}
	if len(s.answers) > 0 {
		answer, s.answers = s.answers[0], s.answers[1:]
	}
	delivery, err := s.read(r)
	if err != nil {
		s.failures = append(s.failures, err)
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if answer.RetryAfter != "" {
		w.Header().Set("Retry-After", answer.RetryAfter)
	}
	if answer.Location != "" {
		w.Header().Set("Location", answer.Location)
	}
	w.WriteHeader(answer.Status)
	s.Delivered <- delivery
}

func (s *Service) read(r *http.Request) (Delivery, error) {
	browser, known := s.browsers[r.URL.Path]
	if !known || r.Method != http.MethodPost || r.Header.Get("Content-Encoding") != "aes128gcm" {
		return Delivery{}, fmt.Errorf("%s %s is not a push message", r.Method, r.URL.Path)
	}
	key, err := verify(r.Header.Get("Authorization"), s.Origin)
	if err != nil {
		return Delivery{}, err
	}
	sealed, err := io.ReadAll(io.LimitReader(r.Body, 4097))
	if err != nil || len(sealed) > 4096 {
		return Delivery{}, fmt.Errorf("a push message of %d bytes: %w", len(sealed), err)
	}
	body, err := browser.open(sealed)
	return Delivery{Body: body, Topic: r.Header.Get("Topic"), Urgency: r.Header.Get("Urgency"), TTL: r.Header.Get("TTL"), Key: key}, err
}

// verify checks the sender's signature (RFC 8292, section 2).
func verify(header, audience string) (key string, err error) {
	var signed string
	for _, part := range strings.Split(strings.TrimPrefix(header, "vapid "), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch name {
		case "t":
			signed = value
		case "k":
			key = value
		}
	}
	point, err := base64.RawURLEncoding.DecodeString(key)
	if err != nil || len(point) != 65 {
		return "", fmt.Errorf("k=%q is not a key", key)
	}
	public := &ecdsa.PublicKey{Curve: elliptic.P256(), X: new(big.Int).SetBytes(point[1:33]), Y: new(big.Int).SetBytes(point[33:])}
	token, err := jwt.Parse(signed, func(*jwt.Token) (any, error) { return public, nil },
		jwt.WithValidMethods([]string{"ES256"}), jwt.WithAudience(audience), jwt.WithExpirationRequired())
	if err != nil {
		return "", fmt.Errorf("the sender's signature: %w", err)
	}
	expires, err := token.Claims.GetExpirationTime()
	subject, _ := token.Claims.GetSubject()
	if err != nil || time.Until(expires.Time) > 24*time.Hour || !strings.HasPrefix(subject, "mailto:") || strings.HasPrefix(subject, "mailto:mailto:") {
		return "", fmt.Errorf("the sender's signature is for %s until %s", subject, expires)
	}
	return key, nil
}

// open decrypts a message of one record (RFC 8188) with the keys of RFC 8291.
func (b Browser) open(sealed []byte) (string, error) {
	if len(sealed) < 21+65 || sealed[20] != 65 {
		return "", errors.New("the header of the record is damaged")
	}
	salt, size, sender, text := sealed[:16], binary.BigEndian.Uint32(sealed[16:20]), sealed[21:86], sealed[86:]
	if len(text) > int(size) {
		return "", errors.New("there is more than one record")
	}
	public, err := ecdh.P256().NewPublicKey(sender)
	if err != nil {
		return "", err
	}
	shared, err := b.key.ECDH(public)
	if err != nil {
		return "", err
	}
	info := "WebPush: info\x00" + string(b.key.PublicKey().Bytes()) + string(sender)
	secret, err := hkdf.Key(sha256.New, shared, b.secret, info, 32)
	if err != nil {
		return "", err
	}
	key, keyErr := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: aes128gcm\x00", 16)
	nonce, nonceErr := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: nonce\x00", 12)
	if err := errors.Join(keyErr, nonceErr); err != nil {
		return "", err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return "", err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return "", err
	}
	plain, err := gcm.Open(nil, nonce, text, nil)
	if err != nil {
		return "", fmt.Errorf("the record: %w", err)
	}
	body, isLast := strings.CutSuffix(strings.TrimRight(string(plain), "\x00"), "\x02")
	if !isLast {
		return "", errors.New("the record has no end")
	}
	return body, nil
}
