// Package repeat is what an Idempotency-Key means: a call that is sent again
// under its key gets the answer of the first, and does nothing a second time.
// It says who may use which key and what a call is told apart by, and asks for
// kept answers by two SQL functions; the transaction is the engine's. Reference:
// draft-ietf-httpapi-idempotency-key-header. Its sentences are for people, in
// Portuguese, since no protocol has codes of its own for them.
package repeat

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"net/http"

	"github.com/google/uuid"

	"automacao/internal/kernel/fault"
)

// Header names the key, and Replayed says that an answer is that of an earlier call.
const (
	Header   = "Idempotency-Key"
	Replayed = "Idempotent-Replayed"
)

const (
	keyBytesMax = 255
	// BodyBytesMax bounds what is kept of one answer.
	BodyBytesMax = 1 << 20
)

// What a key is refused with.
var (
	ErrKey          = fault.New(http.StatusBadRequest, "idempotency_key_invalid", "A chave de repetição deve ter de 1 a 255 caracteres imprimíveis, sem acentos.")
	ErrNeedsSession = fault.New(http.StatusBadRequest, "idempotency_needs_session", "Entre na sua conta para usar uma chave de repetição.")
	ErrReused       = fault.New(http.StatusUnprocessableEntity, "idempotency_key_reused", "Esta chave de repetição já foi usada em outro pedido.")
	ErrInFlight     = fault.New(http.StatusConflict, "idempotency_in_flight", "Este pedido ainda está sendo processado. Aguarde um instante.")
	ErrTooLarge     = fault.New(http.StatusConflict, "idempotency_answer_too_large", "Este pedido já foi atendido, mas a resposta era grande demais para ser guardada. Atualize a página para ver o resultado.")
)

// Call is a request that may be sent again.
type Call struct {
	Owner       uuid.UUID
	Key         string
	Fingerprint []byte
}

// IsAsked reports a request that gives a key.
func IsAsked(r *http.Request) bool { return len(r.Header.Values(Header)) > 0 }

// Read returns the call that a request makes under its key. The body is as the
// request was understood.
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

// fingerprint tells calls apart by everything that changes what is done or
// answered. The token is no part of it: it may have been refreshed in between.
// It is made under the key, since a body may hold a password, which nobody is
// to guess by what is kept.
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

// lock is the number under which the call is made by one request at a time.
func (c Call) lock() int64 { return int64(binary.BigEndian.Uint64(c.derive("lock"))) }
