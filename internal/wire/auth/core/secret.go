package core

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/crypto/bcrypt"
	"golang.org/x/sync/semaphore"
	"golang.org/x/text/unicode/norm"

	"automacao/internal/kernel/fault"
)

// PasswordMax is the maximum length of a password, in characters. Passwords are never truncated;
// the hash has no limit of its own.
const PasswordMax = 128

//go:embed common_passwords.txt
var commonPasswordList string

var commonPasswords = readCommon(commonPasswordList)

func readCommon(list string) map[string]struct{} {
	found := map[string]struct{}{}
	for word := range strings.Lines(list) {
		if word = strings.TrimSpace(word); word != "" && !strings.HasPrefix(word, "#") {
			found[word] = struct{}{}
		}
	}
	return found
}

// CheckPassword refuses an unacceptable password, with the reasons that the client's type knows:
// length, characters and pwned.
func (c Config) CheckPassword(password, email string) error {
	length := utf8.RuneCountInString(password)
	var messages, reasons []string
	switch {
	case length > PasswordMax:
		return Invalid("Password cannot be longer than %d characters", PasswordMax)
	case length < c.PasswordMin:
		messages, reasons = append(messages, fmt.Sprintf("Password should be at least %d characters.", c.PasswordMin)), append(reasons, "length")
	}
	switch lacks := c.lacks(password); {
	case !utf8.ValidString(password):
		messages, reasons = append(messages, "Password should be valid text."), append(reasons, "characters")
	case len(lacks) > 0:
		messages = append(messages, "Password should contain at least one character of each: "+strings.Join(lacks, ", ")+".")
		reasons = append(reasons, "characters")
	}
	if len(reasons) == 0 && (c.RefuseCommon && isGuessable(password, email) || slices.Contains(c.Published, password)) {
		messages, reasons = []string{"Password is known to be weak and easy to guess, please choose a different one."}, []string{"pwned"}
	}
	if len(reasons) == 0 {
		return nil
	}
	return fault.New(http.StatusUnprocessableEntity, "weak_password", strings.Join(messages, " ")).With(WeakPassword{Reasons: reasons})
}

// lacks are the required sets of characters, if the password lacks any of them.
func (c Config) lacks(password string) []string {
	for _, set := range c.PasswordNeeds {
		if !strings.ContainsAny(password, set) {
			return c.PasswordNeeds
		}
	}
	return nil
}

// isGuessable reports whether a password is among the most commonly tried ones, or equals the
// address that it protects.
func isGuessable(password, email string) bool {
	folded := strings.ToLower(password)
	name, _, _ := strings.Cut(email, "@")
	_, common := commonPasswords[folded]
	return common || folded == email || folded == name || strings.Count(folded, folded[:1]) == len(folded)
}

// canonical makes equal letters equal bytes, however the keyboard composed their accents.
func canonical(password string) []byte { return norm.NFC.Bytes([]byte(password)) }

// HashNew validates and hashes an initial password; an empty one stays empty.
func (s *Server) HashNew(ctx context.Context, password, email string) (string, error) {
	if password == "" {
		return "", nil
	}
	if err := s.Config.CheckPassword(password, email); err != nil {
		return "", err
	}
	return s.Hasher.Hash(ctx, password)
}

// The cost of one hash is OWASP's minimum for argon2id, about 35 ms of one core.
const (
	argonMemoryKiB = 19 * 1024
	argonPasses    = 2
	argonLanes     = 1
	argonSaltBytes = 16
	argonKeyBytes  = 32
)

// These bound the parameters of a stored hash, so that no row can exhaust memory or occupy a core
// for more than a second.
const (
	argonMemoryMaxKiB = 256 * 1024
	argonPassesMax    = 16
	bcryptCostMax     = 14
	bcryptLength      = 60
	// BcryptBytesMax is how much of a password bcrypt uses. A longer one matches whatever follows, so
	// it may not be the password that the user chose and is not rehashed.
	BcryptBytesMax = 72
)

// ownHash is the prefix of the hashes made here, all at the same cost.
var ownHash = fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$", argon2.Version, argonMemoryKiB, argonPasses, argonLanes)

// Hasher hashes as many passwords at once as there are cores, lets a bounded number wait, and
// refuses the rest.
type Hasher struct {
	running  *semaphore.Weighted
	waiting  atomic.Int64
	queueMax int64
	dummy    string
}

// hashQueueWait is the Retry-After if the queue is full.
const hashQueueWait = 2 * time.Second

