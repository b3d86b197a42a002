package external_test

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"golang.org/x/crypto/sha3"

	"automacao/internal/wire/auth/authtest"
	"automacao/internal/wire/auth/core"
	"automacao/internal/wire/auth/external"
)

const web3Path = "/token?grant_type=web3"

func withWallets(c *core.Config) { c.Federation.Web3 = core.Web3{Ethereum: true, Solana: true} }

// etherWallet signs as Ethereum wallets do.
type etherWallet struct{ key *secp256k1.PrivateKey }

func newEtherWallet(t *testing.T) etherWallet {
	t.Helper()
	key, err := secp256k1.GeneratePrivateKey()
	if err != nil {
		t.Fatal(err)
	}
	return etherWallet{key}
}

func keccakOf(text string) []byte {
	digest := sha3.NewLegacyKeccak256()
	digest.Write([]byte(text))
	return digest.Sum(nil)
}

func (w etherWallet) address() string {
	point := w.key.PubKey().SerializeUncompressed()[1:]
	return "0x" + hex.EncodeToString(keccakOf(string(point))[12:])
}

func (w etherWallet) sign(text string) string {
	signed := ecdsa.SignCompact(w.key, keccakOf(fmt.Sprintf("\x19Ethereum Signed Message:\n%d%s", len(text), text)), false)
	return "0x" + hex.EncodeToString(append(signed[1:], signed[0]))
}

// says is the message that the official client lets it sign; more are further lines.
func (w etherWallet) says(domain, uri string, issued time.Time, more ...string) string {
	lines := []string{
		domain + " wants you to sign in with your Ethereum account:", w.address(), "", "Entrar na plataforma", "",
		"URI: " + uri, "Version: 1", "Chain ID: 1", "Issued At: " + issued.UTC().Format("2006-01-02T15:04:05.000Z"),
	}
	return strings.Join(append(lines, more...), "\n")
}

func (w etherWallet) asks(text string) map[string]any {
	return map[string]any{"chain": "ethereum", "message": text, "signature": w.sign(text)}
}

func base58Of(raw []byte) string {
	value, digit := new(big.Int).SetBytes(raw), new(big.Int)
	text := ""
	for value.Sign() > 0 {
		value.DivMod(value, big.NewInt(58), digit)
		text = string("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"[digit.Int64()]) + text
	}
	return strings.Repeat("1", len(raw)-len(new(big.Int).SetBytes(raw).Bytes())) + text
}

func TestAWalletSignsIn(t *testing.T) {
	b := authtest.Setup(t, withWallets)
	t.Run("OfEthereum", func(t *testing.T) {
		b, w := b.In(t), newEtherWallet(t)
		d := b.Device(b.Post(web3Path, w.asks(w.says(authtest.AppHost, authtest.PublicURL+"/entrar", b.Clock.Now()))))
		me := b.Me(d)
		subject := "web3:ethereum:" + w.address()
		want := map[string]any{"address": w.address(), "chain": "ethereum", "network": "1", "domain": authtest.AppHost, "statement": "Entrar na plataforma"}
		identity := me.Body["identities"].([]any)[0].(map[string]any)
		metadata, app := me.Body["user_metadata"].(map[string]any), me.Body["app_metadata"].(map[string]any)
		if got := metadata["custom_claims"].(map[string]any); !maps.Equal(got, want) || metadata["sub"] != subject || identity["id"] != subject || identity["provider"] != "web3" || app["provider"] != "web3" || me.Body["email"] != "" {
			t.Errorf("the user is %s", me.Raw)
		}
		claims, err := b.Keys.VerifyAt(d.AccessToken, b.Clock.Now())
		if err != nil || !strings.Contains(string(claims.Raw), `"amr":[{"method":"web3"`) {
			t.Errorf("claims are %s", claims.Raw)
		}
		// Written in upper case it is the same wallet.
		b.Clock.Advance(time.Second)
		shouted := strings.Replace(w.says(authtest.AppHost, authtest.PublicURL+"/entrar", b.Clock.Now()), w.address(), "0x"+strings.ToUpper(w.address()[2:]), 1)
		if again := b.Device(b.Post(web3Path, w.asks(shouted))); again.User.ID != d.User.ID {
			t.Error("the same identity signs in as another user")
		}
	})
	t.Run("OfSolana", func(t *testing.T) {
		b := b.In(t)
		public, private, err := ed25519.GenerateKey(nil)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join([]string{authtest.AppHost + " wants you to sign in with your Solana account:", base58Of(public), "", "Version: 1", "URI: " + authtest.PublicURL + "/", "Issued At: " + b.Clock.Now().UTC().Format(time.RFC3339)}, "\n")
		got := b.Post(web3Path, map[string]any{"chain": "solana", "message": text, "signature": base64.RawURLEncoding.EncodeToString(ed25519.Sign(private, []byte(text)))})
		d := b.Device(got)
		if provider := authtest.Scalar[string](b, `SELECT provider_id FROM auth.identities WHERE user_id = $1`, d.User.ID); provider != "web3:solana:"+base58Of(public) {
			t.Errorf("the identity is %s", provider)
		}
	})
}

