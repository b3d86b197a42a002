package standalone

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"automacao/internal/kernel/caller"
	"automacao/internal/wire/apikey"
	"automacao/internal/wire/token"
)

// Keys are the API keys of clients. The short keys stand for the signed ones, which older clients
// send.
type Keys struct {
	Publishable, Secret     string
	AnonKey, ServiceRoleKey string
}

// openKeys uses the configured secret, or else the one in the data directory, which it creates if
// there is none.
func openKeys(cfg Config) (*token.Keys, Keys, error) {
	material := cfg.JWTSecret
	if material == "" {
		kept, err := apikey.Read(filepath.Join(cfg.Data, "secrets.json"))
		if err != nil {
			return nil, Keys{}, err
		}
		material = kept.JWTSecret
	}
	shared, err := token.FromSecret(material)
	if err != nil {
		return nil, Keys{}, err
	}
	signing := shared
	if cfg.JWKSFile != "" {
		set, err := readKeySet(cfg.JWKSFile)
		if err != nil {
			return nil, Keys{}, err
		}
		signing = set.WithVerifier(shared)
	}
	keys := Keys{
		Publishable: cmp.Or(cfg.PublishableKey, derive(material, publishable)),
		Secret:      cmp.Or(cfg.SecretKey, derive(material, secret)),
	}
	if keys.AnonKey, err = apikey.Sign(shared, "anon"); err != nil {
		return nil, Keys{}, err
	}
	keys.ServiceRoleKey, err = apikey.Sign(shared, caller.ServiceRole)
	return signing, keys, err
}

// readKeySet reads keys that sign instead of the secret. What the secret signs, such as the keys of
// older clients, remains valid.
func readKeySet(file string) (*token.Keys, error) {
	document, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("--jwks-file: %w", err)
	}
	set, err := token.FromJWKS(document)
	if err != nil {
		return nil, fmt.Errorf("--jwks-file: %w", err)
	}
	if set.Algorithm() == "" {
		return nil, errors.New("--jwks-file: the first private key is neither RSA nor P-256")
	}
	return set, nil
}

// ReadKeys returns the keys of a configuration.
func ReadKeys(cfg Config) (Keys, error) {
	_, keys, err := openKeys(cfg)
	return keys, err
}

// derive derives a key that every server with the same secret computes, and from which the secret
// cannot be found.
func derive(material, prefix string) string {
	mac := hmac.New(sha256.New, []byte(material))
	mac.Write([]byte(prefix))
	return prefix + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// signed returns the signed key that a short one stands for.
func (k Keys) signed(short string) (string, bool) {
	for known, stands := range map[string]string{k.Publishable: k.AnonKey, k.Secret: k.ServiceRoleKey} {
		if subtle.ConstantTimeCompare([]byte(short), []byte(known)) == 1 {
			return stands, true
		}
	}
	return "", false
}

// exchange replaces a short key with the signed one, wherever a client sends it, so that no
// protocol has to know short keys. It refuses unknown short keys.
func (k Keys) exchange(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ours := true
		swap := func(brought string) string {
			if !strings.HasPrefix(brought, "sb_") {
				return brought
			}
			stands, known := k.signed(brought)
			ours = ours && known
			return stands
		}
		if key := r.Header.Get("Apikey"); key != "" {
			r.Header.Set("Apikey", swap(key))
		}
		if bearer, found := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); found {
			r.Header.Set("Authorization", "Bearer "+swap(bearer))
		}
		if query := r.URL.Query(); strings.HasPrefix(r.URL.Path, "/realtime/v1/") && strings.HasPrefix(query.Get("apikey"), "sb_") {
			query.Set("apikey", swap(query.Get("apikey")))
			r.URL.RawQuery = query.Encode()
		}
		if ours {
			next.ServeHTTP(w, r)
			return
		}
		refuseKey(w, r)
	})
}

// refuseKey answers as the hosted service's gateway does. A browser can read the response only if
// CORS allows it.
func refuseKey(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Origin") != "" {
		w.Header().Set("Access-Control-Allow-Origin", "*")
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusUnauthorized)
	_ = json.NewEncoder(w).Encode(map[string]string{"message": "Invalid API key", "hint": "Double check your API key."})
}