func newHasher(queueMax int) *Hasher {
	h := &Hasher{running: semaphore.NewWeighted(int64(runtime.NumCPU())), queueMax: int64(queueMax)}
	h.dummy = encodeHash([]byte("no user has this password"))
	return h
}

// Hash returns the PHC string of a password.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	var encoded string
	err := h.run(ctx, func() error {
		encoded = encodeHash(canonical(password))
		return nil
	})
	return encoded, err
}

// Matches compares a password with a PHC string. An empty string, for a user who does not exist,
// takes as long as any other and never matches.
func (h *Hasher) Matches(ctx context.Context, password, encoded string) (bool, error) {
	exists := encoded != ""
	if !exists {
		encoded = h.dummy
	}
	var equal bool
	err := h.run(ctx, func() (err error) {
		equal, err = compareHash(password, encoded)
		return err
	})
	return exists && equal, err
}

func (h *Hasher) run(ctx context.Context, work func() error) error {
	if !h.running.TryAcquire(1) {
		if err := h.wait(ctx); err != nil {
			return err
		}
	}
	defer h.running.Release(1)
	return work()
}

func (h *Hasher) wait(ctx context.Context) error {
	defer h.waiting.Add(-1)
	if h.waiting.Add(1) > h.queueMax {
		return ErrRequestRate.After(hashQueueWait)
	}
	return h.running.Acquire(ctx, 1)
}

func encodeHash(password []byte) string {
	salt := make([]byte, argonSaltBytes)
	_, _ = rand.Read(salt)
	key := argon2.IDKey(password, salt, argonPasses, argonMemoryKiB, argonLanes, argonKeyBytes)
	return ownHash + base64.RawStdEncoding.EncodeToString(salt) + "$" + base64.RawStdEncoding.EncodeToString(key)
}

var errHashForm = errors.New("password hash is neither argon2id in PHC form nor bcrypt, or asks for too much")

// argonHash is a parsed PHC string.
type argonHash struct {
	memory, passes uint32
	lanes          uint8
	salt, key      []byte
}

func parseArgon(encoded string) (hash argonHash, err error) {
	parts := strings.Split(encoded, "$")
	if len(parts) != 6 || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return hash, errHashForm
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &hash.memory, &hash.passes, &hash.lanes); err != nil {
		return hash, errHashForm
	}
	if hash.memory > argonMemoryMaxKiB || hash.passes == 0 || hash.passes > argonPassesMax || hash.lanes == 0 {
		return hash, errHashForm
	}
	var errSalt, errKey error
	hash.salt, errSalt = base64.RawStdEncoding.DecodeString(parts[4])
	hash.key, errKey = base64.RawStdEncoding.DecodeString(parts[5])
	if errSalt != nil || errKey != nil || len(hash.key) < argonSaltBytes {
		return hash, errHashForm
	}
	return hash, nil
}

// IsOwnHash distinguishes hashes made here from those of migrated users, which are kept until the
// user signs in.
func IsOwnHash(encoded string) bool { return strings.HasPrefix(encoded, ownHash) }

// IsBcrypt reports whether a stored hash is bcrypt.
func IsBcrypt(encoded string) bool { return strings.HasPrefix(encoded, "$2") }

// CheckHash returns an error if a hash made elsewhere cannot be compared with passwords.
func CheckHash(encoded string) error {
	if !IsBcrypt(encoded) {
		_, err := parseArgon(encoded)
		return err
	}
	if cost, err := bcrypt.Cost([]byte(encoded)); err != nil || cost > bcryptCostMax || len(encoded) != bcryptLength {
		return errHashForm
	}
	return nil
}

func compareHash(password, encoded string) (bool, error) {
	if IsBcrypt(encoded) {
		if err := CheckHash(encoded); err != nil {
			return false, err
		}
		return bcrypt.CompareHashAndPassword([]byte(encoded), []byte(password)) == nil, nil
	}
	hash, err := parseArgon(encoded)
	if err != nil {
		return false, err
	}
	computed := argon2.IDKey(canonical(password), hash.salt, hash.passes, hash.memory, hash.lanes, uint32(len(hash.key)))
	return subtle.ConstantTimeCompare(computed, hash.key) == 1, nil
}

// TokenBytes is the entropy of a token, in bytes.
const TokenBytes = 32

// RandomToken draws an opaque token.
func RandomToken() string {
	raw := make([]byte, TokenBytes)
	_, _ = rand.Read(raw)
	return base64.RawURLEncoding.EncodeToString(raw)
}

// TokenHash is the form in which the database stores a token.
func TokenHash(token string) []byte {
	sum := sha256.Sum256([]byte(token))
	return sum[:]
}