func TestAMessageOfAWalletWorksOnce(t *testing.T) {
	b := authtest.Setup(t, withWallets)
	w := newEtherWallet(t)
	asked := w.asks(w.says(authtest.AppHost, authtest.PublicURL+"/", b.Clock.Now()))
	var all sync.WaitGroup
	replies := make([]authtest.Reply, 6)
	for i := range replies {
		all.Go(func() { replies[i] = b.Post(web3Path, asked) })
	}
	all.Wait()
	entered := 0
	for _, got := range replies {
		if got.Status == 200 {
			entered++
			continue
		}
		if got.Status != 400 || got.Body["error"] != "invalid_grant" || got.Body["error_description"] != "Signed message was used before" {
			t.Errorf("got %d %s", got.Status, got.Raw)
		}
	}
	if entered != 1 {
		t.Errorf("%d entered", entered)
	}
	t.Run("NotAfterAPurgeEither", func(t *testing.T) {
		b := b.In(t)
		b.Clock.Advance(external.MessageTTL)
		if err := b.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := b.Post(web3Path, asked); got.Body["error"] != "invalid_grant" {
			t.Errorf("got %s", got.Raw)
		}
		b.Clock.Advance(external.MessageTTL + time.Second)
		if err := b.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		if left := authtest.Scalar[int](b, `SELECT count(*) FROM auth.wallet_messages`); left != 0 {
			t.Errorf("%d are kept", left)
		}
		refusesWallet(b, asked, "Message was issued too long ago")
	})
}

func refusesWallet(b *authtest.Bundle, asked map[string]any, why string) {
	b.T.Helper()
	got := b.Post(web3Path, asked)
	if got.Status != 400 || got.Body["error"] != "invalid_grant" || got.Body["error_description"] != why {
		b.T.Errorf("got %d %s, want %s", got.Status, got.Raw, why)
	}
}

