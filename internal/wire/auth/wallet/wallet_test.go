package wallet

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"math/big"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"

	"automacao/internal/kernel/leaktest"
)

const (
	etherAddress = "0x2c7536E3605D9C16a7a3D7b1898e529396a65c23"
	etherKey     = "4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318"
	solAddress   = "So11111111111111111111111111111111111111112"
)

// etherText is as the official client writes it, with every field.
const etherText = "app.example wants you to sign in with your Ethereum account:\n" + etherAddress + "\n\nI accept the Terms: https://app.example/tos\n\n" +
	"URI: https://app.example/login?a=1\nVersion: 1\nChain ID: 137\nNonce: 12345678\nIssued At: 2026-01-31T12:00:00.000Z\n" +
	"Expiration Time: 2026-01-31T12:05:00.000Z\nNot Before: 2026-01-31T11:59:00.000Z\nRequest ID: 7\nResources:\n- ipfs://a\n- https://b.example/c"

const (
	etherBare = "app.example wants you to sign in with your Ethereum account:\n" + etherAddress + "\n\n\n" +
		"URI: https://app.example\nVersion: 1\nChain ID: 1\nIssued At: 2026-01-31T12:00:00.000Z"
	solText = "app.example:8443 wants you to sign in with your Solana account:\n" + solAddress + "\n\nEntrar é grátis\n\n" +
		"Version: 1\nURI: https://app.example:8443/\nIssued At: 2026-01-31T12:00:00.000Z\nChain ID: solana:devnet\nResources\n- https://b.example"
	solBare = "app.example wants you to sign in with your Solana account:\n" + solAddress + "\n\nVersion: 1\nURI: https://app.example/\nIssued At: 2026-01-31T12:00:00Z"
)

func TestRead(t *testing.T) {
	t.Parallel()
	t.Run("WhatTheOfficialClientWrites", func(t *testing.T) {
		noon := time.Date(2026, 1, 31, 12, 0, 0, 0, time.UTC)
		got, err := Read(Ethereum, etherText)
		if err != nil || got.Domain != "app.example" || got.Address != strings.ToLower(etherAddress) || got.Statement != "I accept the Terms: https://app.example/tos" ||
			got.URI.String() != "https://app.example/login?a=1" || got.Network != "137" || got.Nonce != "12345678" || !got.IssuedAt.Equal(noon) ||
			!got.ExpiresAt.Equal(noon.Add(5*time.Minute)) || !got.NotBefore.Equal(noon.Add(-time.Minute)) {
			t.Errorf("read %+v, %v", got, err)
		}
		if got, err = Read(Ethereum, etherBare); err != nil || got.Statement != "" || !got.ExpiresAt.IsZero() {
			t.Errorf("read %+v, %v", got, err)
		}
		if got, err = Read(Solana, solText); err != nil || got.Domain != "app.example:8443" || got.Statement != "Entrar é grátis" || got.Address != solAddress || got.Network != "solana:devnet" {
			t.Errorf("read %+v, %v", got, err)
		}
		if got, err = Read(Solana, solBare); err != nil || got.Network != "" {
			t.Errorf("read %+v, %v", got, err)
		}
		if got, err = Read(Ethereum, "https://"+etherBare); err != nil || got.Scheme != "https" || got.Domain != "app.example" {
			t.Errorf("read %+v, %v", got, err)
		}
	})
	for fact, change := range map[string][2]string{
		"AnotherHeader":          {"Ethereum account", "ethereum account"},
		"NoDomain":               {"app.example wants", " wants"},
		"ADomainWithAPath":       {"app.example wants", "app.example/x wants"},
		"ADomainWithAUser":       {"app.example wants", "app.example@evil.example wants"},
		"AShortAddress":          {etherAddress, etherAddress[:41]},
		"AnAddressWithASpace":    {etherAddress, etherAddress + " "},
		"AMissingEmptyLine":      {etherAddress + "\n\n\n", etherAddress + "\n\n"},
		"TwoLinesOfStatement":    {"\n\n\nURI", "\n\na\nb\n\nURI"},
		"CarriageReturns":        {"Version: 1\n", "Version: 1\r\n"},
		"TextThatIsNotSeen":      {"Version: 1", "Version: 1\u202e"},
		"AnotherVersion":         {"Version: 1", "Version: 2"},
		"NoVersion":              {"Version: 1\n", ""},
		"NoURI":                  {"URI: https://app.example\n", ""},
		"TwoURIs":                {"Version: 1", "URI: https://evil.example\nVersion: 1"},
		"AnUnknownField":         {"Version: 1", "Version: 1\nAdmin: yes"},
		"AFieldOutOfPlace":       {"Version: 1\nChain ID: 1", "Chain ID: 1\nVersion: 1"},
		"ARelativeURI":           {"URI: https://app.example", "URI: /login"},
		"AURIOfAScript":          {"URI: https://app.example", "URI: javascript:alert(1)"},
		"AURIWithAUser":          {"URI: https://app.example", "URI: https://app.example@evil.example"},
		"AURIWithABackslash":     {"URI: https://app.example", `URI: https://app.example\@evil.example`},
		"NoChain":                {"Chain ID: 1\n", ""},
		"AChainThatIsNoNumber":   {"Chain ID: 1", "Chain ID: 0x1"},
		"NoTime":                 {"\nIssued At: 2026-01-31T12:00:00.000Z", ""},
		"ATimeWithoutZone":       {"12:00:00.000Z", "12:00:00"},
		"ATimeOfNoYear":          {"2026-01-31", "0001-01-01"},
		"ExpiredWhenIssued":      {"12:00:00.000Z", "12:00:00.000Z\nExpiration Time: 2026-01-31T11:00:00Z"},
		"ValidAfterItsEnd":       {"12:00:00.000Z", "12:00:00.000Z\nExpiration Time: 2026-01-31T13:00:00Z\nNot Before: 2026-01-31T14:00:00Z"},
		"ANonceWithASpace":       {"Issued At", "Nonce: 1234 5678\nIssued At"},
		"AResourceThatIsNone":    {"12:00:00.000Z", "12:00:00.000Z\nResources:\n- https://a.example\nURI: https://evil.example"},
		"TooManyResources":       {"12:00:00.000Z", "12:00:00.000Z\nResources:" + strings.Repeat("\n- https://a.example", resourcesMax+1)},
		"AnEmptyLineAtTheEnd":    {"12:00:00.000Z", "12:00:00.000Z\n"},
		"AStatementThatIsLong":   {"\n\n\nURI", "\n\n" + strings.Repeat("a", statementMax+1) + "\n\nURI"},
		"AMessageThatIsLong":     {"Issued At", "Nonce: " + strings.Repeat("a", MessageMax) + "\nIssued At"},
		"BytesThatAreNotText":    {"app.example\n", "app.example\xff\n"},
		"ALineOfTheSolanaClient": {"12:00:00.000Z", "12:00:00.000Z\nResources"},
	} {
		t.Run(fact, func(t *testing.T) {
			changed := strings.Replace(etherBare, change[0], change[1], 1)
			if changed == etherBare {
				t.Fatal("nothing was changed")
			}
			if got, err := Read(Ethereum, changed); err == nil {
				t.Errorf("read as %+v", got)
			}
		})
	}
	for _, c := range [][2]string{{Solana, etherBare}, {Ethereum, solBare}, {"kaspa", etherBare}, {Solana, strings.Replace(solBare, solAddress, "O"+solAddress[1:], 1)}, {Solana, strings.Replace(solText, "devnet", "dev", 1)}} {
		if got, err := Read(c[0], c[1]); err == nil {
			t.Errorf("read as %+v", got)
		}
	}
}

