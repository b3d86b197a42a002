package wallet

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"golang.org/x/crypto/sha3"
)

// ErrForm is the error of a malformed signature.
var ErrForm = errors.New("signature is not in the form of its chain")

// ErrNotSigned is the error of a signature of another message or by another wallet.
var ErrNotSigned = errors.New("signature does not match address in message")

// CheckSignature checks that the message's wallet signed it: for Ethereum 65 bytes in hexadecimal
// (EIP-191, personal_sign), for Solana 64 bytes in base64 (Ed25519).
func (m Message) CheckSignature(signature string) error {
	if m.Chain == Ethereum {
		return m.checkEthereum(signature)
	}
	return m.checkSolana(signature)
}

// recoveryMark is the offset that some Ethereum wallets add to the recovery id.
const recoveryMark = 27

func (m Message) checkEthereum(signature string) error {
	raw, err := hex.DecodeString(strings.TrimPrefix(signature, "0x"))
	if err != nil || len(raw) != 65 {
		return ErrForm
	}
	point := raw[64]
	if point >= recoveryMark {
		point -= recoveryMark
	}
	if point > 1 {
		return ErrForm
	}
	// Every signature has a second form with a high s; only the low one is accepted (EIP-2).
	var s secp256k1.ModNScalar
	if s.SetByteSlice(raw[32:64]) || s.IsOverHalfOrder() {
		return ErrForm
	}
	key, _, err := ecdsa.RecoverCompact(append([]byte{recoveryMark + point}, raw[:64]...), keccak(
		[]byte(fmt.Sprintf("\x19Ethereum Signed Message:\n%d", len(m.text))), []byte(m.text)))
	if err != nil || m.Address != addressOf(key) {
		return ErrNotSigned
	}
	return nil
}

// addressOf is a key's address: the last 20 bytes of the hash of its point.
func addressOf(key *secp256k1.PublicKey) string {
	digest := keccak(key.SerializeUncompressed()[1:])
	return "0x" + hex.EncodeToString(digest[len(digest)-20:])
}

func keccak(parts ...[]byte) []byte {
	digest := sha3.NewLegacyKeccak256()
	for _, part := range parts {
		digest.Write(part)
	}
	return digest.Sum(nil)
}

func (m Message) checkSolana(signature string) error {
	plain := strings.NewReplacer("+", "-", "/", "_").Replace(strings.TrimSuffix(signature, "=="))
	raw, err := base64.RawURLEncoding.Strict().DecodeString(plain)
	if err != nil || len(raw) != ed25519.SignatureSize || strings.ContainsAny(signature, "\r\n") {
		return ErrForm
	}
	key, isKey := base58Key(m.Address)
	if !isKey || !ed25519.Verify(key, []byte(m.text), raw) {
		return ErrNotSigned
	}
	return nil
}

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

// base58Key decodes an address of exactly a key's length, so that no key has two addresses. The
// all-zero key is refused, since anybody can sign for it.
func base58Key(address string) (ed25519.PublicKey, bool) {
	value, radix := new(big.Int), big.NewInt(int64(len(base58)))
	for _, digit := range []byte(address) {
		place := strings.IndexByte(base58, digit)
		if place < 0 {
			return nil, false
		}
		value.Add(value.Mul(value, radix), big.NewInt(int64(place)))
	}
	zeros := len(address) - len(strings.TrimLeft(address, base58[:1]))
	if value.Sign() == 0 || zeros+len(value.Bytes()) != ed25519.PublicKeySize {
		return nil, false
	}
	return value.FillBytes(make([]byte, ed25519.PublicKeySize)), true
}