func TestMessagesOfWalletsThatAreNotBelieved(t *testing.T) {
	b := authtest.Setup(t, withWallets, func(c *core.Config) {
		c.RedirectURLs = []string{"https://loja.example/volta", "http://localhost:3000/volta", "app://volta"}
	})
	w, other := newEtherWallet(t), newEtherWallet(t)
	now := b.Clock.Now()
	stamp := func(at time.Time) string { return at.UTC().Format(time.RFC3339) }
	const (
		foreign  = "Signed message is using URI which is not allowed on this server, message was signed for another app"
		mismatch = "Signed message is using a Domain that does not match the one in URI which is not allowed on this server"
	)
	for fact, c := range map[string]struct{ text, why string }{
		"ForAnotherApp":       {w.says("evil.example", "https://evil.example/", now), foreign},
		"ForAnotherPort":      {w.says(authtest.AppHost+":8443", authtest.PublicURL+":8443/", now), foreign},
		"ByAnotherHost":       {w.says("evil.example", authtest.PublicURL+"/", now), mismatch},
		"ByAnotherScheme":     {w.says("http://"+authtest.AppHost, authtest.PublicURL+"/", now), mismatch},
		"WithoutTLS":          {w.says(authtest.AppHost, "http://"+authtest.AppHost+"/", now), "Signed message is using URI which does not use HTTPS"},
		"OfALoginName":        {w.says("automacao.example.evil.example", "https://automacao.example.evil.example/", now), foreign},
		"Expired":             {w.says(authtest.AppHost, authtest.PublicURL+"/", now.Add(-time.Minute), "Expiration Time: "+stamp(now)), "Signed message is expired"},
		"NotYetValid":         {w.says(authtest.AppHost, authtest.PublicURL+"/", now, "Not Before: "+stamp(now.Add(time.Second))), "Signed message becomes valid in the future"},
		"IssuedLongAgo":       {w.says(authtest.AppHost, authtest.PublicURL+"/", now.Add(-external.MessageTTL-time.Second)), "Message was issued too long ago"},
		"IssuedInTheFuture":   {w.says(authtest.AppHost, authtest.PublicURL+"/", now.Add(external.MessageTTL+time.Second)), "Message was issued too far in the future"},
		"OfAnothersAddress":   {other.says(authtest.AppHost, authtest.PublicURL+"/", now), "Signature does not match address in message"},
		"OfALocalAppOfOthers": {w.says("localhost:3001", "http://localhost:3001/", now), foreign},
	} {
		t.Run(fact, func(t *testing.T) { refusesWallet(b.In(t), w.asks(c.text), c.why) })
	}
	t.Run("AddressesOfTheListAreTheAppsToo", func(t *testing.T) {
		b := b.In(t)
		b.Device(b.Post(web3Path, w.asks(w.says("loja.example", "https://loja.example/outra", now))))
		b.Device(b.Post(web3Path, w.asks(w.says("localhost:3000", "http://localhost:3000/", now))))
	})
	good := w.says(authtest.AppHost, authtest.PublicURL+"/", now)
	for fact, c := range map[string]struct {
		asked  map[string]any
		status int
		code   string
	}{
		"NoChain":           {map[string]any{"message": good, "signature": w.sign(good)}, 400, "web3_unsupported_chain"},
		"AnotherChain":      {map[string]any{"chain": "kaspa", "message": good, "signature": w.sign(good)}, 400, "web3_unsupported_chain"},
		"AnotherChainsForm": {map[string]any{"chain": "solana", "message": good, "signature": w.sign(good)}, 400, "validation_failed"},
		"NoSignature":       {map[string]any{"chain": "ethereum", "message": good}, 400, "validation_failed"},
		"NoMessage":         {map[string]any{"chain": "ethereum", "signature": w.sign(good)}, 400, "validation_failed"},
		"NotAMessage":       {w.asks(strings.Repeat("Sign in please. ", 20)), 400, "validation_failed"},
		"OfAnotherType":     {map[string]any{"chain": "ethereum", "message": 7}, 400, "bad_json"},
	} {
		t.Run(fact, func(t *testing.T) { b := b.In(t); b.Want(b.Post(web3Path, c.asked), c.status, c.code) })
	}
	if made := authtest.Scalar[int](b, `SELECT count(*) FROM auth.wallet_messages`); made != 2 {
		t.Errorf("%d messages are remembered, of two that were taken", made)
	}
}

func TestWalletsAreLetInWhereSignUpsAre(t *testing.T) {
	b := authtest.Setup(t, func(c *core.Config) { c.Federation.Web3.Ethereum, c.DisableSignup = true, true })
	w := newEtherWallet(t)
	asked := w.asks(w.says(authtest.AppHost, authtest.PublicURL+"/", b.Clock.Now()))
	b.Want(b.Post(web3Path, asked), 422, "signup_disabled")
	b.Want(b.Post(web3Path, map[string]any{"chain": "solana"}), 422, "web3_provider_disabled")
	read, err := core.ReadFederation([]byte(`{"web3":{"ethereum":true}}`))
	if raw, _ := json.Marshal(read.Web3); err != nil || string(raw) != `{"ethereum":true,"solana":false}` {
		t.Errorf("read %s, %v", raw, err)
	}
	if _, err := core.ReadFederation([]byte(`{"web3":{"kaspa":true}}`)); err == nil {
		t.Error("a chain that is not known is taken")
	}
}