// signEther returns a wallet's answer to personal_sign.
func signEther(t *testing.T, text string) []byte {
	t.Helper()
	raw, err := hex.DecodeString(etherKey)
	if err != nil {
		t.Fatal(err)
	}
	compact := ecdsa.SignCompact(secp256k1.PrivKeyFromBytes(raw), keccak([]byte("\x19Ethereum Signed Message:\n"+strconv.Itoa(len(text))), []byte(text)), false)
	return append(compact[1:], compact[0])
}

func TestWhoSigned(t *testing.T) {
	t.Parallel()
	t.Run("AVectorOfAnotherLibrary", func(t *testing.T) {
		// From the documentation of web3.js, eth.accounts.sign.
		known := Message{Chain: Ethereum, Address: strings.ToLower(etherAddress), text: "Some data"}
		const signed = "0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c"
		if err := known.CheckSignature(signed); err != nil {
			t.Error(err)
		}
	})
	message, err := Read(Ethereum, etherText)
	if err != nil {
		t.Fatal(err)
	}
	signed := signEther(t, etherText)
	change := func(by func(raw []byte)) string {
		copied := append([]byte{}, signed...)
		by(copied)
		return "0x" + hex.EncodeToString(copied)
	}
	higher := change(func(raw []byte) {
		var s secp256k1.ModNScalar
		s.SetByteSlice(raw[32:64])
		s.Negate().PutBytesUnchecked(raw[32:64])
		raw[64] = 27 + 28 - raw[64]
	})
	for fact, c := range map[string]struct {
		signature string
		want      error
	}{
		"AsWalletsDo":         {change(func([]byte) {}), nil},
		"CountedFromZero":     {change(func(raw []byte) { raw[64] -= 27 }), nil},
		"WithoutItsMark":      {hex.EncodeToString(signed), nil},
		"OtherPoint":          {change(func(raw []byte) { raw[64] = 27 + 28 - raw[64] }), ErrNotSigned},
		"HigherForm":          {higher, ErrForm},
		"PointOfAnotherChain": {change(func(raw []byte) { raw[64] = 37 }), ErrForm},
		"PointBeyondTheCurve": {change(func(raw []byte) { raw[64] = 2 }), ErrForm},
		"ZeroR":               {change(func(raw []byte) { clear(raw[:32]) }), ErrNotSigned},
		"ZeroS":               {change(func(raw []byte) { clear(raw[32:64]) }), ErrNotSigned},
		"BeyondTheOrder": {change(func(raw []byte) {
			for i := range 64 {
				raw[i] = 0xff
			}
		}), ErrForm},
		"Short":   {hex.EncodeToString(signed[:64]), ErrForm},
		"Nothing": {"", ErrForm},
		"NoHex":   {strings.Repeat("zz", 65), ErrForm},
	} {
		t.Run(fact, func(t *testing.T) {
			if err := message.CheckSignature(c.signature); err != c.want {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
	t.Run("AnotherText", func(t *testing.T) {
		other, err := Read(Ethereum, strings.Replace(etherText, "a=1", "a=2", 1))
		if err != nil || other.CheckSignature(change(func([]byte) {})) != ErrNotSigned {
			t.Errorf("%v; a signature holds for another text", err)
		}
	})
}

func TestWhoSignedOnSolana(t *testing.T) {
	t.Parallel()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(solBare, solAddress, asBase58(public), 1)
	message, err := Read(Solana, text)
	if err != nil {
		t.Fatal(err)
	}
	raw := ed25519.Sign(private, []byte(text))
	for _, encoding := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
		if err := message.CheckSignature(encoding.EncodeToString(raw)); err != nil {
			t.Error(err)
		}
	}
	flipped := append([]byte{}, raw...)
	flipped[3] ^= 1
	for signature, want := range map[string]error{
		base64.StdEncoding.EncodeToString(flipped): ErrNotSigned, base64.StdEncoding.EncodeToString(raw[:63]): ErrForm, "": ErrForm, hex.EncodeToString(raw): ErrForm,
	} {
		if err := message.CheckSignature(signature); err != want {
			t.Errorf("%q: got %v, want %v", signature, err, want)
		}
	}
	t.Run("AddressesAreOfOneKeyEach", func(t *testing.T) {
		key, isKey := base58Key(solAddress)
		if !isKey || hex.EncodeToString(key) != "069b8857feab8184fb687f634618c035dac439dc1aeb3b5598a0f00000000001" {
			t.Errorf("got %x", key)
		}
		for _, address := range []string{strings.Repeat("1", 32), "1" + solAddress, solAddress[1:], strings.Repeat("z", 44), ""} {
			if key, isKey := base58Key(address); isKey {
				t.Errorf("%s is %x", address, key)
			}
		}
	})
}

func asBase58(raw []byte) string {
	value, radix, digit := new(big.Int).SetBytes(raw), big.NewInt(58), new(big.Int)
	var text []byte
	for value.Sign() > 0 {
		value.DivMod(value, radix, digit)
		text = append([]byte{base58[digit.Int64()]}, text...)
	}
	for _, b := range raw {
		if b != 0 {
			break
		}
		text = append([]byte(base58[:1]), text...)
	}
	return string(text)
}

// FuzzMessage checks that a valid message has one meaning: its host, address and page occur once,
// where a person reads them.
func FuzzMessage(f *testing.F) {
	for _, seed := range []string{
		etherText, etherBare, solText, solBare, "https://" + etherBare, strings.ReplaceAll(etherText, "\n", "\r\n"), etherBare + "\nResources:", solBare + "\nURI: https://evil.example",
		strings.Replace(etherText, "I accept", "URI: https://evil.example", 1), strings.Replace(solText, "Entrar é grátis", "URI: https://evil.example/", 1), strings.Repeat("\n", 70), "",
	} {
		f.Add(seed, base64.StdEncoding.EncodeToString(make([]byte, 64)))
		f.Add(seed, strings.Repeat("0", 128)+"1b")
	}
	f.Fuzz(func(t *testing.T, text, signature string) {
		for _, name := range []string{Ethereum, Solana} {
			read, err := Read(name, text)
			if err != nil {
				continue
			}
			origin := read.Domain
			if read.Scheme != "" {
				origin = read.Scheme + "://" + origin
			}
			lines := strings.Split(text, "\n")
			isShown := lines[0] == origin+chains[name].header && strings.EqualFold(lines[1], read.Address) && (read.Statement == "" || lines[3] == read.Statement)
			if !isShown || read.URI.Host == "" || read.URI.User != nil || read.IssuedAt.IsZero() || strings.ContainsAny(text, "\r\t\x00") {
				t.Fatalf("%q is read as %+v", text, read)
			}
			if read.CheckSignature(signature) == nil {
				t.Fatalf("%q signs %q", signature, text)
			}
		}
	})
}

func TestMain(m *testing.M) { leaktest.Main(m) }
