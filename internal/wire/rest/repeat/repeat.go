// Package repeat implements the Idempotency-Key header: a request repeated under its key gets the
// first response and has no second effect. It decides who may use which key and what identifies a
// request, and reads and writes stored responses through two SQL functions; the transaction is the
// engine's. Reference: draft-ietf-httpapi-idempotency-key-header. Its error messages are in
// Portuguese, for people, since no protocol has codes for them.
package repeat

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"net/http"

	"github.com/google/uuid"

	"automacao/internal/kernel/fault"
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
