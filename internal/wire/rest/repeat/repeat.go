// Package repeat implements the Idempotency-Key header: a request repeated under its key gets the
// first response and has no second effect. It decides who may use which key and what identifies a
// request, and reads and writes stored responses through two SQL functions; the transaction is the
// engine's. Reference: draft-ietf-httpapi-idempotency-key-header. Its error messages are in
// Portuguese, for people, since no protocol has codes for them.
package repeat

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"automacao/internal/kernel/fault"
	"automacao/internal/postgres/become"
)

// Header carries the key. Replayed marks a response as that of an earlier request.
const (
	Header   = "Idempotency-Key"
	Replayed = "Idempotent-Replayed"
)

const (
	keyBytesMax = 255
	// BodyBytesMax bounds the stored body of one response.
	BodyBytesMax = 1 << 20
)

// These are the errors of a request with a key.
var (
	ErrKey          = fault.New(http.StatusBadRequest, "idempotency_key_invalid", "A chave de repetição deve ter de 1 a 255 caracteres imprimíveis, sem acentos.")
	ErrNeedsSession = fault.New(http.StatusBadRequest, "idempotency_needs_session", "Entre na sua conta para usar uma chave de repetição.")
	ErrReused       = fault.New(http.StatusUnprocessableEntity, "idempotency_key_reused", "Esta chave de repetição já foi usada em outro pedido.")
	ErrInFlight     = fault.New(http.StatusConflict, "idempotency_in_flight", "Este pedido ainda está sendo processado. Aguarde um instante.")
	ErrTooLarge     = fault.New(http.StatusConflict, "idempotency_answer_too_large", "Este pedido já foi atendido, mas a resposta era grande demais para ser guardada. Atualize a página para ver o resultado.")
)

// Call is a request that may be repeated.
type Call struct {
	Owner       uuid.UUID
	Key         string
	Fingerprint []byte
}

// IsAsked reports whether a request has a key.
func IsAsked(r *http.Request) bool { return len(r.Header.Values(Header)) > 0 }

// Read returns the call that a request makes under its key. The body is the parsed one.
func Read(r *http.Request, owner uuid.UUID, body []byte) (Call, error) {
	given := r.Header.Values(Header)
	if owner == uuid.Nil {
		return Call{}, ErrNeedsSession
	}
	if len(given) != 1 || !isKey(given[0]) {
		return Call{}, ErrKey
	}
	c := Call{Owner: owner, Key: given[0]}
	c.Fingerprint = c.fingerprint(r, body)
	return c, nil
}

