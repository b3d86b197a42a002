package repeat

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/uuid"

	"automacao/internal/kernel/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }

// post is a call under a key, with headers as name and value in turn.
func post(path, key string, headers ...string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, path, nil)
	r.Header.Set(Header, key)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	return r
}

func TestKeysAreBounded(t *testing.T) {
	t.Parallel()
	owner := uuid.New()
	for key, want := range map[string]error{
		"a": nil, strings.Repeat("k", keyBytesMax): nil, "a key ~": nil,
		"": ErrKey, strings.Repeat("k", keyBytesMax+1): ErrKey, "ação": ErrKey, "a\tb": ErrKey, "a\x7f": ErrKey,
	} {
		if _, err := Read(post("/rpc/pay", key), owner, nil); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", key, err, want)
		}
	}
	if _, err := Read(post("/rpc/pay", "a", Header, "b"), owner, nil); !errors.Is(err, ErrKey) {
		t.Errorf("two keys: %v", err)
	}
	if _, err := Read(post("/rpc/pay", "a"), uuid.Nil, nil); !errors.Is(err, ErrNeedsSession) {
		t.Errorf("an anonymous caller: %v", err)
	}
	if IsAsked(httptest.NewRequest(http.MethodPost, "/", nil)) || !IsAsked(post("/", "")) {
		t.Error("a key is asked for by its header alone")
	}
}

func TestAFingerprintTellsCallsApart(t *testing.T) {
	t.Parallel()
	owner := uuid.New()
	of := func(r *http.Request, body string) string {
		call, err := Read(r, owner, []byte(body))
		if err != nil {
			t.Fatal(err)
		}
		return string(call.Fingerprint)
	}
	first := of(post("/rpc/pay?select=id", "k", "Accept", "a", "Authorization", "Bearer one"), `{"v":1}`)
	if again := of(post("/rpc/pay?select=id", "k", "Accept", "a", "Authorization", "Bearer two"), `{"v":1}`); again != first {
		t.Error("a refreshed token makes it another call")
	}
	for name, other := range map[string]string{
		"AnotherBody":   of(post("/rpc/pay?select=id", "k", "Accept", "a"), `{"v":2}`),
		"AnotherPath":   of(post("/rpc/paid?select=id", "k", "Accept", "a"), `{"v":1}`),
		"AnotherQuery":  of(post("/rpc/pay?select=*", "k", "Accept", "a"), `{"v":1}`),
		"AnotherForm":   of(post("/rpc/pay?select=id", "k", "Accept", "b"), `{"v":1}`),
		"AnotherSchema": of(post("/rpc/pay?select=id", "k", "Accept", "a", "Content-Profile", "private"), `{"v":1}`),
		"AnotherKey":    of(post("/rpc/pay?select=id", "l", "Accept", "a"), `{"v":1}`),
		"MovedBytes":    of(post("/rpc/pay?select=id", "k", "Accept", "a", "Prefer", `{"v":1}`), ""),
	} {
		if other == first {
			t.Errorf("%s has the same fingerprint", name)
		}
	}
}

func TestAnAnswerOpensUnderItsCallAlone(t *testing.T) {
	t.Parallel()
	owner, secret := uuid.New(), []byte(`{"link":"https://exemplo.test/convite#token"}`)
	call, err := Read(post("/rpc/invite", "k"), owner, nil)
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := call.seal(secret)
	if err != nil || bytes.Contains(sealed, []byte("token")) {
		t.Fatalf("sealed as %q, %v", sealed, err)
	}
	if opened, err := call.unseal(sealed); err != nil || !bytes.Equal(opened, secret) {
		t.Errorf("opened as %q, %v", opened, err)
	}
	otherKey, otherOwner, otherCall := call, call, call
	otherKey.Key, otherOwner.Owner, otherCall.Fingerprint = "l", uuid.New(), []byte("another")
	for name, other := range map[string]Call{"AnotherKey": otherKey, "AnotherOwner": otherOwner, "AnotherCall": otherCall} {
		if opened, err := other.unseal(sealed); !errors.Is(err, errSeal) {
			t.Errorf("%s opens it: %q, %v", name, opened, err)
		}
	}
	sealed[len(sealed)-1]++
	if _, err := call.unseal(sealed); !errors.Is(err, errSeal) {
		t.Errorf("changed it opens: %v", err)
	}
	for _, nothing := range [][]byte{nil, {}} {
		sealed, err := call.seal(nothing)
		if err != nil {
			t.Fatal(err)
		}
		if opened, err := call.unseal(sealed); err != nil || (opened == nil) != (nothing == nil) || len(opened) != 0 {
			t.Errorf("%#v opens as %#v, %v", nothing, opened, err)
		}
	}
	if call.lock() == otherKey.lock() || call.lock() == otherOwner.lock() || bytes.Equal(call.digest(), otherOwner.digest()) {
		t.Error("two calls wait for each other, or share an answer")
	}
}