func isKey(text string) bool {
	if text == "" || len(text) > keyBytesMax {
		return false
	}
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// fingerprint identifies a request by everything that changes its effect or response. It excludes
// the token, which may have been refreshed in between. It is keyed with the idempotency key,
// because a body may contain a password that the stored hash must not help to guess.
func (c Call) fingerprint(r *http.Request, body []byte) []byte {
	hash := hmac.New(sha256.New, c.derive("fingerprint"))
	add := func(part []byte) {
		_ = binary.Write(hash, binary.BigEndian, uint64(len(part)))
		_, _ = hash.Write(part)
	}
	for _, part := range []string{r.Method, r.URL.EscapedPath(), r.URL.RawQuery} {
		add([]byte(part))
	}
	for _, name := range []string{"Accept", "Content-Profile", "Prefer"} {
		for _, value := range r.Header.Values(name) {
			add([]byte(value))
		}
		add(nil)
	}
	add(body)
	return hash.Sum(nil)
}

// lock is the advisory lock that lets only one request at a time make the call.
func (c Call) lock() int64 { return int64(binary.BigEndian.Uint64(c.derive("lock"))) }

// digest is the stored form of the key, by which its response is found.
func (c Call) digest() []byte { return c.derive("key") }

// derive derives 32 bytes from the key for one use.
func (c Call) derive(use string) []byte {
	sum := sha256.Sum256([]byte("idempotency " + use + " " + c.Owner.String() + " " + c.Key))
	return sum[:]
}

// seal encrypts a response under its key, of which only the digest is stored. A response may
// contain what is nowhere else in plain text, such as an invitation link; only someone who repeats
// the request can decrypt it.
func (c Call) seal(body []byte) ([]byte, error) {
	if body == nil {
		return nil, nil
	}
	box, err := c.box()
	if err != nil {
		return nil, err
	}
	return box.Seal(nil, nil, body, c.Fingerprint), nil
}

var errSeal = errors.New("the stored response cannot be decrypted with its key")

func (c Call) unseal(sealed []byte) ([]byte, error) {
	if sealed == nil {
		return nil, nil
	}
	box, err := c.box()
	if err != nil {
		return nil, err
	}
	body, err := box.Open([]byte{}, nil, sealed, c.Fingerprint)
	if err != nil {
		return nil, errors.Join(errSeal, err)
	}
	return body, nil
}

// box draws a random nonce for every seal and prepends it.
func (c Call) box() (cipher.AEAD, error) {
	block, err := aes.NewCipher(c.derive("answer"))
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// Store names the SQL functions that store responses; without them a key is ignored. They get a
// digest of the key, and a body encrypted under the key.
//
//	Recall(owner uuid, digest bytea) RETURNS TABLE (fingerprint bytea, status integer, headers jsonb, body bytea)
//	Keep(owner uuid, digest bytea, fingerprint bytea, status integer, headers jsonb, body bytea)
type Store struct{ Recall, Keep string }

// IsOn reports whether responses are stored.
func (s Store) IsOn() bool { return s.Recall != "" && s.Keep != "" }

// Answer is a stored response. A nil Body is no body.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// Enter checks the caller's session, sets the caller's claims in the transaction and leaves it
// under the server's own role. It returns the stored response, if there is one. If not, this
// request must make the call, and it holds the key's lock until the transaction ends.
func (s Store) Enter(ctx context.Context, tx pgx.Tx, settings become.Settings, c Call) (answer Answer, isKept bool, err error) {
	batch := &pgx.Batch{}
	settings.Queue(batch)
	isOurs := false
	var fingerprint, sealed []byte
	batch.Queue("SET LOCAL ROLE NONE")
	batch.Queue("SELECT pg_try_advisory_xact_lock($1)", c.lock()).QueryRow(func(row pgx.Row) error { return row.Scan(&isOurs) })
	// A separate statement sees everything committed before the lock was taken.
	batch.Queue("SELECT * FROM "+name(s.Recall)+"($1::uuid, $2::bytea)", c.Owner.String(), c.digest()).QueryRow(func(row pgx.Row) error {
		var headers []byte
		err := row.Scan(&fingerprint, &answer.Status, &headers, &sealed)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if isKept = err == nil; !isKept {
			return err
		}
		return json.Unmarshal(headers, &answer.Header)
	})
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return Answer{}, false, fmt.Errorf("look up a stored response: %w", err)
	}
	switch {
	case isKept && !bytes.Equal(fingerprint, c.Fingerprint):
		return Answer{}, false, ErrReused
	case !isKept && !isOurs:
		return Answer{}, false, ErrInFlight
	}
	answer.Body, err = c.unseal(sealed)
	return answer, isKept, err
}

// Save stores the response in the transaction whose effect it reports.
func (s Store) Save(ctx context.Context, tx pgx.Tx, c Call, a Answer) error {
	headers, err := json.Marshal(a.Header)
	if err != nil {
		return fmt.Errorf("encode headers: %w", err)
	}
	sealed, err := c.seal(a.Body)
	if err != nil {
		return fmt.Errorf("encrypt the response: %w", err)
	}
	batch := &pgx.Batch{}
	batch.Queue("SET LOCAL ROLE NONE")
	batch.Queue("SELECT "+name(s.Keep)+"($1::uuid, $2::bytea, $3::bytea, $4::integer, $5::jsonb, $6::bytea)",
		c.Owner.String(), c.digest(), c.Fingerprint, a.Status, string(headers), sealed)
	if err := tx.SendBatch(ctx, batch).Close(); err != nil {
		return fmt.Errorf("store the response: %w", err)
	}
	return nil
}

func name(function string) string { return pgx.Identifier(strings.Split(function, ".")).Sanitize() }
